import type { Reason } from '#domain/platform/safety/judge-text.ts';
import { CATEGORIES, type Category, type Scores } from '#domain/vendors/moderation/moderation.client.ts';

/** `help`: the text is shown, its author is told where to find help, and a moderator looks at it. `unsure`: a moderator decides. */
export type Judgement = 'harmless' | 'help' | 'unsure' | 'abusive';

/**
 * Findings of the rules that the service cannot overrule: it has no category for advertising, links, private data and approaching children,
 * and insults that the rules are certain of must not depend on it.
 */
const FOR_MODERATORS: ReadonlySet<string> = new Set<Reason>(['abuse', 'links', 'contact', 'offers']);

/**
 * Judges a text by the service's scores and the findings of the rules.
 * @param reasons findings of the rules
 * @returns also the deciding scores, for moderators
 */
export function judgeScores(scores: Scores, reasons: readonly string[]): { judgement: Judgement; reason: string } {
  const reached = CATEGORIES.filter((category) => scores[category] >= CATEGORY_RULES[category].from);
  const reason = reached.map((category) => `${category} ${scores[category].toFixed(2)}`).join(', ');
  const held = reached.filter((category) => CATEGORY_RULES[category].act === 'hold');
  if (held.some((category) => isRemoved(category, scores[category]))) return { judgement: 'abusive', reason };
  if (held.length > 0) return { judgement: 'unsure', reason };
  if (reasons.some((one) => FOR_MODERATORS.has(one)))
    return { judgement: 'unsure', reason: reason || 'No score reaches its threshold; what the rules found is for a person.' };
  return reached.length > 0 ? { judgement: 'help', reason } : { judgement: 'harmless', reason: 'No score reaches its threshold.' };
}

function isRemoved(category: Category, score: number): boolean {
  const { remove } = CATEGORY_RULES[category];
  return remove !== null && score >= remove;
}

/** The consequence of a category's score. */
interface CategoryRule {
  /** `hold`: others must not see the text before a moderator has. `help`: its author needs help, so it is not held. */
  readonly act: 'hold' | 'help';
  /** The score from which that applies. */
  readonly from: number;
  /** The score from which a text is removed without a moderator, and its author may appeal; null to let a person decide. */
  readonly remove: number | null;
  readonly why: string;
}

/**
 * Thresholds of the second judge, by category. They are low, because a hold costs minutes, whereas children see a miss. They are estimates:
 * `npm run bench -- moderation` with a key prints how many texts they hold, wrongly or rightly.
 */
export const CATEGORY_RULES: Readonly<Record<Category, CategoryRule>> = {
  harassment: {
    act: 'hold',
    from: 0.3,
    remove: 0.9,
    why: 'insults are most of what is written against people; blunt criticism stays below',
  },
  'harassment/threatening': { act: 'hold', from: 0.2, remove: 0.8, why: 'a threat that is read once has done its harm' },
  hate: { act: 'hold', from: 0.2, remove: 0.8, why: 'lessons on history quote it, hence a person decides in between' },
  'hate/threatening': { act: 'hold', from: 0.1, remove: 0.7, why: 'as a threat, and it is aimed at many' },
  sexual: { act: 'hold', from: 0.3, remove: 0.9, why: 'children read along; biology and medicine stay below' },
  'sexual/minors': { act: 'hold', from: 0.05, remove: 0.5, why: 'nothing of it may be seen, and moderators must see all of it' },
  violence: { act: 'hold', from: 0.6, remove: null, why: 'wars, crime novels and films are subjects of courses' },
  'violence/graphic': { act: 'hold', from: 0.5, remove: null, why: 'first aid and medicine describe wounds' },
  illicit: { act: 'hold', from: 0.6, remove: null, why: 'courses on security and chemistry ask how attacks and poisons work' },
  'illicit/violent': { act: 'hold', from: 0.4, remove: null, why: 'as above, with more at stake' },
  'self-harm': { act: 'help', from: 0.4, remove: null, why: 'who writes of it should be answered, not silenced' },
  'self-harm/intent': { act: 'help', from: 0.3, remove: null, why: 'the same, and sooner' },
  'self-harm/instructions': { act: 'hold', from: 0.3, remove: 0.9, why: 'it endangers readers' },
};

import type { Reason } from '#domain/platform/safety/judge-text.ts';
import { CATEGORIES, type Category, type Scores } from '#domain/vendors/moderation/moderation.client.ts';
import { CATEGORY_RULES } from './category-rules.ts';

/** `help`: it is shown, its author is told where help is, and a moderator looks at it. `unsure`: a moderator decides. */
export type Judgement = 'harmless' | 'help' | 'unsure' | 'abusive';

/**
 * What the rules found that the service cannot overrule: it has no category for advertising, links, private data and the approach to
 * children, and insults that the rules know for certain are none of its mistakes to make.
 */
const FOR_MODERATORS: ReadonlySet<string> = new Set<Reason>(['abuse', 'links', 'contact', 'offers']);

/**
 * Judges a text by the service's scores and what the rules found in it.
 * @param reasons of the rules
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

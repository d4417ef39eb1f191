import type { Brief } from './brief.ts';
import { wordsIn, type CoursePlan, type Unit } from './course-plan.ts';
import { learnersFrame, phrasesOf } from './phrases.ts';
import type { LibraryExercise, LibraryQuestion } from './read-library.ts';

/** The answer to a lesson request. `content` is Markdown. */
export interface LessonAnswer {
  content: string;
  objectives: string[];
  key_takeaways: string[];
}

/** What a lesson's text can end with, all from the lesson itself. */
export type Extra = 'words' | 'check' | 'points';

/**
 * `words`: the length that the product requests. `first`: what the text ends with. `share`: the part of the lesson to keep, by default all.
 */
export interface Wanted {
  readonly words: number;
  readonly first: readonly Extra[];
  readonly share?: number;
}

/**
 * Shares of the requested length: above the first, the product finds a text too long, below the second too short. A longer lesson ends with
 * a section that fits.
 */
const LENGTH = { most: 1.5, least: 0.53 };
/** The product's shortest lesson is 600 characters. */
const FEWEST_CHARACTERS = 700;
const MOST_WORDS = 8;

export const defaultWish = (brief: Brief): Wanted => ({ words: brief.size.words, first: [] });

/**
 * Returns a lesson's text: as many sections as the requested length has room for; if the product requests more, also its words, objectives
 * and takeaways. Its exercise belongs to practice (`quiz.ts`).
 */
export function lessonText(plan: CoursePlan, { lesson, ...rest }: Unit, { words, first, share = 1 }: Wanted): LessonAnswer {
  const room = words > 0 ? (words * LENGTH.most) / wordsIn(lesson.sections.join('\n\n')) : Infinity;
  const unit = { ...rest, lesson, sections: shortened(lesson.sections, Math.min(share, room)) };
  const kept = [...unit.sections];
  const size = () => wordsIn(kept.join('\n\n'));
  const isShort = () => size() < words * LENGTH.least || kept.join('\n\n').length < FEWEST_CHARACTERS;
  const add = (extra: Extra): void => {
    const section = EXTRAS[extra](plan, unit);
    if (section !== null && size() + wordsIn(section) <= words * LENGTH.most) kept.push(section);
  };
  for (const extra of first) add(extra);
  for (const extra of ['words', 'check', 'points'] as const) if (share === 1 && isShort() && !first.includes(extra)) add(extra);
  return { content: kept.join('\n\n'), objectives: [...unit.objectives], key_takeaways: takeawaysOf(unit) };
}

/** Returns about this share of a lesson, in whole first sections; all if that would be too short for the product. */
function shortened(sections: readonly string[], share: number): readonly string[] {
  if (share >= 1) return sections;
  const most = wordsIn(sections.join('\n\n')) * share;
  const isEnough = (end: number) => sections.slice(0, end).join('\n\n').length >= FEWEST_CHARACTERS;
  const end = sections.findIndex((_, at) => isEnough(at) && wordsIn(sections.slice(0, at + 1).join('\n\n')) > most);
  return end < 0 ? sections : sections.slice(0, end);
}

const EXTRAS: Readonly<Record<Extra, (plan: CoursePlan, unit: Unit) => string | null>> = {
  words: ({ brief }, unit) => {
    const terms = termsIn(unit, unit.sections.join('\n')).slice(0, MOST_WORDS);
    const list = terms.map(({ term, definition }) => `- **${term}**: ${definition}`).join('\n');
    return terms.length > 0 ? `## ${phrasesOf(brief.language).words}\n\n${list}` : null;
  },
  // not the quiz's questions, because the text would reveal their answers
  check: ({ brief }, { objectives }) => {
    const said = phrasesOf(brief.language);
    return `## ${said.check}\n\n${said.briefly}\n\n${objectives.map((one, at) => `${at + 1}. ${one}`).join('\n')}`;
  },
  points: ({ brief }, unit) =>
    `## ${phrasesOf(brief.language).points}\n\n${takeawaysOf(unit)
      .map((point) => `- ${point}`)
      .join('\n')}`,
};

/**
 * Returns the place of a question in a part of its lesson: by the section that it follows, or predicts; null if that section is missing.
 */
export function placeIn({ lesson, sections }: Unit, { after, purpose }: LibraryQuestion): number | null {
  if (after === null || after === 0 || sections.length === lesson.sections.length) return after;
  const isBefore = purpose === 'predict';
  const at = sections.indexOf(lesson.sections[isBefore ? after : after - 1] ?? '');
  return at < 0 ? null : at + (isBefore ? 0 : 1);
}

/**
 * Tells whether a question belongs to this part of a lesson: it has its place there, or, without a place, no other part has more of its
 * words.
 */
export function isOf(unit: Unit, asked: LibraryQuestion): boolean {
  const { lesson, sections } = unit;
  const { question, options, right, explanation } = asked;
  if (sections.length === lesson.sections.length) return true;
  if (asked.after !== null) return placeIn(unit, asked) !== null;
  const said = [question, ...right.map((at) => options[at]), explanation].join(' ');
  const words = [...new Set(said.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])];
  const share = (section: string) => {
    const text = section.toLowerCase();
    return words.filter((word) => text.includes(word)).length;
  };
  const best = lesson.sections.reduce((most, section) => (share(section) > share(most) ? section : most));
  return sections.includes(best);
}

/** Returns an exercise's task. @param isOwn it is about the learner's own subject, and states goal, time and level */
export function exerciseTask({ task }: Pick<LibraryExercise, 'task'>, brief: Brief, isOwn: boolean): string {
  const frame = isOwn ? learnersFrame(brief).map((line) => `- ${line}`) : [];
  return [task, frame.join('\n')].filter(Boolean).join('\n\n');
}

/** Returns the features of a good result. */
export function solutionText({ criteria, answer }: Pick<LibraryExercise, 'criteria' | 'answer'>, brief: Pick<Brief, 'language'>): string {
  const rubric = criteria.length > 0 ? `${phrasesOf(brief.language).criteria}\n\n${criteria.map((one) => `- ${one}`).join('\n')}` : '';
  return [rubric, answer ? `> ${answer}` : ''].filter(Boolean).join('\n\n');
}

/** Returns the glossary entries that a text uses. */
export function termsIn({ course }: Unit, text: string): { term: string; definition: string }[] {
  const said = text.toLowerCase();
  return course.head.glossary.filter(({ term }) => said.includes(term.toLowerCase()));
}

/** Returns a lesson's takeaways; for a part of a lesson, first those that its text is about. */
export function takeawaysOf({ lesson, sections }: Unit): string[] {
  if (sections.length === lesson.sections.length) return [...lesson.takeaways];
  const text = sections.join(' ').toLowerCase();
  const share = (point: string) => {
    const words = point.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
    return words.filter((word) => text.includes(word)).length / Math.max(1, words.length);
  };
  return lesson.takeaways.toSorted((one, other) => share(other) - share(one)).slice(0, 3);
}

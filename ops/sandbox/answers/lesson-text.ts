import { readingLevel } from '#domain/generation/checks/check-reading-level.ts';
import { shuffle } from '../seeded-random.ts';
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

export type Extra = 'exercise' | 'words' | 'check';

/** `words`: the length aimed at. `first`: what is added before anything else. `isPlain`: the easiest sections are kept, the hardest left out. */
export interface Wanted {
  readonly words: number;
  readonly first: readonly Extra[];
  readonly isPlain: boolean;
}

/**
 * Shares of the length aimed at: above the first, sections are left out; below the second, what belongs to the lesson is added; below the third,
 * which the product asks for again, sections of the second course.
 */
const LENGTH = { most: 1.35, least: 0.85, enough: 0.73 };
/** The product's shortest lesson is 600 characters. */
const FEWEST_CHARACTERS = 700;
const MOST_WORDS = 8;

export const defaultWish = (brief: Brief): Wanted => ({
  words: brief.size.words,
  first: brief.hasExercises ? [] : ['exercise'],
  isPlain: brief.isPlain,
});

/** The text of a lesson: its sections, cut or complemented to the length asked for. */
export function lessonText(plan: CoursePlan, unit: Unit, wanted: Wanted): LessonAnswer {
  const kept = cut(unit.sections, wanted, plan);
  const most = wanted.words * LENGTH.most;
  const size = () => wordsIn(kept.join('\n\n'));
  const add = (section: string | null): void => {
    if (section !== null && size() + wordsIn(section) <= most) kept.push(section);
  };
  for (const extra of wanted.first) add(EXTRAS[extra](plan, unit, kept.join('\n\n')));
  const isEnough = (share: number) => size() >= wanted.words * share && kept.join('\n\n').length >= FEWEST_CHARACTERS;
  // not its own questions: the quiz asks them
  for (const extra of ['exercise', 'words'] as const)
    if (!isEnough(LENGTH.least) && !wanted.first.includes(extra)) add(EXTRAS[extra](plan, unit, kept.join('\n\n')));
  const others = unit.lesson.questions.filter((question) => !isOf(unit, question));
  if (!isEnough(LENGTH.enough) && others.length > 0) add(questionsText(plan, others));
  const isOwn = unit.course === plan.second;
  const heading = `## ${plan.second.head.title}`;
  for (const section of fromSecondCourse(plan, unit)) {
    if (isEnough(LENGTH.enough)) break;
    if (!isOwn && !kept.includes(heading)) kept.push(heading);
    kept.push(isOwn ? section : section.replace(/^## /, '### '));
  }
  return { content: kept.join('\n\n'), objectives: [...unit.objectives], key_takeaways: takeawaysOf(unit) };
}

/** Leaves out sections until a text has its length: the last ones, or the hardest to read; of a single one, its last paragraphs. */
function cut(sections: readonly string[], { words, isPlain }: Wanted, { brief, course }: CoursePlan): string[] {
  const kept = [...sections];
  const isLong = () => wordsIn(kept.join('\n\n')) > words * LENGTH.most;
  const hardness = (at: number) => readingLevel(kept[at]!, course.head.language) ?? 0;
  while (kept.length > 1 && isLong()) {
    const places = kept.map((_, at) => at).slice(1);
    kept.splice(
      isPlain && brief.age < 18 ? places.reduce((worst, at) => (hardness(at) > hardness(worst) ? at : worst)) : kept.length - 1,
      1,
    );
  }
  while (isLong()) {
    const blocks = kept[0]!.split(/\n\s*\n/);
    if (blocks.length < 2 || blocks.at(-1)!.includes('```')) break;
    kept[0] = blocks.slice(0, -1).join('\n\n');
  }
  return kept;
}

const EXTRAS: Readonly<Record<Extra, (plan: CoursePlan, unit: Unit, text: string) => string | null>> = {
  exercise: ({ brief, second }, { lesson, isEnd, course }) =>
    lesson.exercise && isEnd
      ? `## ${phrasesOf(brief.language).exercise}\n\n${exerciseText(lesson.exercise, brief, course === second)}`
      : null,
  words: ({ brief }, unit, text) => {
    const terms = termsIn(unit, text).slice(0, MOST_WORDS);
    const list = terms.map(({ term, definition }) => `- **${term}**: ${definition}`).join('\n');
    return terms.length > 0 ? `## ${phrasesOf(brief.language).words}\n\n${list}` : null;
  },
  check: (plan, { lesson }) => (lesson.questions.length > 0 ? questionsText(plan, lesson.questions) : null),
};

/** Questions with their explanations. */
function questionsText({ brief }: CoursePlan, questions: readonly LibraryQuestion[]): string {
  const list = questions.filter(({ kind }) => kind !== 'true_false').map(({ question, explanation }) => `**${question}** ${explanation}`);
  return [`## ${phrasesOf(brief.language).check}`, ...list].join('\n\n');
}

/** Whether a question belongs to this part of a lesson: no other part has more of its words. */
export function isOf({ lesson, sections }: Unit, { question, options, right, explanation }: LibraryQuestion): boolean {
  if (sections.length === lesson.sections.length) return true;
  const asked = [question, ...right.map((at) => options[at]), explanation].join(' ');
  const words = [...new Set(asked.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])];
  const share = (section: string) => {
    const text = section.toLowerCase();
    return words.filter((word) => text.includes(word)).length;
  };
  const best = lesson.sections.reduce((most, section) => (share(section) > share(most) ? section : most));
  return sections.includes(best);
}

/** An exercise with its rubric. @param isOwn it is on the learner's own subject, and says goal, time and level */
export function exerciseText({ task, criteria, answer }: LibraryExercise, brief: Brief, isOwn: boolean): string {
  const rubric = criteria.length > 0 ? `${phrasesOf(brief.language).criteria}\n\n${criteria.map((one) => `- ${one}`).join('\n')}` : '';
  const frame = isOwn ? learnersFrame(brief).map((line) => `- ${line}`) : [];
  return [task, frame.join('\n'), rubric, answer ? `> ${answer}` : ''].filter(Boolean).join('\n\n');
}

/** The entries of the glossary that a text uses. */
export function termsIn({ course }: Unit, text: string): { term: string; definition: string }[] {
  const said = text.toLowerCase();
  return course.head.glossary.filter(({ term }) => said.includes(term.toLowerCase()));
}

/** The takeaways of a lesson; of a part of one, first those that its text is about. */
export function takeawaysOf({ lesson, sections }: Unit): string[] {
  if (sections.length === lesson.sections.length) return [...lesson.takeaways];
  const text = sections.join(' ').toLowerCase();
  const share = (point: string) => {
    const words = point.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
    return words.filter((word) => text.includes(word)).length / Math.max(1, words.length);
  };
  return lesson.takeaways.toSorted((one, other) => share(other) - share(one)).slice(0, 3);
}

/** Sections on learning the topic by oneself, others for each lesson, so that no two lessons are alike. */
function fromSecondCourse({ second }: CoursePlan, unit: Unit): string[] {
  const lessons = second.lessons.filter(({ file }) => unit.course !== second || file !== unit.lesson.file);
  return shuffle(
    lessons.flatMap(({ sections }) => sections.slice(1)),
    `${unit.lesson.title} ${unit.title}`,
  );
}

import { optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { sectionsOf } from '#frontend/features/courses/markdown/sections.ts';

/** A stretch of a lesson's text, and the questions that follow it. */
export interface Stretch {
  readonly text: string;
  readonly questions: readonly QuizItem[];
}

const BEGINS_CHAPTER = /^#{1,3} /;
/** Shorter words are in every chapter. */
const SHORTEST_WORD = 3;

/** The parts of a text under its headings; too short ones stay with the part before. */
function chaptersOf(content: string): string[] {
  const chapters: string[] = [];
  for (const section of sectionsOf(content)) {
    if (chapters.length === 0 || BEGINS_CHAPTER.test(section)) chapters.push(section);
    else chapters.push(`${chapters.pop()!}\n${section}`);
  }
  return chapters;
}

function wordsOf(text: string, language: string | undefined): Set<string> {
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text.toLowerCase())];
  return new Set(words.filter(({ segment, isWordLike }) => isWordLike && segment.length >= SHORTEST_WORD).map(({ segment }) => segment));
}

function textOf(item: QuizItem): string {
  const right = new Set(rightIdsOf(item));
  const answers = optionsOf(item).filter(({ id }) => right.has(id));
  return [item.question, ...answers.map(({ text }) => text), item.explanation].join(' ');
}

/**
 * Places the questions of a quiz between the chapters of its lesson: each after the one that shares most of its words with it, where a word counts
 * the more, the fewer chapters have it. What belongs to the last chapter, or to none, remains for the end.
 *
 * @param language as in `lang`
 */
export function placeQuestions(
  content: string,
  quiz: readonly QuizItem[],
  language: string | undefined,
): { readonly stretches: readonly Stretch[]; readonly rest: readonly QuizItem[] } {
  const chapters = quiz.length === 0 ? [] : chaptersOf(content);
  if (chapters.length < 2) return { stretches: [{ text: content, questions: [] }], rest: quiz };
  const words = chapters.map((chapter) => wordsOf(chapter, language));
  const weight = (word: string) => Math.log(chapters.length / words.filter((of) => of.has(word)).length);
  const placeOf = (item: QuizItem) => {
    const asked = [...wordsOf(textOf(item), language)];
    const scores = words.map((of) => asked.filter((word) => of.has(word)).reduce((sum, word) => sum + weight(word), 0));
    const best = Math.max(...scores);
    // of equals the later one: by then both have been read
    return best > 0 ? scores.lastIndexOf(best) : chapters.length - 1;
  };
  const places = new Map(quiz.map((item) => [item, placeOf(item)]));
  const stretches: Stretch[] = [];
  let text: string[] = [];
  chapters.forEach((chapter, at) => {
    text.push(chapter);
    const isLast = at === chapters.length - 1;
    const questions = isLast ? [] : quiz.filter((item) => places.get(item) === at);
    if (questions.length === 0 && !isLast) return;
    stretches.push({ text: text.join('\n'), questions });
    text = [];
  });
  return { stretches, rest: quiz.filter((item) => places.get(item) === chapters.length - 1) };
}

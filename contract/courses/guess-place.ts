import { optionsOf, rightIdsOf, type QuizItem } from './quiz.contract.ts';
import { piecesOf } from './text-pieces.ts';

const BEGINS_CHAPTER = /^#{1,3} /;
/** Shorter words are in every chapter. */
const SHORTEST_WORD = 3;

/** The parts of a text under its headings; too short ones stay with the part before. */
function chaptersOf(content: string): string[] {
  const chapters: string[] = [];
  for (const piece of piecesOf(content)) {
    if (chapters.length === 0 || BEGINS_CHAPTER.test(piece)) chapters.push(piece);
    else chapters.push(`${chapters.pop()!}\n${piece}`);
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

/** The stretch of a lesson's text that a question is about: offsets of its beginning and its end. */
export interface Chapter {
  readonly from: number;
  readonly to: number;
}

/**
 * Guesses which chapter of a lesson a question is about: the one that shares most of its words with it, where a word counts the more, the fewer
 * chapters have it. It guesses for questions whose author set no place.
 *
 * @param language as in `lang`
 * @returns the guess: null for a question about none, and for a text that is not parted
 */
export function chapterGuess(content: string, language: string | undefined): (item: QuizItem) => Chapter | null {
  const chapters = chaptersOf(content);
  if (chapters.length < 2) return () => null;
  const words = chapters.map((chapter) => wordsOf(chapter, language));
  const weight = (word: string) => Math.log(chapters.length / words.filter((of) => of.has(word)).length);
  return (item) => {
    const asked = [...wordsOf(textOf(item), language)];
    const scores = words.map((of) => asked.filter((word) => of.has(word)).reduce((sum, word) => sum + weight(word), 0));
    const best = Math.max(...scores);
    if (best <= 0) return null;
    // of equals the later one: by then both have been read
    const at = scores.lastIndexOf(best);
    const from = chapters.slice(0, at).reduce((sum, { length }) => sum + length + 1, 0);
    return { from, to: at === chapters.length - 1 ? content.length : from + chapters[at]!.length + 1 };
  };
}

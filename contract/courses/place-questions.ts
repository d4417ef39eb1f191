import { optionsOf, purposeOf, rightIdsOf, type QuestionPurpose, type QuizItem } from './quiz.contract.ts';
import { piecesOf } from './text-pieces.ts';

const FENCE = /^\s*(`{3,}|~{3,})/;
/** Definitions of links and footnotes, which apply to the whole text. */
const DEFINITION = /^ {0,3}\[([^\]\n]+)\]:/;
/** A footnote may continue in indented lines. */
const GOES_ON = /^(?: {4}|\t)\S/;

/** Yields the lines of a text that are not code. */
function* linesOutsideCode(lines: readonly string[]): Generator<readonly [at: number, line: string]> {
  let fence: string | null = null;
  for (const [at, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null && mark === undefined) yield [at, line];
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
  }
}

/** Returns the offsets at which the sections of a text begin. */
function beginsOf(content: string): number[] {
  if (content.trim() === '') return [];
  const lines = content.split('\n');
  const begins: number[] = [];
  for (const [at, line] of linesOutsideCode(lines)) if (line.startsWith('## ')) begins.push(at);
  // text before the first heading is a section if it is not blank
  const isOpened = lines.slice(0, begins[0]).some((line) => line.trim() !== '');
  const firsts = isOpened ? [0, ...begins] : [0, ...begins.slice(1)];
  const offsets = lines.map(() => 0);
  for (let at = 1; at < lines.length; at += 1) offsets[at] = offsets[at - 1]! + lines[at - 1]!.length + 1;
  return firsts.map((at) => offsets[at]!);
}

/**
 * Returns the sections of a lesson's text, to which places of questions refer (`after`): the text is cut before each line that begins with
 * `## ` outside code. Text before the first such line is a section if it is not blank. Joined with line breaks, the sections are the
 * original text.
 */
export function sectionsOf(content: string): string[] {
  const begins = beginsOf(content);
  return begins.map((from, at) => cut(content, from, begins[at + 1] ?? content.length));
}

/** Returns a stretch of the text without the line break that separates it from the next. */
const cut = (content: string, from: number, to: number): string =>
  to < content.length && content[to - 1] === '\n' ? content.slice(from, to - 1) : content.slice(from, to);

/** A part of a lesson in reading order: a stretch of its text, or questions of one purpose. */
export type LessonPart =
  | { readonly text: string; readonly questions?: undefined }
  | { readonly text?: undefined; readonly purpose: QuestionPurpose; readonly questions: readonly QuizItem[] };

/** A quiz placed within its lesson. */
export interface PlacedQuiz {
  /** Text and questions in the order of reading. */
  readonly parts: readonly LessonPart[];
  /** Questions after the text: the quiz at its end. */
  readonly rest: readonly QuizItem[];
  /** All questions in reading order: a question's number is its index here. */
  readonly inOrder: readonly QuizItem[];
}

/** Order of questions at the same place: about the text before, then about earlier lessons, then about the text after. */
const ORDER: readonly QuestionPurpose[] = ['check', 'recall', 'predict'];

/**
 * Places a quiz's questions in the text of their lesson, identically on every page and in every file. The author's place (`after`) applies;
 * without one it is guessed: a check after the chapter it is about, a prediction before it, a recall before the text. Questions about the
 * last chapter, or about none, come at the end.
 * @param content Markdown
 * @param language as in `lang`; the guess uses it to split words
 */
export function placeQuestions(content: string, quiz: readonly QuizItem[], language: string | undefined): PlacedQuiz {
  const begins = quiz.length === 0 ? [] : beginsOf(content);
  const guess = quiz.some(({ after }) => after === undefined) ? chapterGuess(content, language) : () => null;
  const offsetOf = (item: QuizItem): number => {
    const purpose = purposeOf(item);
    // the sixth of five sections does not begin: the question comes after the text
    if (item.after !== undefined) return begins[item.after] ?? content.length;
    if (purpose === 'recall') return begins[0] ?? content.length;
    const chapter = guess(item);
    if (purpose === 'predict') return chapter?.from ?? begins[0] ?? content.length;
    return chapter?.to ?? content.length;
  };
  const at = new Map<number, QuizItem[]>();
  for (const item of quiz) at.set(offsetOf(item), [...(at.get(offsetOf(item)) ?? []), item]);
  const rest = at.get(content.length) ?? [];
  const places = [...at.keys()].filter((offset) => offset < content.length).toSorted((one, other) => one - other);
  const stretch = stretchesIn(content, places);
  const parts = [0, ...places.filter((offset) => offset > 0)].flatMap((from, n, all): LessonPart[] => {
    const asked = ORDER.flatMap((purpose): LessonPart[] => {
      const questions = (at.get(from) ?? []).filter((item) => purposeOf(item) === purpose);
      return from < content.length && questions.length > 0 ? [{ purpose, questions }] : [];
    });
    return [...asked, { text: stretch(from, all[n + 1] ?? content.length) }];
  });
  return { parts, rest, inOrder: [...parts.flatMap(({ questions = [] }) => questions), ...rest] };
}

const BEGINS_CHAPTER = /^#{1,3} /;
/** Shorter words occur in every chapter. */
const SHORTEST_WORD = 3;

/** Returns the parts of a text under its headings; parts that are too short are joined with the part before. */
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

/** The stretch of a lesson's text that a question is about: offsets of its start and end. */
interface Chapter {
  readonly from: number;
  readonly to: number;
}

/**
 * Guesses which chapter a question without an author's place is about: the one that shares most of its words, where words in few chapters
 * weigh more.
 * @param language as in `lang`
 * @returns a function that returns the guess: null for a question about no chapter, and for a text without chapters
 */
function chapterGuess(content: string, language: string | undefined): (item: QuizItem) => Chapter | null {
  const chapters = chaptersOf(content);
  if (chapters.length < 2) return () => null;
  const words = chapters.map((chapter) => wordsOf(chapter, language));
  const weight = (word: string) => Math.log(chapters.length / words.filter((of) => of.has(word)).length);
  return (item) => {
    const asked = [...wordsOf(textOf(item), language)];
    const scores = words.map((of) => asked.filter((word) => of.has(word)).reduce((sum, word) => sum + weight(word), 0));
    const best = Math.max(...scores);
    if (best <= 0) return null;
    // of equal scores the later chapter, by which both have been read
    const at = scores.lastIndexOf(best);
    const from = chapters.slice(0, at).reduce((sum, { length }) => sum + length + 1, 0);
    return { from, to: at === chapters.length - 1 ? content.length : from + chapters[at]!.length + 1 };
  };
}

/** Returns a function that cuts stretches which render on their own: each includes the definitions it refers to, wherever they are. */
function stretchesIn(content: string, places: readonly number[]): (from: number, to: number) => string {
  const definitions = places.length > 0 ? definitionsOf(content) : [];
  return (from, to) => {
    const text = cut(content, from, to);
    const elsewhere = definitions.filter(({ label, text: own }) => !text.includes(own) && text.includes(`[${label}]`));
    return elsewhere.length > 0 ? `${text.trimEnd()}\n\n${elsewhere.map(({ text: own }) => own).join('\n')}` : text;
  };
}

function definitionsOf(content: string): { readonly label: string; readonly text: string }[] {
  const lines = content.split('\n');
  return [...linesOutsideCode(lines)].flatMap(([at, line]) => {
    const label = DEFINITION.exec(line)?.[1];
    if (label === undefined) return [];
    const end = lines.findIndex((one, n) => n > at && !GOES_ON.test(one));
    return [{ label, text: lines.slice(at, end < 0 ? lines.length : end).join('\n') }];
  });
}

/**
 * Returns the questions with places valid for a shortened text: a question that came after the text stays there, and does not move into it
 * when sections are added again.
 * @param content the new text
 */
export function withinText<Item extends { readonly after?: number | undefined }>(content: string, quiz: readonly Item[]): Item[] {
  const last = beginsOf(content).length;
  return quiz.map((item) => (item.after !== undefined && item.after > last ? { ...item, after: last } : item));
}

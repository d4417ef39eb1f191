import type { QuestionKind } from '#contract/courses/quiz.contract.ts';
import type { Book, Lexicon } from '../../language/book.ts';
import type { Course } from '../course.ts';
import { hasDefect, type Work } from '../defects.ts';
import { questionOfKind, squeeze, type Question } from './question-kinds.ts';
import { shuffle } from '../seeded-random.ts';
import { capitalise, type Speaker } from '../speaker.ts';

export interface QuizAnswer {
  questions: Question[];
}
export interface ExercisesAnswer {
  exercises: { title: string; instructions: string }[];
}

const WRONG = 3;
/** Short lessons contain few possible questions; later attempts use what remains. */
const TRIES = 80;
const FIRST_TRIES = 14;
/** Wrong options are chosen from this many with a length close to the answer's. */
const NEAR = 6;
/** The subjects of questions, in turn: a statement of the lesson, a word it uses, the misconception it refutes. */
const KINDS = ['point', 'word', 'point', 'myth', 'word', 'point', 'word'] as const;
const WORD_KINDS = ['measure', 'hazard', 'tool', 'thing'] as const;
type WordKind = (typeof WORD_KINDS)[number];

/**
 * Composes questions that `content`, the lesson's text, answers; without a text they are based on its plan.
 * @param kinds of the questions, in their order; where it is missing, or the text is insufficient, the question is single-choice
 */
export function composeQuiz(
  course: Course,
  speaker: Speaker,
  count: number,
  content: string,
  kinds: readonly QuestionKind[] = [],
): QuizAnswer {
  const { questions } = composeChoices(course, speaker, count, content);
  return { questions: questions.map((one, at) => questionOfKind(kinds[at] ?? 'single', course, speaker, { content, at }) ?? one) };
}

function composeChoices(course: Course, speaker: Speaker, count: number, content: string): QuizAnswer {
  const text = squeeze(content);
  const said = (part: string): boolean => text === '' || text.includes(squeeze(part));
  const pool: Pool = {
    points: speaker.points.filter(said),
    saysMyth: said(speaker.myth),
    otherMyths: course.book.aspects
      .flatMap(({ facets }) => facets.map(({ myth }) => myth.replaceAll('{topic}', speaker.topic)))
      .filter((myth) => myth !== speaker.myth),
    words: (kind) => wordPool(course, speaker, kind, text),
  };
  if (pool.points.length === 0) pool.points = [...speaker.points];
  const questions: Question[] = [];
  const used = new Set<string>();
  for (let i = 0; questions.length < count && i < TRIES; i++) {
    const made = makeQuestion(course, speaker, pool, i);
    const answer = made?.options[made.correct_options[0]!];
    if (made === null || answer === undefined || used.has(made.question) || used.has(answer)) continue;
    used.add(made.question).add(answer);
    questions.push(made);
  }
  return { questions };
}

interface Pool {
  points: string[];
  saysMyth: boolean;
  otherMyths: string[];
  words: (kind: WordKind) => { inText: string[]; others: string[] };
}

function makeQuestion(course: Course, speaker: Speaker, pool: Pool, i: number): Question | null {
  if (i >= FIRST_TRIES && i % 2) return pointQuestion(course, speaker, pool, i);
  if (i >= FIRST_TRIES) return wordQuestion(speaker, WORD_KINDS[Math.floor(i / 2) % WORD_KINDS.length] as WordKind, pool, i);
  const kind = KINDS[i % KINDS.length];
  if (kind === 'word') return wordQuestion(speaker, WORD_KINDS[(speaker.index + i) % WORD_KINDS.length] as WordKind, pool, i);
  if (kind === 'myth') return pool.saysMyth ? mythQuestion(speaker, i) : null;
  return pointQuestion(course, speaker, pool, i);
}

function question(speaker: Speaker, i: number, ask: string, answer: string, wrong: readonly string[], explanation: string): Question {
  // The right option takes each position in turn, in an unpredictable order.
  const places = shuffle([...wrong.keys(), wrong.length], `${speaker.seed} ${speaker.index} key ${Math.floor(i / (WRONG + 1))}`);
  const key = places[i % places.length] as number;
  const options = shuffle(wrong, `${speaker.seed} ${speaker.index} quiz ${i}`);
  options.splice(key, 0, answer);
  return { kind: 'single', question: ask, options, correct_options: [key], explanation, rubric: [] };
}

/** The options closest in length to the answer, so that the length does not reveal it. */
function nearest(answer: string, wrong: readonly string[], seed: string): string[] {
  const others = [...new Set(wrong)].filter((text) => text !== answer);
  const distance = (text: string): number => Math.abs(text.length - answer.length);
  const near = shuffle(others, seed)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, NEAR);
  return shuffle(near, seed).slice(0, WRONG);
}

function pointQuestion({ book }: Course, speaker: Speaker, pool: Pool, i: number): Question {
  const point = pool.points[Math.floor(i / 2) % pool.points.length] as string;
  const wrong = [speaker.myth, ...nearest(point, pool.otherMyths, `${speaker.seed} ${speaker.index} myths ${i}`)].slice(0, WRONG);
  const stem = speaker.say(speaker.drawFrom('stem', book.quiz.point));
  const explanation = speaker.say(speaker.drawFrom('explain', book.quiz.explainPoint), { point, wrong: wrong[i % wrong.length] as string });
  return question(
    speaker,
    i,
    stem,
    speaker.finish(point),
    wrong.map((text) => speaker.finish(text)),
    explanation,
  );
}

function mythQuestion(speaker: Speaker, i: number): Question {
  const { book, myth, points } = speaker;
  const stem = speaker.say(speaker.drawFrom('stem myth', book.quiz.myth));
  const explanation = speaker.say(speaker.drawFrom('explain myth', book.quiz.explainMyth), { myth, point: points[0] as string });
  return question(
    speaker,
    i,
    stem,
    speaker.finish(myth),
    points.slice(0, WRONG).map((point) => speaker.finish(point)),
    explanation,
  );
}

function wordPool({ book, brief }: Course, speaker: Speaker, kind: WordKind, text: string): { inText: string[]; others: string[] } {
  const field: Lexicon = book.lexicon(`${brief.topic} ${brief.goals.join(' ')}`);
  const own = field[kind];
  // A lesson in a small field may use nearly all words of a kind: then wrong options are general words, then words of other kinds.
  const spare = [...book.lexicon('')[kind], ...WORD_KINDS.filter((other) => other !== kind).flatMap((other) => field[other])];
  const inText = own.filter((word) => text.includes(squeeze(word)));
  const absent = (word: string): boolean => !text.includes(squeeze(word)) && !text.includes(squeeze(book.polish(`de ${word}`)));
  const fromField = own.filter(absent);
  const others = fromField.length >= WRONG ? fromField : [...fromField, ...spare.filter(absent)];
  return { inText: shuffle(inText, `${speaker.seed} ${speaker.index} ${kind} in text`), others };
}

function wordQuestion(speaker: Speaker, kind: WordKind, pool: Pool, i: number): Question | null {
  const { book } = speaker;
  const { inText, others } = pool.words(kind);
  const answer = inText[Math.floor(i / KINDS.length) % Math.max(1, inText.length)];
  if (answer === undefined) return null;
  const wrong = nearest(answer, others, `${speaker.seed} ${speaker.index} ${kind} ${i}`);
  if (wrong.length < WRONG) return null;
  const stem = speaker.say(speaker.drawFrom(`stem ${kind}`, book.quiz[kind]));
  const explanation = capitalise(
    speaker.say(speaker.drawFrom('explain word', book.quiz.explainWord), { answer, wrong: wrong[0] as string }),
  );
  return question(speaker, i, stem, capitalise(answer), wrong.map(capitalise), explanation);
}

/** Composes tasks on one lesson, with a line from the form's learning style and the learner's goals. */
export function composeExercises(
  { book, brief }: { book: Book; brief: Course['brief'] },
  speaker: Speaker,
  count: number,
): ExercisesAnswer {
  const exercises = Array.from({ length: count }, (_, i) => {
    const [title, text] = pickPair(book, speaker, i);
    // A title and its instructions use the same words.
    const words = Object.fromEntries((['thing', 'action', 'tool', 'hazard', 'measure'] as const).map((kind) => [kind, speaker.word(kind)]));
    return {
      title: speaker.say(title, words),
      instructions: speaker.join(speaker.say(text, words), addition(book, brief, speaker, i, words)),
    };
  });
  return { exercises };
}

function pickPair(book: Book, speaker: Speaker, i: number): readonly [string, string] {
  const all = shuffle(book.exercises, `${speaker.seed} exercises`);
  return all[(speaker.index * 3 + i) % all.length] as readonly [string, string];
}

function addition(book: Book, brief: Course['brief'], speaker: Speaker, i: number, words: Record<string, string>): string {
  const style = brief.choices.learning_style;
  const learning = style ? book.options.learning_style?.[style] : undefined;
  if (i % 2 === 0 && learning) return speaker.say(speaker.drawFrom(`exercise ${style}`, learning), words);
  const application = brief.applications[(speaker.index + i) % Math.max(1, brief.applications.length)];
  if (application) return speaker.say(speaker.drawFrom('exercise application', book.given.application), { ...words, application });
  const skill = brief.skills[(speaker.index + i) % Math.max(1, brief.skills.length)];
  return skill ? speaker.say(speaker.drawFrom('exercise skill', book.given.skill), { ...words, skill }) : '';
}

/** Moves the key to a wrong option for a share of the questions. Half of these also get an explanation for the wrong option. */
export function withWrongKeys({ questions }: QuizAnswer, share: number, work: Work): QuizAnswer {
  return {
    questions: questions.map((question, i) =>
      hasDefect(share, `wrong key ${i}`, work) ? withWrongKey(question, hasDefect(0.5, `wrong reason ${i}`, work)) : question,
    ),
  };
}

function withWrongKey(question: Question, explains: boolean): Question {
  const { kind, options, correct_options: keys } = question;
  // a rubric that the lesson cannot satisfy
  if (kind === 'short') return { ...question, rubric: [question.question] };
  if (kind === 'order') return { ...question, correct_options: keys.toReversed() };
  if (kind === 'multiple') return { ...question, correct_options: keys.map((one) => (one + 1) % options.length) };
  const right = keys[0]!;
  const key = (right + 1) % options.length;
  if (kind === 'true_false') return { ...question, correct_options: [key] };
  return {
    ...question,
    correct_options: [key],
    explanation: explains ? swap(question.explanation, options[right] as string, options[key] as string) : question.explanation,
  };
}

/** Swaps two texts, ignoring case. */
function swap(text: string, one: string, other: string): string {
  const escape = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`${escape(one)}|${escape(other)}`, 'giu'), (found) => {
    const replacement = found.toLowerCase() === one.toLowerCase() ? other : one;
    return /^\p{Ll}/u.test(found) ? replacement.charAt(0).toLowerCase() + replacement.slice(1) : replacement;
  });
}

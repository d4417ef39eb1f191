import { isObject, type JsonObject } from '../wire/wire.ts';
import type { Course, LocatedLesson } from './course.ts';
import { findFlaws, proseOf, quoteOf } from './flaws.ts';
import { unmaskAnswer } from './markdown-escapes.ts';
import { composeQuiz } from './practice/practice.ts';
import { rightByText, type AskedQuestion } from './practice/question-kinds.ts';
import { hash32 } from './seeded-random.ts';

export interface ReviewAnswer {
  verdict: 'accept' | 'revise';
  findings: string[];
  /** One per question that came with the lesson, for schemas that contain it. */
  question_verdicts: { question_id: string; ok: boolean; reason: string }[];
}

interface ReviewAsk {
  lessonText: unknown;
  practice: unknown;
  /** Share of good lessons for which a revision is requested all the same. */
  share: number;
  /** Whether the answer judges each question; else a wrong key is a finding. */
  judgesQuestions: boolean;
}

const LONG_ENOUGH = 60;
const QUIZ_MOST = 20;

/** Reviews a lesson and its quiz. All flaws are found; of the good lessons, `share` is returned with findings that quote the text. */
export function composeReview(course: Course, located: () => LocatedLesson, ask: ReviewAsk): ReviewAnswer {
  const content = isObject(ask.lessonText) && typeof ask.lessonText.content === 'string' ? ask.lessonText.content : '';
  const { speaker } = located();
  const { flaws } = course.book;
  const verdicts = judgeQuestions(course, located, content, ask.practice);
  const found = findFlaws(course, content).map(({ kind, quote }) => flaws[kind].replace('{quote}', () => quote));
  const wrongKeys = ask.judgesQuestions ? [] : verdicts.filter(({ ok }) => !ok).map(({ reason }) => reason);
  const findings = [...found, ...wrongKeys].slice(0, 5);
  if (findings.length === 0 && hash32(`${course.seed} review ${content}`) / 4294967296 < ask.share) {
    findings.push(...remarks(course, speaker, content));
  }
  return { verdict: findings.length > 0 ? 'revise' : 'accept', findings, question_verdicts: verdicts };
}

function remarks(course: Course, speaker: LocatedLesson['speaker'], content: string): string[] {
  const paragraphs = proseOf(content).filter((block) => block.length > LONG_ENOUGH);
  const quotes =
    paragraphs.length > 0 ? [paragraphs[hash32(content) % paragraphs.length] as string, paragraphs.at(-1) as string] : [content];
  return [...new Set(quotes)].map((paragraph) =>
    speaker.say(speaker.drawFrom('findings', course.book.findings), { quote: quoteOf(paragraph) }),
  );
}

/** Composes the sandbox's own questions again and compares the key; any other question counts as right. */
export function judgeQuestions(
  course: Course,
  located: () => LocatedLesson,
  content: string,
  practice: unknown,
): ReviewAnswer['question_verdicts'] {
  const asked = questionsOf(practice);
  if (asked.length === 0) return [];
  const own = unmaskAnswer(composeQuiz(course, located().speaker, Math.min(QUIZ_MOST, asked.length + 4), content)).questions;
  return asked.map((one) => {
    const { id, question, right: keyed } = one;
    const [answer = ''] = keyed;
    if (one.kind !== 'single') {
      const better = rightByText(one, course, located().speaker, content);
      const said = course.book.flaws.key.replace('{question}', () => question).replace('{answer}', () => better?.join('; ') ?? '');
      return { question_id: id, ok: better === null, reason: better === null ? '' : said };
    }
    const known = own.find((candidate) => candidate.question === question && (answer === '' || candidate.options.includes(answer)));
    const right = known?.options[known.correct_options[0]!] ?? answer;
    const ok = right === answer;
    const reason = ok
      ? (known?.explanation ?? '')
      : course.book.flaws.key.replace('{question}', () => question).replace('{answer}', () => right);
    return { question_id: id, ok, reason };
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Reads questions in the product's format: options as `{id, text}`, with `answer_id` or `answer_ids`. */
function questionsOf(practice: unknown): AskedQuestion[] {
  if (!isObject(practice)) return [];
  return objects(practice.quiz).map((entry, i) => {
    const options = objects(entry.options);
    const keys = Array.isArray(entry.answer_ids) ? entry.answer_ids : [entry.answer_id];
    return {
      id: text(entry.id ?? i),
      kind: text(entry.kind) || 'single',
      question: text(entry.question),
      options: options.map((option) => text(option.text)),
      right: keys.flatMap((key) => options.filter(({ id }) => id === key).map((option) => text(option.text))),
      rubric: Array.isArray(entry.rubric) ? entry.rubric.map(text) : [],
    };
  });
}

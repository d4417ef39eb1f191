import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import type { PlannedLesson } from '#domain/generation/outline/course-plan.ts';
import { plainProse, tokensOf } from '#domain/platform/prose/plain-prose.ts';

/**
 * From these shares, a text was written for another lesson: it uses this few of its own plan's words, and this many more of the other's.
 */
const OTHER = { own: 0.34, more: 0.4 } as const;
/** Shorter words are connectives in most languages. */
const SHORTEST_WORD = 4;
/** A plan with fewer words of its own does not identify its lesson. */
const FEWEST_WORDS = 4;

/** Returns the words that distinguish a lesson: those of its title, summary and objectives that no other lesson's plan has. */
function ownWords(lessons: readonly PlannedLesson[]): Map<string, string[]> {
  const plans = lessons.map(({ lesson_id: id, title, summary, objectives }) => ({
    id,
    words: new Set(tokensOf([title, summary, ...objectives].join(' ')).filter((word) => word.length >= SHORTEST_WORD)),
  }));
  return new Map(
    plans.map(({ id, words }) => [id, [...words].filter((word) => !plans.some((other) => other.id !== id && other.words.has(word)))]),
  );
}

/** Returns the share of a lesson's own words that a text uses; for the other lessons, the greatest share. */
function sharesOf(content: string, lessonId: string, lessons: readonly PlannedLesson[]): { own: number | null; others: number } {
  const said = new Set(tokensOf(plainProse(content)));
  const shares = [...ownWords(lessons)]
    .filter(([, words]) => words.length >= FEWEST_WORDS)
    .map(([id, words]) => ({ id, share: words.filter((word) => said.has(word)).length / words.length }));
  const own = shares.find(({ id }) => id === lessonId)?.share ?? null;
  return { own, others: Math.max(0, ...shares.filter(({ id }) => id !== lessonId).map(({ share }) => share)) };
}

/**
 * Checks that a text teaches its own lesson and not another one of the course: a gateway's cache may answer a call with the answer to a
 * similar one (BerriAI/litellm#12234), and the first such answer has no duplicate yet.
 * @param lessons all lessons of the course, as planned
 */
export function checkSubject(content: string, lessonId: string, lessons: readonly PlannedLesson[]): AnswerProblem[] {
  const { own, others } = sharesOf(content, lessonId, lessons);
  const text = 'the text teaches another lesson of this course: teach this lesson’s own title, summary and objectives';
  return own !== null && own < OTHER.own && others >= own + OTHER.more ? [problem(text, { cause: 'twin' })] : [];
}

/**
 * From these shares, a text was written for its own lesson: it uses this many of its plan's words, and this many fewer of every other's.
 */
const OWN = { own: 0.4, more: 0.2 } as const;

/** Tells whether a text surely teaches its own lesson; without that, a text that was sent for two lessons cannot be assigned. */
export function surelyTeaches(content: string, lessonId: string, lessons: readonly PlannedLesson[]): boolean {
  const { own, others } = sharesOf(content, lessonId, lessons);
  return own !== null && own >= OWN.own && own >= others + OWN.more;
}

import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import type { PlannedLesson } from '#domain/generation/outline/course-plan.ts';
import { plainProse, tokensOf } from '#domain/platform/prose/plain-prose.ts';

/** A text that says so little of its own plan, and so much more of another lesson's, was written for that one. */
const OTHER = { own: 0.34, more: 0.4 } as const;
/** Shorter words join others in most languages. */
const SHORTEST_WORD = 4;
/** A plan of fewer words of its own tells no lesson from another. */
const FEWEST_WORDS = 4;

/** The words that distinguish a lesson: those of its title, summary and objectives that no other lesson's plan has. */
function ownWords(lessons: readonly PlannedLesson[]): Map<string, string[]> {
  const plans = lessons.map(({ lesson_id: id, title, summary, objectives }) => ({
    id,
    words: new Set(tokensOf([title, summary, ...objectives].join(' ')).filter((word) => word.length >= SHORTEST_WORD)),
  }));
  return new Map(
    plans.map(({ id, words }) => [id, [...words].filter((word) => !plans.some((other) => other.id !== id && other.words.has(word)))]),
  );
}

/** The share of each lesson's own words that a text says; of the others the greatest. */
function sharesOf(content: string, lessonId: string, lessons: readonly PlannedLesson[]): { own: number | null; others: number } {
  const said = new Set(tokensOf(plainProse(content)));
  const shares = [...ownWords(lessons)]
    .filter(([, words]) => words.length >= FEWEST_WORDS)
    .map(([id, words]) => ({ id, share: words.filter((word) => said.has(word)).length / words.length }));
  const own = shares.find(({ id }) => id === lessonId)?.share ?? null;
  return { own, others: Math.max(0, ...shares.filter(({ id }) => id !== lessonId).map(({ share }) => share)) };
}

/**
 * Checks that a text teaches its own lesson and not another one of the course: a gateway's cache gives the answer to one call to those like it
 * (BerriAI/litellm#12234), and the first that arrives has no twin yet.
 * @param lessons all of the course, as planned
 */
export function checkSubject(content: string, lessonId: string, lessons: readonly PlannedLesson[]): AnswerProblem[] {
  const { own, others } = sharesOf(content, lessonId, lessons);
  const text = 'the text teaches another lesson of this course: teach this lesson’s own title, summary and objectives';
  return own !== null && own < OTHER.own && others >= own + OTHER.more ? [problem(text, { cause: 'twin' })] : [];
}

/** A text that says so much of its own plan, and so much less of every other, was written for it. */
const OWN = { own: 0.4, more: 0.2 } as const;

/** Tells whether a text surely teaches its own lesson: of one that was sent for two lessons, nobody knows otherwise whose it is. */
export function surelyTeaches(content: string, lessonId: string, lessons: readonly PlannedLesson[]): boolean {
  const { own, others } = sharesOf(content, lessonId, lessons);
  return own !== null && own >= OWN.own && own >= others + OWN.more;
}

import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import type { PlannedLesson } from '#domain/generation/outline/course-plan.ts';
import { plainProse, tokensOf } from '#domain/platform/prose/plain-prose.ts';

/** A text that says so little of its own plan, and so much more of another lesson's, was written for that one. */
const OTHER = { own: 0.34, more: 0.4 } as const;
/** Shorter words join others in most languages. */
const SHORTEST_WORD = 4;
/** A plan of fewer words of its own tells no lesson from another. */
const FEWEST_WORDS = 4;

/** What only one lesson is to teach: the words of its title, summary and objectives that no other plan has. */
function ownWords(lessons: readonly PlannedLesson[]): Map<string, string[]> {
  const plans = lessons.map(({ lesson_id: id, title, summary, objectives }) => ({
    id,
    words: new Set(tokensOf([title, summary, ...objectives].join(' ')).filter((word) => word.length >= SHORTEST_WORD)),
  }));
  return new Map(
    plans.map(({ id, words }) => [id, [...words].filter((word) => !plans.some((other) => other.id !== id && other.words.has(word)))]),
  );
}

/**
 * Checks that a text teaches its own lesson and not another one of the course: a gateway's cache gives the answer to one call to those like it
 * (BerriAI/litellm#12234), and the first that arrives has no twin yet.
 * @param lessons all of the course, as planned
 */
export function checkSubject(content: string, lessonId: string, lessons: readonly PlannedLesson[]): AnswerProblem[] {
  const said = new Set(tokensOf(plainProse(content)));
  const shares = [...ownWords(lessons)]
    .filter(([, words]) => words.length >= FEWEST_WORDS)
    .map(([id, words]) => ({ id, share: words.filter((word) => said.has(word)).length / words.length }));
  const own = shares.find(({ id }) => id === lessonId)?.share ?? 1;
  const isOthers = own < OTHER.own && shares.some(({ share }) => share >= own + OTHER.more);
  const text = 'the text teaches another lesson of this course: teach this lesson’s own title, summary and objectives';
  return isOthers ? [problem(text, { cause: 'twin' })] : [];
}

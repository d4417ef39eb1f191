import { problem, type AnswerProblem } from './answer-problem.ts';
import type { ReviewDocument } from './documents.ts';

/**
 * What is wrong with a review that fits its schema. A question without a verdict is asked for once more; then it counts as not agreed.
 * @param questions ids of the lesson's questions
 */
export function checkReview(review: ReviewDocument, questions: readonly string[]): AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  if (review.verdict === 'revise' && review.findings.every((finding) => !finding.trim()))
    problems.push(problem('a revision is asked for without a finding'));
  const judged = new Set(review.question_verdicts.map(({ question_id }) => question_id));
  const missing = questions.filter((id) => !judged.has(id));
  if (missing.length > 0) problems.push(problem(`question_verdicts lacks ${missing.join(', ')}`, { keep: 'after_reask' }));
  return problems;
}

/** Ids of the questions a second service agrees with; null when nobody has looked at them. */
export function agreedQuestions(review: Partial<ReviewDocument> | undefined, service: unknown): ReadonlySet<string> | null {
  if (!review || !service || !review.question_verdicts) return null;
  return new Set(review.question_verdicts.filter(({ ok }) => ok).map(({ question_id }) => question_id));
}

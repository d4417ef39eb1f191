import type { Service } from '#contract/platform/status.contract.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import type { CitationVerdict, ReviewDocument } from '#domain/generation/prompts/documents.ts';

/**
 * Returns the problems of a review that fits its schema. A missing verdict is requested once more; then the question counts as not agreed.
 * @param questions ids of the lesson's questions
 * @param markers of the lesson's citations
 */
export function checkReview(
  review: ReviewDocument & { readonly citation_verdicts?: readonly CitationVerdict[] },
  questions: readonly string[],
  markers: readonly number[] = [],
): AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  if (review.verdict === 'revise' && review.findings.every((finding) => !finding.trim()))
    problems.push(problem('a revision is asked for without a finding'));
  const judged = new Set(review.question_verdicts.map(({ question_id }) => question_id));
  const missing = questions.filter((id) => !judged.has(id));
  if (missing.length > 0) problems.push(problem(`question_verdicts lacks ${missing.join(', ')}`, { keep: 'after_reask' }));
  const withVerdict = new Set((review.citation_verdicts ?? []).map(({ marker }) => marker));
  const withoutVerdict = markers.filter((marker) => !withVerdict.has(marker));
  if (withoutVerdict.length > 0) problems.push(problem(`citation_verdicts lacks ${withoutVerdict.join(', ')}`, { keep: 'after_reask' }));
  return problems;
}

interface Verdict {
  readonly output: unknown;
  readonly service: Service | null;
}

/**
 * Returns the ids of questions that a second service agrees with and none has rejected, not even in the same answer; null when no service
 * has checked them in their current form.
 * @param verdicts oldest first; the last one is on the current text
 * @param writer of the questions, which cannot be its own second service
 */
export function agreedQuestions(verdicts: readonly (Verdict | undefined)[], writer: Service | null): ReadonlySet<string> | null {
  const [last, ...before] = verdicts.map((verdict) => judged(verdict, writer)).toReversed();
  if (!last) return null;
  const refused = new Set(
    [last, ...before]
      .flatMap((one) => one ?? [])
      .filter(({ ok }) => !ok)
      .map(({ question_id }) => question_id),
  );
  return new Set(last.filter(({ ok, question_id }) => ok && !refused.has(question_id)).map(({ question_id }) => question_id));
}

function judged(verdict: Verdict | undefined, writer: Service | null): ReviewDocument['question_verdicts'] | null {
  const isOfAnother = verdict && verdict.service !== null && verdict.service !== writer;
  return (isOfAnother && (verdict.output as Partial<ReviewDocument>).question_verdicts) || null;
}

import type { Service } from '#contract/platform/status.contract.ts';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { leastPoints, unansweredQuestions, type QuestionVerdict } from '#domain/generation/practice/blind-quiz.ts';
import { isNamed } from '#domain/generation/prompts/replacement-documents.ts';
import type { CitationVerdict, QuizCheckDocument, LessonCheckDocument } from '#domain/generation/prompts/documents.ts';

/**
 * Returns the problems of a check of a lesson, or of its quiz alone, that fits its schema. Missing answers are requested once more; after
 * that, the question counts as not agreed with.
 * @param markers of the citations that are judged
 */
export function checkLessonVerdict(
  answer: QuizCheckDocument & Partial<LessonCheckDocument> & { readonly citation_verdicts?: readonly CitationVerdict[] },
  quiz: readonly QuizItem[],
  markers: readonly number[] = [],
): AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  const isEmpty = answer.findings?.every((finding) => !finding.trim()) && !answer.replacements?.some(isNamed);
  if (answer.verdict === 'revise' && isEmpty) problems.push(problem('a revision is asked for without a finding'));
  const missing = unansweredQuestions(quiz, answer.question_answers);
  if (missing.length > 0)
    problems.push(problem(`question_answers has no options of ${missing.join(', ')} as the answer`, { keep: 'after_reask' }));
  const withVerdict = new Set((answer.citation_verdicts ?? []).map(({ marker }) => marker));
  const withoutVerdict = markers.filter((marker) => !withVerdict.has(marker));
  if (withoutVerdict.length > 0) problems.push(problem(`citation_verdicts lacks ${withoutVerdict.join(', ')}`, { keep: 'after_reask' }));
  return problems;
}

/** The output of a step that judged a quiz. `is_blind`: the judge saw no key; before 2026-12 every judge did. */
export interface QuizJudgement {
  readonly question_verdicts?: readonly QuestionVerdict[];
  readonly is_blind?: true;
}

interface Judged {
  readonly output: unknown;
  readonly service: Service | null;
}

/**
 * Returns the ids of questions whose key a blind answer matched, and which no earlier answer has rejected; null when nobody has answered
 * them in their current form.
 * @param judgements oldest first; the last one is on the current text
 * @param writer of the questions, whose own verdict counts only when it was blind
 */
export function agreedQuestions(judgements: readonly (Judged | undefined)[], writer: Service | null): ReadonlySet<string> | null {
  const [last, ...before] = judgements.map((judged) => verdictsOf(judged, writer)).toReversed();
  if (!last) return null;
  const refused = new Set(
    [last, ...before]
      .flatMap((one) => one ?? [])
      .filter(({ ok }) => !ok)
      .map(({ question_id }) => question_id),
  );
  return new Set(last.filter(({ ok, question_id }) => ok && !refused.has(question_id)).map(({ question_id }) => question_id));
}

/**
 * Returns the questions of a quiz that its blind answers leave (`agreedQuestions`). A free-text one keeps the points of its rubric that each
 * of them has confirmed, and goes when these are too few.
 * @returns null when nobody has answered them in their current form
 */
export function confirmedQuestions(
  quiz: readonly QuizItem[],
  judgements: readonly (Judged | undefined)[],
  writer: Service | null,
): QuizItem[] | null {
  const agreed = agreedQuestions(judgements, writer);
  const verdicts = judgements.flatMap((judged) => verdictsOf(judged, writer) ?? []);
  const withPoints = (item: QuizItem): QuizItem[] => {
    if (item.kind !== 'short') return [item];
    const named = verdicts.flatMap(({ question_id: id, points }) => (id === item.id && points ? [points] : []));
    const rubric = item.rubric.filter((_, place) => named.every((points) => points.includes(place)));
    return rubric.length === item.rubric.length ? [item] : rubric.length < leastPoints(item.rubric) ? [] : [{ ...item, rubric }];
  };
  return agreed && quiz.filter(({ id }) => agreed.has(id)).flatMap(withPoints);
}

function verdictsOf(judged: Judged | undefined, writer: Service | null): QuizJudgement['question_verdicts'] | null {
  if (!judged || judged.service === null) return null;
  const { question_verdicts: verdicts, is_blind: isBlind } = judged.output as QuizJudgement;
  return ((isBlind || judged.service !== writer) && verdicts) || null;
}

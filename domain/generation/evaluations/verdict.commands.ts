import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { VERDICTS, type Brief, type Part } from '#contract/operator/evaluation-plan.contract.ts';
import { type LessonText } from '#contract/operator/evaluations.contract.ts';
import type { Operator } from '#domain/platform/operator-act.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { expression } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { askServices } from '#domain/vendors/llm/ask-services.ts';
import { auditEvaluation } from './audit-evaluation.command.ts';
import type { PairPayload } from './evaluation.kind.ts';
import { IS_FINISHED, type EvaluationSample } from './evaluation.model.ts';
import type { SampleLesson, SampleQuestion } from './measures.ts';
import { declareAnswer } from '#domain/vendors/llm/answer-schema.ts';
import { briefFor, formOf, type EvaluationWork } from './sample.commands.ts';

const renderJudgement = promptsIn(new URL('./prompts/', import.meta.url));

const verdictSchema = declareAnswer('judgement', z.object({ reasons: z.string(), preferred: z.enum(VERDICTS) }));
export const JUDGE_TOKENS = 1_200;
const REASONS_CHARACTERS = 2_000;

/** The part of a sample that a judge, a model or a person, sees: nothing reveals its author. */
export const judgedText = (lesson: SampleLesson, questions: readonly SampleQuestion[]): LessonText => ({
  title: lesson.title,
  content: lesson.content,
  key_takeaways: [...lesson.key_takeaways],
  citations: (lesson.citations ?? []).map(({ marker, quote }) => ({ marker, quote })),
  exercises: (lesson.exercises ?? []).map(({ title, instructions }) => ({ title, instructions })),
  questions: questions.map(({ kind, question, options, correct_options: right, explanation, rubric, feedback }) => ({
    kind,
    question,
    options,
    right_options: right.map((at) => options[at] ?? ''),
    explanation,
    rubric,
    feedback: feedback ?? [],
  })),
});

/** Renders the prompt that compares two lessons in this order. */
export const judgePrompt = (brief: object, first: LessonText, second: LessonText, problems: readonly string[]) =>
  renderJudgement('judge-pair', { brief, first_lesson: first, second_lesson: second, problems });

/**
 * Asks a model which of two samples is better; the other order is another step. Its verdict is one row, however often the step is repeated.
 * @throws ProductError vendors.failed; StepLost; CallAborted
 */
export async function judgeSamples(work: EvaluationWork<PairPayload>): Promise<void> {
  const { step } = work;
  const { brief: number, first, second, judge: place } = step.payload;
  const evaluation = (await database()('evaluation').where({ run_id: step.runId }).first('briefs', 'judges', 'language'))!;
  const samples: Row<EvaluationSample>[] = await database()('evaluation_sample')
    .where({ evaluation_id: step.runId, brief: number })
    .whereIn('cast_place', [first, second])
    .select();
  const [one, other] = [first, second].map((cast) => {
    const sample = samples.find(({ cast_place: own }) => own === cast)!;
    return judgedText((sample.corrected ?? sample.lesson)!, sample.questions ?? []);
  }) as [LessonText, LessonText];
  const brief = briefFor(formOf(evaluation.briefs[number] as Brief, evaluation.language));
  const judge = evaluation.judges[place] as Part;
  const { value, ...answer } = await askServices(work, {
    only: judge,
    purpose: 'judgement',
    prompt: (problems) => judgePrompt(brief, one, other, problems),
    schema: verdictSchema,
    maxOutputTokens: JUDGE_TOKENS,
    failure: () => new ProductError('vendors.failed', `${judge.service} (${judge.model}) could not judge.`),
  });
  await completeStep(step, {
    output: {},
    ...answer,
    also: (trx) =>
      trx('evaluation_verdict')
        .insert({
          id: uuidv7(),
          evaluation_id: step.runId,
          brief: number,
          first_cast: first,
          second_cast: second,
          judge: place,
          verdict: value.preferred,
          reasons: value.reasons.slice(0, REASONS_CHARACTERS).toWellFormed(),
        })
        .onConflict(['evaluation_id', 'brief', 'first_cast', 'second_cast', 'judge'])
        .ignore(),
  });
}

interface PersonsVerdict {
  readonly evaluationId: string;
  readonly firstId: string;
  readonly secondId: string;
  readonly verdict: (typeof VERDICTS)[number];
}

/**
 * Stores a person's verdict on a pair. The first verdict counts, because the authors are revealed afterwards. Audited.
 * @returns the names of the casts, and the verdict that counts
 * @throws ProductError not_found when these are not two finished lessons of one brief
 */
export async function judgeAsPerson(
  { evaluationId, firstId, secondId, verdict }: PersonsVerdict,
  operator: Operator & { readonly accountId: string },
): Promise<{ first: string; second: string; verdict: (typeof VERDICTS)[number] }> {
  if (!isUuid(evaluationId)) throw notFound('comparison');
  return transact(async (trx) => {
    const evaluation = await trx('evaluation').where({ run_id: evaluationId }).first('casts');
    const samples: Row<EvaluationSample>[] = await trx('evaluation_sample as sample')
      .where({ evaluation_id: evaluationId })
      .whereIn('id', [firstId, secondId])
      // a verdict on a text that is corrected afterwards would be about a different text
      .where(expression(trx, IS_FINISHED))
      .select();
    const [first, second] = [firstId, secondId].map((id) => samples.find((sample) => sample.id === id));
    if (!evaluation || !first || !second || first.id === second.id || first.brief !== second.brief) throw notFound('pair');
    await trx('evaluation_verdict')
      .insert({
        id: uuidv7(),
        evaluation_id: evaluationId,
        brief: first.brief,
        first_cast: first.cast_place,
        second_cast: second.cast_place,
        account_id: operator.accountId,
        verdict,
      })
      .onConflict()
      .ignore();
    const stored = (await trx('evaluation_verdict')
      .where({ evaluation_id: evaluationId, account_id: operator.accountId, brief: first.brief })
      .whereIn('first_cast', [first.cast_place, second.cast_place])
      .whereIn('second_cast', [first.cast_place, second.cast_place])
      .first('first_cast', 'verdict'))!;
    const isSameOrder = stored.first_cast === first.cast_place || stored.verdict === 'tie';
    const counted = isSameOrder ? stored.verdict : stored.verdict === 'first' ? 'second' : 'first';
    await auditEvaluation(trx, operator, {
      verb: 'judge',
      id: evaluationId,
      after: { brief: first.brief, first: first.cast_place, second: second.cast_place, verdict: counted },
    });
    const nameOf = ({ cast_place: place }: Row<EvaluationSample>) => evaluation.casts[place]!.name;
    return { first: nameOf(first), second: nameOf(second), verdict: counted };
  });
}

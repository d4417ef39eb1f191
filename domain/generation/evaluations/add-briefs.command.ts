import { isDeepStrictEqual } from 'node:util';
import { EVALUATION_LIMITS, type EvaluationPlan, type PricedEvaluation } from '#contract/operator/evaluation-plan.contract.ts';
import { type BriefAddition, type Evaluation } from '#contract/operator/evaluations.contract.ts';
import type { Operator } from '#domain/platform/operator-act.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { extendRun } from '#domain/platform/runs/run.commands.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { assertSpendAllowed } from '#domain/vendors/llm/add-spend.command.ts';
import { auditEvaluation } from './audit-evaluation.command.ts';
import { assertAgreed, assertApart, assertSound, estimateBriefs, type Agreed } from './evaluation.commands.ts';
import { CLOSING, sampleIdOf, type EvaluationRequest } from './evaluation.kind.ts';
import type { Evaluation as EvaluationModel } from './evaluation.model.ts';
import { powerOf } from './binomial.ts';
import { readSummary } from './evaluation.queries.ts';

type Continued = Pick<Row<EvaluationModel>, 'briefs' | 'casts' | 'judges' | 'estimate' | 'is_given'>;
const CONTINUED = ['briefs', 'casts', 'judges', 'estimate', 'is_given'] as const;

/** Returns the cost of more briefs for a comparison, and the difference that all briefs together can detect. @throws like `addBriefs` */
export async function estimateMoreBriefs(id: string, { after, briefs }: BriefAddition): Promise<PricedEvaluation> {
  if (!isUuid(id)) throw notFound('comparison');
  const row = await readContinued(id);
  assertRoomFor(row, { after, briefs });
  return { ...(await estimateBriefs({ ...row, briefs })), finds: powerOf(row.briefs.length + briefs.length) };
}

/**
 * Continues a completed comparison with more briefs, with the same casts and judges. Existing samples stay, and the result covers all
 * briefs. A repeat adds nothing. Audited.
 * @throws ProductError not_found; evaluation.unfinished while it has not been completed; validation.failed; evaluation.price_changed;
 * spend.install_cap
 */
export async function addBriefs(
  id: string,
  { after, briefs }: BriefAddition,
  operator: Operator,
  agreed: Agreed = {},
): Promise<Evaluation> {
  if (!isUuid(id)) throw notFound('comparison');
  await assertSpendAllowed(null);
  const row = await readContinued(id);
  // counted before the transaction, which must not wait for another connection
  const price = await estimateBriefs({ ...row, briefs });
  await transact(async (trx) => {
    await lockRun(trx, id);
    const now: Continued = (await trx('evaluation')
      .where({ run_id: id })
      .first(...CONTINUED))!;
    // the answer to an earlier request was lost
    if (isDeepStrictEqual(now.briefs.slice(after), briefs)) return;
    assertRoomFor(now, { after, briefs });
    const run = (await trx('run').where({ id }).first('status', 'request'))!;
    if (run.status !== 'completed')
      throw new ProductError('evaluation.unfinished', 'This comparison has not been completed. Briefs can be added afterwards.');
    assertAgreed(price, agreed);
    const request = run.request as EvaluationRequest;
    const all = [...now.briefs, ...briefs];
    await trx('evaluation')
      .where({ run_id: id })
      .update({
        briefs: JSON.stringify(all),
        estimate: JSON.stringify({
          ...price,
          calls: now.estimate.calls + price.calls,
          tokens_in: now.estimate.tokens_in + price.tokens_in,
          tokens_out: now.estimate.tokens_out + price.tokens_out,
          micro_usd: now.estimate.micro_usd + price.micro_usd,
          unpriced: [...new Set([...now.estimate.unpriced, ...price.unpriced])],
        }),
      });
    const samples = briefs.flatMap((_, at) =>
      now.casts.map((_cast, cast) => ({
        id: sampleIdOf(id, after + at, cast),
        evaluation_id: id,
        brief: after + at,
        cast_place: cast,
      })),
    );
    await trx('evaluation_sample').insert(samples);
    await extendRun(trx, {
      runId: id,
      request: { ...request, briefs: all.length, additions: (request.additions ?? 0) + 1 },
      closing: CLOSING,
    });
    await auditEvaluation(trx, operator, {
      verb: 'add_briefs',
      id,
      before: { briefs: after },
      after: {
        briefs: all.length,
        estimate_micro_usd: price.micro_usd,
        ...(agreed.acceptedMicroUsd !== undefined && { accepted_micro_usd: agreed.acceptedMicroUsd }),
      },
    });
  });
  await admitAfter('an addition');
  return readSummary(id);
}

/** @throws ProductError not_found */
async function readContinued(id: string): Promise<Continued & Pick<EvaluationPlan, 'lessons_in_a_row'>> {
  const row: Continued | undefined = await database()('evaluation')
    .where({ run_id: id })
    .first(...CONTINUED);
  if (!row) throw notFound('comparison');
  const { request } = (await database()('run').where({ id }).first('request'))!;
  return { ...row, lessons_in_a_row: (request as EvaluationRequest).lessons ?? 1 };
}

function assertRoomFor(row: Continued, { after, briefs }: BriefAddition): void {
  const invalid = (path: string, message: string) =>
    new ProductError('validation.failed', message, { data: { errors: [fieldProblem(path, message)] } });
  if (row.is_given) throw invalid('briefs', 'The lessons of this comparison were supplied, so no briefs can be added.');
  if (row.briefs.length !== after) throw invalid('after', `The comparison has ${row.briefs.length} briefs now.`);
  if (after + briefs.length > EVALUATION_LIMITS.briefs.most)
    throw invalid('briefs', `A comparison has at most ${EVALUATION_LIMITS.briefs.most} briefs.`);
  assertSound(row);
  assertApart(row);
}

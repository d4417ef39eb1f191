import type { Knex } from 'knex';
import type { MissingParts } from '#contract/operator/evaluations.contract.ts';
import type { Operator } from '#domain/platform/operator-act.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { extendRun } from '#domain/platform/runs/run.commands.ts';
import { reopenSteps } from '#domain/platform/steps/step.commands.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { assertSpendAllowed } from '#domain/vendors/llm/add-spend.command.ts';
import { auditEvaluation } from './audit-evaluation.command.ts';
import { assertAgreed, estimateMissing, type Agreed } from './evaluation.commands.ts';
import { CLOSING, pairsOf, type Missing } from './evaluation.kind.ts';

/** The keys of the steps that a complete comparison needs, as an SQL pattern. */
export const NEEDED_STEPS = '^(outline|lesson|judge):';

/** The steps that a comparable sample needs. A sample without an optional part, such as its check, stays as it was judged. */
const OF_SAMPLE = /^(outline|lesson):(\d+):(\d+)$/;
const OF_VERDICT = /^judge:/;

async function findMissing(db: Knex, id: string, { casts, judges }: { casts: number; judges: number }): Promise<Missing> {
  const failed: string[] = await db('step').where({ run_id: id, state: 'failed' }).pluck('key');
  const keys = failed.filter((key) => OF_SAMPLE.test(key) || OF_VERDICT.test(key));
  const samples = keys.flatMap((key) => {
    const [, role, brief, cast] = OF_SAMPLE.exec(key) ?? [];
    return role === undefined ? [] : [{ brief: Number(brief), cast: Number(cast), isFromOutline: role === 'outline' }];
  });
  const isMissing = (at: number, place: number) => samples.some(({ brief, cast }) => brief === at && cast === place);
  const pairs = [...new Set(samples.map(({ brief }) => brief))].flatMap((brief) =>
    pairsOf(casts).filter(([one, other]) => isMissing(brief, one) || isMissing(brief, other)),
  );
  return { keys, samples, verdicts: keys.filter((key) => OF_VERDICT.test(key)).length + pairs.length * judges * 2 };
}

/**
 * Returns the missing parts of a completed comparison and the cost of making them; null when nothing is missing, or it is still running.
 */
export async function readMissing(id: string): Promise<MissingParts | null> {
  const row = await database()('evaluation')
    .join('run', 'run.id', 'evaluation.run_id')
    .where({ run_id: id, status: 'completed', is_given: false })
    .first('casts', 'judges', 'request');
  if (!row) return null;
  const missing = await findMissing(database(), id, { casts: row.casts.length, judges: row.judges.length });
  if (missing.keys.length === 0) return null;
  const lessonsInARow = (row.request as { lessons?: number }).lessons ?? 1;
  return {
    lessons: missing.samples.length * lessonsInARow,
    verdicts: missing.verdicts,
    estimate: await estimateMissing(row, missing, lessonsInARow),
  };
}

/**
 * Makes the missing parts of a completed comparison, with the same casts and judges. Existing parts stay, and are not paid again. Audited.
 * @throws ProductError not_found; evaluation.unfinished while it is running; evaluation.complete when nothing is missing;
 * evaluation.price_changed; spend.install_cap
 */
export async function writeMissing(id: string, operator: Operator, agreed: Agreed = {}): Promise<void> {
  if (!isUuid(id)) throw notFound('comparison');
  await assertSpendAllowed(null);
  // counted before the transaction, which must not wait for another connection; only this command changes the missing parts
  const counted = await readMissing(id);
  await transact(async (trx) => {
    await lockRun(trx, id);
    const row = await trx('evaluation').where({ run_id: id }).first('casts', 'judges');
    const run = row && (await trx('run').where({ id }).first('status', 'request'));
    if (!run) throw notFound('comparison');
    if (run.status !== 'completed')
      throw new ProductError('evaluation.unfinished', 'This comparison has not been completed. Missing parts can be written afterwards.');
    const missing = await findMissing(trx, id, { casts: row.casts.length, judges: row.judges.length });
    if (missing.keys.length === 0) throw new ProductError('evaluation.complete');
    if (counted) assertAgreed(counted.estimate, agreed);
    await reopenSteps(trx, { runId: id, keys: missing.keys });
    await extendRun(trx, { runId: id, request: run.request as object, closing: CLOSING });
    await auditEvaluation(trx, operator, {
      verb: 'write_missing',
      id,
      after: {
        lessons: missing.samples.length,
        verdicts: missing.verdicts,
        ...(agreed.acceptedMicroUsd !== undefined && { accepted_micro_usd: agreed.acceptedMicroUsd }),
      },
    });
  });
  await admitAfter('what was missing');
}

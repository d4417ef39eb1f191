import { leadOf } from '#contract/platform/ai-services.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { uuidv7 } from 'uuidv7';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { isDemo } from '#domain/vendors/llm/voices.ts';
import { addSpend, settlePresumed } from '#domain/vendors/llm/add-spend.command.ts';

/** Micro-dollars per 1K picture, from Google's price page (read 2026-11). Used for caps and budgets only; users are not charged by it. */
export const MICRO_USD_A_PICTURE = 67_000;

/** Returns what a picture costs now, in micro-dollars: nothing where the demo library has it. */
export const pictureCost = (): number => (isDemo() ? 0 : MICRO_USD_A_PICTURE);

interface Order {
  readonly cappedId: string | null;
  readonly runId: string;
  readonly stepId: string;
}

/** The outcome of an order and whether it costs money; null: it may have been drawn and billed without an answer. */
export interface PictureCallEnd {
  readonly outcome: 'ok' | 'refused' | 'broken' | 'rate_limited' | 'unavailable' | 'timed_out';
  readonly isPaid: boolean | null;
}

/**
 * Adds an ordered picture to the presumed spending of its user and of the installation, and records it as a call of its run.
 * @returns the call's id, for `endPictureCall`; a call that is never ended counts as interrupted, and its cost stays presumed
 */
export async function beginPictureCall({ cappedId, runId, stepId }: Order): Promise<string> {
  const id = uuidv7();
  await transact(async (trx) => {
    await addSpend(trx, { accountId: cappedId, service: leadOf('pictures'), microUsd: pictureCost(), isPresumed: true });
    await trx('vendor_call').insert({
      id,
      account_id: cappedId,
      run_id: runId,
      step_id: stepId,
      service: leadOf('pictures'),
      model: config().google.imageModel,
      purpose: 'picture',
      outcome: 'aborted',
      detail: 'its worker ended before the picture was stored: it may be paid twice',
      cost_micro_usd: pictureCost(),
    });
  });
  return id;
}

/** Records the outcome of a picture call, once. */
export async function endPictureCall(id: string, { outcome, isPaid }: PictureCallEnd): Promise<void> {
  await transact(async (trx) => {
    const call = await trx('vendor_call').where({ id, outcome: 'aborted' }).forUpdate().first('account_id');
    if (!call) return;
    const cost = isPaid === false ? 0 : pictureCost();
    // before the call's row: updating the row locks its run's sums, and all other code locks the day's spending before those
    if (isPaid !== null) await settlePresumed(trx, { accountId: call.account_id, callId: id, presumed: pictureCost(), cost });
    await trx('vendor_call')
      .where({ id })
      .update({
        outcome,
        cost_micro_usd: cost,
        detail: isPaid === null ? 'nobody knows whether it was drawn: it may be paid twice' : null,
        ms: expression(trx, sql`(extract(epoch from clock_timestamp() - started_at) * 1000)::int`),
      });
  });
}

/** Ends the newest call of a step whose worker was killed after storing the picture. */
export async function endStoredCall(stepId: string): Promise<void> {
  const call = await database()('vendor_call').where({ step_id: stepId, purpose: 'picture' }).orderBy('id', 'desc').first('id');
  if (call) await endPictureCall(call.id, { outcome: 'ok', isPaid: true });
}

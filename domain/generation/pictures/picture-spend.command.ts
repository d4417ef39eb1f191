import { uuidv7 } from 'uuidv7';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { addSpend } from '#domain/vendors/llm/spend.command.ts';

/** Micro-dollars per 1K picture, from Google's price page (read 2026-11): only caps and budgets use it, no user is charged by it. */
export const MICRO_USD_A_PICTURE = 67_000;

interface Order {
  readonly cappedId: string | null;
  readonly runId: string;
  readonly stepId: string;
}

/**
 * Adds an ordered picture to the daily spending of its user and of the installation, and records it as a call of its run.
 * @returns id of the call, for `endPictureCall`; a call that is never ended counts as interrupted
 */
export async function beginPictureCall({ cappedId, runId, stepId }: Order): Promise<string> {
  const id = uuidv7();
  await transact(async (trx) => {
    await addSpend(trx, cappedId, MICRO_USD_A_PICTURE);
    await trx('vendor_call').insert({
      id,
      account_id: cappedId,
      run_id: runId,
      step_id: stepId,
      service: 'gemini',
      model: config().google.imageModel,
      purpose: 'picture',
      outcome: 'aborted',
      detail: 'its worker ended before it did',
      cost_micro_usd: MICRO_USD_A_PICTURE,
    });
  });
  return id;
}

/** Records the outcome of a picture's call. */
export async function endPictureCall(id: string, outcome: 'ok' | 'refused' | 'broken' | 'rate_limited'): Promise<void> {
  await database()('vendor_call')
    .where({ id })
    .update({ outcome, detail: null, ms: database().raw('(extract(epoch from clock_timestamp() - started_at) * 1000)::int') });
}

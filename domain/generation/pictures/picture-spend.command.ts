import { uuidv7 } from 'uuidv7';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { EVERYONE } from '#domain/vendors/llm/spend.command.ts';

/** Micro-dollars a picture of 1K, from Google's price page (read 2026-11): the brakes and budgets count it, nobody is charged by it. */
export const MICRO_USD_A_PICTURE = 67_000;

interface Order {
  readonly cappedId: string | null;
  readonly runId: string;
  readonly stepId: string;
}

/**
 * Counts a picture that is being ordered on the daily brakes of its person and of the installation, and as a call of its run.
 * @returns the call, to say how it ended; one that nobody says that of was broken off
 */
export async function beginPictureCall({ cappedId, runId, stepId }: Order): Promise<string> {
  const id = uuidv7();
  await transact(async (trx) => {
    const day = trx.raw("(now() at time zone 'utc')::date");
    const rows = [EVERYONE, ...(cappedId ? [cappedId] : [])].sort().map((account_id) => ({
      day,
      account_id,
      micro_usd: MICRO_USD_A_PICTURE,
      presumed_micro_usd: 0,
      calls: 1,
    }));
    await trx('spend_day')
      .insert(rows)
      .onConflict(['day', 'account_id'])
      .merge({ micro_usd: trx.raw('spend_day.micro_usd + excluded.micro_usd'), calls: trx.raw('spend_day.calls + 1') });
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

/** Says how a picture's call ended. */
export async function endPictureCall(id: string, outcome: 'ok' | 'refused' | 'broken' | 'rate_limited'): Promise<void> {
  await database()('vendor_call')
    .where({ id })
    .update({ outcome, detail: null, ms: database().raw('(extract(epoch from clock_timestamp() - started_at) * 1000)::int') });
}

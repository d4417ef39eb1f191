import type { Knex } from 'knex';
import { EVERYONE } from '#domain/vendors/llm/spend.command.ts';

/** Micro-dollars per second of sound, from OpenAI's price page (read 2026-11): only the spending caps use it, no user is charged by it. */
const MICRO_USD_A_SECOND = 100;

interface HeardSeconds {
  readonly accountId: string | null;
  readonly seconds: number;
}

/** Adds a transcribed part to the daily spending of its user and of the installation. */
export async function addSpeechSpend(trx: Knex.Transaction, { accountId, seconds }: HeardSeconds): Promise<void> {
  const rows = [EVERYONE, ...(accountId ? [accountId] : [])].sort().map((account_id) => ({
    day: trx.raw("(now() at time zone 'utc')::date"),
    account_id,
    micro_usd: Math.ceil(MICRO_USD_A_SECOND * seconds),
    presumed_micro_usd: 0,
    calls: 1,
  }));
  await trx('spend_day')
    .insert(rows)
    .onConflict(['day', 'account_id'])
    .merge({ micro_usd: trx.raw('spend_day.micro_usd + excluded.micro_usd'), calls: trx.raw('spend_day.calls + 1') });
}

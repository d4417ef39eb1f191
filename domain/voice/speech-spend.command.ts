import type { Knex } from 'knex';
import { EVERYONE } from '#domain/vendors/llm/spend.command.ts';

/** Micro-dollars a second of sound, from OpenAI's price page (read 2026-11): the brakes count it, nobody is charged by it. */
const MICRO_USD_A_SECOND = 100;

interface HeardSeconds {
  readonly accountId: string | null;
  readonly seconds: number;
}

/** Counts a part that was heard on the daily brakes of its person and of the installation. */
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

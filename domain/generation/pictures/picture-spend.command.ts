import { database } from '#domain/platform/database.ts';
import { EVERYONE } from '#domain/vendors/llm/spend.command.ts';

/** Micro-dollars per 1K picture, from Google's price page (read 2026-11): only the spending caps use it, no user is charged by it. */
const MICRO_USD_A_PICTURE = 67_000;

/** Adds an ordered picture to the daily spending of its user and of the installation. */
export async function addPictureSpend(accountId: string | null): Promise<void> {
  const rows = [EVERYONE, ...(accountId ? [accountId] : [])].sort().map((account_id) => ({
    day: database().raw("(now() at time zone 'utc')::date"),
    account_id,
    micro_usd: MICRO_USD_A_PICTURE,
    presumed_micro_usd: 0,
    calls: 1,
  }));
  await database()('spend_day')
    .insert(rows)
    .onConflict(['day', 'account_id'])
    .merge({ micro_usd: database().raw('spend_day.micro_usd + excluded.micro_usd'), calls: database().raw('spend_day.calls + 1') });
}

import type { VideoMode } from '#contract/video/video.contract.ts';
import { database } from '#domain/platform/database.ts';
import { EVERYONE } from '#domain/vendors/llm/spend.command.ts';

/**
 * Micro-dollars per second of 720p with sound, from Google's price page (read 2026-11): only the spending caps use it, no user is charged
 * by it.
 */
const MICRO_USD_A_SECOND: Record<VideoMode, number> = { fast: 150_000, quality: 400_000 };

interface Ordered {
  readonly accountId: string | null;
  readonly mode: VideoMode;
  readonly seconds: number;
}

/** Adds an ordered take to the daily spending of its user and of the installation. */
export async function addVideoSpend({ accountId, mode, seconds }: Ordered): Promise<void> {
  const spent = MICRO_USD_A_SECOND[mode] * seconds;
  const rows = [EVERYONE, ...(accountId ? [accountId] : [])].sort().map((account_id) => ({
    day: database().raw("(now() at time zone 'utc')::date"),
    account_id,
    micro_usd: spent,
    presumed_micro_usd: 0,
    calls: 1,
  }));
  await database()('spend_day')
    .insert(rows)
    .onConflict(['day', 'account_id'])
    .merge({ micro_usd: database().raw('spend_day.micro_usd + excluded.micro_usd'), calls: database().raw('spend_day.calls + 1') });
}

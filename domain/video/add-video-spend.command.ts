import type { VideoMode } from '#contract/video/video.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { addSpend } from '#domain/vendors/llm/add-spend.command.ts';

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
  await transact((trx) => addSpend(trx, accountId, MICRO_USD_A_SECOND[mode] * seconds));
}

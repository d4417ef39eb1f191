import type { Knex } from 'knex';
import { addSpend } from '#domain/vendors/llm/add-spend.command.ts';

/** Micro-dollars per second of sound, from OpenAI's price page (read 2026-11): only the spending caps use it, no user is charged by it. */
const MICRO_USD_A_SECOND = 100;

interface HeardSeconds {
  readonly accountId: string | null;
  readonly seconds: number;
}

/** Adds a transcribed part to the daily spending of its user and of the installation. */
export async function addSpeechSpend(trx: Knex.Transaction, { accountId, seconds }: HeardSeconds): Promise<void> {
  await addSpend(trx, accountId, Math.ceil(MICRO_USD_A_SECOND * seconds));
}

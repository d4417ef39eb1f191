import type { Knex } from 'knex';
import { settleHold, type Fault } from './settle-hold.command.ts';

/**
 * Releases everything that was reserved for a job. Does nothing for a job without a hold.
 * @throws ProductError idempotency.body_mismatch when part of it was spent
 */
export async function releaseHold(
  trx: Knex.Transaction,
  given: { jobId: string; fault?: Fault; now?: Date },
): Promise<'released' | 'replayed' | 'none'> {
  const { outcome } = await settleHold(trx, { ...given, centitokens: 0 });
  return outcome === 'settled' ? 'released' : outcome;
}

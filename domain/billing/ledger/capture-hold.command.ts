import type { Knex } from 'knex';
import { settleHold, type Settled, type Settlement } from './settle-hold.command.ts';

/**
 * Spends what a job has cost, at most what was reserved; the rest goes back to its lots.
 * @returns what was charged by this call or, when it is a repeat, by the first; `none` when nothing was reserved for the job
 * @throws ProductError idempotency.body_mismatch when the hold was ended otherwise
 */
export const captureHold = (trx: Knex.Transaction, given: Settlement): Promise<Settled> => settleHold(trx, given);

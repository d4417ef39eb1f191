import type { Knex } from 'knex';
import { settleHold, type Settled, type Settlement } from './settle-hold.command.ts';

/**
 * Charges what a job has cost, at most what was reserved; the rest returns to its lots.
 * @returns what this call charged or, for a repeat, the first one; `none` when nothing was reserved for the job
 * @throws ProductError idempotency.body_mismatch when the hold was ended differently
 */
export const captureHold = (trx: Knex.Transaction, given: Settlement): Promise<Settled> => settleHold(trx, given);

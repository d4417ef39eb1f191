import type { Knex } from 'knex';
import { database, isUniqueViolation } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { hashOf } from './request-hash.ts';

/** A request in its original form, and its Idempotency-Key, if any. */
export interface SentRequest {
  /** Owner of the key; null without a sender: keys are then ignored. */
  readonly accountId: string | null;
  readonly key: string | undefined;
  /** Everything that identifies the request: the action, its target and its options. */
  readonly fingerprint: unknown;
}

/** Finds the run that this key led to before. @returns its id @throws ProductError idempotency.body_mismatch */
export async function findRunByKey(knex: Knex, { accountId, key, fingerprint }: SentRequest): Promise<string | null> {
  if (key === undefined || accountId === null) return null;
  const row = await knex('idempotency_key').where({ account_id: accountId, key }).first('request_hash', 'run_id');
  if (row && row.request_hash !== hashOf(fingerprint)) {
    throw new ProductError('idempotency.body_mismatch', 'This Idempotency-Key was already used with a different request.');
  }
  return row?.run_id ?? null;
}

/**
 * Stores the run that a request led to, so that a repeat returns the same run, even after it has ended.
 * @throws a unique violation (`isUniqueViolation`) when a concurrent request used the key; read its run then
 */
export async function storeRunKey(knex: Knex, { accountId, key, fingerprint }: SentRequest, runId: string): Promise<void> {
  if (key === undefined || accountId === null) return;
  await knex('idempotency_key').insert({ account_id: accountId, key, request_hash: hashOf(fingerprint), run_id: runId });
}

/** Stores the key for an existing run. @returns the run's id, or another one when a concurrent request used the key */
export async function attachRunKey(sent: SentRequest, runId: string): Promise<string> {
  try {
    await storeRunKey(database(), sent, runId);
    return runId;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return (await findRunByKey(database(), sent)) ?? runId;
  }
}

import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { hashOf } from './request-hash.ts';

/** A request as its sender sent it, and the Idempotency-Key that names it, if any. */
export interface SentRequest {
  /** Whose key it is; null when nobody in particular has sent it: then a key means nothing. */
  readonly accountId: string | null;
  readonly key: string | undefined;
  /** Everything that makes it this request: what is to be done, to what, and how. */
  readonly asked: unknown;
}

/** @returns the run that this request has led to before @throws ProductError idempotency.body_mismatch */
export async function runByKey(knex: Knex, { accountId, key, asked }: SentRequest): Promise<string | null> {
  if (key === undefined || accountId === null) return null;
  const row = await knex('idempotency_key').where({ account_id: accountId, key }).first('request_hash', 'run_id');
  if (row && row.request_hash !== hashOf(asked)) {
    throw new ProductError('idempotency.body_mismatch', 'This Idempotency-Key was used with another request.');
  }
  return row?.run_id ?? null;
}

/**
 * Notes the run that a request leads to, so that its repeat leads there and nowhere else, also when the run has ended by then.
 * @throws a unique violation (`isTaken`) when the key was used in the meantime; read theirs then
 */
export async function keepKey(knex: Knex, { accountId, key, asked }: SentRequest, runId: string): Promise<void> {
  if (key === undefined || accountId === null) return;
  await knex('idempotency_key').insert({ account_id: accountId, key, request_hash: hashOf(asked), run_id: runId });
}

/** The same for a run that is there already. @returns where the request leads: elsewhere when its key was used in the meantime */
export async function attachKey(sent: SentRequest, runId: string): Promise<string> {
  try {
    await keepKey(database(), sent, runId);
    return runId;
  } catch (error) {
    if (!isTaken(error)) throw error;
    return (await runByKey(database(), sent)) ?? runId;
  }
}

const UNIQUE_VIOLATION = '23505';

/** Whether somebody else has made it in the meantime. */
export const isTaken = (error: unknown): boolean => (error as { code?: string } | null)?.code === UNIQUE_VIOLATION;

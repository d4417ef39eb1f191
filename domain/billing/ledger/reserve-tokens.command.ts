import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { inTokens } from '#domain/platform/token-words.ts';
import { allocate } from './burn-order.ts';
import { loadWallet } from './load-wallet.command.ts';
import { allLots, type Wallet } from './read-wallet.queries.ts';
import { assertWhole, type Owner } from './owner.ts';
import { postTransaction, type Cause } from './post-transaction.ts';

export interface Reservation {
  readonly owner: Owner;
  /** One hold per job. */
  readonly jobId: string;
  readonly centitokens: number;
  /** When to check whether the job still exists; a live job keeps its hold for as long as it takes. */
  readonly expiresAt: Date;
  /** Description: 'Course: Beekeeping'. */
  readonly cause: Cause;
  /** The user who caused it, when the wallet is an organisation's. */
  readonly actorId?: string;
  readonly now?: Date;
}

/**
 * Reserves tokens for a job, in spending order, in the transaction that creates the job.
 * @throws ProductError tokens.insufficient with `needed` and `available` in tokens; idempotency.body_mismatch when the job's hold is
 * different
 */
export async function reserveTokens(trx: Knex.Transaction, given: Reservation): Promise<'reserved' | 'replayed'> {
  assertWhole(given.centitokens);
  const wallet = await loadWallet(trx, given.owner, { now: given.now, key: keyOf(given), request: requestOf(given) });
  if (wallet.replayed) return 'replayed';
  return reserveFrom(trx, wallet, given);
}

/** Reserves from a wallet loaded in this transaction, for a new job. */
export async function reserveFrom(trx: Knex.Transaction, wallet: Wallet, given: Reservation): Promise<'reserved' | 'replayed'> {
  const { owner, jobId, centitokens, expiresAt, cause } = given;
  if (wallet.available < centitokens) throw insufficient(centitokens, wallet.available);
  const lots = allocate(wallet.lots, centitokens) ?? allocate(await allLots(trx, owner, wallet.clock), centitokens);
  if (!lots) throw new Error(`wallet ${owner.kind} ${owner.id}: its lots do not add up to its balance`);
  const posted = await postTransaction(trx, {
    key: keyOf(given),
    request: requestOf(given),
    kind: 'reserve',
    owner,
    cause,
    actorId: given.actorId ?? null,
    jobId,
    entries: lots.flatMap(({ id, amount }) => [
      { account: 'available', amount: -amount, lotId: id },
      { account: 'held', amount, lotId: id },
    ]),
    lots: lots.map(({ id, amount }) => ({ id, remaining: -amount, held: amount })),
    newHold: { id: uuidv7(), created_at: wallet.clock, expires_at: expiresAt, lots },
  });
  return posted === 'posted' ? 'reserved' : 'replayed';
}

/** Builds a 402 in tokens, from hundredths. If the user also has an organisation's pool, it names both: one of them has to cover the whole. */
export function insufficient(needed: number, own: number, pooled: number | null = null): ProductError {
  const data = { needed: inTokens(needed), available: inTokens(Math.max(own, pooled ?? 0)) };
  if (pooled !== null)
    return new ProductError(
      'tokens.insufficient',
      toSentence('This needs {needed} tokens. You have {own} and your organisation has {pool}; one or the other must cover all of it.', {
        needed: data.needed,
        own: inTokens(own),
        pool: inTokens(pooled),
      }),
      { data },
    );
  return new ProductError('tokens.insufficient', toSentence('This needs {needed} tokens, and {available} are available.', data), { data });
}

const keyOf = ({ jobId }: Reservation) => `reserve:${jobId}`;
const requestOf = ({ owner, jobId, centitokens }: Reservation) => ({ owner: [owner.kind, owner.id], jobId, centitokens });

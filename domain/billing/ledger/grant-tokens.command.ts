import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { BURN_PRIORITY, type LotSource } from '#contract/billing/catalogue.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { loadWallet } from './load-wallet.command.ts';
import { assertWhole, type Owner } from './owner.ts';
import { postTransaction, type Cause } from './post-transaction.ts';

export interface Grant {
  readonly owner: Owner;
  readonly source: LotSource;
  readonly centitokens: number;
  /** Names the occasion among grants of this owner and source, e.g. the order's id, `2026-11`, an invoice's id. */
  readonly periodKey: string;
  readonly expiresAt?: Date | null;
  /** One lot per order, whoever reports it and how often. */
  readonly orderId?: string;
  /** In words: 'Purchase: 300 tokens and 30 on top'. */
  readonly cause: Cause;
  readonly now?: Date;
}

/**
 * Gives tokens as a lot of their own, once per order or occasion. What a person's plan gives by the day and the month is not given here:
 * `ensureGrants` does, also the difference after an upgrade, from what the subscription's row says.
 * @returns whether they were given by this call, or had been before
 * @throws ProductError idempotency.body_mismatch when the same order or occasion was granted otherwise
 */
export async function grantTokens(trx: Knex.Transaction, given: Grant): Promise<'granted' | 'replayed'> {
  const { owner, source, centitokens, periodKey, cause } = given;
  assertWhole(centitokens);
  if (owner.kind === 'user' && (source === 'daily' || source === 'monthly' || source === 'trial'))
    throw new TypeError(`${source} tokens of a person are given by ensureGrants`);
  const orderId = given.orderId ?? null;
  const expiresAt = given.expiresAt ?? null;
  const key = orderId ? `grant:order:${orderId}` : `grant:${owner.kind}:${owner.id}:${source}:${periodKey}`;
  const request = { owner: [owner.kind, owner.id], source, centitokens, periodKey, expiresAt, orderId };
  const wallet = await loadWallet(trx, owner, { now: given.now, key, request });
  if (wallet.replayed) return 'replayed';
  if (await isTaken(trx, given))
    throw new ProductError('idempotency.body_mismatch', 'These tokens were already granted for another order.');
  const lot = {
    id: uuidv7(),
    source,
    priority: BURN_PRIORITY[source],
    amount: centitokens,
    period_key: periodKey,
    effective_at: expiresAt && expiresAt <= wallet.clock ? new Date(expiresAt.getTime() - 1) : wallet.clock,
    expires_at: expiresAt,
    order_id: orderId,
    subscription_id: null,
  };
  const posted = await postTransaction(trx, {
    key,
    request,
    kind: 'grant',
    owner,
    cause,
    orderId,
    entries: [
      { account: 'available', amount: centitokens, lotId: lot.id },
      { account: 'issued', amount: -centitokens, lotId: lot.id },
    ],
    newLots: [lot],
  });
  return posted === 'posted' ? 'granted' : 'replayed';
}

/** Under the wallet's lock: whether the owner has a lot of that name already. */
async function isTaken(trx: Knex.Transaction, { owner, source, periodKey }: Grant): Promise<boolean> {
  const lot = await trx('token_lot').where({ owner_kind: owner.kind, owner_id: owner.id, source, period_key: periodKey }).first('id');
  return lot !== undefined;
}

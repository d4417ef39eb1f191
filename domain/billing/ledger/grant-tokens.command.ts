import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { BURN_PRIORITY, type LotSource } from '#contract/billing/lot-sources.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { loadWallet } from './load-wallet.command.ts';
import { assertWhole, type Owner } from './owner.ts';
import { postTransaction, type Cause } from './post-transaction.ts';

export interface Grant {
  readonly owner: Owner;
  readonly source: LotSource;
  readonly centitokens: number;
  /** Identifies the occasion among grants of this owner and source, e.g. the order's id, `2026-11`, an invoice's id. */
  readonly periodKey: string;
  readonly expiresAt?: Date | null;
  /** At most one lot per order. */
  readonly orderId?: string;
  /** Description: 'Purchase: 300 tokens and 30 on top'. */
  readonly cause: Cause;
  readonly now?: Date;
}

/**
 * Grants tokens as a lot of their own, once per order or occasion. Daily and monthly tokens of a plan are granted by `ensureGrants`
 * instead, also the difference after an upgrade, according to the subscription's row.
 * @returns whether this call granted them, or an earlier one
 * @throws ProductError idempotency.body_mismatch when the same order or occasion was granted differently
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

/** Tells, under the wallet's lock, whether the owner already has a lot for that occasion. */
async function isTaken(trx: Knex.Transaction, { owner, source, periodKey }: Grant): Promise<boolean> {
  const lot = await trx('token_lot').where({ owner_kind: owner.kind, owner_id: owner.id, source, period_key: periodKey }).first('id');
  return lot !== undefined;
}

import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { CREATOR_PERCENT } from '#contract/billing/creator-share.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { assertWhole, personOwner } from './owner.ts';
import { assertSameRequest, postTransaction, type Cause, type Entry } from './post-transaction.ts';

export const PLATFORM = { kind: 'system', id: 'platform' } as const;

/** Returns a creator's share of a price in cents, rounded half up. */
export const creatorShare = (cents: number): number => Math.floor((cents * CREATOR_PERCENT + 50) / 100);

export interface Sale {
  readonly orderId: string;
  readonly creatorId: string;
  readonly priceCents: number;
  /** Description: 'Sale: Beekeeping'. */
  readonly cause: Cause;
  /** When it happened, for a later posting. */
  readonly at?: Date;
}

/**
 * Posts a buyer's payment for a course, once per order: the creator's share is owed to them, the rest is the platform's.
 * @throws ProductError idempotency.body_mismatch when the order was posted differently
 */
export async function recordSale(
  trx: Knex.Transaction,
  { orderId, creatorId, priceCents, cause, at }: Sale,
): Promise<'recorded' | 'replayed'> {
  assertWhole(priceCents);
  await lockMoney(trx, creatorId);
  const posted = await postTransaction(trx, {
    key: `sale:${orderId}`,
    request: { orderId, creatorId, priceCents },
    unit: 'USD',
    kind: 'sale',
    owner: personOwner(creatorId),
    cause,
    orderId,
    at,
    entries: split(priceCents, creatorShare(priceCents)),
  });
  return posted === 'posted' ? 'recorded' : 'replayed';
}

export interface SaleRefund {
  readonly orderId: string;
  readonly refundId: string;
  readonly cents: number;
  readonly cause?: Cause;
  /** When it happened, for a later posting. */
  readonly at?: Date;
}

/**
 * Reverses the refunded part of a sale for creator and platform. Cumulative: whatever the parts, once the whole price is refunded both
 * shares are exactly zero. A creator who was already paid owes the amount.
 * @throws ProductError not_found for an order that was never posted; idempotency.body_mismatch; RangeError for more than was paid
 */
export async function recordSaleRefund(trx: Knex.Transaction, given: SaleRefund): Promise<'recorded' | 'replayed'> {
  const { orderId, refundId, cents } = given;
  assertWhole(cents);
  const sale = await trx('ledger_transaction')
    .where({ idempotency_key: `sale:${orderId}` })
    .first('id', 'owner_id');
  if (!sale) throw new ProductError('not_found', 'Sale not found.');
  await lockMoney(trx, sale.owner_id);
  const key = `sale-refund:${refundId}`;
  const request = { orderId, refundId, cents };
  const seen = await trx('ledger_transaction').where({ idempotency_key: key }).first('request_hash');
  if (seen) {
    assertSameRequest(seen.request_hash, request);
    return 'replayed';
  }
  const left = await unrefundedCents(trx, orderId);
  if (cents > left) throw new RangeError(`order ${orderId}: ${cents} cents are more than the remaining ${left}`);
  const posted = await postTransaction(trx, {
    key,
    request,
    unit: 'USD',
    kind: 'sale_refund',
    owner: personOwner(sale.owner_id),
    cause: given.cause ?? toSentence('Refund'),
    orderId,
    at: given.at,
    entries: split(-cents, creatorShare(left - cents) - creatorShare(left)),
  });
  return posted === 'posted' ? 'recorded' : 'replayed';
}

/** Returns the cents of a sale that are not refunded; 0 for an order that was never posted. */
export async function unrefundedCents(trx: Knex, orderId: string): Promise<number> {
  // clearing went down by the price and up again by the refunds
  const [sum] = await rowsOf<{ cents: number }>(
    trx,
    sql`select -coalesce(sum(e.amount), 0) as cents from ledger_transaction t
       join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
      where t.order_id = ${orderId} and t.kind in ('sale','sale_refund') and a.kind = 'clearing'`,
  );
  return Number(sum!.cents);
}

function split(cents: number, share: number): Entry[] {
  const entries: Entry[] = [
    { account: 'clearing', amount: -cents, owner: PLATFORM },
    { account: 'payable', amount: share },
    { account: 'platform', amount: cents - share, owner: PLATFORM },
  ];
  return entries.filter(({ amount }) => amount !== 0);
}

/** Locks a creator's money, then the platform's: always in this order. */
export async function lockMoney(trx: Knex.Transaction, creatorId: string): Promise<void> {
  const rows = [
    { owner_kind: 'user', owner_id: creatorId, unit: 'USD', kind: 'payable' },
    ...['clearing', 'platform'].map((kind) => ({ owner_kind: PLATFORM.kind, owner_id: PLATFORM.id, unit: 'USD', kind })),
  ];
  for (const row of rows) {
    const lock = () => trx('ledger_account').where(row).forNoKeyUpdate().first('id');
    if (await lock()) continue;
    await trx('ledger_account').insert(row).onConflict().ignore();
    await lock();
  }
}

import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { lockLots, nameOf, type LotsOf } from './order-lots.ts';
import { assertWhole } from './owner.ts';
import { postTransaction, type Cause, type Entry, type LotChange } from './post-transaction.ts';

/** For a partial revocation, `key` identifies the occasion (a refund's id), because the same amount may be taken twice. */
export type Revocation = LotsOf & { readonly cause?: Cause; readonly now?: Date } & (
    | { readonly centitokens: 'all'; readonly key?: string }
    | { readonly centitokens: number; readonly key: string }
  );

/**
 * Revokes tokens whose payment was refunded: the remaining ones, never spent ones, so no balance goes below zero. After `'all'`, tokens
 * released from running work are revoked too.
 * @returns hundredths of a token that this call revoked
 * @throws ProductError idempotency.body_mismatch when the key took another amount
 */
export async function revokeLot(trx: Knex.Transaction, given: Revocation): Promise<{ revoked: number }> {
  const { centitokens } = given;
  if (centitokens !== 'all') assertWhole(centitokens);
  const key = `revoke:${nameOf(given)}:${given.key ?? 'all'}`;
  const request = { of: nameOf(given), centitokens };
  const locked = await lockLots(trx, given, { key, request, now: given.now });
  if (!locked || locked.wallet.replayed) return { revoked: 0 };
  const entries: Entry[] = [];
  const lots: LotChange[] = [];
  let missing = centitokens === 'all' ? Infinity : centitokens;
  for (const lot of locked.lots) {
    const remaining = Math.min(missing, lot.remaining);
    const frozen = Math.min(missing - remaining, lot.frozen);
    missing -= remaining + frozen;
    if (remaining > 0) entries.push({ account: 'available', amount: -remaining, lotId: lot.id });
    if (frozen > 0) entries.push({ account: 'frozen', amount: -frozen, lotId: lot.id });
    if (remaining + frozen > 0) entries.push({ account: 'revoked', amount: remaining + frozen, lotId: lot.id });
    const mark = centitokens === 'all' ? { mark: 'revoke' as const } : {};
    lots.push({ id: lot.id, remaining: -remaining, frozen: -frozen, dead: remaining + frozen, ...mark });
  }
  await postTransaction(trx, {
    key,
    request,
    kind: 'revoke',
    owner: locked.wallet.owner,
    cause: given.cause ?? toSentence('Payment refunded'),
    orderId: 'orderId' in given ? given.orderId : null,
    entries,
    lots,
  });
  return { revoked: entries.reduce((sum, { account, amount }) => sum + (account === 'revoked' ? amount : 0), 0) };
}

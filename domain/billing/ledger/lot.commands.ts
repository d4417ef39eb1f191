import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { loadWallet } from './load-wallet.command.ts';
import { lockLots, nameOf, type LotsOf } from './order-lots.ts';
import { assertWhole, type Owner } from './owner.ts';
import { postTransaction, type Cause, type Entry, type LotChange } from './post-transaction.ts';

/** `key` identifies the dispute; reporting a dispute again, even after its end, changes nothing. */
type Freezing = LotsOf & { readonly key?: string; readonly cause?: Cause; readonly now?: Date };

/**
 * Freezes the remaining disputed tokens until `thawLot` or `revokeLot`; tokens that running jobs release are frozen too.
 * @returns `replayed` when it was already done, or the dispute is over; `none` when the payment granted no tokens
 */
export async function freezeLot(trx: Knex.Transaction, given: Freezing): Promise<'frozen' | 'replayed' | 'none'> {
  const key = `freeze:${nameOf(given)}:${given.key ?? 'dispute'}`;
  const request = { of: nameOf(given) };
  const locked = await lockLots(trx, given, { key, request, now: given.now });
  if (!locked) return 'none';
  // the end of a dispute may be reported before its beginning
  const isOver = await trx('ledger_transaction')
    .where({ idempotency_key: `thaw:${nameOf(given)}:${given.key ?? 'dispute'}` })
    .first('id');
  if (locked.wallet.replayed || isOver) return 'replayed';
  const lots = locked.lots.filter((lot) => !lot.isFrozen && !lot.isRevoked);
  await postTransaction(trx, {
    key,
    request,
    kind: 'freeze',
    owner: locked.wallet.owner,
    cause: given.cause ?? toSentence('Payment disputed'),
    orderId: 'orderId' in given ? given.orderId : null,
    entries: lots.flatMap(({ id, remaining }) =>
      remaining > 0
        ? [
            { account: 'available', amount: -remaining, lotId: id },
            { account: 'frozen', amount: remaining, lotId: id },
          ]
        : [],
    ),
    lots: lots.map(({ id, remaining }) => ({ id, remaining: -remaining, frozen: remaining, mark: 'freeze' })),
  });
  return 'frozen';
}

/**
 * Makes frozen tokens spendable again; those that expired meanwhile expire now.
 * @returns `replayed` when it was already done; `none` when the payment granted no tokens
 */
export async function thawLot(trx: Knex.Transaction, given: Freezing): Promise<'thawed' | 'replayed' | 'none'> {
  const key = `thaw:${nameOf(given)}:${given.key ?? 'dispute'}`;
  const request = { of: nameOf(given) };
  const locked = await lockLots(trx, given, { key, request, now: given.now });
  if (!locked) return 'none';
  if (locked.wallet.replayed) return 'replayed';
  const entries: Entry[] = [];
  const lots: LotChange[] = [];
  for (const { id, frozen, expiresAt } of locked.lots.filter(({ isFrozen }) => isFrozen)) {
    const hasEnded = expiresAt !== null && expiresAt <= locked.wallet.clock;
    if (frozen > 0)
      entries.push(
        { account: 'frozen', amount: -frozen, lotId: id },
        { account: hasEnded ? 'expired' : 'available', amount: frozen, lotId: id },
      );
    lots.push({ id, frozen: -frozen, [hasEnded ? 'dead' : 'remaining']: frozen, mark: 'thaw' });
  }
  await postTransaction(trx, {
    key,
    request,
    kind: 'thaw',
    owner: locked.wallet.owner,
    cause: given.cause ?? toSentence('Dispute settled'),
    orderId: 'orderId' in given ? given.orderId : null,
    entries,
    lots,
  });
  return 'thawed';
}

/** For a partial revocation, `key` is the id of its occasion (a refund), because the same amount may be revoked twice. */
type Revocation = LotsOf & { readonly cause?: Cause; readonly now?: Date } & (
    | { readonly centitokens: 'all'; readonly key?: string }
    | { readonly centitokens: number; readonly key: string }
  );

/**
 * Revokes tokens whose payment was refunded: only remaining ones, so that no balance goes below zero. After `'all'`, tokens that running
 * jobs release are revoked too.
 * @returns hundredths of a token that this call revoked
 * @throws ProductError idempotency.body_mismatch when the key revoked another amount
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

const BATCH = 200;

/**
 * Expires the ended lots of inactive wallets; active wallets expire theirs before any operation. Grants no allowances, so that inactive
 * wallets are not touched every day. Safe from several processes at once.
 * @returns number of wallets processed
 */
export async function expireLots(now = new Date()): Promise<number> {
  let wallets = 0;
  const failed = new Set<string>();
  for (;;) {
    const owners = await rowsOf<Owner>(
      database(),
      sql`select distinct owner_kind as kind, owner_id as id from token_lot
        where remaining > 0 and expires_at <= ${now} and not owner_id = any(${[...failed]}::text[]) limit ${BATCH}`,
    );
    for (const owner of owners) {
      try {
        await transact((trx) => loadWallet(trx, owner, { now, withoutGrants: true }));
        wallets += 1;
      } catch (error) {
        // one wallet that cannot be written must not block the others
        failed.add(owner.id);
        logger().error({ err: error, wallet: owner }, 'ledger: expired lots could not be booked');
      }
    }
    if (owners.length < BATCH) return wallets;
  }
}

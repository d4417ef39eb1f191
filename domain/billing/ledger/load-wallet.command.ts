import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { BURN_PRIORITY, type LotSource } from '#contract/billing/lot-sources.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import type { Allowance } from '#domain/billing/quotas/allowances.ts';
import { TOKEN_ACCOUNTS, type Owner } from './owner.ts';
import { postTransaction } from './post-transaction.ts';
import {
  allLots,
  LOTS_READ,
  lockRow,
  readRow,
  readWallet,
  type Lot,
  type Moment,
  type Wallet,
  type WalletRow,
} from './read-wallet.queries.ts';

interface Wanted extends Moment {
  /** Only expire ended lots, for sweeps: they must not grant to inactive wallets. */
  readonly withoutGrants?: boolean;
}

/**
 * Locks a wallet for the rest of the transaction, grants what its plan gives for the day and month, expires ended lots, and returns it.
 * Every operation begins with this one lock, so operations on a wallet are serialised. To lock a user's and an organisation's wallet, take
 * the user's first.
 * @throws ProductError idempotency.body_mismatch when the key was used for another request
 */
export async function loadWallet(trx: Knex.Transaction, owner: Owner, wanted: Wanted = {}): Promise<Wallet> {
  const row = (await lockRow(trx, owner)) ?? (await openAccounts(trx, owner));
  const { due, ended, ...wallet } = await readWallet(trx, owner, row, wanted);
  let { available } = wallet;
  const lots = [...wallet.lots];
  for (const lot of ended) {
    await expireLot(trx, wallet, lot);
    available -= lot.remaining;
  }
  for (const one of wanted.withoutGrants ? [] : due) {
    lots.push(await giveAllowance(trx, wallet, one));
    available += one.centitokens;
  }
  // new lots may have to be spent before lots that were not read
  const isCut = lots.length > LOTS_READ;
  return { ...wallet, available, lots: isCut ? await allLots(trx, owner, wallet.clock, LOTS_READ) : lots };
}

/** Returns a wallet after granting due tokens and expiring ended lots. Takes no lock when there is nothing to grant or expire. */
export async function currentWallet(owner: Owner, now = new Date()): Promise<Wallet> {
  const row = await readRow(database(), owner);
  if (row) {
    const { due, ended, ...wallet } = await readWallet(database(), owner, row, { now });
    if (due.length === 0 && ended.length === 0) return wallet;
  }
  return transact((trx) => loadWallet(trx, owner, { now }));
}

async function openAccounts(trx: Knex.Transaction, owner: Owner): Promise<WalletRow> {
  await trx('ledger_account')
    .insert(TOKEN_ACCOUNTS.map((kind) => ({ owner_kind: owner.kind, owner_id: owner.id, unit: 'TOK', kind })))
    .onConflict()
    .ignore();
  return (await lockRow(trx, owner))!;
}

async function giveAllowance(trx: Knex.Transaction, { owner, clock }: Wallet, due: Allowance): Promise<Lot> {
  const { source, periodKey, centitokens, expiresAt, cause, subscriptionId } = due;
  const lot = {
    id: uuidv7(),
    source,
    priority: BURN_PRIORITY[source],
    amount: centitokens,
    period_key: periodKey,
    effective_at: clock,
    expires_at: expiresAt,
    order_id: null,
    subscription_id: subscriptionId,
  };
  await postTransaction(trx, {
    key: `grant:${owner.kind}:${owner.id}:${source}:${periodKey}`,
    request: { owner, source, periodKey },
    kind: 'grant',
    owner,
    cause,
    entries: [
      { account: 'available', amount: centitokens, lotId: lot.id },
      { account: 'issued', amount: -centitokens, lotId: lot.id },
    ],
    newLots: [lot],
    clockAt: clock,
  });
  return {
    id: lot.id,
    source,
    priority: lot.priority,
    remaining: centitokens,
    effectiveMs: clock.getTime(),
    expiresMs: expiresAt.getTime(),
  };
}

const ENDED: Partial<Record<LotSource, Sentence>> = {
  daily: toSentence('Daily tokens expired'),
  trial: toSentence('Daily trial tokens expired'),
  monthly: toSentence('Monthly tokens expired'),
};

async function expireLot(trx: Knex.Transaction, { owner, clock }: Wallet, lot: Lot): Promise<void> {
  await postTransaction(trx, {
    key: `expire:${lot.id}`,
    request: { lot: lot.id },
    kind: 'expire',
    owner,
    cause: ENDED[lot.source] ?? toSentence('Tokens expired'),
    entries: [
      { account: 'available', amount: -lot.remaining, lotId: lot.id },
      { account: 'expired', amount: lot.remaining, lotId: lot.id },
    ],
    lots: [{ id: lot.id, remaining: -lot.remaining, dead: lot.remaining }],
    clockAt: clock,
  });
}

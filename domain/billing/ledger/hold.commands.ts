import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { QuotaName } from '#contract/billing/catalogue.ts';
import { BURN_PRIORITY } from '#contract/billing/lot-sources.ts';
import { isPaidByPlan } from '#contract/billing/price.ts';
import type { PaidFrom } from '#contract/platform/status.contract.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { leftOfClasses } from './class-limits.queries.ts';
import { keyBudget } from '#domain/identity/api-keys/api-key.queries.ts';
import { countReserved } from '#domain/platform/accepted-price.ts';
import { actingKey } from '#domain/platform/acting-key.ts';
import { quotaLeft, reserveQuotaFrom } from '#domain/billing/quotas/quota.commands.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { inTokens } from '#domain/platform/token-words.ts';
import { allocate, byBurnOrder, type Burnable } from './burn-order.ts';
import { spentByKeys } from '#domain/identity/api-keys/key-budget.queries.ts';
import { loadWallet } from './load-wallet.command.ts';
import { allLots, lockPoolOf, type Wallet } from './read-wallet.queries.ts';
import { assertWhole, type Owner, organisationOwner, personOwner } from './owner.ts';
import { postTransaction, type Cause, assertSameRequest, type Entry, type LotChange, type NewLot } from './post-transaction.ts';

export interface Reservation {
  readonly owner: Owner;
  /** One hold per job. */
  readonly jobId: string;
  readonly centitokens: number;
  /** When to check whether the job still exists; a live job keeps its hold beyond that. */
  readonly expiresAt: Date;
  /** Description: 'Course: Beekeeping'. */
  readonly cause: Cause;
  /** The user who caused it, when the wallet is an organisation's. */
  readonly actorId?: string;
  /** The API key whose budget the hold counts against; `reserveWork` has checked the budget. */
  readonly keyId?: string | undefined;
  readonly now?: Date;
}

/**
 * Reserves tokens for a job, in spending order. Call it in the transaction that creates the job.
 * @throws ProductError tokens.insufficient with `needed` and `available` in tokens; idempotency.body_mismatch when the job already has a
 * different hold
 */
export async function reserveTokens(trx: Knex.Transaction, given: Reservation): Promise<'reserved' | 'replayed'> {
  assertWhole(given.centitokens);
  const wallet = await loadWallet(trx, given.owner, { now: given.now, key: keyOf(given), request: requestOf(given) });
  if (wallet.replayed) return 'replayed';
  return reserveFrom(trx, wallet, given);
}

/** Reserves for a new job from a wallet loaded in this transaction. */
async function reserveFrom(trx: Knex.Transaction, wallet: Wallet, given: Reservation): Promise<'reserved' | 'replayed'> {
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
    newHold: { id: uuidv7(), created_at: wallet.clock, expires_at: expiresAt, key_id: given.keyId ?? null, lots },
  });
  return posted === 'posted' ? 'reserved' : 'replayed';
}

/**
 * Builds the 402 from hundredths of a token. If the user also has an organisation's pool, the error names both wallets: one of them has to
 * cover the whole price.
 */
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

export interface Work {
  readonly accountId: string;
  readonly jobId: string;
  readonly centitokens: number;
  /** Units of the plan that pay for the whole job, while any are left (G07). */
  readonly quota?: { readonly feature: QuotaName; readonly units: number };
  readonly expiresAt: Date;
  /** Description: 'Course: Beekeeping'. */
  readonly cause: Cause;
  readonly now?: Date;
}

interface Reserved {
  /** Who pays: the plan, the user's own tokens, or the organisation's. */
  readonly from: PaidFrom;
  /** Hundredths of a token; 0 when the plan pays. */
  readonly centitokens: number;
}

/**
 * Reserves the price of a user's new job. A unit of their plan pays if one is left; else the organisation's pool, if it covers the whole
 * price within the limits of their classes; else their own tokens. Whoever pays, a program's jobs count against its key's budget of the
 * day; a key of an organisation spends from the pool only. The caller's transaction does not commit when the job costs more than the user
 * accepted (`transact`).
 * @throws ProductError tokens.insufficient, whose `available` is the larger of the two wallets, because one of them has to cover the price;
 * key.budget; key.invalid for a key that has expired meanwhile
 */
export async function reserveWork(trx: Knex.Transaction, work: Work): Promise<Reserved> {
  const reserved = await reserveFromOne(trx, work);
  countReserved(trx, reserved.centitokens);
  return reserved;
}

async function reserveFromOne(trx: Knex.Transaction, work: Work): Promise<Reserved> {
  const { accountId, centitokens, quota } = work;
  const owner = personOwner(accountId);
  const own = await loadWallet(trx, owner, { now: work.now });
  // a statement of its own after the wallet's lock and before the key's: the same order as ending a membership
  const organisationId = await lockPoolOf(trx, accountId);
  const acting = actingKey();
  // the wallet's lock serialises all that a key spends: it acts for one account
  const key = acting?.accountId === accountId ? acting : null;
  if (key) await assertKeyBudget(trx, key.id, { centitokens, clock: own.clock });
  if (key?.organisationId) return reserveFromPool(trx, work, { organisationId: key.organisationId, keyId: key.id });
  const keyId = key?.id;
  if (quota && isPaidByPlan(quota, quotaLeft(own, quota.feature))) {
    const held = await reserveQuotaFrom(trx, own, {
      ...work,
      ...quota,
      owner,
      byKey: key ? { id: key.id, worth: centitokens } : undefined,
    });
    if (held !== 'none') return { from: 'plan', centitokens: 0 };
  }
  let pooled: number | null = null;
  if (organisationId !== null) {
    const pool = await loadWallet(trx, organisationOwner(organisationId), { now: work.now });
    const left = await leftOfClasses(trx, accountId, organisationId);
    pooled = left === null ? pool.available : Math.min(pool.available, left);
    if (pooled >= centitokens) {
      await reserveFrom(trx, pool, { ...work, owner: pool.owner, actorId: accountId, keyId });
      return { from: 'organisation', centitokens };
    }
  }
  if (own.available < centitokens) throw insufficient(centitokens, own.available, pooled);
  await reserveFrom(trx, own, { ...work, owner, keyId });
  return { from: 'own', centitokens };
}

interface OfPool {
  readonly organisationId: string;
  readonly keyId: string;
}

async function reserveFromPool(trx: Knex.Transaction, work: Work, { organisationId, keyId }: OfPool): Promise<Reserved> {
  const pool = await loadWallet(trx, organisationOwner(organisationId), { now: work.now });
  await reserveFrom(trx, pool, { ...work, owner: pool.owner, actorId: work.accountId, keyId });
  return { from: 'organisation', centitokens: work.centitokens };
}

/** @throws ProductError key.budget, key.invalid */
async function assertKeyBudget(
  trx: Knex.Transaction,
  keyId: string,
  { centitokens, clock }: { centitokens: number; clock: Date },
): Promise<void> {
  const budget = await keyBudget(trx, keyId);
  if (budget === null) throw new ProductError('key.invalid', 'This API key has expired.');
  const left = budget - ((await spentByKeys(trx, [keyId], clock)).get(keyId) ?? 0);
  if (centitokens <= left) return;
  const data = { needed: inTokens(centitokens), available: inTokens(Math.max(0, left)) };
  const why = toSentence('This needs {needed} tokens, and this API key may spend {available} more today (UTC).', data);
  throw new ProductError('key.budget', why, { data });
}

/**
 * Charges a job's cost, at most its reservation; the rest returns to its lots.
 * @returns the charge, also on a repeat; `none` when nothing was reserved for the job
 * @throws ProductError idempotency.body_mismatch when the hold was ended differently
 */
export const captureHold = (trx: Knex.Transaction, given: Settlement): Promise<Settled> => settleHold(trx, given);

/**
 * Releases everything reserved for a job.
 * @returns `replayed` when the hold has already been settled; `none` for a job without a hold
 * @throws ProductError idempotency.body_mismatch when part of it was spent
 */
export async function releaseHold(
  trx: Knex.Transaction,
  given: { jobId: string; fault?: Fault; now?: Date },
): Promise<'released' | 'replayed' | 'none'> {
  const { outcome } = await settleHold(trx, { ...given, centitokens: 0 });
  return outcome === 'settled' ? 'released' : outcome;
}

/** Whose fault it is that a job used less than it reserved: decides whether tokens that expired meanwhile stay valid. */
type Fault = 'ours' | 'theirs';

interface Settlement {
  readonly jobId: string;
  /** The job's cost, or a function that computes it from the reserved amount; 0 releases everything. */
  readonly centitokens: number | ((reserved: number) => number);
  readonly fault?: Fault;
  readonly now?: Date;
}

interface Settled {
  /** `none`: nothing was ever reserved for the job. */
  readonly outcome: 'settled' | 'replayed' | 'none';
  /** In hundredths of a token. */
  readonly charged: number;
}

const DAY_MS = 86_400_000;

interface Part extends Burnable {
  readonly amount: number;
  readonly frozen: boolean;
  readonly revoked: boolean;
}

interface Hold {
  readonly id: string;
  readonly owner: Owner;
  readonly amount: number;
  readonly cause: string;
  readonly causeWords: Sentence | null;
  readonly actorId: string | null;
  readonly captured: number;
  readonly seen: string | null;
  readonly clockMs: number | null;
  readonly parts: readonly Part[];
}

/**
 * Ends a hold once: part of it is spent, the rest returns to its lots. If a lot was frozen or revoked meanwhile, so is the rest. If a lot
 * has expired, the rest is lost, unless the job failed by our fault: then it stays valid for another 24 hours.
 * @throws ProductError idempotency.body_mismatch when the hold was ended differently; RangeError for more than was reserved
 */
async function settleHold(trx: Knex.Transaction, given: Settlement): Promise<Settled> {
  const { jobId } = given;
  const hold = await lockHold(trx, jobId);
  if (!hold) return { outcome: 'none', charged: 0 };
  const centitokens = typeof given.centitokens === 'number' ? given.centitokens : given.centitokens(hold.amount);
  assertWhole(centitokens, 0);
  const request = { jobId, centitokens };
  if (hold.seen !== null) {
    assertSameRequest(hold.seen, request);
    return { outcome: 'replayed', charged: hold.captured };
  }
  if (centitokens > hold.amount) throw new RangeError(`job ${jobId}: ${centitokens} is more than the ${hold.amount} that were reserved`);
  const { fault = 'ours', now = new Date() } = given;
  const clock = new Date(Math.max(now.getTime(), hold.clockMs ?? 0));
  const plan = divide(hold, { centitokens, clock, fault, jobId });
  await postTransaction(trx, {
    key: `settle:${jobId}`,
    request,
    kind: centitokens > 0 ? 'capture' : 'release',
    owner: hold.owner,
    cause: hold.causeWords ?? hold.cause,
    actorId: hold.actorId,
    jobId,
    ...plan,
  });
  return { outcome: 'settled', charged: centitokens };
}

async function lockHold(trx: Knex.Transaction, jobId: string): Promise<Hold | null> {
  const locked = await rowsOf(
    trx,
    sql`select h.id from token_hold h
       join ledger_account w on w.owner_kind = h.owner_kind and w.owner_id = h.owner_id and w.unit = 'TOK' and w.kind = 'available'
      where h.job_id = ${jobId} for no key update of w`,
  );
  if (locked.length === 0) return null;
  const [hold] = await rowsOf<Hold>(
    trx,
    sql`select h.id, json_build_object('kind', h.owner_kind, 'id', h.owner_id) as owner, h.amount, h.cause, h.cause_words as "causeWords", h.actor_id as "actorId", h.captured,
            (select request_hash from ledger_transaction where idempotency_key = 'settle:' || h.job_id) as seen,
            (select (extract(epoch from clock_at) * 1000)::bigint from ledger_account
              where owner_kind = h.owner_kind and owner_id = h.owner_id and unit = 'TOK' and kind = 'available') as "clockMs",
            (select json_agg(json_build_object('id', l.id, 'amount', x.amount, 'priority', l.priority, 'remaining', 0,
                      'frozen', l.frozen_at is not null, 'revoked', l.revoked_at is not null,
                      'effectiveMs', (extract(epoch from l.effective_at) * 1000)::bigint, 'expiresMs', (extract(epoch from l.expires_at) * 1000)::bigint))
               from token_hold_lot x join token_lot l on l.id = x.lot_id where x.hold_id = h.id) as parts
       from token_hold h where h.job_id = ${jobId}`,
  );
  return hold ?? null;
}

/** Splits each lot's share into spent and returned tokens. */
function divide(
  hold: Hold,
  { centitokens, clock, fault, jobId }: { centitokens: number; clock: Date; fault: Fault; jobId: string },
): {
  entries: Entry[];
  lots: LotChange[];
  newLots: NewLot[];
  settled: { holdId: string; captured: { lotId: string; amount: number }[] };
} {
  const entries: Entry[] = [];
  const lots: LotChange[] = [];
  const captured: { lotId: string; amount: number }[] = [];
  let missing = centitokens;
  let saved = 0;
  for (const part of hold.parts.toSorted(byBurnOrder)) {
    const lotId = part.id;
    const spent = Math.min(missing, part.amount);
    const rest = part.amount - spent;
    missing -= spent;
    entries.push({ account: 'held', amount: -part.amount, lotId });
    if (spent > 0) {
      entries.push({ account: 'spent', amount: spent, lotId });
      captured.push({ lotId, amount: spent });
    }
    const hasEnded = part.expiresMs !== null && part.expiresMs <= clock.getTime();
    const goes = part.revoked ? 'revoked' : part.frozen ? 'frozen' : hasEnded ? 'expired' : 'available';
    if (rest > 0) entries.push({ account: goes, amount: rest, lotId });
    if (goes === 'expired' && fault === 'ours') saved += rest;
    const restPart = goes === 'available' ? 'remaining' : goes === 'frozen' ? 'frozen' : 'dead';
    lots.push({ id: lotId, held: -part.amount, spent, [restPart]: rest });
  }
  const newLots = saved > 0 ? [returnLot(jobId, saved, clock)] : [];
  for (const { id, amount } of newLots)
    entries.push({ account: 'issued', amount: -amount, lotId: id }, { account: 'available', amount, lotId: id });
  return { entries, lots, newLots, settled: { holdId: hold.id, captured } };
}

const returnLot = (jobId: string, amount: number, clock: Date): NewLot => ({
  id: uuidv7(),
  source: 'return',
  priority: BURN_PRIORITY.return,
  amount,
  period_key: jobId,
  effective_at: clock,
  expires_at: new Date(clock.getTime() + DAY_MS),
  order_id: null,
  subscription_id: null,
});

import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { BURN_PRIORITY, type LotSource } from '#contract/billing/lot-sources.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError, notFound } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { inTokens } from '#domain/platform/token-words.ts';
import { loadWallet } from './load-wallet.command.ts';
import { assertWhole, type Owner, personOwner } from './owner.ts';
import { postTransaction, type Cause } from './post-transaction.ts';

export interface Grant {
  readonly owner: Owner;
  readonly source: LotSource;
  readonly centitokens: number;
  /** Unique among grants of this owner and source: an order's id, an invoice's id, `2026-11` … */
  readonly periodKey: string;
  readonly expiresAt?: Date | null;
  /** An order has at most one lot. */
  readonly orderId?: string;
  /** Description: 'Purchase: 300 tokens and 30 on top'. */
  readonly cause: Cause;
  readonly now?: Date;
}

/**
 * Returns the occasion of the token lot of an organisation's year, by which a refund finds the lot: the order, and for later years of its
 * subscription also their first day.
 */
export const lotOfYear = ({ orderId, startsAt }: { readonly orderId: string; readonly startsAt: Date }, isFirst: boolean): string =>
  isFirst ? orderId : `${orderId}:${startsAt.toISOString()}`;

/**
 * Grants tokens as a lot of their own, once per order or occasion. Daily and monthly tokens of a plan, and the difference after an upgrade,
 * are granted by `ensureGrants` instead.
 * @returns whether this call granted them, or an earlier one
 * @throws ProductError idempotency.body_mismatch when the same order or occasion was granted differently
 */
export async function grantTokens(trx: Knex.Transaction, given: Grant): Promise<'granted' | 'replayed'> {
  const { owner, source, centitokens, periodKey, cause } = given;
  assertWhole(centitokens);
  if (owner.kind === 'user' && (source === 'daily' || source === 'monthly' || source === 'trial'))
    throw new TypeError(`${source} tokens of an account are granted by ensureGrants`);
  const orderId = given.orderId ?? null;
  const expiresAt = given.expiresAt ?? null;
  const key = orderId ? `grant:order:${orderId}` : `grant:${owner.kind}:${owner.id}:${source}:${periodKey}`;
  const request = { owner: [owner.kind, owner.id], source, centitokens, periodKey, expiresAt, orderId };
  const wallet = await loadWallet(trx, owner, { now: given.now, key, request });
  if (wallet.replayed) return 'replayed';
  if (await isTaken(trx, given))
    throw new ProductError('idempotency.body_mismatch', 'These tokens have already been granted for another order.');
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

interface GivenBack {
  /** Job that was charged (`jobIdOf`). */
  readonly jobId: string;
  readonly centitokens: number;
  /** The part of the job to release; each is released only once. */
  readonly part: string;
  readonly cause: Cause;
}

/**
 * Gives part of a finished job's cost back to the wallet that paid for it, once for each part. These tokens do not expire, because their
 * lots are no longer known. Does nothing for a job that cost no tokens.
 * @returns whether this call gave them back
 * @throws ProductError idempotency.body_mismatch when another amount was given back for that part
 */
export async function giveBack(trx: Knex.Transaction, { jobId, centitokens, part, cause }: GivenBack): Promise<boolean> {
  const hold = await trx('token_hold').where({ job_id: jobId, state: 'captured' }).first('owner_kind', 'owner_id');
  if (!hold || centitokens === 0) return false;
  const owner = { kind: hold.owner_kind, id: hold.owner_id } as Owner;
  return (await grantTokens(trx, { owner, source: 'return', centitokens, periodKey: `${jobId}:${part}`, cause })) === 'granted';
}

/** Tells whether the owner already has a lot for the occasion. Call it under the wallet's lock. */
async function isTaken(trx: Knex.Transaction, { owner, source, periodKey }: Grant): Promise<boolean> {
  const lot = await trx('token_lot').where({ owner_kind: owner.kind, owner_id: owner.id, source, period_key: periodKey }).first('id');
  return lot !== undefined;
}

interface ByHand {
  readonly email: string;
  /** Whole tokens; they do not expire. */
  readonly tokens: number;
  /** The grantor, as `<kind>:<id>`, e.g. `script:grant`. */
  readonly actor: string;
  readonly cause: Cause;
  /** Key of a one-time grant; without it, every call grants again. */
  readonly occasion?: string;
}

/**
 * Grants an account tokens without a payment, and writes an audit entry.
 * @returns tokens it can spend now, and whether this call granted any
 * @throws ProductError not_found when no account has that email; idempotency.body_mismatch when the occasion was granted another amount
 */
export async function grantByHand({ email, tokens, actor, cause, occasion }: ByHand): Promise<{ balance: number; granted: boolean }> {
  return transact(async (trx) => {
    const account = await trx('account').where({ email: email.trim().toLowerCase() }).first('id');
    if (!account) throw notFound('account');
    const owner = personOwner(account.id);
    const outcome = await grantTokens(trx, { owner, source: 'admin', centitokens: tokens * 100, periodKey: occasion ?? uuidv7(), cause });
    if (outcome === 'granted')
      await recordAudit({ actor, action: 'tokens.grant', subject: `account:${account.id}`, detail: { tokens, cause } }, trx);
    return { balance: inTokens(await ensureGrants(trx, owner)), granted: outcome === 'granted' };
  });
}

/**
 * Grants what is due now (today's tokens, this month's, and the difference after an upgrade within the month) and expires ended lots. Reads
 * the live subscription, so a transaction that changes that row may call it any number of times. A missed call loses nothing, because every
 * wallet operation begins with the same step.
 * @returns what can be spent, in hundredths of a token
 */
export async function ensureGrants(trx: Knex.Transaction, owner: Owner, now = new Date()): Promise<number> {
  return (await loadWallet(trx, owner, { now })).available;
}

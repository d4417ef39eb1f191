import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { LotSource } from '#contract/billing/lot-sources.ts';
import type { MOVEMENT_KINDS } from '#contract/billing/wallet.contract.ts';
import { written, type Sentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { Owner } from './owner.ts';

/** The description of a movement: a fixed text, or a sentence with values. */
export type Cause = string | Sentence;

/** Changes to a lot's parts; omitted parts do not change. */
export interface LotChange {
  readonly id: string;
  readonly remaining?: number;
  readonly held?: number;
  readonly spent?: number;
  readonly dead?: number;
  readonly frozen?: number;
  /** Whether tokens that return to the lot from now on are frozen, no longer frozen, or revoked. */
  readonly mark?: 'freeze' | 'thaw' | 'revoke';
}

/** A new lot; its whole amount remains. */
export interface NewLot {
  readonly id: string;
  readonly source: LotSource;
  readonly priority: number;
  readonly amount: number;
  readonly period_key: string;
  readonly effective_at: Date;
  readonly expires_at: Date | null;
  readonly order_id: string | null;
  readonly subscription_id: string | null;
}

export interface NewHold {
  readonly id: string;
  /** The wallet's clock: lots expired by then are not used. */
  readonly created_at: Date;
  readonly expires_at: Date;
  /** The API key whose budget the hold counts against. */
  readonly key_id: string | null;
  readonly lots: readonly { readonly id: string; readonly amount: number }[];
}

export interface Entry {
  readonly account: string;
  readonly amount: number;
  readonly lotId?: string;
  /** Only when it differs from the posting's owner. */
  readonly owner?: { readonly kind: string; readonly id: string };
}

/** One ledger transaction and all its consequences. */
export interface Posting {
  /** Idempotency key: a posting with the same key happens once. */
  readonly key: string;
  /** The request behind the key: the same key with another request is a conflict. */
  readonly request: unknown;
  readonly unit?: 'TOK' | 'USD';
  readonly kind: (typeof MOVEMENT_KINDS)[number] | 'sale' | 'sale_refund' | 'payout' | 'payout_return';
  readonly owner: Owner;
  /** Description for the user. */
  readonly cause: Cause;
  readonly actorId?: string | null;
  readonly jobId?: string | null;
  readonly orderId?: string | null;
  readonly entries: readonly Entry[];
  readonly lots?: readonly LotChange[];
  readonly newLots?: readonly NewLot[];
  readonly newHold?: NewHold;
  readonly settled?: { readonly holdId: string; readonly captured: readonly { readonly lotId: string; readonly amount: number }[] };
  /** When it happened, for a later posting; must be after all earlier entries of the wallet. Default: now. */
  readonly at?: Date | undefined;
  /** No allowance for an earlier time may be granted after this one. */
  readonly clockAt?: Date;
}

export const hashOfRequest = (request: unknown): string => createHash('sha256').update(JSON.stringify(request)).digest('hex');

/** Compares two requests with the same key. @throws ProductError idempotency.body_mismatch when they differ */
export function assertSameRequest(seenHash: string, request: unknown): void {
  if (seenHash === hashOfRequest(request)) return;
  throw new ProductError('idempotency.body_mismatch', 'This token transaction was already made with different amounts.');
}

/**
 * Posts one transaction with its entries, lots and hold, in one statement; nothing else writes to the ledger. The caller holds the wallet's
 * lock. A trigger updates the balances, and entries that do not add up to zero are rejected at commit.
 * @returns whether it was posted now, or earlier with the same request
 * @throws ProductError idempotency.body_mismatch
 */
export async function postTransaction(trx: Knex.Transaction, posting: Posting): Promise<'posted' | 'replayed'> {
  const { owner, unit = 'TOK', newHold: hold, settled } = posting;
  const primary = unit === 'TOK' ? 'available' : 'payable';
  const own = posting.entries.filter((entry) => entry.account === primary && !entry.owner);
  const change = own.reduce((sum, { amount }) => sum + amount, 0);
  const { text, words } = written(posting.cause);
  const cause = { text, words: words && JSON.stringify(words), actorId: posting.actorId ?? null, jobId: posting.jobId ?? null };
  const entries = posting.entries.map(({ account, amount, lotId, owner: other = owner }, seq) => ({
    seq,
    account,
    amount,
    lot_id: lotId ?? null,
    owner_kind: other.kind,
    owner_id: other.id,
  }));
  const posted = await rowsOf(
    trx,
    sql`with tx as (
          insert into ledger_transaction
            (id, idempotency_key, request_hash, unit, kind, owner_kind, owner_id, actor_id, cause, cause_words, job_id, order_id, change,
             balance_after, at)
          select ${uuidv7()}, ${posting.key}::text, ${hashOfRequest(posting.request)}, ${unit}, ${posting.kind}, ${owner.kind}, ${owner.id},
                 ${cause.actorId}, ${cause.text}, ${cause.words}::jsonb, ${cause.jobId}, ${posting.orderId ?? null}, ${change}::bigint,
                 balance + ${change}::bigint, coalesce(${posting.at ?? null}::timestamptz, clock_timestamp())
            from ledger_account where owner_kind = ${owner.kind} and owner_id = ${owner.id} and unit = ${unit} and kind = ${primary}
          on conflict (idempotency_key) do nothing returning id
        ), entries as (
          insert into ledger_entry (transaction_id, seq, account_id, lot_id, amount)
          select tx.id, e.seq, a.id, e.lot_id, e.amount
            from tx, jsonb_to_recordset(${JSON.stringify(entries)}) as e(seq int, account text, amount bigint, lot_id uuid, owner_kind text, owner_id text)
            join ledger_account a on a.owner_kind = e.owner_kind and a.owner_id = e.owner_id and a.unit = ${unit} and a.kind = e.account
        )${posting.newLots?.length ? addLots(owner, posting.newLots) : empty}
        ${posting.lots?.length ? changeLots(posting.lots) : empty}
        ${hold ? addHold(owner, hold, cause) : empty}
        ${settled ? settleHold(settled) : empty}
        ${posting.clockAt ? setClock(owner, posting.clockAt) : empty}
        select id from tx`,
  );
  if (posted.length > 0) return 'posted';
  const seen = await trx('ledger_transaction').where({ idempotency_key: posting.key }).first('request_hash');
  assertSameRequest(seen!.request_hash, posting.request);
  return 'replayed';
}

const addLots = ({ kind, id }: Owner, lots: readonly NewLot[]): Sql => sql`, new_lots as (
  insert into token_lot (id, owner_kind, owner_id, source, priority, amount, remaining, effective_at, expires_at, period_key, order_id, subscription_id)
  select l.id, ${kind}, ${id}, l.source, l.priority, l.amount, l.amount, l.effective_at, l.expires_at, l.period_key, l.order_id, l.subscription_id
    from tx, jsonb_to_recordset(${JSON.stringify(lots)}) as l(id uuid, source text, priority int, amount bigint, effective_at timestamptz,
      expires_at timestamptz, period_key text, order_id text, subscription_id text))`;

const changeLots = (lots: readonly LotChange[]): Sql => sql`, lots as (
  update token_lot t
     set remaining = t.remaining + coalesce(d.remaining, 0), held = t.held + coalesce(d.held, 0), spent = t.spent + coalesce(d.spent, 0),
         dead = t.dead + coalesce(d.dead, 0), frozen = t.frozen + coalesce(d.frozen, 0),
         frozen_at = case d.mark when 'freeze' then now() when 'thaw' then null when 'revoke' then null else t.frozen_at end,
         revoked_at = case d.mark when 'revoke' then now() else t.revoked_at end
    from tx, jsonb_to_recordset(${JSON.stringify(lots)}) as d(id uuid, remaining bigint, held bigint, spent bigint, dead bigint, frozen bigint, mark text)
   where t.id = d.id)`;

interface StoredCause {
  readonly text: string | null;
  readonly words: string | null;
  readonly actorId: string | null;
  readonly jobId: string | null;
}

function addHold({ kind, id }: Owner, { lots, ...hold }: NewHold, { text, words, actorId, jobId }: StoredCause): Sql {
  const amount = lots.reduce((sum, lot) => sum + lot.amount, 0);
  return sql`, new_hold as (
  insert into token_hold (id, owner_kind, owner_id, job_id, amount, cause, cause_words, actor_id, created_at, expires_at, key_id)
  select ${hold.id}, ${kind}, ${id}, ${jobId}, ${amount}, ${text}, ${words}::jsonb, ${actorId}, ${hold.created_at}, ${hold.expires_at}, ${hold.key_id}::uuid from tx
), hold_lots as (
  insert into token_hold_lot (hold_id, lot_id, amount)
  select ${hold.id}, l.id, l.amount from tx, jsonb_to_recordset(${JSON.stringify(lots)}) as l(id uuid, amount bigint))`;
}

function settleHold({ holdId, captured }: NonNullable<Posting['settled']>): Sql {
  const amount = captured.reduce((sum, lot) => sum + lot.amount, 0);
  return sql`, settled as (
  update token_hold h set state = ${amount > 0 ? 'captured' : 'released'}, captured = ${amount}, resolved_at = clock_timestamp()
    from tx where h.id = ${holdId}
), captured as (
  update token_hold_lot l set captured = c.amount
    from tx, jsonb_to_recordset(${JSON.stringify(captured)}) as c("lotId" uuid, amount bigint)
   where l.hold_id = ${holdId} and l.lot_id = c."lotId")`;
}

const setClock = ({ kind, id }: Owner, at: Date): Sql => sql`, clock as (
  update ledger_account set clock_at = greatest(clock_at, ${at}::timestamptz) from tx
   where owner_kind = ${kind} and owner_id = ${id} and unit = 'TOK' and kind = 'available')`;

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

/** Changes to a lot's parts; omitted ones do not change. */
export interface LotChange {
  readonly id: string;
  readonly remaining?: number;
  readonly held?: number;
  readonly spent?: number;
  readonly dead?: number;
  readonly frozen?: number;
  /** Tokens that return to the lot from now on are frozen (or no longer are), or revoked. */
  readonly mark?: 'freeze' | 'thaw' | 'revoke';
}

/** A new lot; all of it remains. */
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
  /** The wallet's clock: lots that had expired by then are not included. */
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly lots: readonly { readonly id: string; readonly amount: number }[];
}

export interface Entry {
  readonly account: string;
  readonly amount: number;
  readonly lotId?: string;
  /** When different from the posting's owner. */
  readonly owner?: { readonly kind: string; readonly id: string };
}

/** One ledger transaction and all its consequences. */
export interface Posting {
  /** Makes it happen once, however often it is reported. */
  readonly key: string;
  /** The request: the same key with another request is a conflict. */
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
  /** When it happened, if it is posted later; after all earlier entries of the wallet. Default: now. */
  readonly at?: Date | undefined;
  /** No allowance of an earlier time may be granted after this one. */
  readonly clockAt?: Date;
}

export const hashOfRequest = (request: unknown): string => createHash('sha256').update(JSON.stringify(request)).digest('hex');

/** Compares requests of the same key. @throws ProductError idempotency.body_mismatch when they differ */
export function assertSameRequest(seenHash: string, request: unknown): void {
  if (seenHash === hashOfRequest(request)) return;
  throw new ProductError('idempotency.body_mismatch', 'This movement of tokens was already made with other figures.');
}

/**
 * Posts one transaction with its entries, lots and hold, in one statement: the only place that writes to the ledger. The caller holds the
 * wallet's lock. A trigger updates the balances; entries that do not add up to zero are rejected at commit.
 * @returns whether it was posted now, or earlier with the same request
 * @throws ProductError idempotency.body_mismatch
 */
export async function postTransaction(trx: Knex.Transaction, posting: Posting): Promise<'posted' | 'replayed'> {
  const { owner, unit = 'TOK' } = posting;
  const primary = unit === 'TOK' ? 'available' : 'payable';
  const own = posting.entries.filter((entry) => entry.account === primary && !entry.owner);
  const cause = written(posting.cause);
  const parts: string[] = [];
  const values: Record<string, unknown> = {
    id: uuidv7(),
    key: posting.key,
    hash: hashOfRequest(posting.request),
    unit,
    kind: posting.kind,
    ownerKind: owner.kind,
    ownerId: owner.id,
    actor: posting.actorId ?? null,
    cause: cause.text,
    causeWords: cause.words && JSON.stringify(cause.words),
    job: posting.jobId ?? null,
    order: posting.orderId ?? null,
    change: own.reduce((sum, { amount }) => sum + amount, 0),
    at: posting.at ?? null,
    primary,
    entries: JSON.stringify(
      posting.entries.map(({ account, amount, lotId, owner: other = owner }, seq) => ({
        seq,
        account,
        amount,
        lot_id: lotId ?? null,
        owner_kind: other.kind,
        owner_id: other.id,
      })),
    ),
  };
  const add = (name: string, value: unknown, sql: string) => {
    parts.push(`${name} as (${sql})`);
    values[name] = JSON.stringify(value);
  };
  if (posting.newLots?.length) add('new_lots', posting.newLots, NEW_LOTS);
  if (posting.lots?.length) add('lots', posting.lots, LOTS);
  if (posting.newHold) {
    const { lots, ...hold } = posting.newHold;
    add('new_hold', { ...hold, amount: lots.reduce((sum, { amount }) => sum + amount, 0) }, NEW_HOLD);
    add('hold_lots', lots, HOLD_LOTS);
  }
  if (posting.settled) {
    add(
      'settled',
      { id: posting.settled.holdId, captured: posting.settled.captured.reduce((sum, { amount }) => sum + amount, 0) },
      SETTLED,
    );
    add('captured', posting.settled.captured, CAPTURED);
  }
  if (posting.clockAt) {
    parts.push(`clock as (${CLOCK})`);
    values['clock'] = posting.clockAt;
  }
  const { rows } = await trx.raw(
    `with tx as (${TRANSACTION}), entries as (${ENTRIES})${parts.map((part) => `, ${part}`).join('')} select id from tx`,
    values as never,
  );
  if (rows.length > 0) return 'posted';
  const seen = await trx('ledger_transaction').where({ idempotency_key: posting.key }).first('request_hash');
  assertSameRequest(seen!.request_hash, posting.request);
  return 'replayed';
}

const TRANSACTION = `
  insert into ledger_transaction
    (id, idempotency_key, request_hash, unit, kind, owner_kind, owner_id, actor_id, cause, cause_words, job_id, order_id, change, balance_after, at)
  select :id, :key, :hash, :unit, :kind, :ownerKind, :ownerId, :actor, :cause, cast(:causeWords as jsonb), :job, :order, cast(:change as bigint), balance + cast(:change as bigint),
         coalesce(cast(:at as timestamptz), clock_timestamp())
    from ledger_account where owner_kind = :ownerKind and owner_id = :ownerId and unit = :unit and kind = :primary
  on conflict (idempotency_key) do nothing returning id`;

const ENTRIES = `
  insert into ledger_entry (transaction_id, seq, account_id, lot_id, amount)
  select tx.id, e.seq, a.id, e.lot_id, e.amount
    from tx, jsonb_to_recordset(:entries) as e(seq int, account text, amount bigint, lot_id uuid, owner_kind text, owner_id text)
    join ledger_account a on a.owner_kind = e.owner_kind and a.owner_id = e.owner_id and a.unit = :unit and a.kind = e.account`;

const NEW_LOTS = `
  insert into token_lot (id, owner_kind, owner_id, source, priority, amount, remaining, effective_at, expires_at, period_key, order_id, subscription_id)
  select l.id, :ownerKind, :ownerId, l.source, l.priority, l.amount, l.amount, l.effective_at, l.expires_at, l.period_key, l.order_id, l.subscription_id
    from tx, jsonb_to_recordset(:new_lots) as l(id uuid, source text, priority int, amount bigint, effective_at timestamptz,
      expires_at timestamptz, period_key text, order_id text, subscription_id text)`;

const LOTS = `
  update token_lot t
     set remaining = t.remaining + coalesce(d.remaining, 0), held = t.held + coalesce(d.held, 0), spent = t.spent + coalesce(d.spent, 0),
         dead = t.dead + coalesce(d.dead, 0), frozen = t.frozen + coalesce(d.frozen, 0),
         frozen_at = case d.mark when 'freeze' then now() when 'thaw' then null when 'revoke' then null else t.frozen_at end,
         revoked_at = case d.mark when 'revoke' then now() else t.revoked_at end
    from tx, jsonb_to_recordset(:lots) as d(id uuid, remaining bigint, held bigint, spent bigint, dead bigint, frozen bigint, mark text)
   where t.id = d.id`;

const NEW_HOLD = `
  insert into token_hold (id, owner_kind, owner_id, job_id, amount, cause, cause_words, actor_id, created_at, expires_at)
  select h.id, :ownerKind, :ownerId, :job, h.amount, :cause, cast(:causeWords as jsonb), :actor, h.created_at, h.expires_at
    from tx, jsonb_to_record(:new_hold) as h(id uuid, amount bigint, created_at timestamptz, expires_at timestamptz)`;

const HOLD_LOTS = `
  insert into token_hold_lot (hold_id, lot_id, amount)
  select (cast(:new_hold as jsonb)->>'id')::uuid, l.id, l.amount from tx, jsonb_to_recordset(:hold_lots) as l(id uuid, amount bigint)`;

const SETTLED = `
  update token_hold h set state = case when s.captured > 0 then 'captured' else 'released' end, captured = s.captured, resolved_at = clock_timestamp()
    from tx, jsonb_to_record(:settled) as s(id uuid, captured bigint) where h.id = s.id`;

const CAPTURED = `
  update token_hold_lot l set captured = c.amount
    from tx, jsonb_to_recordset(:captured) as c("lotId" uuid, amount bigint)
   where l.hold_id = (cast(:settled as jsonb)->>'id')::uuid and l.lot_id = c."lotId"`;

const CLOCK = `
  update ledger_account set clock_at = greatest(clock_at, cast(:clock as timestamptz)) from tx
   where owner_kind = :ownerKind and owner_id = :ownerId and unit = 'TOK' and kind = 'available'`;

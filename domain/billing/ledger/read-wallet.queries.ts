import type { Knex } from 'knex';
import { empty, join, raw, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { QUOTAS, type QuotaName } from '#contract/platform/named-parts.ts';
import type { LotSource } from '#contract/billing/lot-sources.ts';
import { PLAN_COLUMNS, PLAN_IN_FORCE, planOfRow, type LivePlan } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { allowancesOf, quotaPeriodOf, type Allowance, type QuotaPeriod } from '#domain/billing/quotas/allowances.ts';
import type { Burnable } from './burn-order.ts';
import type { Owner } from './owner.ts';
import { assertSameRequest } from './post-transaction.ts';

export interface Lot extends Burnable {
  readonly source: LotSource;
}

export interface Counter {
  readonly feature: QuotaName;
  readonly allowed: number;
  readonly used: number;
  readonly held: number;
}

/** A wallet's current state. If the wallet was locked, the state holds until the end of the transaction. */
export interface Wallet {
  readonly owner: Owner;
  /** The current time, but never before a time for which allowances were already granted: a clock that goes back grants nothing twice. */
  readonly clock: Date;
  /** A user's plan; null on the free plan. */
  readonly plan: LivePlan | null;
  /** The organisation a user belongs to. */
  readonly organisationId: string | null;
  /** The available balance, in hundredths of a token. */
  readonly available: number;
  /** Lots in spending order; of very many, only the first (`LOTS_READ`). */
  readonly lots: readonly Lot[];
  readonly quotaPeriod: QuotaPeriod | null;
  /** Counters of this period; unused features have none. */
  readonly counters: readonly Counter[];
  /** Whether a request with the given key was already carried out. */
  readonly replayed: boolean;
}

/** The time for which a wallet is read, and the operation that follows. */
export interface Moment {
  readonly now?: Date | undefined;
  /** Key of the operation that follows. */
  readonly key?: string;
  readonly request?: unknown;
}

/** A wallet as stored: due grants and expiries are not posted yet. */
export interface FoundWallet extends Wallet {
  readonly due: readonly Allowance[];
  readonly ended: readonly Lot[];
}

/** Hardly any wallet has more lots. For a wallet that does, a second statement reads the rest when these do not suffice. */
export const LOTS_READ = 50;

/** Selects lots in spending order, which the index `token_lot_burn_order` has. */
const lotsOf = ({ kind, id }: Owner): Sql => sql`
  select id, source, priority, remaining, (extract(epoch from effective_at) * 1000)::bigint as "effectiveMs",
         (extract(epoch from expires_at) * 1000)::bigint as "expiresMs"
    from token_lot where owner_kind = ${kind} and owner_id = ${id} and remaining > 0`;
const BURN_ORDER = sql`order by owner_kind, owner_id, priority, expires_at, effective_at, id`;
const isSpendable = (clock: Date): Sql => sql`(expires_at is null or expires_at > ${clock})`;

/** Returns all spendable lots of a wallet, in spending order. */
export const allLots = (knex: Knex, owner: Owner, clock: Date, limit = 1_000_000): Promise<Lot[]> =>
  rowsOf<Lot>(knex, sql`${lotsOf(owner)} and ${isSpendable(clock)} ${BURN_ORDER} limit ${limit}`);

/** The wallet's fields about its owner that the locking statement reads. */
export interface WalletRow {
  readonly balance: number;
  readonly clock_at: Date | null;
  readonly plan: LivePlan | null;
  readonly organisationId: string | null;
}

/** Locks a wallet; null when it was never used. */
export const lockRow = (trx: Knex.Transaction, owner: Owner) => readRow(trx, owner, sql`for no key update of w`);

/**
 * SQL condition: the payment of a plan's current period, give or take some hours, was fully refunded. The plan continues and grants again
 * with the next period.
 */
const IS_REFUNDED = sql`p.reason <> 'subscription_update' and p.amount_cents > 0 and p.refunded_cents = p.amount_cents
  and p.period_start < subscription.period_end - interval '1 day' and p.period_end > subscription.period_start + interval '1 day'`;

/** SQL condition: the owner has requested a refund that ends the plan. Used tokens are already calculated, so no more may be spent. */
const IS_REFUND_REQUESTED = sql`exists (select from refund r where r.payment_id = p.id and r.requested_by = 'self' and r.status in ('requested', 'pending'))`;

const PLAN = join(
  PLAN_COLUMNS.map((column) => raw(column)),
  ', ',
);

type PlanRow = Parameters<typeof planOfRow>[0];
type StoredWallet = Omit<WalletRow, 'plan' | 'organisationId'> & { readonly organisation_id: string | null } & (
    | PlanRow
    | { readonly id: null }
  );

const hasPlan = (row: StoredWallet): row is StoredWallet & PlanRow => row.id !== null;

/**
 * Returns the organisation whose pool an account may spend from now, and keeps the account a member for the rest of the transaction: a
 * member removed earlier spends nothing from the pool, one removed later has spent as a member.
 */
export async function lockPoolOf(trx: Knex.Transaction, accountId: string): Promise<string | null> {
  const [row] = await rowsOf<{ organisation_id: string }>(
    trx,
    sql`select m.organisation_id from organisation_member m join organisation o on o.id = m.organisation_id
         where m.account_id = ${accountId} and (o.ends_at is null or o.ends_at > now()) for key share of m`,
  );
  return row?.organisation_id ?? null;
}

/** Reads the row without a lock, or with another one. */
export async function readRow(knex: Knex, owner: Owner, lock: Sql = empty): Promise<WalletRow | null> {
  const personId = owner.kind === 'user' ? owner.id : null;
  const [row] = await rowsOf<StoredWallet>(
    knex,
    sql`select w.balance, w.clock_at, m.organisation_id, s.*
       from ledger_account w
       left join lateral (select ${PLAN},
                               exists (select from billing_payment p
                                        where p.stripe_subscription_id = subscription.stripe_subscription_id
                                          and (p.disputed or (${IS_REFUNDED}) or ${IS_REFUND_REQUESTED})) as withheld
                            from subscription where account_id = ${personId} and ${PLAN_IN_FORCE}) s on true
       left join lateral (select organisation_id from organisation_member join organisation o on o.id = organisation_id
                           where account_id = ${personId} and (o.ends_at is null or o.ends_at > now())) m on true
      where w.owner_kind = ${owner.kind} and w.owner_id = ${owner.id} and w.unit = 'TOK' and w.kind = 'available' ${lock}`,
  );
  if (!row) return null;
  const plan = hasPlan(row) ? planOfRow(row) : null;
  return { balance: row.balance, clock_at: row.clock_at, plan, organisationId: row.organisation_id };
}

interface State {
  readonly lots: Lot[];
  readonly ended: Lot[];
  /** Allowances already granted, by source and period. */
  readonly given: Record<string, number>;
  readonly counters: Counter[];
  readonly seen: string | null;
}

/** Reads the wallet in a statement of its own after the lock, so that it sees what the last operation on the wallet committed. */
export async function readWallet(
  knex: Knex,
  owner: Owner,
  row: WalletRow,
  { now = new Date(), key, request }: Moment,
): Promise<FoundWallet> {
  const clock = row.clock_at && row.clock_at > now ? row.clock_at : now;
  const allowances = owner.kind === 'user' ? allowancesOf(row.plan, clock) : [];
  const quotaPeriod = owner.kind === 'user' ? quotaPeriodOf(row.plan, clock) : null;
  const sources = allowances.flatMap(({ counted }) => counted.map((name) => name.split(' ')[0]!));
  const periods = allowances.flatMap(({ counted }) => counted.map((name) => name.split(' ')[1]!));
  const [state] = await rowsOf<State>(
    knex,
    sql`select (select coalesce(json_agg(l), '[]')
               from (${lotsOf(owner)} and ${isSpendable(clock)} ${BURN_ORDER} limit ${LOTS_READ}) l) as lots,
            (select coalesce(json_agg(l), '[]') from (${lotsOf(owner)} and expires_at <= ${clock}) l) as ended,
            (select coalesce(json_object_agg(source || ' ' || period_key, amount), '{}') from token_lot
              where owner_kind = ${owner.kind} and owner_id = ${owner.id}
                and source = any(${[...new Set(sources)]}::text[]) and period_key = any(${[...new Set(periods)]}::text[])) as given,
            (select coalesce(json_agg(q), '[]') from (
               select feature, allowed, used, held from quota_counter
                where owner_kind = ${owner.kind} and owner_id = ${owner.id}
                  and feature = any(${QUOTA_FEATURES}::text[]) and period_key = ${quotaPeriod?.key ?? null}) q) as counters,
            (select request_hash from ledger_transaction where idempotency_key = ${key ?? null}) as seen`,
  );
  const { lots, ended, given, counters, seen } = state!;
  if (seen !== null) assertSameRequest(seen, request);
  const due = allowances.flatMap((allowance) => {
    const missing = allowance.centitokens - allowance.counted.reduce((sum, name) => sum + (given[name] ?? 0), 0);
    // this occasion already has a lot, so only the difference of an upgrade is missing
    const periodKey = given[`${allowance.source} ${allowance.periodKey}`]
      ? `${allowance.periodKey}:${row.plan?.packageId}`
      : allowance.periodKey;
    return missing > 0 && !given[`${allowance.source} ${periodKey}`] ? [{ ...allowance, periodKey, centitokens: missing }] : [];
  });
  return {
    owner,
    clock,
    plan: row.plan,
    organisationId: row.organisationId,
    available: row.balance,
    lots,
    quotaPeriod,
    counters,
    replayed: seen !== null,
    due,
    ended,
  };
}

const QUOTA_FEATURES = Object.keys(QUOTAS) as QuotaName[];

import type { Movement } from '#contract/billing/wallet.contract.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import { workIdOf } from '#domain/platform/job-id.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { rowsOf, sql, empty, join, type Sql } from '#domain/platform/sql.ts';
import type { QuotaName } from '#contract/billing/catalogue.ts';
import { database } from '#domain/platform/database.ts';
import { inTokens } from '#domain/platform/token-words.ts';
import { entitlementOf } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { leftOfClasses } from '#domain/billing/ledger/class-limits.queries.ts';
import { currentWallet } from '#domain/billing/ledger/load-wallet.command.ts';
import { personOwner } from '#domain/billing/ledger/owner.ts';
import type { Wallet } from '#domain/billing/ledger/read-wallet.queries.ts';

/** A user's tokens on the wire (PAY-17), in tokens with at most two decimals. */
export interface WalletBalance {
  readonly balance: number;
  readonly daily_available: number;
  readonly monthly_available: number;
  readonly purchased_available: number;
  readonly held: number;
  readonly organisation_available: number | null;
  readonly organisation_name: string | null;
  readonly quotas: { name: string; allowed: number; used: number; held: number; resets_at: string | null }[];
}

interface Stored {
  readonly sources: Record<string, number> | null;
  readonly held: number | null;
  readonly pooled: number;
  readonly organisation: string | null;
}

/**
 * Returns a user's balance. Grants what is due first, so that new work finds the same figures; with nothing due, it only reads.
 * `purchased_available` is everything except daily and monthly tokens; `organisation_available` is the part of the pool that the limits of
 * their classes leave.
 */
export async function walletBalance(accountId: string, now = new Date()): Promise<WalletBalance> {
  const wallet = await currentWallet(personOwner(accountId), now);
  const { organisationId } = wallet;
  const [left, [stored]] = await Promise.all([
    organisationId === null ? null : leftOfClasses(database(), accountId, organisationId),
    readStored(accountId, organisationId, now),
  ]);
  const pooled = Number(stored!.pooled);
  const sources = stored!.sources ?? {};
  const { daily = 0, trial = 0, monthly = 0 } = sources;
  const balance = Object.values(sources).reduce((sum, part) => sum + part, 0);
  return {
    balance: inTokens(balance),
    daily_available: inTokens(daily + trial),
    monthly_available: inTokens(monthly),
    purchased_available: inTokens(balance - daily - trial - monthly),
    held: inTokens(stored!.held ?? 0),
    organisation_available: organisationId === null ? null : inTokens(left === null ? pooled : Math.min(pooled, left)),
    organisation_name: stored!.organisation,
    quotas: quotasOf(wallet),
  };
}

const readStored = (accountId: string, organisationId: string | null, now: Date): Promise<Stored[]> =>
  rowsOf<Stored>(
    database(),
    sql`select (select json_object_agg(source, total) from (select source, sum(remaining) as total from token_lot
               where owner_kind = 'user' and owner_id = ${accountId} and remaining > 0 group by source) s) as sources,
            (select balance from ledger_account where owner_kind = 'user' and owner_id = ${accountId} and unit = 'TOK' and kind = 'held') as held,
            (select coalesce(sum(remaining), 0) from token_lot where owner_kind = 'organisation' and owner_id = ${organisationId} and remaining > 0
                and effective_at <= ${now} and (expires_at is null or expires_at > ${now})) as pooled,
            (select name from organisation where id = ${organisationId}) as organisation`,
  );

/** Returns the plan's quotas of this period, without the features it lacks. */
function quotasOf({ plan, quotaPeriod, counters }: Wallet): WalletBalance['quotas'] {
  if (!quotaPeriod) return [];
  const offered = Object.entries(entitlementOf(plan).quotas) as [QuotaName, number][];
  return offered.flatMap(([name, entitled]) => {
    const counter = counters.find(({ feature }) => feature === name);
    const allowed = Math.max(entitled, counter?.allowed ?? 0);
    if (allowed === 0) return [];
    return [{ name, allowed, used: counter?.used ?? 0, held: counter?.held ?? 0, resets_at: quotaPeriod.resetsAt?.toISOString() ?? null }];
  });
}

interface MovementsRequest {
  readonly accountId: string;
  readonly kind?: Movement['kind'] | undefined;
  /** UTC dates, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly kind: Movement['kind'];
  readonly cause: string;
  readonly cause_words: Sentence | null;
  readonly change: number;
  readonly balance_after: number;
  readonly owner_kind: 'user' | 'organisation';
  readonly job_id: string | null;
  readonly order_id: string | null;
  readonly sort_at: string;
}

/**
 * Lists movements, newest first: of the user's own wallet, and of their organisation's those that they caused or that have no actor (those
 * of other members are private). Each wallet is read by its index, however long it is. Grants what is due first, so that the list adds up
 * to the balance.
 * @throws ProductError validation.failed for an invalid cursor
 */
export async function listMovements(given: MovementsRequest): Promise<{ movements: Movement[]; next_cursor: string | null }> {
  const cursor = given.cursor ? decodeCursor(given.cursor, 'cursor') : null;
  if (!cursor) await currentWallet(personOwner(given.accountId));
  const filters = [
    given.kind ? sql`and kind = ${given.kind}` : empty,
    given.from ? sql`and at >= ${given.from}::timestamp at time zone 'UTC'` : empty,
    given.to ? sql`and at < (${given.to}::timestamp + interval '1 day') at time zone 'UTC'` : empty,
    cursor ? sql`and (at, id) < (${cursor.at}::timestamp at time zone 'UTC', ${cursor.id}::uuid)` : empty,
  ];
  const wallet = (owner: Sql): Sql =>
    sql`(select * from ledger_transaction where unit = 'TOK' and ${owner} ${join(filters, ' ')}
          order by at desc, id desc limit ${given.limit + 1})`;
  const pool = sql`owner_kind = 'organisation'
    and owner_id = (select organisation_id::text from organisation_member where account_id = ${given.accountId})`;
  const rows = await rowsOf<Row>(
    database(),
    sql`select id, at, kind, cause, cause_words, change, balance_after, owner_kind, job_id, order_id, (at at time zone 'UTC')::text as sort_at
       from (${wallet(sql`owner_kind = 'user' and owner_id = ${given.accountId}`)}
             union all ${wallet(sql`${pool} and coalesce(actor_id, '') = ${given.accountId}`)}
             union all ${wallet(sql`${pool} and coalesce(actor_id, '') = ''`)}) m
      order by at desc, id desc limit ${given.limit + 1}`,
  );
  const page = rows.slice(0, given.limit);
  const last = page.at(-1);
  return {
    movements: page.map(toMovement),
    next_cursor: rows.length > given.limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
  };
}

const toMovement = (row: Row): Movement => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  cause: row.cause,
  ...(row.cause_words && { cause_words: row.cause_words }),
  tokens: inTokens(row.change),
  balance_after: inTokens(row.balance_after),
  wallet: row.owner_kind === 'user' ? 'own' : 'organisation',
  task_id: row.job_id && workIdOf(row.job_id),
  order_id: row.order_id,
});

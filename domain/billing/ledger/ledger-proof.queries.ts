import { expression, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';

/** Invariants of the ledger: a name, and a statement that finds violating rows. */
const INVARIANTS = {
  'I1 every transaction adds up to zero in each unit': sql`
    select e.transaction_id as what from ledger_entry e join ledger_account a on a.id = e.account_id
     group by e.transaction_id, a.unit having sum(e.amount) <> 0`,
  'I2 every balance is the sum of its entries': sql`
    select a.id as what from ledger_account a left join (select account_id, sum(amount) as total from ledger_entry group by 1) e on e.account_id = a.id
     where a.balance <> coalesce(e.total, 0)`,
  'I3 all balances of a unit add up to zero': sql`select unit as what from ledger_account group by unit having sum(balance) <> 0`,
  'I4 what is available is what remains of the lots': sql`
    select a.owner_id as what from ledger_account a
      left join (select owner_kind, owner_id, sum(remaining) as total from token_lot group by 1, 2) l using (owner_kind, owner_id)
     where a.unit = 'TOK' and a.kind = 'available' and a.balance <> coalesce(l.total, 0)`,
  'I5 what is held is what open holds have taken from the lots': sql`
    select a.owner_id as what from ledger_account a
      left join (select owner_kind, owner_id, sum(held) as total from token_lot group by 1, 2) l using (owner_kind, owner_id)
      left join (select owner_kind, owner_id, sum(amount) as total from token_hold where state = 'open' group by 1, 2) h using (owner_kind, owner_id)
     where a.unit = 'TOK' and a.kind = 'held' and (a.balance <> coalesce(l.total, 0) or a.balance <> coalesce(h.total, 0))`,
  'I6 what is spent is what holds have captured from the lots': sql`
    select a.owner_id as what from ledger_account a
      left join (select owner_kind, owner_id, sum(spent) as total from token_lot group by 1, 2) l using (owner_kind, owner_id)
      left join (select owner_kind, owner_id, sum(captured) as total from token_hold group by 1, 2) h using (owner_kind, owner_id)
     where a.unit = 'TOK' and a.kind = 'spent' and (a.balance <> coalesce(l.total, 0) or a.balance <> coalesce(h.total, 0))`,
  'I7 the parts of a lot add up to it and to its entries, none below zero': sql`
    select l.id::text as what from token_lot l
      left join (select e.lot_id, sum(e.amount) filter (where a.kind = 'available') as remaining, sum(e.amount) filter (where a.kind = 'held') as held,
                        sum(e.amount) filter (where a.kind = 'spent') as spent, sum(e.amount) filter (where a.kind = 'frozen') as frozen,
                        sum(e.amount) filter (where a.kind in ('expired','revoked')) as dead, -sum(e.amount) filter (where a.kind = 'issued') as amount
                   from ledger_entry e join ledger_account a on a.id = e.account_id where e.lot_id is not null group by 1) e on e.lot_id = l.id
     where l.remaining + l.held + l.spent + l.dead + l.frozen <> l.amount or least(l.remaining, l.held, l.spent, l.dead, l.frozen) < 0
        or (l.remaining, l.held, l.spent, l.frozen, l.dead, l.amount) is distinct from (coalesce(e.remaining, 0), coalesce(e.held, 0),
            coalesce(e.spent, 0), coalesce(e.frozen, 0), coalesce(e.dead, 0), coalesce(e.amount, 0))`,
  'I8 one lot an order, one a day and one a period': sql`
    select order_id as what from token_lot where order_id is not null group by 1 having count(*) > 1
    union all select owner_id || ' ' || source || ' ' || period_key from token_lot group by owner_kind, owner_id, source, period_key having count(*) > 1`,
  'I9 a hold ends once, and all of it is captured or returned': sql`
    select h.job_id as what from token_hold h
      left join (select hold_id, sum(amount) as amount, sum(captured) as captured from token_hold_lot group by 1) l on l.hold_id = h.id
      left join (select job_id, count(*) as times, sum(change) as returned from ledger_transaction where kind in ('capture','release') group by 1) t using (job_id)
     where h.amount <> coalesce(l.amount, 0) or h.captured <> coalesce(l.captured, 0) or coalesce(t.times, 0) <> case when h.state = 'open' then 0 else 1 end
        or coalesce(t.returned, 0) > h.amount - h.captured`,
  'I10 a key is used once': sql`select idempotency_key as what from ledger_transaction group by 1 having count(*) > 1`,
  'I13 nothing is taken from a lot after its end': sql`
    select l.id::text as what from token_hold_lot x join token_hold h on h.id = x.hold_id join token_lot l on l.id = x.lot_id
     where h.created_at >= l.expires_at`,
  'I14 no more is refunded than was paid': sql`
    select t.order_id as what from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
     where t.kind in ('sale','sale_refund') and a.kind = 'clearing' group by 1 having sum(e.amount) > 0`,
  'I14 nobody has less than nothing, also after a refund': sql`
    select owner_id as what from ledger_account where unit = 'TOK' and kind <> 'issued' and balance < 0`,
  'balances as told follow from the changes': sql`
    select id::text as what from (
      select id, balance_after, sum(change) over (partition by owner_kind, owner_id, unit order by at, id) as running from ledger_transaction) t
     where balance_after <> running`,
  'changes as told are those of the entries': sql`
    select t.id::text as what from ledger_transaction t
      left join ledger_entry e on e.transaction_id = t.id
      left join ledger_account a on a.id = e.account_id and a.kind = case when t.unit = 'TOK' then 'available' else 'payable' end
     group by t.id having t.change <> coalesce(sum(e.amount) filter (where a.id is not null), 0)`,
  'counted work is what holds have counted': sql`
    select c.id::text as what from quota_counter c
      left join (select counter_id, sum(units) filter (where state = 'open') as held, sum(units) filter (where state = 'used') as used
                   from quota_hold group by 1) h on h.counter_id = c.id
     where c.held <> coalesce(h.held, 0) or c.used <> coalesce(h.used, 0) or c.used + c.held > c.allowed`,
} as const;

export interface LedgerFault {
  readonly invariant: string;
  /** Number of violating rows, and one of them as an example. */
  readonly rows: number;
  readonly example: string;
}

/** Key of the advisory lock that lets only one process check at a time. */
const PROOF_LOCK = 7104;

/**
 * Checks the whole ledger against its entries. Reads everything: for the nightly check and for tests.
 * @returns the violations, empty for a sound ledger; null when another process is checking
 */
export async function ledgerFaults(knex: Knex = database()): Promise<LedgerFault[] | null> {
  // one snapshot, because the ledger changes meanwhile
  return knex.transaction(
    async (trx) => {
      const [lock] = await rowsOf<{ is_mine: boolean }>(trx, sql`select pg_try_advisory_xact_lock(${PROOF_LOCK}) as is_mine`);
      if (!lock!.is_mine) return null;
      await expression(trx, sql`set local statement_timeout = 0`);
      return findLedgerFaults(trx);
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/** Checks the ledger as this transaction sees it. */
export async function findLedgerFaults(trx: Knex): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  for (const [invariant, violating] of Object.entries<Sql>(INVARIANTS)) {
    const [found] = await rowsOf<Omit<LedgerFault, 'invariant'>>(
      trx,
      sql`select count(*)::int as rows, min(what::text) as example from (${violating}) broken`,
    );
    if (found!.rows > 0) faults.push({ invariant, ...found! });
  }
  return faults;
}

import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { byBurnOrder, type Burnable } from './burn-order.ts';

/** Serialises the whole state of the ledger: equal texts are equal states. */
export async function ledgerState(knex: Knex): Promise<string> {
  const [state] = await rowsOf(
    knex,
    sql`select (select json_agg(a order by id) from (select id, balance from ledger_account) a) as accounts,
            (select count(*) from ledger_transaction) as transactions, (select count(*) from ledger_entry) as entries,
            (select json_agg(l order by id) from token_lot l) as lots, (select json_agg(h order by id) from token_hold h) as holds,
            (select json_agg(c order by id) from quota_counter c) as counters, (select json_agg(q order by job_id) from quota_hold q) as units`,
  );
  return JSON.stringify(state);
}

interface ReservedLot {
  readonly id: string;
  readonly kind: string;
  readonly wallet: string;
  readonly lot_id: string;
  readonly amount: number;
  readonly priority: number;
  readonly effective: number;
  readonly expires: number | null;
}

/**
 * Finds violations of I12: reservations that took from a lot although an earlier one in spending order still had tokens. Replays the
 * entries in order.
 */
export async function burnOrderFaults(knex: Knex): Promise<string[]> {
  const rows = await rowsOf<ReservedLot>(
    knex,
    sql`select t.id, t.kind, t.owner_kind || t.owner_id as wallet, e.lot_id, e.amount, l.priority,
            (extract(epoch from l.effective_at) * 1000)::bigint as effective, (extract(epoch from l.expires_at) * 1000)::bigint as expires
       from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
       join token_lot l on l.id = e.lot_id
      where a.kind = 'available' order by t.at, t.id`,
  );
  const wallets = new Map<string, Map<string, Burnable & { remaining: number }>>();
  const faults: string[] = [];
  let last = '';
  let taken: string[] = [];
  const judge = (wallet: Map<string, Burnable>) => {
    const latest = taken
      .map((id) => wallet.get(id)!)
      .toSorted(byBurnOrder)
      .at(-1);
    const earlier =
      latest && [...wallet.values()].filter((lot) => lot.remaining > 0 && !taken.includes(lot.id) && byBurnOrder(lot, latest) < 0);
    // of several lots, all but the last must be emptied
    const left = taken.filter((id) => wallet.get(id)!.remaining > 0 && id !== latest!.id);
    if (earlier?.length || left.length > 0) faults.push(`${last}: ${[...(earlier ?? []).map(({ id }) => id), ...left].join(', ')}`);
  };
  let current = new Map<string, Burnable & { remaining: number }>();
  for (const row of rows) {
    if (row.id !== last) {
      judge(current);
      last = row.id;
      taken = [];
      current = wallets.get(row.wallet) ?? new Map();
      wallets.set(row.wallet, current);
    }
    const lot = current.get(row.lot_id) ?? {
      id: row.lot_id,
      priority: row.priority,
      effectiveMs: row.effective,
      expiresMs: row.expires,
      remaining: 0,
    };
    current.set(row.lot_id, { ...lot, remaining: lot.remaining + row.amount });
    if (row.kind === 'reserve') taken.push(row.lot_id);
  }
  judge(current);
  return faults;
}

type Rewrite = readonly (readonly [from: string | RegExp, to: string])[];
/** Replacement tables, by name. */
type Views = Readonly<Record<string, string>>;

/**
 * Wraps a transaction to rewrite its statements, which plants a fault in the ledger's own code. Reports rewrites that never applied,
 * because those prove nothing.
 */
export function withRewrites(trx: Knex.Transaction, rewrites: Rewrite, applied: Set<number>, views: Views = {}): Knex.Transaction {
  return new Proxy(trx, {
    apply(target, _, [table]: [string]) {
      const view = views[table];
      return view ? target.from(target.raw(`(${view}) as ??`, [table])) : target(table);
    },
    get(target, property, receiver) {
      const value = Reflect.get(target, property, receiver);
      if (property !== 'raw') return value;
      return (sql: string, bindings: never) => {
        const changed = rewrites.reduce((text, [from, to], index) => {
          const next = text.replaceAll(from as RegExp, to);
          if (next !== text) applied.add(index);
          return next;
        }, sql);
        return target.raw(changed, bindings);
      };
    },
  });
}

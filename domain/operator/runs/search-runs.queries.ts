import type { Knex } from 'knex';
import type { ConsoleRun, RUN_SORTS, RunFilter } from '#contract/operator/runs-console.contract.ts';
import { database } from '#domain/platform/database.ts';
import { matching } from './run-filter.ts';

interface Search {
  readonly filter: RunFilter;
  readonly sort: (typeof RUN_SORTS)[number];
  readonly order: 'asc' | 'desc';
  /** From 0. */
  readonly page: number;
  readonly size: number;
}

export interface ListedRow {
  readonly id: string;
  readonly kind: string;
  readonly lane: ConsoleRun['lane'];
  readonly status: ConsoleRun['status'];
  readonly stage: string;
  readonly progress: number;
  readonly subject: string;
  readonly title: string | null;
  readonly account_id: string | null;
  readonly email: string | null;
  readonly parent_id: string | null;
  readonly error_code: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly micro_usd: number | null;
  readonly services: string[] | null;
}

const SORTED_BY: Readonly<Record<Exclude<Search['sort'], 'cost'>, string>> = {
  created_at: 'run.created_at',
  finished_at: 'run.finished_at',
  duration: '(coalesce(run.finished_at, now()) - run.started_at)',
};

const COLUMNS = 'id kind lane status stage progress subject title account_id parent_id error_code created_at started_at finished_at'
  .split(' ')
  .map((name) => `run.${name}`);

const withCost = () => database()('run').leftJoin({ cost: 'run_cost' }, 'cost.run_id', 'run.id');

/** Returns one page of matching runs, and their total. Two parallel statements; emails are only read for the page. */
export async function searchRuns({ filter, sort, order, page, size }: Search): Promise<{ runs: ConsoleRun[]; total: number }> {
  const where = await matching(filter);
  const rowsOf = (query: Knex.QueryBuilder) => query.modify(where).select([...COLUMNS, 'cost.micro_usd', 'cost.services']);
  const [rows, total] = await Promise.all([
    sort === 'cost'
      ? pageByCost({ rowsOf, where, order, from: page * size, size })
      : rowsOf(withCost())
          .orderByRaw(`${SORTED_BY[sort]} ${order} nulls last, run.id ${order}`)
          .offset(page * size)
          .limit(size),
    countRuns(filter),
  ]);
  const emails = await emailsOf(rows as ListedRow[]);
  return { runs: (rows as ListedRow[]).map((row) => toListed({ ...row, email: emails.get(row.account_id ?? '') ?? null })), total };
}

interface CostPage {
  readonly rowsOf: (query: Knex.QueryBuilder) => Knex.QueryBuilder;
  readonly where: (query: Knex.QueryBuilder) => void;
  readonly order: Search['order'];
  readonly from: number;
  readonly size: number;
}

/**
 * Pages by cost: runs with a cost and runs without are two lists, one after the other. The first is read in index order, whereas sorting a
 * left join would scan every run.
 */
async function pageByCost({ rowsOf, where, order, from, size }: CostPage): Promise<unknown[]> {
  const costly = () => database()('run').join({ cost: 'run_cost' }, 'cost.run_id', 'run.id');
  const free = () => withCost().whereNull('cost.run_id');
  const sorted = {
    costly: () => rowsOf(costly()).orderByRaw(`cost.micro_usd ${order}, cost.run_id ${order}`),
    free: () => rowsOf(free()).orderBy('run.id', order),
  };
  const [first, second] = order === 'desc' ? (['costly', 'free'] as const) : (['free', 'costly'] as const);
  const rows: unknown[] = await sorted[first]().offset(from).limit(size);
  if (rows.length === size) return rows;
  const before = await (first === 'costly' ? costly() : free()).modify(where).count({ total: '*' }).first<{ total: number }>();
  return [
    ...rows,
    ...(await sorted[second]()
      .offset(Math.max(0, from - before.total))
      .limit(size - rows.length)),
  ];
}

/** Counts matching runs. */
export async function countRuns(filter: RunFilter): Promise<number> {
  const needsCost = filter.service !== undefined || filter.cost_from !== undefined;
  const counted = await (needsCost ? withCost() : database()('run'))
    .modify(await matching(filter))
    .count({ total: '*' })
    .first<{ total: number }>();
  return counted.total;
}

async function emailsOf(rows: readonly ListedRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ account_id: id }) => id ?? []))];
  const accounts: { id: string; email: string }[] =
    ids.length === 0 ? [] : await database()('account').whereIn('id', ids).select('id', 'email');
  return new Map(accounts.map(({ id, email }) => [id, email]));
}

export const toListed = (row: ListedRow): ConsoleRun => ({
  task_id: row.id,
  kind: row.kind,
  lane: row.lane,
  status: row.status,
  stage: row.stage,
  progress: row.progress,
  subject: row.subject,
  title: row.title,
  person: row.account_id && row.email ? { user_id: row.account_id, email: row.email } : null,
  batch_id: row.parent_id,
  error_code: row.error_code,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  cost_micro_usd: row.micro_usd ?? 0,
  services: row.services ?? [],
});

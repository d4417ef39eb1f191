import type { Knex } from 'knex';
import {
  COUNTED_RUNS,
  RUN_ACTS,
  type ConsoleRun,
  type FoundParts,
  type RUN_SORTS,
  type RunAct,
  type RunFilter,
  type UsualRun,
} from '#contract/operator/runs-console.contract.ts';
import { toldToCaller } from '#domain/identity/age/age-eligibility.queries.ts';
import { database, onDisconnect } from '#domain/platform/database.ts';
import { canRetrySql } from '#domain/platform/runs/retry-obstacle.ts';
import { empty, expression, sql, type Sql } from '#domain/platform/sql.ts';
import { MOST_IN_BULK } from './start-bulk-act.command.ts';
import { isEmpty, isOfCalls, isOfSteps, matching, matchingCalls, matchingSteps, usualRuns } from './run-filter.ts';

interface Search {
  readonly filter: RunFilter;
  readonly sort: (typeof RUN_SORTS)[number];
  readonly order: 'asc' | 'desc';
  /** From 0. */
  readonly page: number;
  readonly size: number;
}

export interface ConsoleRunRow {
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
  readonly name: string | null;
  readonly parent_id: string | null;
  readonly error_code: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly micro_usd: number | null;
  readonly services: string[] | null;
}

const SORTED_BY: Readonly<Record<Exclude<Search['sort'], 'cost'>, Sql>> = {
  created_at: sql`run.created_at`,
  finished_at: sql`run.finished_at`,
  duration: sql`(coalesce(run.finished_at, now()) - run.started_at)`,
};

const DIRECTIONS = { asc: sql`asc`, desc: sql`desc` } as const;

const COLUMNS = 'id kind lane status stage progress subject title account_id parent_id error_code created_at started_at finished_at'
  .split(' ')
  .map((name) => `run.${name}`);

/** Whether a filter by cost or service matches only runs that have a cost. */
const needsCost = (filter: RunFilter): boolean =>
  (filter.service !== undefined && !isOfCalls(filter)) || filter.cost_from !== undefined || filter.unusual === 'dear';

const withCost = () => database()('run').leftJoin({ cost: 'run_cost' }, 'cost.run_id', 'run.id');
const costly = () => database()('run').join({ cost: 'run_cost' }, 'cost.run_id', 'run.id');

/** From this row on, a page is read from the nearer end of the list, which requires its total. */
const DEEP = 5_000;

/** Returns one page of matching runs, and their total. Emails are read only for the page. */
export async function searchRuns({ filter, sort, order, page, size }: Search): Promise<{
  runs: ConsoleRun[];
  usual: Record<string, UsualRun>;
  total: number;
  is_more: boolean;
  parts: FoundParts;
  acts: RunAct[];
}> {
  const where = await matching(filter);
  const part = { filter, where, sort, order, isReversed: false, from: page * size, size };
  const counting = totalOf(filter);
  const [rows, total] = part.from < DEEP ? await Promise.all([pageOf(part), counting]) : await deepPage(part, await counting);
  const isMore = isBounded(filter) && total > COUNTED_RUNS;
  const [people, acts, parts, usual] = await Promise.all([
    peopleOf(rows),
    // an action on all runs is confirmed with this number
    isMore ? [] : actsOnAll(filter, total),
    partsOf(filter, where, isMore),
    usualRuns(),
  ]);
  return {
    acts,
    parts,
    usual,
    total: isMore ? COUNTED_RUNS : total,
    is_more: isMore,
    runs: rows.map((row) => toConsoleRun({ ...row, ...(people.get(row.account_id ?? '') ?? { email: null, name: null }) })),
  };
}

interface Part extends Pick<Search, 'filter' | 'sort' | 'order' | 'size'> {
  readonly where: (query: Knex.QueryBuilder) => void;
  /** Counted and sorted from the end of the list. */
  readonly isReversed: boolean;
  readonly from: number;
}

async function deepPage(part: Part, total: number): Promise<[ConsoleRunRow[], number]> {
  // the end of the list is unknown
  if (isBounded(part.filter) && total > COUNTED_RUNS) return [await pageOf(part), total];
  const size = Math.min(part.size, total - part.from);
  if (size <= 0) return [[], total];
  const fromEnd = total - part.from - size;
  if (fromEnd > part.from) return [await pageOf(part), total];
  const rows = await pageOf({ ...part, order: part.order === 'asc' ? 'desc' : 'asc', isReversed: true, from: fromEnd, size });
  return [rows.toReversed(), total];
}

async function pageOf(part: Part): Promise<ConsoleRunRow[]> {
  if (part.sort === 'cost') return pageByCost(part);
  const { filter, where, sort, order, isReversed, from, size } = part;
  // created_at is never null; with `nulls last` the order would not match its index, and all runs would be sorted
  const nulls = sort === 'created_at' ? empty : isReversed ? sql`nulls first` : sql`nulls last`;
  return rowsOf(needsCost(filter) ? costly() : withCost(), where)
    .orderByRaw(expression(database(), sql`${SORTED_BY[sort]} ${DIRECTIONS[order]} ${nulls}, run.id ${DIRECTIONS[order]}`))
    .offset(from)
    .limit(size);
}

const rowsOf = (query: Knex.QueryBuilder, where: Part['where']) =>
  query.modify(where).select([...COLUMNS, 'cost.micro_usd', 'cost.services']);

/**
 * Returns a page by cost. Runs with a cost and runs without are two lists, one after the other: the first is read in index order, whereas
 * sorting a left join would scan every run.
 */
async function pageByCost({ filter, where, order, from, size }: Part): Promise<ConsoleRunRow[]> {
  const sorted = {
    costly: () =>
      rowsOf(costly(), where).orderBy([
        { column: 'cost.micro_usd', order },
        { column: 'cost.run_id', order },
      ]),
    free: () => rowsOf(withCost().whereNull('cost.run_id'), where).orderBy('run.id', order),
  };
  if (needsCost(filter)) return sorted.costly().offset(from).limit(size);
  const [first, second] = order === 'desc' ? (['costly', 'free'] as const) : (['free', 'costly'] as const);
  const rows: ConsoleRunRow[] = await sorted[first]().offset(from).limit(size);
  if (rows.length === size) return rows;
  const before = await (first === 'costly' ? costly() : withCost().whereNull('cost.run_id'))
    .modify(where)
    .count({ total: '*' })
    .first<{ total: number }>();
  return [
    ...rows,
    ...(await sorted[second]()
      .offset(Math.max(0, from - before.total))
      .limit(size - rows.length)),
  ];
}

/** Counts matching runs. @param most number at which to stop */
export async function countRuns(filter: RunFilter, most?: number): Promise<number> {
  const isOnlyCost = needsCost(filter) && isEmpty({ ...filter, service: undefined, cost_from: undefined });
  // each cost belongs to one run, so the runs need not be read
  const from = isOnlyCost ? database()({ cost: 'run_cost' }) : needsCost(filter) ? costly() : database()('run');
  const matches = from.modify(await matching(filter)).select(database().raw('1'));
  const counted = await database()
    .from(most === undefined ? matches.as('match') : matches.limit(most).as('match'))
    .count({ total: '*' })
    .first<{ total: number }>();
  return counted.total;
}

const REMEMBERED_MS = 30_000;
/** Maximum number of lists whose counts are cached. */
const MOST_REMEMBERED = 200;
const remembered = new Map<string, { readonly at: number; readonly total: number; parts?: FoundParts }>();
onDisconnect(() => remembered.clear());

function recall(filter: RunFilter) {
  const known = remembered.get(JSON.stringify(filter));
  return known && Date.now() - known.at < REMEMBERED_MS ? known : null;
}

/**
 * Tells whether a filter matches rows of other tables, or words: no index of runs can count those, so the count stops at `COUNTED_RUNS`.
 */
const isBounded = (filter: RunFilter): boolean =>
  isOfSteps(filter) || isOfCalls(filter) || needsCost(filter) || filter.q !== undefined || filter.unusual !== undefined;

/** Returns the number of matching runs: exact, or up to half a minute old when there are many; `COUNTED_RUNS` + 1 where counting stops. */
async function totalOf(filter: RunFilter): Promise<number> {
  const known = recall(filter);
  if (known) return known.total;
  const total = await countRuns(filter, isBounded(filter) ? COUNTED_RUNS + 1 : undefined);
  // without a filter, the runs are counted by index, so that new runs show at once at the end of the list
  if (total > COUNTED_RUNS && !isEmpty(filter)) {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(JSON.stringify(filter), { at: Date.now(), total });
  }
  return total;
}

/** Counts the steps or calls that a filter is about; cached as long as the count of its runs. */
async function partsOf(filter: RunFilter, where: Part['where'], isMore: boolean): Promise<FoundParts> {
  // within a period they are counted exactly, like the figures that link here; without one, every step or call would be read
  if (isMore && filter.since === undefined) return { steps: null, calls: null };
  const known = isMore ? recall(filter) : null;
  const parts = known?.parts ?? (await countParts(filter, where));
  if (known) known.parts = parts;
  return parts;
}

/** Counts the steps or calls that a filter is about, so that a list agrees with the console's figure that links to it. */
async function countParts(filter: RunFilter, where: Part['where']): Promise<FoundParts> {
  const [steps, calls] = await Promise.all([
    isOfSteps(filter) ? countSteps(filter, where) : null,
    isOfCalls(filter) ? countCalls(filter, where) : null,
  ]);
  return { steps, calls };
}

async function countSteps(filter: RunFilter, where: Part['where']): Promise<number> {
  const { step: _step, work: _work, step_error: _error, since: _since, until: _until, ...ofRuns } = filter;
  const from = database()('step').where(expression(database(), matchingSteps(filter)));
  if (!isEmpty(ofRuns)) from.join('run', 'run.id', 'step.run_id').leftJoin({ cost: 'run_cost' }, 'cost.run_id', 'run.id').modify(where);
  const counted = await from.count({ total: '*' }).first<{ total: number }>();
  return counted!.total;
}

/** Without another filter, calls that belong to no run count too, as in the figure for calls. */
async function countCalls(filter: RunFilter, where: Part['where']): Promise<FoundParts['calls']> {
  const { purpose: _purpose, outcome: _outcome, service: _service, since: _since, until: _until, ...ofRuns } = filter;
  const from = database()({ call: 'vendor_call' }).where(expression(database(), matchingCalls(filter)));
  if (!isEmpty(ofRuns)) from.join('run', 'run.id', 'call.run_id').leftJoin({ cost: 'run_cost' }, 'cost.run_id', 'run.id').modify(where);
  return from.first<NonNullable<FoundParts['calls']>>(
    expression(
      database(),
      sql`count(*)::int as count, coalesce(sum(call.cost_micro_usd), 0)::float8 as micro_usd,
          count(*) filter (where call.run_id is null)::int as of_no_run`,
    ),
  );
}

/** SQL conditions over `run`, cheapest first: the action is possible. */
const canSql = (): Readonly<Record<RunAct, Sql>> => ({
  cancel: sql`run.status in ('queued','running')`,
  promote: sql`(run.status = 'queued' or run.status = 'running'
    and exists (select from step where step.run_id = run.id and step.state = 'queued' and step.due_at > now()))`,
  remove: sql`(run.status in ('failed','cancelled') and not exists (select from run child where child.parent_id = run.id))`,
  retry: canRetrySql(),
});

/** The states in which an action may be possible. */
const ACTED_STATES: Readonly<Record<RunAct, readonly ConsoleRun['status'][]>> = {
  cancel: ['queued', 'running'],
  promote: ['queued', 'running'],
  remove: ['failed', 'cancelled'],
  retry: ['failed'],
};
/** Number of matches in such a state that are examined for an action: examining all of many could take seconds. */
const ACTED_AMONG = 200;

/**
 * Returns the actions possible on all matching runs together: those that at least one run allows, and none if there are more runs than one
 * selection may have. Beyond `COUNTED_RUNS` the filter's state alone decides: among so many, some run allows the action, and proving that
 * none does would read them all. Only retrying does not follow from the state, so there a sample is examined.
 * @param total number of matching runs
 */
export async function actsOnAll(filter: RunFilter, total: number): Promise<RunAct[]> {
  if (total <= COUNTED_RUNS) return actsOnAny(filter);
  const { status } = filter;
  if (status === undefined || total > MOST_IN_BULK) return [];
  const likely = RUN_ACTS.filter((act) => ACTED_STATES[act].includes(status));
  const retry = likely.includes('retry') ? await actsOnAny(filter, ['retry']) : [];
  return likely.filter((act) => act !== 'retry' || retry.includes(act));
}

/** Returns which of these actions at least one matching run allows; none without a filter. */
async function actsOnAny(filter: RunFilter, acts: readonly RunAct[] = RUN_ACTS): Promise<RunAct[]> {
  if (isEmpty(filter)) return [];
  const where = await matching(filter);
  const can = canSql();
  const found = await Promise.all(
    acts.map(async (act) => {
      const matches = (needsCost(filter) ? costly() : database()('run'))
        .modify(where)
        .whereIn('run.status', [...ACTED_STATES[act]])
        .select('run.*')
        .limit(ACTED_AMONG);
      return { act, is: await database().from(matches.as('run')).where(expression(database(), can[act])).first('run.id') };
    }),
  );
  return found.flatMap(({ act, is }) => (is ? [act] : []));
}

/** SQL: a person's name, over `account`; empty when they gave none. */
export const NAME_SQL = sql`trim(account.first_name || ' ' || account.last_name) as name`;

async function peopleOf(rows: readonly ConsoleRunRow[]): Promise<ReadonlyMap<string, Pick<ConsoleRunRow, 'email' | 'name'>>> {
  const ids = [...new Set(rows.flatMap(({ account_id: id }) => id ?? []))];
  const accounts: { id: string; email: string; name: string }[] =
    ids.length === 0
      ? []
      : await database()('account')
          .whereIn('id', ids)
          .where(expression(database(), toldToCaller(sql`account.id`)))
          .select('id', 'email', expression(database(), NAME_SQL));
  return new Map(accounts.map(({ id, email, name }) => [id, { email, name }]));
}

/** Converts a row to the contract's shape. */
export const toConsoleRun = (row: ConsoleRunRow): ConsoleRun => ({
  task_id: row.id,
  kind: row.kind,
  lane: row.lane,
  status: row.status,
  stage: row.stage,
  progress: row.progress,
  subject: row.subject,
  title: row.title,
  person: row.account_id && row.email ? { user_id: row.account_id, email: row.email, name: row.name ?? '' } : null,
  batch_id: row.parent_id,
  error_code: row.error_code,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  cost_micro_usd: row.micro_usd ?? 0,
  services: row.services ?? [],
});

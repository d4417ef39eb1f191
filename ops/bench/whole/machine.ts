import type { Knex } from 'knex';
import type { Stack } from '../../testing/stack.ts';
import { childrenMs, processorMs, residentMb, statementsSent } from '../measure.ts';

const PARTS = ['api', 'worker', 'store', 'sandbox', 'clients'] as const;
type Part = (typeof PARTS)[number];

/** What the machine has spent so far. */
export interface Spent {
  readonly at: number;
  /** In ms, by process, each with its children. */
  readonly processor: Readonly<Record<Part, number>>;
  /** Statements of the api, and transactions of everybody. */
  readonly statements: number;
  readonly transactions: number;
  readonly storedBytes: number;
}

/** Time of a process and its children: PostgreSQL has a process for each connection. */
const familyMs = (pid: number): number => processorMs([pid]) + childrenMs(pid);

const pidOf = (stack: Stack, name: string): number => stack.record().processes[name]!.pid;

export async function readSpent(stack: Stack, knex: Knex): Promise<Spent> {
  const { rows } = await knex.raw(
    `select xact_commit + xact_rollback as transactions, pg_database_size(datname) as bytes from pg_stat_database where datname = current_database()`,
  );
  return {
    at: performance.now(),
    processor: {
      api: familyMs(pidOf(stack, 'api')),
      worker: familyMs(pidOf(stack, 'worker')),
      store: familyMs(pidOf(stack, 'store')),
      sandbox: familyMs(pidOf(stack, 'sandbox')),
      clients: familyMs(process.pid),
    },
    statements: await statementsSent(stack.adminUrl),
    transactions: Number(rows[0].transactions),
    storedBytes: Number(rows[0].bytes),
  };
}

/** Shares of a processor that each process had between two moments. */
export function sharesOf(before: Spent, after: Spent): string {
  const ms = after.at - before.at;
  return PARTS.map((part) => `${part} ${(((after.processor[part] - before.processor[part]) / ms) * 100).toFixed(0)} %`).join(', ');
}

/** What one of `count` things cost beside what an idle installation spends: processor time of the product, statements, bytes. */
export function costOf(before: Spent, after: Spent, count: number, idle?: readonly [Spent, Spent]): string {
  const part = (value: (spent: Spent) => number) => {
    const idleMs = idle ? (value(idle[1]) - value(idle[0])) / (idle[1].at - idle[0].at) : 0;
    return (value(after) - value(before) - idleMs * (after.at - before.at)) / count;
  };
  const ms = (name: Part) => `${name} ${part(({ processor }) => processor[name]).toFixed(1)} ms`;
  return (
    `${ms('api')}, ${ms('worker')}, ${ms('store')}; ${part(({ statements }) => statements).toFixed(1)} statements of the api, ` +
    `${part(({ transactions }) => transactions).toFixed(1)} transactions, ${(part(({ storedBytes }) => storedBytes) / 1_000).toFixed(1)} kB`
  );
}

export const memoryOf = (stack: Stack): string =>
  (['api', 'worker', 'sandbox'] as const).map((name) => `${name} ${residentMb(pidOf(stack, name)).toFixed(0)} MB`).join(', ');

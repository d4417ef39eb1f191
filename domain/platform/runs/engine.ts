import type { Knex } from 'knex';
import type { PaidFrom } from '#contract/platform/status.contract.ts';
import type { RunKindName } from '#contract/platform/kinds-of-work.ts';
import type { QuotaName } from '#contract/platform/named-parts.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import { join, sql, type Sql } from '#domain/platform/sql.ts';
import type { RunKind } from './run-kind.ts';

/** A reservation for one attempt at a run. */
export interface Reservation {
  readonly jobId: string;
  readonly payerId: string;
  /** Maximum, in hundredths of a token. */
  readonly cost: number;
  readonly quota: { readonly feature: QuotaName; readonly units: number } | null;
  readonly cause: Sentence;
  /** When the sweep checks whether the run has ended without settling. */
  readonly lookAt: Date;
}

/** The billing functions the engine needs. Each runs in the transaction that changes the run. */
export interface RunBilling {
  /**
   * Reserves tokens or a unit. @returns the source, and hundredths of a token @throws ProductError tokens.insufficient; nothing was written
   * then
   */
  reserve(trx: Knex.Transaction, work: Reservation): Promise<{ from: PaidFrom; centitokens: number }>;
  /** Charges what was delivered: a share of tokens; or that many of a plan's units (`units`; absent: all), or none. */
  capture(
    trx: Knex.Transaction,
    work: { jobId: string; share: (reserved: number) => number; isUnitUsed: boolean; units?: number | undefined; fault: 'ours' | 'theirs' },
  ): Promise<{ charged: number; usedUnit: boolean }>;
  /** Refunds everything. Does nothing for work without a reservation. */
  release(trx: Knex.Transaction, work: { jobId: string; fault: 'ours' | 'theirs' }): Promise<void>;
  /** Returns ids of jobs whose hold is past its check time. */
  overdue(limit: number, now: Date): Promise<string[]>;
}

/** A run of any kind that ends, in the transaction that ends it. */
export interface EndedRun {
  readonly id: string;
  readonly kind: RunKindName;
  /** Its owner; null: the installation. */
  readonly accountId: string | null;
  readonly status: 'completed' | 'failed' | 'cancelled';
  /** Of a failed one. */
  readonly errorCode: string | null;
}

interface Engine {
  readonly kinds: readonly RunKind[];
  readonly billing: RunBilling;
  /** Tells others that a run has ended, in the transaction that ends it. */
  readonly tellEnd: (trx: Knex.Transaction, run: EndedRun) => Promise<void>;
}

let engine: (Omit<Engine, 'kinds'> & { readonly kinds: ReadonlyMap<string, RunKind> }) | null = null;

/** Configures the engine; call it once at process start. platform/ depends on no feature, so kinds, billing and who is told are passed in. */
export function setRunEngine({ kinds, ...ports }: Engine): void {
  engine = { kinds: new Map(kinds.map((kind) => [kind.name, kind])), ...ports };
}

function started() {
  if (!engine) throw new Error('setRunEngine() has not been called');
  return engine;
}

export const tellRunEnd = (trx: Knex.Transaction, run: EndedRun): Promise<void> => started().tellEnd(trx, run);

export const runBilling = (): RunBilling => started().billing;

export const runKinds = (): readonly RunKind[] => [...started().kinds.values()];

/** Returns a kind by name. @throws when this version of the code does not know it */
export function runKind(name: string): RunKind {
  const kind = started().kinds.get(name);
  if (!kind) throw new Error(`no kind of run is called ${name} here`);
  return kind;
}

/**
 * Tells whether this version of the code knows a kind: while a new version is rolled out, its runs are in the store before every process
 * knows them.
 */
export const isKnownKind = (name: string): boolean => started().kinds.has(name);

/** Builds an SQL expression that evaluates, per run, the fragment of its kind; null for kinds without one. */
export function byKind(fragment: (kind: RunKind) => Sql | undefined): Sql {
  const cases = runKinds().flatMap((kind) => {
    const own = fragment(kind);
    return own ? [sql`when ${kind.name} then ${own}`] : [];
  });
  return cases.length > 0 ? sql`case run.kind ${join(cases, ' ')} end` : sql`null`;
}

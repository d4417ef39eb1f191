import type { Knex } from 'knex';
import type { PaidFrom } from '#contract/platform/status.contract.ts';
import type { RunKindName } from '#contract/platform/kinds-of-work.ts';
import type { QuotaName } from '#contract/platform/named-parts.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import { definePorts } from '#domain/platform/ports.ts';
import { join, sql, type Sql } from '#domain/platform/sql.ts';
import type { CallBegun, FailedAttempt } from '#domain/platform/steps/step.ts';
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

/** The billing functions that the engine needs. Each runs in the transaction that changes the run. */
export interface RunBilling {
  /**
   * Reserves tokens or a unit. @returns the source, and hundredths of a token @throws ProductError tokens.insufficient; nothing was written
   * then
   */
  reserve(trx: Knex.Transaction, work: Reservation): Promise<{ from: PaidFrom; centitokens: number }>;
  /** Charges the delivered work: a share of the tokens, this many units of a plan (`units`; absent: all), or nothing. */
  capture(
    trx: Knex.Transaction,
    work: { jobId: string; share: (reserved: number) => number; isUnitUsed: boolean; units?: number | undefined; fault: 'ours' | 'theirs' },
  ): Promise<{ charged: number; usedUnit: boolean }>;
  /** Refunds everything. Does nothing for work without a reservation. */
  release(trx: Knex.Transaction, work: { jobId: string; fault: 'ours' | 'theirs' }): Promise<void>;
  /** Returns ids of jobs whose hold is past its check time. */
  overdue(limit: number, now: Date): Promise<string[]>;
}

/** A service call during which its process crashed. */
export interface LostCall {
  readonly call: CallBegun;
  readonly accountId: string | null;
  readonly runId: string;
  readonly stepId: string;
}

/** The engine's port to the service calls of steps. */
export interface RunCalls {
  /** Checks the spending caps before work is accepted. @throws ProductError spend.user_cap, spend.install_cap */
  assertSpendAllowed(accountId: string | null): Promise<void>;
  /** Allows an immediate probe of every unavailable service, so that a new run finds out which are up again. */
  endPauses(): Promise<void>;
  /** Records calls whose usage will never be known. */
  recordLost(knex: Knex, lost: readonly LostCall[]): Promise<void>;
  /** Deletes at most `most` calls that belong to no run and are older than this. @returns the number of deleted calls */
  prune(days: number, most: number): Promise<number>;
  /** Deletes the calls of a run, made and waiting. */
  pruneOf(trx: Knex.Transaction, runId: string): Promise<void>;
  /** Returns the sentence for the cause that all services' last tries share, or null. */
  reasonOf(tried: readonly FailedAttempt[]): Sentence | null;
}

/** A run of any kind that ends, in the transaction that ends it. */
export interface EndedRun {
  readonly id: string;
  readonly kind: RunKindName;
  /** Its owner; null: the installation. */
  readonly accountId: string | null;
  readonly status: 'completed' | 'failed' | 'cancelled';
  /** The error code of a failed run. */
  readonly errorCode: string | null;
}

interface Engine {
  readonly kinds: readonly RunKind[];
  readonly billing: RunBilling;
  readonly calls: RunCalls;
  /** Notifies others that a run has ended, in the transaction that ends it. */
  readonly tellEnd: (trx: Knex.Transaction, run: EndedRun) => Promise<void>;
}

const started = definePorts<Omit<Engine, 'kinds'> & { readonly kinds: ReadonlyMap<string, RunKind> }>('the run engine');

/**
 * Configures the engine; call it once at process start. platform/ depends on no feature, so kinds, billing, service calls and listeners are
 * passed in.
 */
export const setRunEngine = ({ kinds, ...ports }: Engine): void =>
  started.connect({ kinds: new Map(kinds.map((kind) => [kind.name, kind])), ...ports });

export const tellRunEnd = (trx: Knex.Transaction, run: EndedRun): Promise<void> => started().tellEnd(trx, run);

export const runBilling = (): RunBilling => started().billing;

export const runCalls = (): RunCalls => started().calls;

export const runKinds = (): readonly RunKind[] => [...started().kinds.values()];

/** Returns a kind by name. @throws when this version of the code does not know it */
export function runKind(name: string): RunKind {
  const kind = started().kinds.get(name);
  if (!kind) throw new Error(`this release has no kind of run named ${name}`);
  return kind;
}

/**
 * Tells whether this version of the code knows a kind: during a rollout, runs of a new kind are in the store before every process knows it.
 */
export const isKnownKind = (name: string): boolean => started().kinds.has(name);

/** Builds an SQL expression that evaluates each run's fragment according to its kind; null for kinds without one. */
export function byKind(fragment: (kind: RunKind) => Sql | undefined): Sql {
  const cases = runKinds().flatMap((kind) => {
    const own = fragment(kind);
    return own ? [sql`when ${kind.name} then ${own}`] : [];
  });
  return cases.length > 0 ? sql`case run.kind ${join(cases, ' ')} end` : sql`null`;
}

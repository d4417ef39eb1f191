import type { Knex } from 'knex';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import type { RunKind } from './run-kind.ts';

/** What is set aside for one attempt at a run. */
export interface Reservation {
  readonly jobId: string;
  readonly payerId: string;
  /** Hundredths of a token, at most. */
  readonly cost: number;
  readonly quota: { readonly feature: string; readonly units: number } | null;
  readonly cause: Sentence;
  /** When the sweep looks whether the run has ended without settling. */
  readonly lookAt: Date;
}

/** Billing as the engine needs it. Every call belongs to the transaction that changes the run. */
export interface RunBilling {
  /** @returns from what it was taken, and hundredths of a token @throws ProductError tokens.insufficient; nothing was written then */
  reserve(trx: Knex.Transaction, work: Reservation): Promise<{ from: 'plan' | 'own' | 'organisation'; centitokens: number }>;
  /** Charges what was delivered: of tokens a share; of a plan's units so many (`units`; absent: all), or none. */
  capture(
    trx: Knex.Transaction,
    work: { jobId: string; share: (reserved: number) => number; isUnitUsed: boolean; units?: number | undefined; fault: 'ours' | 'theirs' },
  ): Promise<{ charged: number; usedUnit: boolean }>;
  /** Gives everything back. Work without a reservation is left alone. */
  release(trx: Knex.Transaction, work: { jobId: string; fault: 'ours' | 'theirs' }): Promise<void>;
  /** Ids of jobs that have held something for longer than was thought. */
  overdue(limit: number, now: Date): Promise<string[]>;
}

interface Engine {
  readonly kinds: readonly RunKind[];
  readonly billing: RunBilling;
}

let engine: { readonly kinds: ReadonlyMap<string, RunKind>; readonly billing: RunBilling } | null = null;

/** Called once by whoever starts the process: platform/ knows no feature, so the kinds and billing are handed to it. */
export function setRunEngine({ kinds, billing }: Engine): void {
  engine = { kinds: new Map(kinds.map((kind) => [kind.name, kind])), billing };
}

function started() {
  if (!engine) throw new Error('setRunEngine() has not been called');
  return engine;
}

export const runBilling = (): RunBilling => started().billing;

export const runKinds = (): readonly RunKind[] => [...started().kinds.values()];

/** @throws when this version of the code does not know the kind */
export function runKind(name: string): RunKind {
  const kind = started().kinds.get(name);
  if (!kind) throw new Error(`no kind of run is called ${name} here`);
  return kind;
}

/** An SQL expression that answers for each run what its kind says of it, as jsonb; null for kinds that say nothing. */
export function byKind(fragment: (kind: RunKind) => string | undefined): string {
  const cases = runKinds().flatMap((kind) => {
    const sql = fragment(kind);
    return sql === undefined ? [] : [`when ${literal(kind.name)} then ${sql}`];
  });
  return cases.length > 0 ? `case run.kind ${cases.join(' ')} end` : 'null::jsonb';
}

/** Names stand in declarations of ours; a quote in one would end the statement early. */
const literal = (name: string): string => `'${name.replaceAll("'", "''")}'`;

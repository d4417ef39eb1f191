import type { Knex } from 'knex';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import type { PaidFrom } from '#contract/platform/status.contract.ts';
import { jobIdOf } from '#domain/platform/job-id.ts';
import { inTokens } from '#domain/platform/token-words.ts';
import { runBilling, runKind } from './engine.ts';
import type { RunEvent } from './run-event.ts';

interface RunCost {
  readonly runId: string;
  readonly kind: string;
  /** Null: the installation pays. */
  readonly payerId: string | null;
  /** Attempt number, from 1; a retry makes a new reservation. */
  readonly attempt?: number;
  /** Subject or title, for the list of transactions. */
  readonly about: string;
  /** Maximum, in hundredths of a token. */
  readonly cost: number;
  readonly request: unknown;
}

interface SetAside {
  /** Hundredths of a token. */
  readonly reserved: number;
  /** The source that pays; null: the run is free. */
  readonly from: PaidFrom | null;
  /** The line for the run's log. */
  readonly event: RunEvent;
}

/** Age at which the sweep checks whether the run has ended without settling; a live run keeps its hold as long as it takes. */
const CHECK_AFTER_MS = 60 * 60 * 1000;

/**
 * Reserves the maximum cost of a run, before anything else in the transaction that creates or resumes it (A12): one of the plan's units if
 * its kind has such units and one is available, else tokens.
 * @throws ProductError tokens.insufficient; nothing was written then
 */
export async function reserveForRun(trx: Knex.Transaction, run: RunCost): Promise<SetAside> {
  const reservedBy = (message: Sentence): RunEvent => ({ name: 'tokens.reserved', message });
  if (run.cost === 0) return { reserved: 0, from: null, event: reservedBy(toSentence('There is no charge for this.')) };
  if (run.payerId === null) return { reserved: 0, from: null, event: reservedBy(toSentence('The installation pays for this.')) };
  const { price } = runKind(run.kind);
  if (price === 'free') throw new Error(`a run of kind ${run.kind} is free, so it cannot be charged`);
  const { from, centitokens } = await runBilling().reserve(trx, {
    jobId: jobIdOf(run.runId, run.attempt ?? 1),
    payerId: run.payerId,
    cost: run.cost,
    quota: price.quota && { feature: price.quota.feature, units: price.quota.units(run.request) },
    lookAt: new Date(Date.now() + CHECK_AFTER_MS),
    cause: price.cause(run.about),
  });
  const n = inTokens(centitokens);
  if (from === 'plan') return { reserved: centitokens, from, event: reservedBy(price.quota!.reserved) };
  return { reserved: centitokens, from, event: reservedBy(from === 'own' ? ownWords(n) : organisationWords(n)) };
}

const ownWords = (n: number): Sentence => toSentence('{n, plural, one {# token is} other {# tokens are}} reserved.', { n });

const organisationWords = (n: number): Sentence =>
  toSentence('{n, plural, one {# token of your organisation is} other {# tokens of your organisation are}} reserved.', { n });

interface Delivery {
  readonly runId: string;
  readonly share: (reserved: number) => number;
  readonly isUnitUsed: boolean;
  readonly units?: number | undefined;
  readonly stopped: boolean;
}

const NOTHING = toSentence('Nothing was charged.');

/**
 * Settles the reservation of a run that delivered something, in the transaction that ends the run (A12): the delivered share of tokens, or
 * a whole unit of the plan or none.
 * @returns the charge in hundredths of a token, and the line for the run's log
 */
export async function chargeRun(trx: Knex.Transaction, run: Delivery): Promise<{ charged: number; message: Sentence }> {
  const { jobId, kind } = await attemptOf(trx, run.runId);
  const { share, isUnitUsed, units, stopped } = run;
  const { charged, usedUnit } = await runBilling().capture(trx, { jobId, share, isUnitUsed, units, fault: stopped ? 'theirs' : 'ours' });
  if (charged > 0) return { charged, message: chargeWords(charged) };
  const price = kind === null ? 'free' : runKind(kind).price;
  return { charged, message: (usedUnit && price !== 'free' && price.quota?.used) || NOTHING };
}

const chargeWords = (centitokens: number): Sentence =>
  centitokens === 100 ? toSentence('1 token was charged.') : toSentence('{n} tokens were charged.', { n: inTokens(centitokens) });

/** Refunds everything reserved for a run that delivers nothing. Does nothing for a run without a reservation. */
export async function releaseRun(trx: Knex.Transaction, runId: string, fault: 'ours' | 'theirs'): Promise<void> {
  await runBilling().release(trx, { jobId: (await attemptOf(trx, runId)).jobId, fault });
}

/** Returns the id under which the current attempt holds the run's reservation. */
async function attemptOf(trx: Knex.Transaction, runId: string): Promise<{ jobId: string; kind: string | null }> {
  const run: { attempt: number; kind: string } | undefined = await trx('run').where({ id: runId }).first('attempt', 'kind');
  return { jobId: jobIdOf(runId, run?.attempt ?? 1), kind: run?.kind ?? null };
}

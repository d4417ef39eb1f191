import type { Knex } from 'knex';
import { say, type Sentence } from '#contract/platform/sentence.contract.ts';
import { jobIdOf } from '#domain/platform/job-id.ts';
import { reserveWork, type Reserved } from '#domain/billing/ledger/reserve-work.command.ts';
import { inTokens } from '#domain/platform/token-words.ts';
import type { RunEvent } from './run-event.ts';

interface RunCost {
  readonly runId: string;
  readonly accountId: string;
  /** Counts from 1; a failed run that goes on reserves anew. */
  readonly attempt?: number;
  readonly kind: 'course' | 'lesson';
  /** Topic or title, for the list of movements. */
  readonly about: string;
  /** Hundredths of a token, at most. */
  readonly cost: number;
}

/** After this long the sweep looks whether the run has ended without settling; a live run keeps its hold for as long as it takes. */
const LOOK_AFTER_MS = 60 * 60 * 1000;

/**
 * Sets aside what a run may cost, in the transaction that makes it, or has it go on, and before that (A12): a course is paid by a unit of the plan while
 * there is one, single lessons always by tokens.
 * @returns tokens that are reserved, in hundredths, and the line for the run's log
 * @throws ProductError tokens.insufficient; nothing was written then
 */
export async function reserveForRun(trx: Knex.Transaction, run: RunCost): Promise<{ reserved: number; event: RunEvent }> {
  if (run.cost === 0) return { reserved: 0, event: { name: 'tokens.reserved', said: say('It is paid for already.') } };
  const { from, centitokens } = await reserveWork(trx, {
    accountId: run.accountId,
    jobId: jobIdOf(run.runId, run.attempt ?? 1),
    centitokens: run.cost,
    ...(run.kind === 'course' && { quota: { feature: 'text_course', units: 1 } }),
    expiresAt: new Date(Date.now() + LOOK_AFTER_MS),
    cause: run.kind === 'course' ? say('Course: {title}', { title: run.about }) : say('Lessons: {title}', { title: run.about }),
  });
  return { reserved: centitokens, event: { name: 'tokens.reserved', said: reservedWords(from, inTokens(centitokens)) } };
}

function reservedWords(from: Reserved['from'], n: number): Sentence {
  if (from === 'plan') return say('One course of your plan is set aside for it.');
  if (from === 'own') return n === 1 ? say('1 token is set aside for it.') : say('{n} tokens are set aside for it.', { n });
  return n === 1
    ? say('1 token of your organisation is set aside for it.')
    : say('{n} tokens of your organisation are set aside for it.', { n });
}

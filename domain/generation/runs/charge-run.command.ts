import type { Knex } from 'knex';
import { say, type Sentence } from '#contract/platform/sentence.contract.ts';
import { jobIdOf } from '#domain/platform/job-id.ts';
import { captureHold } from '#domain/billing/ledger/capture-hold.command.ts';
import { releaseHold } from '#domain/billing/ledger/release-hold.command.ts';
import { settleQuota } from '#domain/billing/quotas/settle-quota.command.ts';
import { inTokens } from '#domain/platform/token-words.ts';
import { shareOf } from '#contract/generation/lesson-cost.ts';

interface Delivery {
  readonly runId: string;
  /** Lessons that were written, of so many planned. */
  readonly delivered: number;
  readonly planned: number;
  /** The learner ended it early and keeps what there is. */
  readonly stopped?: boolean;
}

const FEATURE = 'text_course';

/**
 * Ends what is reserved for a run that delivered something, in the transaction that ends the run (A12): of tokens the delivered lessons'
 * part; a unit of the plan whole, unless the learner stopped before half of the lessons were there: then nothing at all.
 * @returns hundredths of a token, and the line for the run's log
 */
export async function chargeRun(trx: Knex.Transaction, run: Delivery): Promise<{ charged: number; said: Sentence }> {
  const { runId, delivered, planned, stopped = false } = run;
  const jobId = await jobOf(trx, runId);
  const { outcome, charged } = await captureHold(trx, {
    jobId,
    centitokens: (reserved) => shareOf(reserved, delivered, planned),
    fault: stopped ? 'theirs' : 'ours',
  });
  if (outcome !== 'none') return { charged, said: charged > 0 ? chargeWords(charged) : NOTHING };
  const used = !stopped || delivered * 2 >= planned;
  const unit = await settleQuota(trx, { jobId, feature: FEATURE, used });
  return { charged: 0, said: unit !== 'none' && used ? say('One course of your plan is used.') : NOTHING };
}

const NOTHING = say('Nothing was charged.');

const chargeWords = (centitokens: number): Sentence =>
  centitokens === 100 ? say('1 token was charged.') : say('{n} tokens were charged.', { n: inTokens(centitokens) });

/** Gives back everything that is reserved for a run which delivers nothing. A run without a reservation is left alone. */
export async function releaseRun(trx: Knex.Transaction, runId: string, fault: 'ours' | 'theirs'): Promise<void> {
  await releaseJob(trx, await jobOf(trx, runId), fault);
}

/** The same for one attempt at a run. */
export async function releaseJob(trx: Knex.Transaction, jobId: string, fault: 'ours' | 'theirs'): Promise<void> {
  if ((await releaseHold(trx, { jobId, fault })) === 'none') await settleQuota(trx, { jobId, feature: FEATURE, used: false });
}

/** Under which the attempt at hand holds what is reserved for the run. */
async function jobOf(trx: Knex.Transaction, runId: string): Promise<string> {
  const run: { attempt: number } | undefined = await trx('run').where({ id: runId }).first('attempt');
  return jobIdOf(runId, run?.attempt ?? 1);
}

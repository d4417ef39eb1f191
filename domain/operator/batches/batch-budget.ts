import type { BatchEstimate, BatchTask } from '#contract/operator/batches.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import type { Knex } from 'knex';
import { ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { batchWork, type BatchRow } from './batch-work.ts';

const CENTITOKENS = 100;
const MICRO_USD = 1_000_000;
const dollars = (microUsd: number): string => `$${(microUsd / MICRO_USD).toFixed(2)}`;

/** Tells whether a batch is expected to exceed its budget; both in micro-dollars. */
export const isOverBudget = (budget: number, { micro_usd: money }: Pick<BatchEstimate, 'micro_usd'>): boolean => budget < money.expected;

/** Checks the budget of an operator's batch before it starts. @throws ProductError batch.over_budget, with both sums */
export function assertBudget(budget: number, estimate: BatchEstimate): void {
  if (!isOverBudget(budget, estimate)) return;
  throw new ProductError(
    'batch.over_budget',
    toSentence('The estimated cost is {estimate}, and the budget is {budget}. Raise the budget or choose fewer courses.', {
      estimate: dollars(estimate.micro_usd.expected),
      budget: dollars(budget),
    }),
  );
}

interface Priced {
  readonly what: BatchTask;
  readonly estimate: Pick<BatchEstimate, 'most_cost'>;
}

/**
 * Returns the most that a creator's batch can cost beyond what their plan pays for, and what they and their organisation have, in
 * hundredths of a token.
 */
export async function tokensFor(creatorId: string, { what, estimate }: Priced): Promise<{ needed: number; available: number }> {
  const { balance, organisation_available: pooled, quotas } = await walletBalance(creatorId);
  const plan = batchWork(what).ofPlan;
  const quota = quotas.find(({ name }) => name === plan?.quota);
  const covered = plan && quota ? Math.max(0, quota.allowed - quota.used - quota.held) * plan.centitokens : 0;
  return {
    needed: Math.max(0, (estimate.most_cost ?? 0) - covered),
    available: Math.round((balance + (pooled ?? 0)) * CENTITOKENS),
  };
}

/** Checks the tokens for a creator's batch before it starts. @throws ProductError tokens.insufficient with `needed` and `available` */
export async function assertTokens(creatorId: string, priced: Priced): Promise<void> {
  const { needed, available } = await tokensFor(creatorId, priced);
  if (needed <= available) return;
  throw new ProductError('tokens.insufficient', undefined, {
    data: { needed: Math.ceil(needed / CENTITOKENS), available: Math.floor(available / CENTITOKENS) },
  });
}

/**
 * Returns what a creator's batch may still cost, in hundredths of a token: at most the amount that its creator accepted at the start,
 * whatever prices and courses have become since. Amounts reserved by its live runs count as spent.
 */
export async function leftToCost(db: Knex, { run_id: id, estimate }: Pick<BatchRow, 'run_id' | 'estimate'>): Promise<number> {
  const [spent] = await rowsOf<{ sum: string }>(
    db,
    sql`select coalesce(sum(case when finished_at is null then tokens_reserved else tokens_charged end), 0) as sum from run where parent_id = ${id}`,
  );
  return Math.max(0, (estimate.most_cost ?? 0) - Number(spent!.sum));
}

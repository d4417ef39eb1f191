import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { userInfo } from 'node:os';
import { ITEM_STATES, type BadRow, type Batch } from '#contract/operator/batches.contract.ts';
import type { BatchDryRun } from '#contract/operator/batch-estimates.contract.ts';
import { actOnBatch } from '#domain/operator/batches/act-on-batch.command.ts';
import { readBatch } from '#domain/operator/batches/batch.queries.ts';
import { estimateBatch, planBatch } from '#domain/operator/batches/plan-batch.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { readBatchOptions } from './batch-options.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

const POLL_MS = 1_000;
const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
const dollars = (micro: number): string => `$${(micro / 1_000_000).toFixed(2)}`;

// npm run batch -- estimate|plan|start|watch|continue|pause|resume|cancel|retry_failed|set_limits|approve|discard|rollback: the same commands as in the console,
// audited under the system user's name. The batch itself runs in the workers.
await runWithDatabase(async (args) => {
  const operator = { accountId: null, script: userInfo().username, requestId: randomUUID() };
  const order = readBatchOptions(args);
  try {
    if (order.verb === 'estimate') {
      const dryRun = await estimateBatch(order.plan);
      printBadRows(dryRun.bad_rows);
      printEstimate(dryRun);
      for (const { title, owner_email: owner } of dryRun.courses) console.log(`  ${title} (${owner})`);
    } else if (order.verb === 'plan') {
      const { batch, badRows } = await planBatch(order.plan, operator);
      printBadRows(badRows);
      console.log(batch.batch_id);
      printEstimate(batch);
      console.log(`nothing has started yet: npm run batch -- start ${batch.batch_id}${batch.over_budget ? ' --budget <cents>' : ''}`);
    } else if (order.verb === 'watch') await watch(order.batchId);
    else {
      const { verb: act, ...deed } = order;
      print(await actOnBatch({ act, ...deed }, operator));
    }
  } catch (error) {
    if (error instanceof ProductError) throw new ScriptError(error.message);
    throw error;
  }
});

const printBadRows = (rows: readonly BadRow[]): void => {
  for (const { line, text, problem } of rows) console.log(`line ${line}: ${problem.replaceAll('_', ' ')}: ${text}`);
};

function printEstimate({
  estimate,
  budget_micro_usd: budget,
  over_budget: isOver,
}: Pick<BatchDryRun, 'estimate' | 'budget_micro_usd' | 'over_budget'>): void {
  const { micro_usd: money } = estimate;
  console.log(`${estimate.courses} courses, ${estimate.lessons} lessons; left out: ${estimate.pinned} pinned, ${estimate.edited} edited`);
  console.log(`${estimate.tokens_in} tokens in, ${estimate.tokens_out} out`);
  console.log(`${dollars(money.low)} at least, ${dollars(money.expected)} expected, ${dollars(money.worst)} at most (${estimate.basis})`);
  console.log(`about ${Math.ceil(estimate.finish_s / 60)} min`);
  if (isOver) console.log(`the budget of ${dollars(budget)} is below the expected cost: raise it, or choose fewer courses`);
}

function print(batch: Batch): void {
  const counts = ITEM_STATES.flatMap((state) => (batch.items[state] > 0 ? [`${batch.items[state]} ${state.replaceAll('_', ' ')}`] : []));
  const state = batch.paused_for === null ? batch.state : `paused (${batch.paused_for})`;
  console.log(`${state}: ${counts.join(', ')}; ${dollars(batch.spent_micro_usd)} of ${dollars(batch.budget_micro_usd)}`);
  const { limits, judged } = batch;
  const cost = judged.cost_drift === null ? '' : `, ${judged.cost_drift.toFixed(2)} times the expected cost`;
  console.log(
    `  judged: ${judged.results} results, ${judged.failed} failed, ${judged.unclean} with findings${cost}; pauses above ` +
      `${percent(limits.most_failures)} failed, ${percent(limits.most_unclean)} with findings, ${limits.most_cost_drift} times the cost`,
  );
}

/** Prints the batch whenever it changes, until none of its runs is active. */
async function watch(batchId: string): Promise<void> {
  for (let shown = ''; ; await sleep(POLL_MS)) {
    const batch = await readBatch(batchId);
    const now = JSON.stringify([batch.state, batch.items, batch.spent_micro_usd]);
    if (now !== shown) print(batch);
    shown = now;
    const { leased, running, approving, discarding, rolling_back: rollingBack } = batch.items;
    const isAtWork = batch.state === 'canary' || batch.state === 'running' || leased + running + approving + discarding + rollingBack > 0;
    if (!isAtWork) return;
  }
}

import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import * as z from 'zod';
import {
  actOnBatch,
  BATCH_ACTS,
  listBatches,
  MOST_COST_DRIFT,
  readBatch,
  type Batch,
  type BatchAct,
} from '#contract/operator/batches.contract.ts';
import { actOnRun, inspectRun, searchRuns } from '#contract/operator/runs-console.contract.ts';
import { RUN_STATUSES, SERVICES } from '#contract/platform/status.contract.ts';
import { readBatch as findBatch } from '#domain/operator/batches/batch.queries.ts';
import { answerWith, asksPeople, defineTool, ENDS, failedWith, READS, type ToolContext } from '../tool.ts';

const id = z.uuid();
const paging = {
  q: z.string().max(200).optional().describe('Words of subject, title or error.'),
  page: z.number().int().min(0).max(1000).optional(),
};

async function found({ call }: ToolContext, query: Record<string, string>) {
  const { runs, total, is_more } = await call(searchRuns, { query });
  const shown = runs.map(({ task_id, kind, status, stage, progress, subject, error_code, created_at, finished_at, cost_micro_usd }) => ({
    task_id,
    kind,
    status,
    stage,
    progress,
    subject,
    error_code,
    created_at,
    finished_at,
    cost_micro_usd,
  }));
  return answerWith(`${shown.length} of ${total}${is_more ? ' or more' : ''} runs.`, { runs: shown, total });
}

const given = (fields: Record<string, string | number | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));

const runs = defineTool({
  name: 'operator_list_runs',
  title: 'Runs of the installation',
  description: 'Lists runs of everybody, newest first.',
  calls: [searchRuns],
  annotations: READS,
  input: z.object({ ...paging, status: z.enum(RUN_STATUSES).optional(), kind: z.string().max(60).optional(), batch_id: id.optional() }),
  run: (args, context) => found(context, given(args)),
});

const failures = defineTool({
  name: 'operator_list_failures',
  title: 'Failed runs',
  description: 'Lists runs of everybody that have failed, those that ended last first.',
  calls: [searchRuns],
  annotations: READS,
  input: z.object({ ...paging, error_code: z.string().max(80).optional(), service: z.enum(SERVICES).optional() }),
  run: (args, context) => found(context, { ...given(args), status: 'failed', sort: 'finished_at' }),
});

const inspect = defineTool({
  name: 'operator_read_run',
  title: 'One run',
  description: 'Reads one run: its steps and tries, its calls, its log, why it failed and what can be done with it.',
  calls: [inspectRun],
  annotations: READS,
  input: z.object({ task_id: id }),
  async run({ task_id }, { call }) {
    const { run, error_detail, operator_detail, acts, steps, calls, log } = await call(inspectRun, { params: { task_id } });
    const newest = { steps: steps.slice(-50), calls: calls.slice(-50), log: log.slice(-50) };
    return answerWith(`It can: ${acts.join(', ') || 'nothing'}.`, { run, error_detail, operator_detail, acts, ...newest });
  },
});

const retry = defineTool({
  name: 'operator_retry_run',
  title: 'Retry a run',
  description: 'Runs a failed run again; finished steps are neither repeated nor paid again.',
  calls: [actOnRun],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.object({ task_id: id, avoid: z.array(z.enum(SERVICES)).max(3).optional().describe('Services to use only as a last resort.') }),
  async run({ task_id, avoid }, { call }) {
    await call(actOnRun, { params: { task_id }, body: { act: 'retry', ...(avoid && { avoid }) } });
    return answerWith('It runs again.', { task_id });
  },
});

const cancel = defineTool({
  name: 'operator_cancel_run',
  title: 'Cancel a run',
  description: 'Cancels a run of anybody, with its running calls. Ask the operator first.',
  calls: [actOnRun],
  annotations: ENDS,
  input: z.object({ task_id: id }),
  async run({ task_id }, { call }) {
    await call(actOnRun, { params: { task_id }, body: { act: 'cancel' } });
    return answerWith('It is cancelled.', { task_id });
  },
});

const batches = defineTool({
  name: 'operator_list_batches',
  title: 'Batches',
  description: 'Lists the newest batches: courses that are written anew together.',
  calls: [listBatches],
  annotations: READS,
  input: z.object({}),
  async run(_, { call }) {
    const { batches: all } = await call(listBatches);
    return answerWith(`${all.length} batches.`, { batches: all.slice(0, 50) });
  },
});

const batch = defineTool({
  name: 'operator_read_batch',
  title: 'One batch',
  description: 'Reads a batch and a page of its courses.',
  calls: [readBatch],
  annotations: READS,
  input: z.object({ batch_id: id, page: z.number().int().min(0).max(1000).optional() }),
  async run({ batch_id, page = 0 }, { call }) {
    const read = await call(readBatch, { params: { batch_id }, query: { page: String(page) } });
    return answerWith(`It can: ${read.batch.acts.join(', ') || 'nothing'}.`, { batch: read.batch, items: read.items });
  },
});

/** Actions that make a batch spend. */
const SPENDING: ReadonlySet<BatchAct> = new Set(['start', 'continue', 'resume', 'retry_failed']);

const dollars = (microUsd: number): string => `$${(microUsd / 1_000_000).toFixed(2)}`;

const priceWords = ({ name, total, estimate, budget_micro_usd: budget, spent_micro_usd: spent }: Batch): string =>
  `“${name}”, ${total === 1 ? '1 course' : `${total} courses`}: about ${dollars(estimate.micro_usd.expected)} is expected, and ${dollars(budget)} at most, of which ` +
  `${dollars(spent)} is spent.`;

const actOn = defineTool({
  name: 'operator_act_on_batch',
  title: 'Act on a batch',
  description:
    'Starts, continues, pauses, halts, resumes or cancels a batch, tries what failed again, sets the limits at which it pauses (most_failures and ' +
    'most_unclean are shares, most_cost_drift a multiple of the expected cost), or approves, discards or rolls back its results. Resuming means that ' +
    'its results were looked at: only what ends afterwards is judged. ' +
    'Starting, continuing, resuming and trying again spend money up to the batch’s budget: where this client can ask the operator, they are asked ' +
    'first; elsewhere say the price, and send confirm: true once they have agreed. Approving replaces lessons: ask the operator first.',
  calls: [actOnBatch],
  annotations: { ...ENDS, idempotentHint: false, openWorldHint: true },
  input: z.object({
    batch_id: id,
    act: z.enum(BATCH_ACTS),
    only_clean: z.boolean().optional().describe('Approve only results without a finding.'),
    most_failures: z.number().min(0).max(1).optional().describe('For set_limits.'),
    most_cost_drift: z.number().min(1).max(MOST_COST_DRIFT).optional().describe('For set_limits.'),
    most_unclean: z.number().min(0).max(1).optional().describe('For set_limits.'),
    confirm: z.boolean().optional().describe('The operator has agreed to what it may spend.'),
  }),
  async run({ batch_id, act, only_clean, most_failures, most_cost_drift, most_unclean, confirm = false }, context) {
    if (SPENDING.has(act) && !confirm) {
      const said = inputResponse(context.mcp.mcpReq.inputResponses, 'price');
      if (said.kind !== 'elicit') {
        const price = priceWords(await findBatch(batch_id));
        if (!asksPeople(context))
          return failedWith('mcp.confirm_price', `${price} Ask the operator, then send the same with confirm: true.`);
        const requestedSchema = z.object({ agree: z.boolean().describe('Go on at this price') });
        return inputRequired({
          inputRequests: { price: inputRequired.elicit({ message: price, requestedSchema }) },
          requestState: batch_id,
        });
      }
      if (said.action !== 'accept' || said.content?.['agree'] !== true) return answerWith('The operator did not agree. Nothing was done.');
    }
    const body = {
      act,
      ...(only_clean !== undefined && { only_clean }),
      ...(act === 'set_limits' && { limits: { most_failures, most_cost_drift, most_unclean } }),
    };
    const after = await context.call(actOnBatch, { params: { batch_id }, body });
    return answerWith('Done.', { batch: after });
  },
});

export const OPERATOR_TOOLS = [runs, failures, inspect, retry, cancel, batches, batch, actOn];

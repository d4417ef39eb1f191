import { expect, it, vi } from 'vitest';
import { randomUUID } from 'node:crypto';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { failRun } from '#domain/platform/runs/complete-run.command.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { runUsage } from '#domain/generation/runs/run-usage.queries.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { sweepSteps } from '#domain/platform/steps/lease.commands.ts';
import { usePipeline } from './pipeline.factory.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import type { Step } from '#domain/platform/steps/step.model.ts';

const { database, control } = usePipeline();
const WAIT = { timeout: 60_000, interval: 20 };

/**
 * Creates a run whose worker has crashed in the middle of a quiz: the lease is not renewed, and the call recorded on its row will never be
 * settled.
 */
async function givenDeadWorker() {
  await control('PUT', 'latency', { ms: 0, per_service: { openai: 500 } });
  const accountId = await givenOwner();
  const form = courseFormSchema.parse({
    age: 30,
    topic: 'Dry walls',
    learning_goals: 'Build one',
    duration: '1 week intensive',
    content_depth: 'overview',
  });
  const { runId } = await startRun({ accountId, form, requestId: randomUUID() });
  const dead = {
    fence: database.knex.raw('fence + 1'),
    lease_until: database.knex.raw('now()'),
    call_begun: database.knex.raw(`jsonb_set(call_begun, '{id}', to_jsonb(?::text))`, [randomUUID()]),
  };
  // selected and updated in one statement, because the quiz may finish at any time
  const practising = { run_id: runId, job: 'write-practice', state: 'running' };
  const one = database.knex('step').where(practising).whereNotNull('call_begun').limit(1).forUpdate().select('id');
  const lost = await vi.waitUntil(async () => (await database.knex('step').where('id', one).update(dead).returning('*'))[0], WAIT);
  return { accountId, runId, lost };
}

const rowsOf = (lost: Row<Step>) => database.knex('vendor_call').where({ id: lost.call_begun!.id });

it(
  'calls interrupted by a crash of their worker are in the usage once, failed and of unknown cost, after another worker took over',
  { tags: 'slow' },
  async () => {
    const { accountId, runId, lost } = await givenDeadWorker();
    // sweeps until then: after its start, the database protects leases from takeover for some seconds
    await vi.waitUntil(async () => {
      await sweepSteps();
      return (await database.knex('run').where({ id: runId }).first('status'))!.status === 'completed';
    }, WAIT);
    await callsSettled();
    await control('PUT', 'latency', { ms: 0 });

    const usage = await runUsage({ runId, accountId });
    const lesson = usage.by_lesson.find(({ lesson_id }) => lesson_id === lost.item_id);
    expect(lesson).toMatchObject({ cost_micro_usd: null, wasted_micro_usd: null });
    expect(await rowsOf(lost)).toMatchObject([
      { outcome: 'aborted', purpose: 'practice', run_id: runId, step_id: lost.id, account_id: accountId, cost_micro_usd: null },
    ]);
  },
);

it.each([
  ['its learner stopped it', (run: { runId: string; accountId: string }) => cancelRun({ ...run, keep: false })],
  ['it failed', ({ runId }: { runId: string }) => transact((trx) => failRun(trx, { id: runId, kind: 'course' }, 'vendors.all_down', []))],
])('and also if the run ended before anybody took over, because %s', async (_why, end) => {
  const { accountId, runId, lost } = await givenDeadWorker();
  await end({ accountId, runId });
  const [row] = await rowsOf(lost);
  expect(row).toMatchObject({ outcome: 'aborted', purpose: 'practice', run_id: runId, step_id: lost.id, account_id: accountId, ms: null });
  // calls of living workers are aborted by their heartbeat, and then settled with their own figures
  const unsettled = () => database.knex('vendor_call').where({ run_id: runId }).whereNull('ms').pluck('id');
  await vi.waitUntil(async () => (await unsettled()).length === 1, WAIT);
  await callsSettled();
  await control('PUT', 'latency', { ms: 0 });

  expect(await unsettled()).toEqual([row!.id]);
  // an answer that arrived before its run ended is still being settled by its own step, for which nothing waits
  const usage = await vi.waitFor(async () => {
    const { calls } = (await database.knex('spend_day').where({ account_id: accountId }).select('calls'))[0]!;
    const found = await runUsage({ runId, accountId });
    expect(found.total.calls).toBe(calls);
    return found;
  }, WAIT);
  expect(usage.total).toMatchObject({ cost_micro_usd: null, wasted_micro_usd: null });
});

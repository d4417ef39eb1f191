import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { batchPlan, type BatchTask } from '#contract/operator/batches.contract.ts';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { actOnBatch } from '#domain/operator/batches/act-on-batch.command.ts';
import { advanceBatches } from '#domain/operator/batches/advance-batches.command.ts';
import { planBatch } from '#domain/operator/batches/plan-batch.command.ts';
import { exportData } from '#domain/settings/export-data.command.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { startEngine } from '#domain/kinds.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { columnsOf } from '#domain/platform/export-part.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { advanceParents } from '#domain/platform/runs/advance-parents.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { setJobSink, type Delivery } from '#domain/platform/steps/job-sink.ts';
import { addJobs, readJob } from '#queues/registry.ts';
import { startHeartbeat, type Heartbeat } from '#workers/platform/heartbeat.ts';
import { createStepRunner, type StepRunner } from '#workers/platform/run-step.ts';
import { PROCESSORS } from '#workers/processors.ts';
import { MISSING_CLIPS } from './clips/clip.batch.ts';
import { CLIP_JOBS } from './clips/clip.jobs.ts';
import { clipBatchKind, clipKind } from './clips/clip.kind.ts';
import { addClipRows, CLIP_TABLE } from './clips/clip.rows.ts';
import { CLIP_PROCESSORS, POLL_AFTER_MS, POLL_WITHIN_MS, studio } from './clips/clip.processors.factory.ts';

/**
 * A kind of slow work that exists only in this test, with its declaration, jobs and processors. It proves what a new kind needs, and that
 * the engine provides everything else.
 */
const api = useTestApi();
let announced: Delivery[] = [];
let heartbeat: Heartbeat;
let runner: StepRunner;
let ada: Person;
let people = 0;
let takeOutRows: () => void;

beforeAll(async () => {
  await api.database.knex.raw(CLIP_TABLE);
  addJobs(CLIP_JOBS);
  takeOutRows = addClipRows();
  startEngine({ kinds: [clipKind, clipBatchKind], batches: { clips: MISSING_CLIPS } });
  setJobSink(async (deliveries) => void announced.push(...deliveries));
  heartbeat = startHeartbeat(20);
  const processors = { ...PROCESSORS, ...CLIP_PROCESSORS };
  runner = createStepRunner({ worker: 'test', heartbeat, processors });
});
afterAll(() => {
  heartbeat.stop();
  takeOutRows();
  startEngine();
});
beforeEach(async () => {
  announced = [];
  Object.assign(studio, { orders: [], isReady: false, cutting: [], isSlow: false });
  await api.database.knex('run').del();
  setConfig({ ...config(), maxActiveRuns: 12, vendor: { ...config().vendor, retryBaseMs: 1 } });
  ada = await api.givenPerson(`ada${++people}@example.com`, { tokens: 10_000 });
});

const accept = (scene: string, given: Partial<Parameters<typeof acceptRun>[0]> = {}) =>
  acceptRun({
    kind: 'clip',
    accountId: ada.userId,
    request: { scene, seconds: 10 },
    subject: scene,
    requestId: 'test',
    fingerprint: scene,
    dedupeKey: scene,
    ...given,
  });
const start = async (scene: string) => (await accept(scene)).runId;
const row = (id: string) => api.database.knex('run').where({ id }).first();
const step = (run_id: string, key: string) => api.database.knex('step').where({ run_id, key }).first();
const ask = async (path: string, { person = ada, method = 'GET' } = {}) => api.call(path, { method, bearer: person.accessToken });
const poll = async (id: string) => (await ask(`/api/runs/${id}`)).json;
const notices = async (id: string) => api.database.knex('notification').where({ account_id: id }).orderBy('id').pluck('kind');
const held = async (id: string) =>
  api.database.knex('token_hold').whereLike('job_id', `${id}%`).orderBy('job_id').select('state', 'amount', 'captured');

/** Processes every announced and due job until none is left. */
async function work(): Promise<void> {
  for (let due = take(); due.length > 0; due = take()) {
    await Promise.all(
      due.map(async ({ job, stepId, dispatch, delayMs }) => {
        await sleep(Math.max(0, delayMs));
        await runner.run(readJob(job, { step_id: stepId, dispatch })).catch(() => undefined);
      }),
    );
  }
}
function take(): Delivery[] {
  const due = announced.filter(({ delayMs }) => delayMs < 1_000);
  announced = announced.filter((delivery) => !due.includes(delivery));
  return due;
}
/** Simulates this much time since the last poll. */
async function pass(ms: number): Promise<void> {
  const earlier = (column: string) => api.database.knex.raw(`?? - ? * interval '1 ms'`, [column, ms]);
  await api.database
    .knex('step')
    .whereNotNull('look_until')
    .update({ due_at: earlier('due_at'), look_until: earlier('look_until') });
  announced = announced.map((delivery) => ({ ...delivery, delayMs: delivery.delayMs - ms }));
  await work();
}

describe('a new kind of slow work', () => {
  it('runs two stages with a delayed poll that occupies no slot and counts no failure, and is billed for its result', async () => {
    const runId = await start('Bees at dawn');
    expect(await held(runId)).toMatchObject([{ state: 'open' }]);
    await work();
    expect(await step(runId, 'film')).toMatchObject({ state: 'queued', payload: { order: 1 }, tried: [], worker: null, lease_until: null });
    expect(heartbeat.count()).toBe(0);
    expect(announced).toMatchObject([{ job: 'film-clip' }]);
    expect(announced[0]!.delayMs).toBeGreaterThan(POLL_AFTER_MS - 2_000);
    expect(await poll(runId)).toMatchObject({ kind: 'clip', status: 'running', stage: 'film', progress: 10, details: { seconds: 10 } });

    await pass(POLL_AFTER_MS);
    expect(await step(runId, 'film')).toMatchObject({ state: 'queued', tried: [] });
    studio.isReady = true;
    await pass(POLL_AFTER_MS);
    expect(studio.orders).toEqual(['Bees at dawn']);
    expect(await poll(runId)).toMatchObject({
      status: 'completed',
      stage: 'done',
      progress: 100,
      result: { clip: 'Bees at dawn.mp4' },
      tokens: { reserved: 400, charged: 200 },
      poll_after_ms: 0,
    });
    expect(await held(runId)).toEqual([{ state: 'captured', amount: 400, captured: 200 }]);
    expect(await notices(ada.userId)).toEqual(['clip.completed']);
    expect((await poll(runId)).log.map((line: { event: string }) => line.event)).toEqual([
      'run.accepted',
      'tokens.reserved',
      'run.started',
    ]);
  });

  it('fails when the polled result does not arrive in time, and releases the reservation', async () => {
    const runId = await start('Bees at dawn');
    await work();
    await pass(POLL_WITHIN_MS);
    expect(await poll(runId)).toMatchObject({ status: 'failed', error: { code: 'run.timed_out' }, tokens: { charged: 0 } });
    expect(await held(runId)).toMatchObject([{ state: 'released' }]);
    expect(await notices(ada.userId)).toEqual(['clip.failed']);
    expect(announced).toEqual([]);
  });

  it('is retried after failures of our own, three times in all, and abandoned at once for a final reason', async () => {
    studio.isReady = true;
    studio.cutting = [new Error('a bug'), new Error('a bug')];
    const well = await start('Bees at dawn');
    await work();
    expect(await row(well)).toMatchObject({ status: 'completed' });
    expect((await step(well, 'cut'))!.tried).toHaveLength(2);
    studio.cutting = [new ProductError('vendors.refused')];
    const refused = await start('Bees at dusk');
    await work();
    expect(await row(refused)).toMatchObject({ status: 'failed', error_code: 'vendors.refused' });
  });

  it('is retried on request from the failed step: finished work is not bought again, and released tokens are reserved again', async () => {
    studio.isReady = true;
    studio.cutting = [new ProductError('vendors.refused')];
    const runId = await start('Bees at dawn');
    await work();
    expect(await poll(runId)).toMatchObject({ status: 'failed', can_retry: true });
    expect((await ask(`/api/runs/${runId}/retry`, { method: 'POST' })).status).toBe(202);
    await work();
    expect(await poll(runId)).toMatchObject({ status: 'completed', tokens: { charged: 200 } });
    expect(studio.orders).toEqual(['Bees at dawn']);
    expect(await held(runId)).toMatchObject([{ state: 'released' }, { state: 'captured', captured: 200 }]);
    expect((await ask(`/api/runs/${runId}/retry`, { method: 'POST' })).json).toMatchObject({ code: 'run.not_failed' });
  });

  it('is cancelled while it waits, and down to the call while it works', async () => {
    const waiting = await start('Bees at dawn');
    await work();
    expect((await ask(`/api/runs/${waiting}`, { method: 'DELETE' })).json).toMatchObject({ status: 'cancelled', stopped: true });
    await pass(POLL_AFTER_MS);
    expect(await step(waiting, 'film')).toMatchObject({ state: 'cancelled' });

    Object.assign(studio, { isReady: true, isSlow: true });
    const working = await start('Bees at dusk');
    const done = work();
    await expect.poll(async () => (await step(working, 'cut'))?.state).toBe('running');
    await ask(`/api/runs/${working}`, { method: 'DELETE' });
    await done;
    expect(heartbeat.count()).toBe(0);
    for (const id of [waiting, working]) expect(await held(id)).toMatchObject([{ state: 'released' }]);
  });

  it('is in its owner’s list of runs beside their courses, can be searched there, and is hidden from other users', async () => {
    const form = courseFormSchema.parse({ age: 30, topic: 'Wasps', learning_goals: 'Know them' });
    const course = await startRun({ accountId: ada.userId, form, requestId: 'test' });
    const clip = await start('Bees at dawn');
    const list = async (query = '', person = ada) =>
      (await ask(`/api/runs${query}`, { person })).json.runs.map((run: { task_id: string }) => run.task_id);
    expect(await list()).toEqual([clip, course.runId]);
    expect((await ask('/api/runs')).json.runs[0]).toMatchObject({ kind: 'clip', subject: 'Bees at dawn', details: { seconds: 10 } });
    expect(await list('?q=AT+dawn')).toEqual([clip]);
    expect(await list('?q=wasp&live=true')).toEqual([course.runId]);
    expect((await ask('/api/generate-course/runs')).json.runs).toMatchObject([{ task_id: course.runId, topic: 'Wasps' }]);
    const bo = await api.givenPerson(`bo${people}@example.com`);
    expect(await list('', bo)).toEqual([]);
    for (const [path, method] of [
      [`/api/runs/${clip}`, 'GET'],
      [`/api/runs/${clip}`, 'DELETE'],
      [`/api/runs/${clip}/retry`, 'POST'],
    ] as const)
      expect((await ask(path, { person: bo, method })).status).toBe(404);
    expect((await ask(`/api/generate-course/status/${clip}`)).status).toBe(404);
  });
});

describe('what follows from its rows', () => {
  it('reports its end with a notification, which another attempt withdraws', async () => {
    studio.isReady = true;
    studio.cutting = [new ProductError('vendors.refused')];
    const runId = await start('Bees at dawn');
    await work();
    expect(await notices(ada.userId)).toEqual(['clip.failed']);
    await ask(`/api/runs/${runId}/retry`, { method: 'POST' });
    expect(await notices(ada.userId)).toEqual([]);
    await work();
    expect(await notices(ada.userId)).toEqual(['clip.completed']);
  });

  it('is in the export of its owner’s account', async () => {
    studio.isReady = true;
    const runId = await start('Bees at dawn');
    await work();
    const files = unzipSync(new Uint8Array(await buffer(await exportData(ada.userId))));
    expect(strFromU8(files['README.txt']!)).toContain('clips.json\n  Clips you had filmed.');
    expect(JSON.parse(strFromU8(files['clips.json']!))).toMatchObject([{ run_id: runId, scene: 'Bees at dawn', file: 'Bees at dawn.mp4' }]);
    // as for every table: each column once, exported or withheld with a reason
    const [part] = clipKind.exported;
    const columns = await rowsOf<{ name: string }>(
      api.database.knex,
      sql`select column_name as name from information_schema.columns where table_name = 'clip'`,
    );
    const named = [...columnsOf(part!).map(([name]) => name), ...Object.keys(part!.withheld ?? {})];
    expect(named.toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
  });

  it('can be made for many courses by a batch, at the installation’s cost, live at once, and reverted', async () => {
    studio.isReady = true;
    const courseId = await givenCourse(ada.userId);
    const operator = {
      accountId: (await api.givenPerson(`operator${people}@example.com`, { roles: ['operator'] })).userId,
      requestId: 'test',
    };
    const plan = {
      ...batchPlan.parse({ name: 'Clips', what: 'media', budget_cents: 1_000, canary: 0, selection: { owner_id: ada.userId } }),
    };
    const { batch } = await planBatch({ ...plan, what: 'clips' as BatchTask }, operator);
    expect(batch).toMatchObject({ total: 1, estimate: { courses: 1, lessons: 1 } });
    await actOnBatch({ batchId: batch.batch_id, act: 'start' }, operator);
    await advanceBatches();
    await admitRuns();
    await work();
    await advanceBatches();
    const item = () => api.database.knex('batch_item').where({ batch_id: batch.batch_id, course_id: courseId }).first();
    const { child_id: childId, ...made } = (await item())!;
    expect(made).toMatchObject({ state: 'approved', is_clean: true });
    expect(await row(childId!)).toMatchObject({ kind: 'clip', status: 'completed', payer_id: null, tokens_charged: 0 });
    expect(await notices(ada.userId)).toEqual(['operator.added']);
    await actOnBatch({ batchId: batch.batch_id, act: 'rollback' }, operator);
    await advanceBatches();
    expect(await item()).toMatchObject({ state: 'rolled_back' });
    expect(await row(childId!)).toMatchObject({ result: null });
  });
});

describe('a batch of many runs without an owner', () => {
  const batch = async (scenes: string[]) => {
    const { runId } = await acceptRun({
      kind: 'clip-batch',
      accountId: null,
      notifiedId: ada.userId,
      request: { scenes },
      subject: 'All hives',
      requestId: 'test',
      fingerprint: scenes,
      dedupeKey: 'all hives',
    });
    return runId;
  };
  const children = (id: string) => api.database.knex('run').where({ parent_id: id }).orderBy('subject');
  const counts = async (id: string) => {
    const statuses: string[] = await api.database.knex('run').where({ parent_id: id }).pluck('status');
    return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]));
  };

  it('starts its children once, occupies no place while they run, is paid by the installation, and ends with the last of them', async () => {
    setConfig({ ...config(), maxActiveRuns: 2 });
    studio.isReady = true;
    studio.cutting = [new ProductError('vendors.refused')];
    const runId = await batch(['one', 'two', 'three']);
    expect(await batch(['one', 'two', 'three'])).toBe(runId);
    const { stepId, dispatch } = announced[0]!;
    await runner.run(readJob('start-clips', { step_id: stepId, dispatch }));
    await runner.run(readJob('start-clips', { step_id: stepId, dispatch }));
    expect(await row(runId)).toMatchObject({ status: 'running', stage: 'waiting', is_parked: true, payer_id: null, account_id: null });
    await admitRuns();
    expect(await counts(runId)).toEqual({ running: 2, queued: 1 });
    announced = announced.filter(({ job }) => job !== 'start-clips');
    await work();
    expect(await counts(runId)).toEqual({ completed: 2, failed: 1 });
    for (const child of await children(runId))
      expect(child).toMatchObject({ account_id: null, payer_id: null, tokens_reserved: 0, lane: 'batch' });
    expect(
      await api.database.knex('token_hold').whereIn(
        'job_id',
        (await children(runId)).map(({ id }) => id),
      ),
    ).toEqual([]);
    await advanceParents();
    await work();
    expect(await row(runId)).toMatchObject({ status: 'completed', progress: 100 });
    expect((await ask('/api/runs')).json.runs).toEqual([]);
    expect((await ask(`/api/runs/${runId}`)).status).toBe(404);
  });

  it('counts against the installation’s cap only, and notifies the named account, if any', async () => {
    const { knex } = api.database;
    setConfig({ ...config(), spend: { userCents: 1, installCents: 1_000 } });
    await knex('spend_day').insert({ day: knex.raw(`(now() at time zone 'utc')::date`), account_id: ada.userId, micro_usd: 20_000 });
    await expect(accept('Bees at dawn')).rejects.toMatchObject({ code: 'spend.user_cap' });
    studio.isReady = true;
    const bo = await api.givenPerson(`told${people}@example.com`);
    const { runId } = await accept('Bees at dawn', { cappedId: null, payerId: null, notifiedId: bo.userId });
    await work();
    expect(await poll(runId)).toMatchObject({ status: 'completed', tokens: { reserved: 0, charged: 0 } });
    expect([await notices(ada.userId), await notices(bo.userId)]).toEqual([[], ['clip.completed']]);
    expect(await held(runId)).toEqual([]);
  });

  it('reports the state of its child runs, and stops them when it is stopped', async () => {
    const runId = await batch(['one', 'two']);
    await api.database.knex('run').where({ id: runId }).update({ account_id: ada.userId });
    await work();
    expect(await poll(runId)).toMatchObject({ children: { queued: 0, running: 2, completed: 0, failed: 0, cancelled: 0 } });
    await cancelRun({ runId, accountId: ada.userId, keep: false });
    expect(await poll(runId)).toMatchObject({ status: 'cancelled', children: { running: 0, cancelled: 2 } });
  });
});

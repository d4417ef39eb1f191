import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { outlineDocument } from '#domain/generation/prompts/documents.ts';
import { database, transact } from '#domain/platform/database.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { atSandbox } from '#domain/platform/settings/model-settings.ts';
import { addSteps, finishStep } from '#domain/platform/steps/step.commands.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { askServices } from '#domain/vendors/llm/ask-services.ts';
import { jsonOf } from '#domain/vendors/llm/call-model.ts';
import {
  BATCH_SERVICES,
  batchResults,
  cancelBatch,
  findBatch,
  pollBatch,
  submitBatch,
  type BatchedAnswer,
  type BatchService,
} from '#domain/vendors/llm/batches/batch-services.ts';
import { cancelVendorBatches } from '#domain/vendors/llm/batches/end-items.command.ts';
import { processVendorBatches } from '#domain/vendors/llm/batches/process-vendor-batches.command.ts';
import { costMicroUsd } from '#domain/vendors/llm/prices.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { startHeartbeat, type Heartbeat } from '../../../workers/platform/heartbeat.ts';
import type { Processor } from '../../../workers/platform/processor.ts';
import { createStepRunner, type StepRunner } from '../../../workers/platform/run-step.ts';
import { startSandbox, type Sandbox } from '../server.ts';

const test = useTestDatabase();
const prompt = (topic: string) =>
  `<brief>${JSON.stringify({ topic, course_size: { modules: 3, lessons_per_module: 2, lesson_words: 200 } })}</brief>`;
const soon = () => AbortSignal.timeout(10_000);
const WAIT = { timeout: 15_000, interval: 20 };
let sandbox: Sandbox;

const control = (path: string, body?: object, method = 'PUT') =>
  fetch(`${sandbox.url}/control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  const { vendors, ...rest } = config();
  const all = atSandbox(vendors, sandbox.url);
  setConfig({ ...rest, vendors: all, accounts: all, vendorBatches: { gatherMs: 1, lookMs: 1 }, leaseMs: 3_000 });
});
beforeEach(() => control('batches', { ms: 50 }));
afterEach(() => control('faults', undefined, 'DELETE'));
afterAll(() => sandbox.close());

/** Submits a batch of outlines, one for each topic. */
const send = async (service: BatchService, ids: readonly string[], id = uuidv7()) => {
  const { responseFormat } = jsonOf(outlineDocument);
  const format = await responseFormat;
  const calls = ids.map((one) => ({
    id: one,
    instructions: 'You plan courses.',
    prompt: prompt(`Bees ${one}`),
    format,
    maxOutputTokens: 8_000,
  }));
  return submitBatch({ service, model: config().vendors[service].model, id }, calls, soon());
};
const over = (service: BatchService, vendorId: string) =>
  expect.poll(async () => (await pollBatch(service, vendorId, soon())).isOver, WAIT).toBe(true);
const results = async (service: BatchService, vendorId: string) => {
  const found: BatchedAnswer[] = [];
  for await (const answer of batchResults(service, vendorId, soon())) found.push(answer);
  return found.toSorted((one, other) => one.id.localeCompare(other.id));
};

describe.each(BATCH_SERVICES)('the batch service of %s', (service) => {
  it('accepts calls, answers each under its id with its usage, and is found again if the answer to its submission was lost', async () => {
    const ids = [uuidv7(), uuidv7()];
    const createdAt = new Date();
    const id = uuidv7();
    await control('faults', { service, mode: 'cut', times: service === 'openai' ? 2 : 1 });
    await expect(send(service, ids, id)).rejects.toThrow();
    await control('faults', undefined, 'DELETE');
    const sought = { id, requests: 2, createdAt, others: new Set<string>() };
    // OpenAI's upload was the lost request, so there is no batch yet and it is submitted
    const vendorId = (await findBatch(service, sought, soon())) ?? (await send(service, ids, id));
    expect(await findBatch(service, sought, soon())).toBe(vendorId);
    expect(await findBatch(service, { ...sought, id: uuidv7(), requests: 3 }, soon())).toBeNull();
    await over(service, vendorId);
    const [first, second] = await results(service, vendorId);
    expect([first, second]).toMatchObject(ids.toSorted().map((one) => ({ id: one, finish: 'stop', use: { output: expect.any(Number) } })));
    expect(outlineDocument.parse(JSON.parse((first as { text: string }).text)).modules).toHaveLength(3);
  });

  it('reports which calls failed, expired and were cancelled, and refuses unknown ones', async () => {
    await control('batches', { ms: 20, errored_share: 1 });
    const failed = await send(service, [uuidv7()]);
    await over(service, failed);
    expect(await results(service, failed)).toMatchObject([{ end: 'failed', problem: expect.stringContaining('error') }]);
    await control('batches', { ms: 20, expired_share: 1 });
    const expired = await send(service, [uuidv7()]);
    await over(service, expired);
    // Gemini has no separate state for an expired request
    expect(await results(service, expired)).toMatchObject([{ end: service === 'gemini' ? 'failed' : 'expired' }]);
    await control('batches', { ms: 60_000 });
    const cancelled = await send(service, [uuidv7()]);
    await cancelBatch(service, cancelled, soon());
    await over(service, cancelled);
    expect(await results(service, cancelled)).toMatchObject([{ end: 'cancelled' }]);
    await expect(pollBatch(service, `${cancelled}0`, soon())).rejects.toMatchObject({ statusCode: 404 });
    await control('faults', { service, mode: '429', times: 1 });
    await expect(send(service, [uuidv7()])).rejects.toMatchObject({ statusCode: 429 });
  });
});

describe('calls of a batch’s steps', () => {
  let runner: StepRunner;
  let heartbeat: Heartbeat;
  let steps: string[];
  let runId: string;
  let batchId: string;

  const work: Processor['work'] = async (given) => {
    const { value, callId } = await askServices(given, {
      purpose: 'outline',
      prompt: () => ({ instructions: 'You plan courses.', prompt: prompt(`Bees of ${given.step.key}`) }),
      schema: outlineDocument,
      maxOutputTokens: 8_000,
      failure: () => new Error('nobody answered') as never,
    });
    await transact((trx) => finishStep(trx, given.step, { output: { modules: value.modules.length, callId } }));
  };
  const settle: Processor['settle'] = async (_step, error) => Promise.reject(error);

  beforeAll(() => {
    setJobSink(async () => undefined);
    heartbeat = startHeartbeat();
    const processors = { 'write-lesson': { work, settle } };
    runner = createStepRunner({ worker: 'one', heartbeat, processors });
  });
  afterAll(() => {
    setJobSink(null);
    heartbeat.stop();
  });
  beforeEach(async () => {
    await test.knex.raw('truncate vendor_batch, vendor_batch_item, vendor_call, spend_day');
    await control('calls', undefined, 'DELETE');
    batchId = await insertRun(test.knex, { lane: 'batch' });
    runId = await insertRun(test.knex, { lane: 'batch' });
    await test.knex('run').where({ id: runId }).update({ parent_id: batchId, by_vendor_batch: true });
    const keys = Array.from({ length: 8 }, (_, at) => `lesson-${at}`);
    await test.knex.transaction((trx) =>
      addSteps(
        trx,
        { id: runId, lane: 'batch' },
        keys.map((key) => ({ job: 'write-lesson', key })),
      ),
    );
    steps = await test.knex('step').where({ run_id: runId }).pluck('id');
  });

  /** Delivers due jobs, as the queue does. */
  const deliver = async () => {
    const due = await test.knex('step').where({ run_id: runId, state: 'queued' }).where('due_at', '<=', new Date()).pluck('id');
    await Promise.all(due.map((id: string) => runner.run({ name: 'write-lesson', payload: { step_id: id, dispatch: 1 } } as never)));
  };
  const states = async () => (await test.knex('vendor_batch').orderBy('id').pluck('state')).toSorted();
  const items = async () => test.knex('vendor_batch_item').select('id', 'state', 'service').orderBy('id');
  const bought = () => sandbox.calls().filter(({ status }) => status === 200).length;
  const tend = () => processVendorBatches();
  const done = () => test.knex('step').where({ run_id: runId, state: 'completed' });

  it('wait without a worker slot, are bought once despite kills, cost half, and wake their steps', async () => {
    await deliver();
    expect(await test.knex('step').where({ run_id: runId, state: 'queued' })).toHaveLength(8);
    // repeating it adds nothing
    await test.knex('step').where({ run_id: runId }).update({ due_at: new Date() });
    await deliver();
    const calls = await items();
    expect(calls.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'waiting'));
    expect(calls.every(({ service }) => service !== 'grok')).toBe(true);
    // each vendor accepts the batch, and the process is killed before the answer arrives
    for (const service of BATCH_SERVICES) await control('faults', { service, mode: 'cut' });
    await expect.poll(async () => tend().then(async () => (await items()).every(({ state }) => state === 'sent')), WAIT).toBe(true);
    expect(await test.knex('vendor_batch').whereNotNull('vendor_id')).toEqual([]);
    await control('faults', undefined, 'DELETE');
    await test.knex('vendor_batch').update({ due_at: new Date(), held_until: null });
    await expect.poll(async () => tend().then(states), WAIT).not.toContain('submitting');
    // killed while results were stored: some calls are settled, others only stored
    await expect.poll(async () => tend().then(states), WAIT).toEqual(expect.arrayContaining(['ended']));
    await expect.poll(async () => tend().then(async () => [...new Set(await states())]), WAIT).toEqual(['ended']);
    await callsSettled();
    const spent = await test.knex('spend_day').sum({ sum: 'micro_usd' }).first();
    const [again] = calls;
    const { vendor_batch_id: part } = (await test.knex('vendor_batch_item').where({ id: again!.id }).first('vendor_batch_id'))!;
    await test.knex('vendor_batch_item').where({ id: again!.id }).update({ state: 'sent', answer: null });
    await test.knex('vendor_batch').where({ id: part! }).update({ state: 'submitted', due_at: new Date() });
    await tend();
    await callsSettled();
    expect(await test.knex('spend_day').sum({ sum: 'micro_usd' }).first()).toEqual(spent);
    expect((await items()).map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'answered'));
    await deliver();
    expect(await done()).toHaveLength(8);
    expect(bought()).toBe(8);
    const rows = await database()('vendor_call').where({ run_id: runId });
    expect(rows.map(({ id }) => id).toSorted()).toEqual(calls.map(({ id }) => id));
    for (const { model, input_tokens: input, output_tokens: output, cost_micro_usd: cost, started_at: at, price_share: share } of rows)
      expect([cost, share]).toEqual([
        Math.round(costMicroUsd(model, { input: input!, output: output!, cacheRead: 0, cacheWrite: 0 }, at)! / 2),
        0.5,
      ]);
    expect(steps).toHaveLength(8);
  });

  it('that failed or expired there are made the ordinary way, and the run’s log says so', async () => {
    await control('batches', { ms: 1, errored_share: 0.5, expired_share: 0.5 });
    await deliver();
    await expect.poll(async () => tend().then(async () => (await items()).every(({ state }) => state === 'failed')), WAIT).toBe(true);
    expect(await test.knex('run_event').where({ run_id: runId, event: 'batch_service.failed' })).toHaveLength(8);
    await deliver();
    await callsSettled();
    expect(await done()).toHaveLength(8);
    expect(bought()).toBe(8);
    expect(await test.knex('vendor_call').where({ run_id: runId, outcome: 'ok', price_share: 1 })).toHaveLength(8);
  });

  it('are cancelled at their vendors with their batch, or when no run waits for them', async () => {
    await control('batches', { ms: 60_000 });
    await deliver();
    await expect.poll(async () => tend().then(states), WAIT).toContain('submitted');
    await expect.poll(async () => tend().then(async () => (await items()).some(({ state }) => state === 'waiting')), WAIT).toBe(false);
    await test.knex.transaction((trx) => cancelVendorBatches(trx, batchId));
    await test.knex('vendor_batch').update({ due_at: new Date() });
    await expect.poll(async () => tend().then(async () => [...new Set(await states())]), WAIT).toEqual(['ended']);
    expect([...new Set((await items()).map(({ state }) => state))]).toEqual(['cancelled']);
    expect(bought()).toBe(0);
    // resuming requests them again
    await deliver();
    await expect.poll(async () => tend().then(async () => (await items()).filter(({ state }) => state === 'sent').length), WAIT).toBe(8);
    await test.knex('step').where({ run_id: runId }).update({ state: 'cancelled' });
    await expect.poll(async () => tend().then(async () => (await items()).every(({ state }) => state === 'cancelled')), WAIT).toBe(true);
  });

  it('that turn out to be in another batch are sent in their own one', async () => {
    const stranger = await send('claude', [uuidv7()]);
    await over('claude', stranger);
    await deliver();
    const id = uuidv7();
    const { model } = config().vendors.claude;
    const mistaken = { state: 'submitted', vendor_id: stranger, submitted_at: new Date(), tries: 2, requests: 1 } as const;
    await test.knex('vendor_batch').insert({ id, batch_id: batchId, service: 'claude', model, ...mistaken });
    // services are chosen at random: all calls are claude's, because a batch that nobody waits for is cancelled
    await test.knex('vendor_batch_item').update({ service: 'claude', model, state: 'sent', vendor_batch_id: id });
    await tend();
    expect(await test.knex('vendor_batch').where({ id }).first()).toMatchObject({
      state: 'submitting',
      vendor_id: null,
      not_ours: [stranger],
    });
  });
});

import { describe, expect, it, vi } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { config } from '#domain/platform/config.ts';
import { expectNothingLost } from './outage.factory.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const pipeline = usePipeline();
const { database, write, control, configure, sandbox } = pipeline;
const WAIT = { timeout: 60_000, interval: 20 };

/**
 * Creates the state after an outage: the service is healthy, but its circuit is still open.
 * @param probed another caller is probing it, for this many ms
 */
const givenOpenCircuit = (services: readonly Service[], { probedMs = 0 } = {}) =>
  database.knex('vendor_lane').insert(
    services.map((service) => ({
      service,
      model: config().vendors[service].model,
      request_level: 1e9,
      token_level: 1e9,
      failures: 4,
      open_until: database.knex.raw(`now() + interval '1 minute'`),
      probe_until: probedMs > 0 ? database.knex.raw(`now() + ? * interval '1 ms'`, [probedMs]) : null,
    })),
  );
const flags = async (runId: string) => {
  const { account_id: accountId } = (await database.knex('run').where({ id: runId }).first('account_id'))!;
  return (await runEnvelope({ runId, accountId: accountId! })).services;
};
const waits = async (runId: string) =>
  (await database.knex('step').where({ run_id: runId }).pluck('dispatch')).filter((dispatch) => dispatch > 1);

describe('while no service answers', () => {
  it('the log says so once; when it ends, it says that nothing was charged', async () => {
    const patience = (outagePatienceMs: number) => configure({ vendor: { ...config().vendor, outagePatienceMs, circuitOpenMs: 200 } });
    patience(40_000);
    await control('PUT', 'faults', { service: '*', mode: 'down' });
    const writing = write({ ...SHORT, topic: 'Rain dances' });
    await vi.waitUntil(() => database.knex('run_event').where({ event: 'services.out' }).first('id'), WAIT);
    // its steps find the services unavailable twice more each, and then give up
    const puttingOff = () => database.knex('step').where({ state: 'queued' }).orWhere({ state: 'running' }).pluck('dispatch');
    const before = Math.max(...(await puttingOff()));
    await vi.waitUntil(async () => (await puttingOff()).every((dispatch) => dispatch > before + 1), WAIT);
    patience(1);
    const { runId, run } = await writing;
    expect(run.error_code).toBe('vendors.all_down');
    const log = await database.knex('run_event').where({ run_id: runId }).orderBy('id').select('event', 'text');
    expect(log.filter(({ event }) => event === 'services.out')).toEqual([
      {
        event: 'services.out',
        text: 'None of the four AI services is answering at the moment. We’ll keep trying. You won’t be charged for anything we can’t write.',
      },
    ]);
    expect(log.at(-1)!.text).toContain('Nothing was charged.');
  });

  it('a run can be stopped', async () => {
    configure({ vendor: { ...config().vendor, outagePatienceMs: 600_000 } });
    await control('PUT', 'faults', { service: '*', mode: 'down' });
    const writing = write({ ...SHORT, topic: 'Rain clouds' });
    const saying = () =>
      database.knex('run_event').join('run', 'run.id', 'run_id').where({ event: 'services.out', subject: 'Rain clouds' });
    await vi.waitUntil(() => saying().first('run_id'), WAIT);
    const { id: runId, account_id: accountId } = (await database.knex('run').where({ subject: 'Rain clouds' }).first('id', 'account_id'))!;
    await cancelRun({ runId, accountId, keep: false });
    expect((await writing).run.status).toBe('cancelled');
  });

  it('the same is logged if circuits open one after the other, and one of them always lets a probe through', { tags: 'slow' }, async () => {
    // such a short pause that a circuit is never open for a caller
    configure({ vendor: { ...config().vendor, outagePatienceMs: 40_000, circuitOpenMs: 1 } });
    await control('PUT', 'faults', { service: '*', mode: 'down' });
    const writing = write({ ...SHORT, topic: 'Wind vanes' });
    const saying = () => database.knex('run_event').join('run', 'run.id', 'run_id').where({ event: 'services.out', subject: 'Wind vanes' });
    await vi.waitUntil(() => saying().first('run_event.id'), WAIT);
    await control('DELETE', 'faults');
    expect((await writing).run.status).toBe('completed');
  });
});

it('an outage shorter than the patience ends no run and loses no lesson, however old its steps are and whatever failed before', () =>
  expectNothingLost(
    pipeline,
    ['claude'],
    [
      { age: 5, earlier: 'nothing' },
      { age: 60, earlier: '500' },
      { age: 600, earlier: 'unusable' },
    ],
  ));

describe('after an outage', () => {
  it('the next run finds every recovered service, and does not wait for the end of their pauses, which is a minute away', async () => {
    await givenOpenCircuit(SERVICES);
    const { runId, run } = await write({ topic: 'Rain gardens' });
    expect(run.status).toBe('completed');
    expect(await flags(runId)).toEqual({ grok: 'completed', claude: 'completed', gemini: 'completed', openai: 'completed' });
  });

  it('steps that arrive while a service is probed go to an understudy at once', async () => {
    await givenOpenCircuit(['gemini']);
    await control('PUT', 'latency', { ms: 0, per_service: { gemini: 700 } });
    const { runId, run } = await write({ topic: 'Rain barrels' });
    await control('PUT', 'latency', { ms: 0 });
    expect(run.status).toBe('completed');
    expect(
      sandbox()
        .calls()
        .filter(({ service, purpose }) => service === 'gemini' && purpose === 'module'),
    ).toHaveLength(1);
    expect(await waits(runId)).toEqual([]);
  });

  it('a service that was unavailable at its turn has failed in a run that another one wrote, and is not pending', async () => {
    await givenOpenCircuit(['openai'], { probedMs: 60_000 });
    const { runId, run } = await write({ ...SHORT, topic: 'Rain chains' });
    expect(run.status).toBe('completed');
    expect(
      sandbox()
        .calls()
        .filter(({ service }) => service === 'openai'),
    ).toEqual([]);
    expect(await flags(runId)).toMatchObject({ openai: 'failed', claude: 'completed' });
  });
});

describe('429s that name no time, on a third of all calls', () => {
  it('skip no check', { tags: 'slow' }, async () => {
    configure({ vendor: { ...config().vendor, outagePatienceMs: 600_000 } });
    await control('PUT', 'faults', { service: '*', mode: '429', probability: 1 / 3 });
    const { runId, run, content } = await write({ ...SHORT, topic: 'Rain sticks' });
    expect(run.status).toBe('completed');
    expect(lessonsOf(content!).map((lesson) => lesson.reviewed_by)).not.toContain(null);
    const log = await database.knex('run_event').where({ run_id: runId }).pluck('event');
    expect(log).not.toContain('lesson.not_reviewed');
    expect(await database.knex('vendor_call').where({ run_id: runId, outcome: 'rate_limited' }).pluck('id')).not.toEqual([]);
  });
});

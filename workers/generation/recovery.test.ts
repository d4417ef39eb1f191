import { describe, expect, it } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { runEnvelope } from '#domain/generation/run.queries.ts';
import { config } from '#domain/platform/config.ts';
import { usePipeline } from './pipeline.factory.ts';

const { database, write, control, configure, sandbox } = usePipeline();

/** An outage has just ended: the service is well, its circuit is still open. @param probed somebody else is finding out */
const givenOpenCircuit = (services: readonly Service[], { probed = false } = {}) =>
  database.knex('vendor_lane').insert(
    services.map((service) => ({
      service,
      model: config().vendors[service].model,
      request_level: 1e9,
      token_level: 1e9,
      failures: 4,
      open_until: database.knex.raw(`now() + interval '1 minute'`),
      probe_until: probed ? database.knex.raw(`now() + interval '1 minute'`) : null,
    })),
  );
const flags = async (runId: string) => {
  const { account_id: accountId } = await database.knex('run').where({ id: runId }).first('account_id');
  return (await runEnvelope({ runId, accountId })).services;
};
const waits = async (runId: string) =>
  (await database.knex('step').where({ run_id: runId }).pluck('dispatch')).filter((dispatch) => dispatch > 1);

describe('while no service answers', () => {
  it('the log says so once, and for how long that is waited; when it ends, that nothing was charged', async () => {
    configure({ vendor: { ...config().vendor, outagePatienceMs: 4_000, circuitOpenMs: 200 } });
    await control('PUT', 'faults', { service: '*', mode: 'down' });
    const { runId, run } = await write({ topic: 'Rain dances' });
    expect(run.error_code).toBe('vendors.all_down');
    const log = await database.knex('run_event').where({ run_id: runId }).orderBy('id').select('event', 'text');
    expect(log.filter(({ event }) => event === 'services.out')).toEqual([
      {
        event: 'services.out',
        text: 'None of the AI services answers at the moment. They are asked again and again, for 4 seconds at most.',
      },
    ]);
    expect(log.at(-1)!.text).toContain('Nothing was charged.');
  });
});

describe('after an outage', () => {
  it('the next run finds every service that is up again, and none of its steps waits for a pause to end', async () => {
    await givenOpenCircuit(SERVICES);
    const { runId, run } = await write({ topic: 'Rain gardens' });
    expect(run.status).toBe('completed');
    expect(await flags(runId)).toEqual({ grok: 'completed', claude: 'completed', gemini: 'completed', openai: 'completed' });
    expect(await waits(runId)).toEqual([]);
  });

  it('steps that come while a service is probed go to an understudy at once', async () => {
    await givenOpenCircuit(['gemini']);
    await control('PUT', 'latency', { ms: 0, per_service: { gemini: 700 } });
    const { runId, run } = await write({ topic: 'Rain barrels' });
    await control('PUT', 'latency', { ms: 0 });
    expect(run.status).toBe('completed');
    expect(
      sandbox()
        .calls()
        .filter(({ service, purpose }) => service === 'gemini' && purpose === 'lesson'),
    ).toHaveLength(1);
    expect(await waits(runId)).toEqual([]);
  });

  it('a service that was not answering when its turn came has failed in the run that another wrote, and is not pending', async () => {
    await givenOpenCircuit(['openai'], { probed: true });
    const { runId, run } = await write({ topic: 'Rain chains' });
    expect(run.status).toBe('completed');
    expect(
      sandbox()
        .calls()
        .filter(({ service }) => service === 'openai'),
    ).toEqual([]);
    expect(await flags(runId)).toMatchObject({ openai: 'failed', claude: 'completed' });
  });
});

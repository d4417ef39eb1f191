import { describe, expect, it } from 'vitest';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const { database, write, control, configure, sandbox } = usePipeline();

interface Call {
  readonly service: string;
  readonly outcome: string;
  readonly ms: number | null;
  readonly discarded: boolean;
  readonly detail: string | null;
}
const callsOf = async (runId: string): Promise<Call[]> => database.knex('vendor_call').where({ run_id: runId });
const REPLACEMENT = '\uFFFD';

it(
  'an answer of each service is stored when it is complete, although its connection stays open; nothing is bought again',
  { tags: 'slow' },
  async () => {
    await control('PUT', 'faults', { service: '*', mode: 'linger' });
    const { runId, run, content } = await write({ ...SHORT, topic: 'Weather vanes' });
    expect([run.status, content?.missing_lessons]).toEqual(['completed', 0]);
    const calls = await callsOf(runId);
    expect(new Set(calls.map(({ service }) => service))).toEqual(new Set(SERVICES));
    for (const { service, outcome, ms } of calls) {
      expect(outcome, service).toBe('ok');
      expect(ms, service).toBeLessThan(config().vendor.chunkTimeoutMs / 4);
    }
    const keys = sandbox()
      .calls()
      .map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  },
);

describe('an answer with bytes that are no UTF-8', () => {
  it('of any kind is requested again, and nothing of it reaches a learner', async () => {
    configure({ vendor: { ...config().vendor, circuitFailures: 1_000 } });
    await control('PUT', 'faults', { service: '*', mode: 'bad-bytes', probability: 0.4 });
    const { runId, run, content } = await write({ ...SHORT, topic: 'Tide tables' });
    expect([run.status, content?.missing_lessons]).toEqual(['completed', 0]);
    const stored = await database.knex('step').where({ run_id: runId }).select('output');
    expect(JSON.stringify([content, stored])).not.toContain(REPLACEMENT);
    const broken = (await callsOf(runId)).filter(({ detail }) => detail?.includes('broken characters'));
    expect(broken.length).toBeGreaterThan(0);
  });
});

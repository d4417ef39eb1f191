import { describe, expect, it } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { statusEnvelope, type RunRow } from './status-envelope.ts';

type Step = NonNullable<RunRow['steps']>[number];

const step = (changes: Partial<Step>): Step => ({ key: 'outline', state: 'queued', service: null, tried: [], passed_over: [], ...changes });
const failed = (service: Service) => ({ service, code: 'vendors.unavailable', at: '' });
const eta = { low_s: 6, high_s: 63, basis: 'how it usually is', overdue: false };
const envelope = (steps: Step[], changes: Partial<RunRow> = {}) =>
  statusEnvelope(
    {
      id: 'r',
      account_id: 'a',
      kind: 'course',
      status: 'running',
      stage: 'outline',
      progress: 10,
      topic: 'Bees',
      language: 'english',
      title: null,
      plan: null,
      course_id: null,
      points_awarded: null,
      error_code: null,
      error_detail: null,
      stopped: false,
      tokens_reserved: 0,
      tokens_charged: 0,
      created_at: new Date(0),
      started_at: null,
      finished_at: null,
      log: null,
      queue_position: null,
      written_later: null,
      steps,
      ...changes,
    },
    eta,
  );

describe('the flag of a service', () => {
  it('is failed when it was not answering when its turn came, and completed once it has delivered anything', () => {
    const passed = step({ key: 'practice:1', state: 'completed', service: 'claude', passed_over: ['openai', 'gemini'] });
    expect(envelope([passed]).services).toEqual({ grok: 'pending', claude: 'completed', gemini: 'failed', openai: 'failed' });
    const delivered = step({ key: 'practice:2', state: 'completed', service: 'openai' });
    expect(envelope([passed, delivered]).services).toMatchObject({ openai: 'completed' });
  });
});

describe('the time that is left', () => {
  it('is told while anybody answers, and not while nobody does: an outage lasts as long as it lasts', () => {
    const tried = SERVICES.map(failed);
    expect(envelope([step({ tried: tried.slice(1) })]).eta).toEqual(eta);
    expect(envelope([step({ tried })]).eta).toBeNull();
    expect(envelope([step({ tried }), step({ key: 'research', state: 'completed', service: 'grok' })]).eta).toEqual(eta);
  });
});

import { describe, expect, it } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { planFromOutline, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { buildOutline } from './run.factory.ts';
import { lessonKeys } from './stage-order.ts';
import { courseDetails, isServiceOutage, type CourseRow } from './status-envelope.ts';

type Step = NonNullable<CourseRow['steps']>[number];

const step = (changes: Partial<Step>): Step => ({
  key: 'outline',
  state: 'queued',
  service: null,
  tried: [],
  passed_over: [],
  error_code: null,
  ...changes,
});
const failed = (service: Service) => ({ service, code: 'vendors.unavailable', at: '' });
const rowOf = (steps: Step[], { plan = null, ...changes }: Partial<CourseRow> & { plan?: CoursePlan | null } = {}): CourseRow => ({
  id: 'r',
  account_id: 'a',
  kind: 'course',
  status: 'running',
  stage: 'outline',
  progress: 10,
  subject: 'Bees',
  title: null,
  error_code: null,
  error_detail: null,
  operator_detail: null,
  stopped: false,
  of_library: false,
  tokens_reserved: 0,
  paid_from: null,
  tokens_charged: 0,
  created_at: new Date(0),
  started_at: null,
  finished_at: null,
  pruned_at: null,
  can_retry: false,
  takeover: null,
  result: null,
  log: null,
  log_earlier: 0,
  queue_position: null,
  children: null,
  detail: {
    language: 'english',
    plan,
    course_id: null,
    creator_course_id: null,
    points_awarded: null,
    written_later: null,
    practised_later: null,
    part_tokens: null,
    written_by: null,
    unpractised: null,
    pauses: null,
  },
  steps,
  ...changes,
});
const envelope = (...given: Parameters<typeof rowOf>) => courseDetails(rowOf(...given));
const isTimeNamed = (...given: Parameters<typeof rowOf>) => !isServiceOutage(rowOf(...given), SERVICES);

describe('the flag of a service', () => {
  it('is failed if it was unavailable at its turn, and completed once it has delivered anything', () => {
    const passed = step({ key: 'practice:1', state: 'completed', service: 'claude', passed_over: ['openai', 'gemini'] });
    expect(envelope([passed]).services).toEqual({ grok: 'pending', claude: 'completed', gemini: 'failed', openai: 'failed' });
    const delivered = step({ key: 'practice:2', state: 'completed', service: 'openai' });
    expect(envelope([passed, delivered]).services).toMatchObject({ openai: 'completed' });
  });
});

describe('the state of a service’s work', () => {
  const steps = [
    step({ key: 'outline', state: 'completed', service: 'claude' }),
    step({ key: 'research', state: 'completed', service: 'grok' }),
    step({ key: 'lesson:1', state: 'completed', service: 'claude' }),
    step({ key: 'lesson:2', state: 'completed', service: 'claude' }),
    step({ key: 'lesson:3', state: 'running', service: 'gemini' }),
    step({ key: 'practice:1', state: 'running', service: 'claude' }),
    step({ key: 'review:2', state: 'completed', service: 'grok' }),
    step({ key: 'recheck:2', state: 'completed', service: 'grok' }),
    step({ key: 'correct:2', state: 'completed', service: null }),
    step({ key: 'assemble', state: 'completed', service: null }),
  ];

  it('lists each running call with its lesson, and the number of delivered parts by kind', () => {
    expect(envelope(steps).service_work).toEqual({
      grok: {
        now: [],
        done: [
          { part: 'research', count: 1 },
          { part: 'review', count: 2 },
        ],
      },
      claude: {
        now: [{ part: 'practice', lesson_id: '1' }],
        done: [
          { part: 'outline', count: 1 },
          { part: 'lesson', count: 2 },
        ],
      },
      gemini: { now: [{ part: 'lesson', lesson_id: '3' }], done: [] },
    });
  });

  it('is never running after the run’s end, and empty before the first attempt', () => {
    expect(envelope(steps, { status: 'cancelled' }).service_work?.gemini).toBeUndefined();
    expect(envelope(steps, { status: 'completed' }).service_work?.claude?.now).toEqual([]);
    expect(envelope([step({})]).service_work).toBeUndefined();
  });
});

describe('the reason for a failure', () => {
  it('is the last failure of each failed service, and nothing of those that have delivered since', () => {
    const tries = [
      { service: 'grok' as const, code: 'vendors.unavailable', at: '2026-11-20T14:00:00Z' },
      { service: 'grok' as const, code: 'vendors.broken_output', at: '2026-11-20T14:00:09Z' },
      { service: 'claude' as const, code: 'vendors.refused', at: '2026-11-20T14:00:05Z' },
      { service: 'openai' as const, code: 'vendors.unavailable', at: '2026-11-20T14:00:01Z' },
    ];
    const steps = [
      step({ key: 'lesson:2', tried: tries.slice(1) }),
      step({ key: 'lesson:1', tried: tries.slice(0, 1), passed_over: ['gemini'] }),
      step({ key: 'practice:3', state: 'completed', service: 'openai' }),
    ];
    expect(envelope(steps).service_failures).toEqual({
      grok: 'vendors.broken_output',
      claude: 'vendors.refused',
      gemini: 'vendors.unavailable',
    });
    expect(envelope([]).service_failures).toBeUndefined();
  });

  it('explains for a lesson, or the practice of a written one, why no candidate was left, or that the failure is ours', () => {
    const plan = planFromOutline('r', buildOutline(1, 3), 20);
    const [capped, tried, bare] = plan.modules[0]!.lessons.map(({ lesson_id }) => lessonKeys(lesson_id));
    const steps = [
      step({ key: capped!.write, state: 'failed', error_code: 'spend.user_cap', tried: [failed('grok')] }),
      step({
        key: tried!.write,
        state: 'failed',
        error_code: 'vendors.exhausted',
        tried: [failed('grok')],
        passed_over: ['grok', 'openai'],
      }),
      step({ key: bare!.write, state: 'completed', service: 'claude' }),
      step({ key: bare!.practice, state: 'failed', error_code: 'spend.install_cap' }),
    ];
    expect(envelope(steps, { plan }).items.map(({ failures, practice_failures }) => ({ failures, practice_failures }))).toEqual([
      { failures: [{ service: null, code: 'spend.user_cap' }] },
      {
        failures: [
          { service: 'grok', code: 'vendors.unavailable' },
          { service: 'openai', code: 'vendors.unavailable' },
        ],
      },
      { practice_failures: [{ service: null, code: 'spend.install_cap' }] },
    ]);
  });
});

describe('the remaining time', () => {
  it('is estimated while any service answers, but not during an outage of all, which has no known end', () => {
    const tried = SERVICES.map(failed);
    expect(isTimeNamed([step({ tried: tried.slice(1) })])).toBe(true);
    expect(isTimeNamed([step({ tried })])).toBe(false);
    expect(isTimeNamed([step({ tried }), step({ key: 'research', state: 'completed', service: 'grok' })])).toBe(true);
  });

  it('is not estimated if the only connected service has failed', () => {
    const run = rowOf([step({ tried: [failed('claude')] })]);
    expect([isServiceOutage(run, ['claude']), isServiceOutage(run, ['claude', 'grok'])]).toEqual([true, false]);
  });

  it('no time is shown while, by the latest information, no service answers', () => {
    const at = '2026-11-20T14:00:00Z';
    const line = (event: string, values: Record<string, string>) => ({ at, event, text: '', words: { key: '', values } });
    const out = line('services.out', {});
    const steps = [step({ state: 'completed', service: 'claude' })];
    expect(isTimeNamed(steps)).toBe(true);
    expect(isTimeNamed(steps, { log: [out, line('service.failed', { service: 'Grok' })] })).toBe(false);
    expect(isTimeNamed(steps, { log: [out, line('lesson.ready', { service: 'Claude' })] })).toBe(true);
  });
});

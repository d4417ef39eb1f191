import { expect, it } from 'vitest';
import { VENDOR_NAMES } from '#contract/platform/service-names.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { runEnvelope, runSteps } from '#domain/platform/runs/run-envelope.queries.ts';
import { readUsage } from '#domain/platform/runs/run-usage.queries.ts';
import { knownTopic } from '#ops/testing/known-topic.ts';
import { usePipeline } from './pipeline.factory.ts';

const { database, write, sandbox, configure } = usePipeline();
const NAMES = new RegExp(`\\b(${[...SERVICES, ...Object.values(VENDOR_NAMES)].join('|')})\\b`, 'i');

async function ownerOf(runId: string): Promise<{ accountId: string; courseId: string }> {
  const row = await database.knex('run').join('course_run', 'run_id', 'id').where({ id: runId }).first('account_id', 'course_id');
  return { accountId: row!.account_id as string, courseId: row!.course_id as string };
}

it('where no service is connected, nothing that a course says of itself names a service, a model or a price, also after one is connected', async () => {
  configure({ demoLibrary: `${sandbox().url}/library` });
  const { runId, content } = await write({ topic: knownTopic('Chess'), learning_goals: 'Win an endgame' });
  // services are connected
  configure({});
  const { accountId, courseId } = await ownerOf(runId);
  const course = await getCourse({ accountId, courseId });
  for (const lesson of [...lessonsOf(content!), ...course.modules.flatMap(({ lessons }) => lessons)]) {
    expect(lesson).toMatchObject({ written_by: null, reviewed_by: null, of_library: true });
    expect(lesson).not.toHaveProperty('written_with');
    expect(lesson).not.toHaveProperty('reviewed_with');
    expect(lesson.quiz.length).toBeGreaterThan(0);
  }
  expect(course.quality_level).toBe('high');

  const { base, result, details } = await runEnvelope({ runId, accountId });
  expect(base.of_library).toBe(true);
  expect(result).toMatchObject({ successful_services: [], ai_services_used: [], success_rate: 100 });
  expect(details).toMatchObject({
    services: Object.fromEntries(SERVICES.map((service) => [service, 'pending'])),
    items: expect.arrayContaining([expect.objectContaining({ readable: true, service: null })]),
  });
  expect(details).not.toHaveProperty('service_work');
  expect(base.log.filter(({ text }) => NAMES.test(text))).toEqual([]);
  expect(base.log.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Demo library wrote lesson 1\.1/));
  expect(base.log.map(({ event }) => event)).not.toContain('lesson.reviewed');
  expect((await runSteps({ runId, accountId })).map(({ service }) => service).filter(Boolean)).toEqual([]);
  expect(await readUsage(runId, 1)).toMatchObject({ total: { calls: 0, cost_micro_usd: 0 }, by_service: [] });

  const [costs] = await database.knex('vendor_call').where({ run_id: runId }).sum({ cost: 'cost_micro_usd' }).count({ calls: '*' });
  expect(Number(costs!.calls)).toBeGreaterThan(0);
  expect(Number(costs!.cost)).toBe(0);
  // people have edited the course as a whole
  expect(await database.knex('run').where({ parent_id: runId }).pluck('kind')).toEqual([]);
});

it('a sandbox that is connected as a service is one', async () => {
  const { runId, content } = await write({ topic: knownTopic('Chess'), learning_goals: 'Win an endgame' });
  for (const lesson of lessonsOf(content!)) {
    expect(lesson).not.toHaveProperty('of_library');
    expect(SERVICES).toContain(lesson.written_by);
    expect(lesson.written_with).toMatchObject({ connection: 'vendor' });
  }
  const { accountId } = await ownerOf(runId);
  expect((await runEnvelope({ runId, accountId })).base).not.toHaveProperty('of_library');
  expect((await readUsage(runId, 1)).total.cost_micro_usd).toBeGreaterThan(0);
});

import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { sweepSteps } from '#domain/platform/steps/lease.commands.ts';
import { usePipeline } from './pipeline.factory.ts';

/** Whether every workshop is answered with one step, which is too few to be used. */
let isSpoiled = false;
beforeEach(() => void (isSpoiled = false));
const spoiled = (composed: string): string => {
  const { steps, ...workshop } = JSON.parse(composed) as { steps: unknown[] };
  return JSON.stringify({ ...workshop, steps: [steps[0] ?? TOLD] });
};
const TOLD = { text: 'Read it.', kind: 'told', options: [], explanation: '', accepted: [], unit: '', tolerance: 0, feedback: [], hint: '' };

const { database, write, control } = usePipeline({
  answer: ({ purpose }, composed) => (isSpoiled && purpose === 'workshop' ? spoiled(composed) : composed),
});
const WAIT = { timeout: 60_000, interval: 20 };
/** The library has a workshop for its first two modules. */
const BUDGET = { topic: 'A personal budget', learning_goals: 'Plan a month', content_depth: 'overview' } as const;

const stepsOf = (runId: string) =>
  database.knex('step').where({ run_id: runId, job: 'write-workshop' }).orderBy('key').select('state', 'output', 'item_id', 'error_code');

it('a course has the workshops that its checks confirmed, in the last lesson of their module, and the log says so', async () => {
  await control('PUT', 'review', { revise_share: 0 });
  const { runId, content } = await write(BUDGET);
  const carriers = content!.modules.flatMap(({ lessons }) =>
    lessons.flatMap(({ workshop }, at) => (workshop ? [at === lessons.length - 1] : [])),
  );
  expect(carriers.length).toBeGreaterThan(0);
  expect(carriers.every(Boolean)).toBe(true);
  const workshops = lessonsOf(content!).flatMap(({ workshop }) => workshop ?? []);
  for (const { steps } of workshops) expect(steps.every(({ field }) => field !== null)).toBe(true);
  expect(await stepsOf(runId)).toHaveLength(content!.modules.length);
  const log = await database.knex('run_event').where({ run_id: runId, event: 'workshop.ready' }).pluck('text');
  expect(log.filter((text) => /wrote the workshop for module \d\.$/.test(text))).toHaveLength(workshops.length);
  expect(log.filter((text) => text.includes('found no workshop'))).toHaveLength(content!.modules.length - workshops.length);
});

it('a worker that dies while it writes a workshop loses nothing: another writes it once', async () => {
  await control('PUT', 'latency', { ms: 0, per_service: { openai: 500 } });
  const accountId = await givenOwner();
  const form = courseFormSchema.parse({ age: 34, duration: '1 week intensive', ...BUDGET });
  const { runId } = await startRun({ accountId, form, requestId: randomUUID() });
  const writing = database.knex('step').where({ run_id: runId, job: 'write-workshop', state: 'running' }).whereNotNull('call_begun');
  const dead = { fence: database.knex.raw('fence + 1'), lease_until: database.knex.raw('now()') };
  const one = writing.limit(1).forUpdate().select('id');
  const [lost] = await vi.waitUntil(async () => {
    const rows = await database.knex('step').where('id', one).update(dead).returning('id');
    return rows.length > 0 ? rows : null;
  }, WAIT);
  await control('PUT', 'latency', { ms: 0 });
  await vi.waitUntil(async () => {
    await sweepSteps();
    return (await database.knex('run').where({ id: runId }).first('status'))!.status === 'completed';
  }, WAIT);
  expect(await database.knex('step').where({ id: lost!.id }).first('state')).toEqual({ state: 'completed' });
  expect(await database.knex('run_event').where({ run_id: runId, event: 'workshop.ready' })).toHaveLength((await stepsOf(runId)).length);
});

it('a workshop that no service can write fails no lesson: the course is complete without it, and the log says so', async () => {
  isSpoiled = true;
  const { runId, content, run } = await write(BUDGET);
  expect([run.status, run.error_code]).toEqual(['completed', null]);
  const steps = await stepsOf(runId);
  expect(steps.length).toBe(content!.modules.length);
  expect(steps.every(({ state, error_code: code }) => state === 'failed' && code === 'vendors.exhausted')).toBe(true);
  expect(lessonsOf(content!).some((lesson) => 'workshop' in lesson)).toBe(false);
  expect(lessonsOf(content!).every(({ quiz, exercises }) => quiz.length + exercises.length > 0)).toBe(true);
  const log: string[] = await database.knex('run_event').where({ run_id: runId }).pluck('text');
  expect(log.filter((text) => /^The workshop with lesson \d\.\d could not be written/.test(text))).toHaveLength(steps.length);
});

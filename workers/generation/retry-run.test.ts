import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { lessonsOf, type CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { approveOutline } from '#domain/generation/outline/outline.commands.ts';
import { retryRun } from '#domain/platform/runs/retry.commands.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { config } from '#domain/platform/config.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { usePipeline } from './pipeline.factory.ts';

const { database, control, configure, sandbox } = usePipeline();
const WAIT = { timeout: 60_000, interval: 20 };
const callsFor = (purpose: string) =>
  sandbox()
    .calls()
    .filter((call) => call.purpose === purpose && call.status === 200).length;

it(
  'an outage of all services after the outline loses no finished work: the run continues from it when they are back',
  { tags: 'slow' },
  async () => {
    configure({ vendor: { ...config().vendor, outagePatienceMs: 300, circuitOpenMs: 100 } });
    const accountId = await givenOwner();
    const asked = { age: 30, topic: 'Roof gardens', learning_goals: 'Plant one', duration: '1 week intensive', review_outline: true };
    const { runId } = await startRun({ accountId, form: courseFormSchema.parse(asked), requestId: randomUUID() });
    const envelope = () => runEnvelope({ runId, accountId });
    await vi.waitUntil(async () => (await envelope()).stage === 'approval', WAIT);
    const [first, ...others] = (await envelope()).items;
    await control('PUT', 'faults', { service: '*', mode: 'down' });
    const lessons = [...others.slice(0, 2), first!].map(({ id, title }) => ({ id, title: `Mine: ${title}` }));
    await approveOutline({ runId, accountId, outline: { title: 'My own garden', modules: [{ title: 'All', lessons }] } });
    await vi.waitUntil(async () => (await envelope()).status === 'failed', WAIT);
    expect(await envelope()).toMatchObject({ error: { code: 'vendors.all_down' }, can_retry: true });

    await control('DELETE', 'faults');
    await retryRun({ runId, accountId });
    await vi.waitUntil(async () => (await envelope()).status === 'completed', WAIT);
    await callsSettled();
    expect([callsFor('outline'), callsFor('research')]).toEqual([1, 1]);
    const version = database.knex('course_version').join('course', 'course.id', 'course_id').where({ 'course.run_id': runId });
    const { content } = (await version.first('content')) as { content: CourseContent };
    expect(content).toMatchObject({ missing_lessons: 0, title: 'My own garden' });
    expect(lessonsOf(content).map(({ lesson_id: id, title }) => ({ id, title }))).toEqual(lessons);
  },
);

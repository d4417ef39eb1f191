import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { streamLesson } from '#domain/generation/lessons/stream-lesson.command.ts';
import { runLesson } from '#domain/generation/runs/run.queries.ts';
import type { ModulePayload } from '#domain/generation/runs/stage-order.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { usePipeline } from './pipeline.factory.ts';

const { database, control } = usePipeline();
const FORM = courseFormSchema.parse({
  age: 30,
  topic: 'Insect hotels',
  learning_goals: 'Keep one colony',
  duration: '1 week intensive',
  content_depth: 'overview',
});
const FIRST_CHUNK_MS = 1_000;

beforeEach(() => control('PUT', 'latency', { ms: 0 }));
afterEach(() => control('PUT', 'latency', { ms: 0 }));

/** Creates a course whose modules are streaming, with a second to the first chunk. @returns the first lesson of one that is being written */
async function givenWriting() {
  const accountId = await givenOwner();
  await control('PUT', 'latency', { ms: 3_000, first_chunk_ms: FIRST_CHUNK_MS });
  const { runId } = await startRun({ accountId, form: FORM, requestId: randomUUID() });
  const step = await vi.waitUntil(
    async () => {
      return database.knex('step').where({ run_id: runId, job: 'write-module', state: 'running' }).whereNotNull('call_begun').first();
    },
    { timeout: 60_000, interval: 20 },
  );
  const [lessonId, secondId] = (step.payload as ModulePayload).lessons;
  return {
    accountId,
    runId,
    lessonId: lessonId!,
    secondId: secondId!,
    begunAt: Date.parse(step.call_begun!.at),
    stepId: step.id as string,
  };
}
const read = ({ runId, accountId, lessonId }: { runId: string; accountId: string; lessonId: string }) =>
  runLesson({ runId, accountId, lessonId }).catch(() => null);
/** Before its first words the lesson exists, empty: its readers wait without an error. */
const firstWords = async (writing: Parameters<typeof read>[0]) => {
  const found = (await read(writing))!;
  expect(found).toMatchObject({ awaits: 'text', anew: null });
  return found.lesson.content !== '' && found;
};
const until = <T>(look: () => Promise<T | null | false>) => vi.waitUntil(look, { timeout: 60_000, interval: 50 });
/** Ends a run whose other lessons are not needed. */
const stop = (runId: string) => database.knex('run').where({ id: runId }).update({ status: 'cancelled', finished_at: new Date() });

describe('a lesson in progress', () => {
  it('is readable from its first words on, long before it is complete, and only ever grows', async () => {
    const writing = await givenWriting();
    const first = (await until(() => firstWords(writing)))!;
    // 1.1 on an idle machine
    console.info(`first words ÷ first chunk: ${((Date.now() - writing.begunAt) / FIRST_CHUNK_MS).toFixed(2)}`);
    expect(first).toMatchObject({ awaits: 'text', anew: null, lesson: { quiz: [], key_takeaways: [] } });
    const seen = [first.lesson.content];
    await until(async () => {
      const now = (await read(writing))!;
      if (now.awaits === 'text' && now.lesson.content !== seen.at(-1)) seen.push(now.lesson.content);
      return now.awaits !== 'text';
    });
    expect(seen.length).toBeGreaterThan(1);
    for (const [at, text] of seen.slice(1).entries()) expect(text.startsWith(seen[at]!)).toBe(true);
    const whole = (await read(writing))!;
    expect(whole.lesson.content.startsWith(seen[0]!.split('\n\n')[0]!)).toBe(true);
    expect(await database.knex('lesson_stream').where({ step_id: writing.stepId })).toEqual([]);
    await stop(writing.runId);
  });

  it('is readable while the lessons after it in its module arrive, and so are they', async () => {
    const writing = await givenWriting();
    const second = { ...writing, lessonId: writing.secondId };
    expect(await read(second)).toMatchObject({ awaits: 'text', lesson: { content: '' } });
    const words = await until(async () => {
      const now = (await read(second))!;
      return now.awaits === 'text' && now.lesson.content !== '' && now.lesson.content;
    });
    const first = (await read(writing))!;
    expect(first.lesson.content).not.toBe('');
    expect(first.lesson.content).not.toBe(words);
    await until(async () => (await read(second))!.awaits !== 'text');
    expect((await read(second))!.lesson.content.startsWith((words as string).split('\n\n')[0]!)).toBe(true);
    await stop(writing.runId);
  });

  it('is never mixed: a later claim’s text replaces a lost worker’s, which writes no more, with the reason', { tags: 'slow' }, async () => {
    const writing = await givenWriting();
    await until(() => firstWords(writing));
    const { fence } = (await database.knex('step').where({ id: writing.stepId }).first('fence'))!;
    // its worker has crashed, and another has claimed the step
    await database
      .knex('step')
      .where({ id: writing.stepId })
      .update({ fence: fence + 1 });
    expect(await read(writing)).toMatchObject({ awaits: 'text', anew: 'interrupted', lesson: { content: '' } });
    streamLesson({ stepId: writing.stepId, fence: fence + 1 }, writing.lessonId)({ content: 'Another text.\n\n' });
    const another = await until(async () => (await read(writing))!.lesson.content === 'Another text.');
    expect(another).toBe(true);
    streamLesson({ stepId: writing.stepId, fence }, writing.lessonId)({ content: 'Of the lost worker.\n\n' });
    await database
      .knex('step')
      .where({ id: writing.stepId })
      .update({ tried: JSON.stringify([{ service: 'claude', code: 'vendors.broken_output', at: '', hint: 'too short' }]) });
    expect(await read(writing)).toMatchObject({ anew: 'rejected', lesson: { content: 'Another text.' } });
    expect(await database.knex('lesson_stream').where({ step_id: writing.stepId, lesson_id: writing.lessonId })).toMatchObject([
      { fence: fence + 1 },
    ]);
    await expect(runLesson({ ...writing, accountId: await givenOwner() })).rejects.toMatchObject({ code: 'not_found' });
    await stop(writing.runId);
  });
});

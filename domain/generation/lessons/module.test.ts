import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SERVICES } from '#contract/platform/status.contract.ts';
import type { LessonDocument } from '#domain/generation/prompts/documents.ts';
import { runUsage } from '#domain/generation/runs/run-usage.queries.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { lessonKeys, moduleKey } from '#domain/generation/runs/stage-order.ts';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { StepLost } from '#domain/platform/steps/step.commands.ts';
import { writeModule } from './module.commands.ts';
import { useModules } from './module.factory.ts';

type Answer = { lessons: (LessonDocument & { number: string })[] };
/** Changes the answers for modules. */
let change: (answer: Answer) => unknown = (answer) => answer;
/** Shortens the text of an answer for a module; its service says that it ended there by itself. */
let cut: (text: string) => string = (text) => text;
/** Called while an answer for a module is being sent. */
let meanwhile: () => Promise<void> = async () => {};
const modules = useModules({
  answer: ({ purpose }, composed) => (purpose === 'module' ? cut(JSON.stringify(change(JSON.parse(composed) as Answer))) : composed),
  hold: ({ purpose }, sent) => (purpose === 'module' && sent > 0 ? meanwhile() : undefined),
});
const { database, given, queued, stepOf, callsFor } = modules;
beforeEach(async () => {
  change = (answer) => answer;
  cut = (text) => text;
  meanwhile = async () => {};
  await modules.control('DELETE', 'calls');
});

const cutShort = (lesson: LessonDocument) => ({ ...lesson, content: lesson.content.slice(0, 300).replace(/[^.]*$/, '') });

describe('a module in one call', () => {
  it('stores each of its lessons as if it had been written by itself, and their practice begins', async () => {
    const { accountId, runId, lessons } = await given();
    const [first, second, third] = lessons;
    expect(await queued(runId)).toEqual([first, lessons[3], lessons[6]].map((id) => moduleKey(id!)).toSorted());
    await modules.writeModule(runId, first!);
    const step = await stepOf(runId, moduleKey(first!));
    expect(step).toMatchObject({ state: 'completed', output: { left: {} }, tried: [] });
    for (const id of [first, second, third]) {
      const written = await stepOf(runId, lessonKeys(id!).write);
      expect(written).toMatchObject({
        job: 'write-lesson',
        state: 'completed',
        item_id: id,
        service: step!.service,
        call_id: step!.call_id,
      });
      expect(written!.output).toMatchObject({
        content: expect.stringContaining('##'),
        text: expect.any(String),
        notes: [],
        by: {},
        sketch: expect.any(Array),
      });
    }
    expect((await queued(runId)).filter((key) => key.startsWith('practice:'))).toHaveLength(3);
    expect((await modules.eventsOf(runId)).filter((name) => name === 'lesson.ready')).toHaveLength(3);
    const { items, service_work: work } = await runEnvelope({ runId, accountId });
    expect(items.slice(0, 4).map(({ state, readable }) => [state, readable])).toEqual([
      ...[1, 2, 3].map(() => ['completed', true]),
      ['pending', false],
    ]);
    expect(work![step!.service as 'claude']).toMatchObject({ done: expect.arrayContaining([{ part: 'lesson', count: 3 }]) });
    expect(callsFor('module')).toHaveLength(1);
    // its cost is shared by its lessons
    const { total, by_lesson: byLesson } = await runUsage({ runId, accountId });
    expect(byLesson.map(({ lesson_id: id, calls, attempts }) => [id, calls, attempts])).toEqual(
      [first, second, third].map((id) => [id, 1, 1]),
    );
    expect(byLesson.reduce((sum, line) => sum + line.output_tokens, 0)).toBeCloseTo(total.output_tokens, -1);
    expect(total.calls).toBe(1);
  });

  it('shows every lesson of it as being written, from its first words on', async () => {
    const { accountId, runId, lessons } = await given();
    let seen: string[] = [];
    meanwhile = async () => void (seen = (await runEnvelope({ runId, accountId })).items.map(({ state }) => state));
    await modules.writeModule(runId, lessons[0]!);
    expect(seen.slice(0, 4)).toEqual(['processing', 'processing', 'processing', 'pending']);
  });

  it.each([
    ['in another order', ({ lessons }: Answer) => ({ lessons: lessons.toReversed() })],
    [
      'without numbers',
      ({ lessons }: Answer) => ({
        lessons: lessons.map(({ content, objectives, key_takeaways }) => ({ content, objectives, key_takeaways })),
      }),
    ],
    [
      'with words beside the numbers',
      ({ lessons }: Answer) => ({ lessons: lessons.map((one) => ({ ...one, number: `Lesson ${one.number}: x` })) }),
    ],
  ])('finds its lessons %s', async (_, changed) => {
    change = changed;
    const { runId, lessons } = await given();
    await modules.writeModule(runId, lessons[0]!);
    for (const id of lessons.slice(0, 3)) expect(await stepOf(runId, lessonKeys(id).write)).toMatchObject({ state: 'completed' });
  });
});

describe('a module of which a lesson cannot be used', () => {
  it('keeps the good ones; the other is written by itself, told what was wrong', async () => {
    change = ({ lessons }) => ({
      lessons: lessons.map((lesson, at) => (at === 1 ? { ...lesson, content: lesson.content.slice(0, 300) } : lesson)),
    });
    const { accountId, runId, lessons } = await given();
    const [first, second, third] = lessons;
    await modules.writeModule(runId, first!);
    const step = await stepOf(runId, moduleKey(first!));
    expect(step!.output).toMatchObject({
      left: { [second!]: { problems: expect.arrayContaining([expect.stringContaining('too short')]), usable: null } },
    });
    expect(await stepOf(runId, lessonKeys(third!).write)).toMatchObject({ state: 'completed' });
    expect(await queued(runId)).toContain(lessonKeys(second!).write);
    expect((await modules.eventsOf(runId)).slice(-3)).toEqual(['lesson.ready', 'lesson.ready', 'module.left']);
    expect((await runEnvelope({ runId, accountId })).items.slice(0, 3).map(({ state }) => state)).toEqual([
      'completed',
      'pending',
      'completed',
    ]);
    await modules.writeLesson(runId, second!);
    expect(await stepOf(runId, lessonKeys(second!).write)).toMatchObject({ state: 'completed', tried: [] });
    expect((await runUsage({ runId, accountId })).by_lesson.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  it.each([
    ['that its service calls cut off', async () => modules.control('PUT', 'faults', { service: '*', mode: 'truncate' }), 1],
    ['that breaks off within a lesson', async () => void (cut = (text) => text.slice(0, text.indexOf('"number":"1.3"') + 400)), 2],
    ['that breaks off between two lessons', async () => void (cut = (text) => text.slice(0, text.indexOf('{"number":"1.3"'))), 2],
  ])('keeps the whole ones of an answer %s', async (_, happens, whole) => {
    const { runId, lessons } = await given();
    await happens();
    await modules.writeModule(runId, lessons[0]!);
    await modules.control('DELETE', 'faults');
    expect(callsFor('module')).toHaveLength(1);
    const states = await Promise.all(lessons.slice(0, 3).map(async (id) => (await stepOf(runId, lessonKeys(id).write))?.state));
    expect(states.filter((state) => state === 'completed')).toHaveLength(whole);
    expect(await stepOf(runId, moduleKey(lessons[0]!))).toMatchObject({ state: 'completed', output: { left: {} }, tried: [] });
    expect((await modules.eventsOf(runId)).slice(-whole - 1)).toEqual([
      ...Array.from({ length: whole }, () => 'lesson.ready'),
      'module.left',
    ]);
    expect(await database.knex('vendor_call').where({ run_id: runId, purpose: 'lesson' }).pluck('outcome')).toEqual(['broken']);
    // the next is written by itself
    expect(await queued(runId)).toContain(lessonKeys(lessons[whole]!).write);
  });

  it('is not stored with the text of another of its lessons', async () => {
    change = ({ lessons }) => ({ lessons: lessons.map((lesson, at) => (at === 2 ? { ...lesson, content: lessons[0]!.content } : lesson)) });
    const { runId, lessons } = await given();
    await modules.writeModule(runId, lessons[0]!);
    expect(await stepOf(runId, lessonKeys(lessons[2]!).write)).toMatchObject({ state: 'queued' });
    expect(await stepOf(runId, lessonKeys(lessons[1]!).write)).toMatchObject({ state: 'completed' });
  });

  it('leaves the text as a last resort, for when no service writes a better one', async () => {
    // half as long as ordered
    const shorter = (lesson: LessonDocument) => ({ ...lesson, content: /^(?:\S+\s+){170}/.exec(lesson.content)![0].replace(/[^.]*$/, '') });
    change = ({ lessons }) => ({ lessons: lessons.map((lesson, at) => (at === 1 ? { ...lesson, ...shorter(lesson) } : lesson)) });
    const { runId, lessons } = await given();
    await modules.writeModule(runId, lessons[0]!);
    const left = (await stepOf(runId, moduleKey(lessons[0]!)))!.output as { left: Record<string, { usable: unknown }> };
    expect(left.left[lessons[1]!]!.usable).toMatchObject({ value: { content: expect.any(String) }, notes: ['length'] });
    await modules.control('PUT', 'faults', { service: '*', mode: 'garbage' });
    await vi.waitUntil(
      async () => {
        await modules.writeLesson(runId, lessons[1]!).catch(async () => {
          // as after a pause: the failed try is noted as by the worker
          await database
            .knex('step')
            .where({ run_id: runId, key: lessonKeys(lessons[1]!).write })
            .update({
              state: 'queued',
              tried: JSON.stringify(SERVICES.flatMap((service) => [0, 1].map(() => ({ service, code: 'vendors.broken_output', at: '' })))),
            });
        });
        return (await stepOf(runId, lessonKeys(lessons[1]!).write))!.state === 'completed';
      },
      { timeout: 60_000, interval: 20 },
    );
    await modules.control('DELETE', 'faults');
    expect((await stepOf(runId, lessonKeys(lessons[1]!).write))!.output).toMatchObject({ notes: ['length'] });
  });
});

describe('a module whose call cannot be used', () => {
  it.each([
    ['is unreadable', () => ({ texts: 'none' })],
    ['has no lesson of it', ({ lessons }: Answer) => ({ lessons: lessons.map((one) => ({ ...one, number: '9.9' })).slice(0, 2) })],
    ['has only bad ones', ({ lessons }: Answer) => ({ lessons: lessons.map((one) => ({ ...one, ...cutShort(one) })) })],
  ])('that %s is written lesson after lesson', async (_, changed) => {
    change = changed;
    const { runId, lessons } = await given();
    const [first, second] = lessons;
    await modules.writeModule(runId, first!);
    expect(await stepOf(runId, moduleKey(first!))).toMatchObject({
      state: 'completed',
      service: null,
      tried: [{ code: 'vendors.broken_output' }],
    });
    expect(await modules.eventsOf(runId)).toContain('module.left');
    const writing = async () => (await queued(runId)).filter((key) => key.startsWith('lesson:'));
    expect(await writing()).toEqual([lessonKeys(first!).write]);
    await modules.writeLesson(runId, first!);
    expect(await writing()).toEqual([lessonKeys(second!).write]);
    expect(await database.knex('lesson_stream')).toEqual([]);
  });

  it('is not asked of a model that cannot hold it', async () => {
    const vendors = Object.fromEntries(
      Object.entries(config().vendors).map(([name, vendor]) => [
        name,
        { ...vendor, compatible: { contextTokens: 4_096, price: { input: 0, output: 0 } } },
      ]),
    ) as Config['vendors'];
    const usual = config();
    const { runId, lessons } = await given();
    setConfig({ ...usual, vendors });
    await modules.writeModule(runId, lessons[0]!);
    setConfig(usual);
    expect(callsFor('module')).toEqual([]);
    expect(await stepOf(runId, moduleKey(lessons[0]!))).toMatchObject({ state: 'completed', service: null, tried: [] });
    expect((await queued(runId)).filter((key) => key.startsWith('lesson:'))).toEqual([lessonKeys(lessons[0]!).write]);
  });

  it('is asked for again when the service is only busy', async () => {
    await modules.control('PUT', 'faults', { service: '*', mode: 'down' });
    const { runId, lessons } = await given();
    await expect(modules.writeModule(runId, lessons[0]!)).rejects.toMatchObject({ code: 'vendors.unavailable' });
    await modules.control('DELETE', 'faults');
    expect(await stepOf(runId, moduleKey(lessons[0]!))).toMatchObject({ state: 'running' });
  });
});

it('a run that is stopped while a module arrives stores none of it', async () => {
  const { accountId, runId, lessons } = await given();
  let stopped: Promise<unknown> | null = null;
  meanwhile = async () => void (await (stopped ??= cancelRun({ runId, accountId, keep: false })));
  const work = await modules.workOf(runId, moduleKey(lessons[0]!));
  await expect(writeModule(work)).rejects.toThrow(StepLost);
  expect(await stepOf(runId, moduleKey(lessons[0]!))).toMatchObject({ state: 'cancelled' });
  expect(await database.knex('step').where({ run_id: runId, job: 'write-lesson' })).toEqual([]);
});

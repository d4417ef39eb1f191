import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Thread } from '#contract/courses/course-plan.contract.ts';
import type { ApprovedOutline } from '#contract/generation/run-control.contract.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { listNotifications } from '#domain/notifications/notification.queries.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { sweepSteps } from '#domain/platform/steps/lease.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { approveOutline } from './outline.commands.ts';
import { placedLessons, type CoursePlan } from './course-plan.ts';
import { buildOutline, givenStartedRun, playOutline, playRest, playWriting, playAssembly } from '#domain/generation/runs/run.factory.ts';
import { runEnvelope, runResult } from '#domain/generation/runs/run.queries.ts';

const database = useTestDatabase();
let accountId: string;

beforeAll(() => setJobSink(async () => {}));
beforeEach(async () => {
  await database.knex('run').del();
  accountId = await givenOwner();
});

const envelope = (runId: string) => runEnvelope({ runId, accountId });
const approve = (runId: string, outline: ApprovedOutline) => approveOutline({ runId, accountId, outline });
const jobs = (runId: string) => database.knex('step').where({ run_id: runId }).orderBy('key').pluck('job');
const planOf = async (runId: string): Promise<CoursePlan> =>
  (await database.knex('run').join('course_run', 'run_id', 'id').where({ id: runId }).first('plan')).plan;
const asDrafted = ({ title, modules }: CoursePlan): ApprovedOutline => ({
  title,
  modules: modules.map((module) => ({
    title: module.title,
    lessons: module.lessons.map((lesson) => ({ id: lesson.lesson_id, title: lesson.title })),
  })),
});

/** Creates a run that waits for its learner's approval. */
async function givenWaitingRun({ isShared = false } = {}): Promise<{ runId: string; draft: CoursePlan }> {
  const runId = await givenStartedRun(accountId, { review_outline: true });
  await playOutline(runId, buildOutline(), { isShared });
  return { runId, draft: await planOf(runId) };
}

describe('a run whose learner checks the outline first', () => {
  it('waits after outline and research: no step is offered or swept, and the learner is notified once', async () => {
    const { runId } = await givenWaitingRun();
    expect(await envelope(runId)).toMatchObject({ status: 'running', stage: 'approval', progress: 25, eta: null });
    expect(await jobs(runId)).toEqual(['draft-outline', 'research-topic']);
    await database.knex('run').update({ created_at: new Date(0), started_at: new Date(0) });
    await database.knex('step').update({ dispatched_at: new Date(0), due_at: new Date(0) });
    await database.knex('outbox').del();
    expect(await sweepSteps()).toBe(0);
    const { notifications, unread } = await listNotifications(accountId);
    expect(notifications).toMatchObject([{ kind: 'outline.waiting', subject: 'Beekeeping for a first year', task_id: runId, read: false }]);
    expect(unread).toBe(1);
  });

  it('does not wait without the request to review it', async () => {
    const runId = await givenStartedRun(accountId);
    await playOutline(runId);
    expect(await envelope(runId)).toMatchObject({ stage: 'lessons' });
    expect((await listNotifications(accountId)).notifications).toEqual([]);
  });

  it('occupies no slot while it waits, and queues again afterwards', async () => {
    setConfig({ ...config(), maxActiveRuns: 1 });
    const { runId, draft } = await givenWaitingRun();
    const next = await givenStartedRun(accountId);
    expect(await envelope(next)).toMatchObject({ status: 'running' });
    await approve(runId, asDrafted(draft));
    expect(await envelope(runId)).toMatchObject({ status: 'queued', queue_position: 1, progress: 25 });
    setConfig({ ...config(), maxActiveRuns: 12 });
  });
});

describe('approving an outline', () => {
  it('withdraws the notification to check it', async () => {
    const { runId, draft } = await givenWaitingRun();
    await approve(runId, asDrafted(draft));
    expect(await listNotifications(accountId)).toEqual({ notifications: [], unread: 0 });
  });

  it('without changes writes the drafted outline', async () => {
    const { runId, draft } = await givenWaitingRun();
    await approve(runId, asDrafted(draft));
    expect(await planOf(runId)).toEqual(draft);
    expect(await envelope(runId)).toMatchObject({ status: 'running', stage: 'lessons' });
    expect((await jobs(runId)).filter((job) => job === 'write-lesson')).toHaveLength(6);
  });

  it('keeps the plan of what is left, and takes the learner’s thread and final task', async () => {
    const thread = { kind: 'case' as const, name: 'Hollow Oak', summary: 'Two hives.', facts: [], own: '' };
    const { runId, draft } = await givenWaitingRun({ isShared: true });
    const [first, second] = placedLessons(draft).map(({ planned }) => planned.lesson_id);
    const shared = {
      ...draft.shared!,
      thread,
      terms: [first!, second!].map((lesson_id) => ({ term: lesson_id, meaning: 'A word.', lesson_id })),
    };
    await database
      .knex('course_run')
      .where({ run_id: runId })
      .update({ plan: JSON.stringify({ ...draft, shared }) });
    expect((await envelope(runId)).plan).toEqual({ description: draft.description, thread, final_task: null });
    const task = { title: 'A swarm', task: 'It hangs in a tree.', points: ['It is caught.'], solution: '' };
    const modules = draft.modules.map(({ title, lessons }) => ({
      title,
      lessons: lessons.filter(({ lesson_id }) => lesson_id !== first).map(({ lesson_id: id, title: name }) => ({ id, title: name })),
    }));
    await approve(runId, { ...asDrafted(draft), modules, thread: { ...thread, name: 'Two Oaks' }, final_task: task });
    const plan = await planOf(runId);
    expect(plan.shared).toMatchObject({ thread: { name: 'Two Oaks' }, final_task: task, terms: [{ lesson_id: second }] });
    expect(plan.shared!.lessons.map(({ lesson_id }) => lesson_id)).toEqual(placedLessons(plan).map(({ planned }) => planned.lesson_id));
    expect((await envelope(runId)).plan).toBeUndefined();
  });

  it.each([
    [
      'renamed',
      (thread: Thread) => ({ ...thread, name: 'Two Oaks' }),
      ['Two Oaks is opened.', 'Bees. You follow Two Oaks.', ['Two Oaks in May']],
    ],
    ['removed', () => null, ['', 'Bees.', []]],
  ] as const)(
    'a thread that is %s is so in every lesson’s part, in the description and wherever the plan names it',
    async (_, change, [part, description, named]) => {
      const thread: Thread = { kind: 'case', name: 'Hollow Oak', summary: 'Two hives.', facts: [], own: '' };
      const { runId, draft } = await givenWaitingRun({ isShared: true });
      const lessons = draft.shared!.lessons.map((one) => ({
        ...one,
        thread: 'Hollow Oak is opened.',
        adds: ['Hollow Oak in May'],
      }));
      const modules = draft.modules.map((module) => ({
        ...module,
        lessons: module.lessons.map((one) => ({ ...one, objectives: ['Hollow Oak in May'] })),
      }));
      const shared = { ...draft.shared!, thread, lessons, conventions: ['Hollow Oak in May'] };
      const plan = { ...draft, modules, description: 'Bees. You follow Hollow Oak.', learning_objectives: ['Hollow Oak in May'], shared };
      await database
        .knex('course_run')
        .where({ run_id: runId })
        .update({ plan: JSON.stringify(plan) });
      await approve(runId, { ...asDrafted(draft), thread: change(thread) });
      const approved = await planOf(runId);
      expect(new Set(approved.shared!.lessons.map((one) => one.thread))).toEqual(new Set([part]));
      expect(approved.description).toBe(description);
      const lists = [approved.learning_objectives, approved.shared!.conventions, ...approved.shared!.lessons.map(({ adds }) => adds)];
      for (const list of [...lists, ...placedLessons(approved).map(({ planned }) => planned.objectives)]) expect(list).toEqual(named);
    },
  );

  it('refuses a thread without a name, and a final task without a task or a point', async () => {
    const { runId, draft } = await givenWaitingRun({ isShared: true });
    const thread: Thread = { kind: 'case', name: ' ', summary: '', facts: [], own: '' };
    const final_task = { title: 'A swarm', task: '…', points: [' '], solution: '' };
    await expect(approve(runId, { ...asDrafted(draft), thread, final_task })).rejects.toMatchObject({
      data: { errors: [{ path: 'thread.name' }, { path: 'final_task.task' }, { path: 'final_task.points' }] },
    });
  });

  it('keeps the learner’s structure one to one, to the finished course', async () => {
    const { runId, draft } = await givenWaitingRun();
    const [[a, b], [c], [e]] = draft.modules.map((module) => module.lessons) as unknown as [
      [...CoursePlan['modules'][0]['lessons']],
      (typeof draft.modules)[0]['lessons'],
      (typeof draft.modules)[0]['lessons'],
    ];
    const outline: ApprovedOutline = {
      title: 'My bees',
      modules: [
        { title: 'Module 3', lessons: [{ id: e!.lesson_id, title: 'Renamed' }, { title: 'Wax' }] },
        {
          title: 'Mixed',
          lessons: [
            { id: b!.lesson_id, title: b!.title },
            { id: c!.lesson_id, title: c!.title },
            { id: a!.lesson_id, title: a!.title },
          ],
        },
      ],
    };
    await approve(runId, outline);
    const plan = await planOf(runId);
    expect(plan.title).toBe('My bees');
    expect(plan.modules.map((module) => [module.title, module.summary, module.lessons.map((lesson) => lesson.title)])).toEqual([
      ['Module 3', 'About 3', ['Renamed', 'Wax']],
      ['Mixed', '', ['Lesson 1.2', 'Lesson 2.1', 'Lesson 1.1']],
    ]);
    const [kept, added] = plan.modules[0]!.lessons;
    expect(kept).toEqual({ ...e, title: 'Renamed' });
    expect(added).toEqual({
      lesson_id: expect.stringMatching(/^[\da-f-]{36}$/),
      title: 'Wax',
      summary: '',
      objectives: [],
      duration_minutes: 20,
    });

    const lessons = plan.modules.flatMap((module) => module.lessons.map((lesson) => lesson.lesson_id));
    for (const lessonId of lessons) {
      await playWriting(runId, lessonId);
      await playRest(runId, lessonId);
    }
    await playAssembly(runId);
    const { course } = await runResult({ runId, accountId });
    expect({
      title: course.title,
      modules: course.modules.map((module) => ({
        title: module.title,
        lessons: module.lessons.map((lesson) => ({ title: lesson.title })),
      })),
    }).toEqual({
      title: outline.title,
      modules: outline.modules.map((module) => ({ title: module.title, lessons: module.lessons.map(({ title }) => ({ title })) })),
    });
    expect(course.modules.flatMap((module) => module.lessons.map((lesson) => lesson.lesson_id))).toEqual(lessons);
  });

  it('twice changes nothing; another outline is too late', async () => {
    const { runId, draft } = await givenWaitingRun();
    const outline = asDrafted(draft);
    outline.modules[0]!.lessons.push({ title: 'Wax' });
    await approve(runId, outline);
    const plan = await planOf(runId);
    const steps = (await jobs(runId)).length;
    await approve(runId, outline);
    expect(await planOf(runId)).toEqual(plan);
    expect(await jobs(runId)).toHaveLength(steps);
    await expect(approve(runId, asDrafted(draft))).rejects.toMatchObject({ code: 'run.not_waiting' });
  });

  it('twenty times at once is one approval', async () => {
    const { runId, draft } = await givenWaitingRun();
    await Promise.all(Array.from({ length: 20 }, () => approve(runId, asDrafted(draft))));
    expect((await envelope(runId)).log.filter((line) => line.event === 'outline.approved')).toHaveLength(1);
  });

  it('is refused with the field if it cannot be followed', async () => {
    const { runId, draft } = await givenWaitingRun();
    const first = draft.modules[0]!.lessons[0]!.lesson_id;
    const broken = (lessons: { id?: string; title: string }[]) => approve(runId, { title: 'x', modules: [{ title: 'm', lessons }] });
    await expect(
      broken([
        { id: first, title: 'a' },
        { id: first, title: 'b' },
      ]),
    ).rejects.toMatchObject({
      code: 'validation.failed',
      data: { errors: [{ path: 'modules.0.lessons.1.id' }] },
    });
    await expect(broken([{ id: runId, title: 'a' }])).rejects.toMatchObject({ data: { errors: [{ path: 'modules.0.lessons.0.id' }] } });
    const many = {
      title: 'x',
      modules: Array.from({ length: 3 }, () => ({ title: 'm', lessons: Array.from({ length: 30 }, () => ({ title: 'l' })) })),
    };
    await expect(approve(runId, many)).rejects.toMatchObject({ data: { errors: [{ path: 'modules' }] } });
    expect(await envelope(runId)).toMatchObject({ stage: 'approval' });
  });

  it('is rejected for a run that is not waiting, and for another user', async () => {
    const { runId, draft } = await givenWaitingRun();
    await expect(approveOutline({ runId, accountId: await givenOwner(), outline: asDrafted(draft) })).rejects.toMatchObject({
      code: 'not_found',
    });
    const other = await givenStartedRun(accountId);
    await expect(approve(other, asDrafted(draft))).rejects.toMatchObject({ code: 'run.not_waiting' });
  });

  it('before there is an outline reports that it is too early, not that it is too late', async () => {
    const runId = await givenStartedRun(accountId, { review_outline: true });
    const { draft } = await givenWaitingRun();
    await expect(approve(runId, asDrafted(draft))).rejects.toMatchObject({
      code: 'run.not_waiting',
      message: 'The outline is still being drafted. It can be approved when it is ready.',
    });
  });
});

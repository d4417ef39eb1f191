import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { openQueueBackend, type QueueBackend } from '#queues/platform/queue-backend.ts';
import { spawnLines, type ChildLines } from '#queues/platform/testing/child-lines.ts';
import { acceptProposal } from '#domain/generation/proposals/proposal.commands.ts';
import { buildForm, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { listProposals } from '#domain/generation/proposals/list-proposals.queries.ts';
import { storedLessons } from '#domain/generation/proposals/proposal.factory.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { startRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { completeLesson } from '#domain/progress/lesson-progress.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { patience } from '#ops/testing/slowness.ts';

const db = useTestDatabase();
const main = new URL('../main.ts', import.meta.url);
const WAIT = { timeout: 60_000, interval: 20 };
/** For conditions that query the database. */
const READING = { timeout: 60_000, interval: 100 };

/** A course of nine lessons, made by a real worker process against the sandbox; then its lessons are rewritten. */
describe('rewriting one lesson of a course', () => {
  let sandbox: Sandbox;
  let backend: QueueBackend;
  let worker: ChildLines<unknown>;
  let accountId: string;
  let courseId: string;
  let courseRun: string;
  let ids: string[];
  let before: Map<string, string>;
  /** Calls with this purpose get no answer. */
  let unanswered: string | null = null;

  const startWorker = () => {
    worker = spawnLines(main, [], {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: db.url,
      SANDBOX_PORT: String(sandbox.port),
      WORKER_ADMIN_PORT: '0',
      LOG_LEVEL: 'silent',
      LEASE_MS: String(patience(1_500)),
      RETRY_BASE_MS: '20',
      CIRCUIT_FAILURES: '1000',
      OUTAGE_PATIENCE_MS: '1000',
      SESSION_SECRET: 'x'.repeat(32),
    });
  };
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${sandbox.url}/control/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`control/${path}: ${answer.status} ${await answer.text()}`);
  };
  const ended = (runId: string) =>
    vi.waitUntil(async () => {
      const envelope = await runEnvelope({ runId, accountId });
      return ['completed', 'failed', 'cancelled'].includes(envelope.status) && envelope;
    }, READING);
  const rewrite = async (lessonId: string, instruction = 'Shorter, with an example') =>
    (await startRewrite({ accountId, courseId, lessonIds: [lessonId], instruction, requestId: 'test' })).runId;
  /** Returns the purposes of the calls since the log was cleared, in order, and their lessons. */
  const calls = () => sandbox.calls().map((call) => call.purpose);
  const places = () => [...new Set(sandbox.calls().map((call) => call.key.split('/')[2]))];

  beforeAll(async () => {
    const hold = ({ purpose }: { readonly purpose: string }) => (purpose === unanswered ? new Promise<void>(() => {}) : undefined);
    sandbox = await startSandbox({ port: 0, reviseShare: 0, direct: { hold } });
    backend = await openQueueBackend({ databaseUrl: db.url, redisUrl: null });
    setJobSink((deliveries) => backend.addJobs(deliveries));
    accountId = await givenOwner();
    startWorker();
    courseRun = (
      await startRun({
        accountId,
        form: buildForm({ topic: 'Falconry', duration: '1 week intensive', content_depth: 'overview' }),
        requestId: 'test',
      })
    ).runId;
    courseId = (await ended(courseRun)).result!.course_id;
    ids = [...(await storedLessons(courseId)).keys()];
    await completeLesson({ accountId, courseId, lessonId: '0_0' });
    await completeLesson({ accountId, courseId, lessonId: '1_1' });
  });
  afterAll(async () => {
    await worker.kill();
    setJobSink(null);
    await backend.close(0);
    await sandbox.close();
  });
  beforeEach(async () => {
    before = await storedLessons(courseId);
    await control('DELETE', 'calls');
  });
  afterEach(async () => {
    unanswered = null;
    await control('DELETE', 'faults');
    await control('PUT', 'latency', { ms: 0 });
    await control('PUT', 'review', { revise_share: 0 });
  });

  it('GEN-07 G37 the finished course was awarded 200 points, once', async () => {
    expect(await runEnvelope({ runId: courseRun, accountId })).toMatchObject({ status: 'completed', points_awarded: 200 });
    expect(
      await db
        .knex('point_entry')
        .where({ account_id: accountId, cause: `course:${courseRun}` })
        .pluck('points'),
    ).toEqual([200]);
  });

  it('makes the calls of that lesson only, changes no other byte, and keeps progress', async () => {
    expect(ids).toHaveLength(9);
    const progress = async () => {
      const course = await getCourse({ accountId, courseId });
      return {
        progress: course.progress,
        completed: course.modules.flatMap((module) => module.lessons.filter((one) => one.completed).map((one) => one.lesson_id)),
      };
    };
    const was = await progress();
    const taskId = await rewrite('1_1');
    expect((await ended(taskId)).status).toBe('completed');
    expect(calls()).toEqual(['rewrite', 'practice', 'review']);
    expect(places()).toEqual(['1.1']);
    expect(await storedLessons(courseId)).toEqual(before);

    const [proposal] = await listProposals({ accountId, courseId });
    expect(proposal).toMatchObject({
      task_id: taskId,
      status: 'ready',
      lesson_ids: [ids[4]],
      lessons: [{ lesson_id: ids[4], index: '1_1' }],
    });
    await acceptProposal({ accountId, courseId, taskId });
    const after = await storedLessons(courseId);
    const changed = ids.filter((id) => after.get(id) !== before.get(id));
    expect(changed).toEqual([ids[4]]);
    expect(await progress()).toEqual(was);
    expect(was.completed).toContain(ids[4]);
    console.log(`calls ${calls().length}, lessons byte-equal ${ids.length - changed.length} of ${ids.length}`);
  });

  it('adds one correction when the check asks for it, and nothing else', async () => {
    await control('PUT', 'review', { revise_share: 1 });
    expect((await ended(await rewrite('2_0', ''))).status).toBe('completed');
    expect(calls()).toEqual(['rewrite', 'practice', 'review', 'correction']);
    expect(places()).toEqual(['2.0']);
    expect(await storedLessons(courseId)).toEqual(before);
  });

  it('that cannot be written fails with its reason, and changes no byte', async () => {
    await control('PUT', 'faults', { service: '*', mode: '500' });
    const envelope = await ended(await rewrite('0_0'));
    expect(envelope).toMatchObject({ status: 'failed', error: { code: 'vendors.all_down' } });
    expect(await storedLessons(courseId)).toEqual(before);
    expect((await listProposals({ accountId, courseId }))[0]).toMatchObject({
      status: 'failed',
      lessons: [],
      error: { code: 'vendors.all_down' },
    });
  });

  it(
    'killed in its first and in its last step changes no byte, buys no finished step again, and is taken over',
    { tags: 'slow', timeout: patience(180_000) },
    async () => {
      unanswered = 'rewrite';
      const taskId = await rewrite('2_2');
      const running = (purpose: string) =>
        vi.waitUntil(() => sandbox.calls().some((call) => call.purpose === purpose && call.status === null), WAIT);
      for (const [purpose, next] of [
        ['rewrite', 'review'],
        ['review', null],
      ] as const) {
        await running(purpose);
        await worker.kill();
        expect(await storedLessons(courseId)).toEqual(before);
        unanswered = next;
        startWorker();
      }
      expect((await ended(taskId)).status).toBe('completed');
      expect(await storedLessons(courseId)).toEqual(before);
      const finished = sandbox
        .calls()
        .filter((call) => !call.aborted && call.status === 200)
        .map((call) => call.purpose);
      expect(finished).toEqual(['rewrite', 'practice', 'review']);
      expect(sandbox.calls()).toHaveLength(5);
      expect(places()).toEqual(['2.2']);
    },
  );

  it(
    'whose practice and check no service can write is proposed without them; still nothing changes without acceptance',
    { tags: 'slow' },
    async () => {
      await control('PUT', 'latency', { ms: 300 });
      const taskId = await rewrite('0_1');
      await vi.waitUntil(() => calls().includes('rewrite'), WAIT);
      await control('PUT', 'faults', { service: '*', mode: '500' });
      const envelope = await ended(taskId);
      expect(envelope.status).toBe('completed');
      expect(await storedLessons(courseId)).toEqual(before);
      const proposal = (await listProposals({ accountId, courseId })).find((one) => one.task_id === taskId);
      expect(proposal?.lessons[0]).toMatchObject({ lesson_id: ids[1], quiz: [], reviewed_by: null });
    },
  );
});

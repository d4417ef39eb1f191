import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallRecord } from '#ops/sandbox/control/call-log.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { buildForm, givenOwner } from '#domain/courses/content/course.factory.ts';
import { approveOutline } from '#domain/generation/outline/outline.commands.ts';
import type { CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { runEnvelope, runResult } from '#domain/generation/runs/run.queries.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { atSandbox } from '#domain/platform/settings/model-settings.ts';
import { database } from '#domain/platform/database.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { patience } from '#ops/testing/slowness.ts';
import { HEARTBEAT_MS } from '../platform/heartbeat.ts';
import { startWorkerProcess, type WorkerProcess } from '../platform/worker-process.ts';
import { PROCESSORS } from '../processors.ts';

/** Runs all parts of a worker in this process, against the sandbox. */
const test = useTestDatabase({ workerAdminPort: 0, maxActiveRuns: 100 });
const WAIT = { timeout: 60_000, interval: 20 };
let sandbox: Sandbox;
let worker: WorkerProcess;
let accountId: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 3, direct: { hold } });
  setConfig({ ...config(), vendors: atSandbox(config().vendors, sandbox.url), spend: { userCents: 0, installCents: 0 } });
  // the editor of a course comes in the other lane
  worker = await startWorkerProcess({ lanes: ['interactive', 'batch'], processors: PROCESSORS, periodic: {} });
  accountId = await givenOwner();
});
afterAll(async () => {
  await worker?.drain();
  await sandbox?.close();
});

const envelope = (runId: string) => runEnvelope({ runId, accountId });
const start = async (topic: string, more = {}) =>
  (await startRun({ accountId, form: buildForm({ topic, ...more }), requestId: topic })).runId;
const callsAbout = (topic: string) => sandbox.calls().filter((call) => call.subject === topic);

/** When a run is stopped: when its n-th call (from 1) has started, or when a part of its answer has arrived. */
interface Moment {
  readonly call: number;
  readonly isAnswering: boolean;
}

interface Stop {
  readonly runId: string;
  readonly topic: string;
  /** When the stop was answered, by the process's clock and by wall-clock time. */
  readonly at: number;
  readonly wall: number;
  /** Calls that the vendors saw aborted. */
  readonly cutOff: number;
}

const moments = new Map<string, Moment & { readonly seen: string[]; readonly reached: () => void }>();

/** Resolves when a run about this topic has reached this point; from then on its calls hang, so that only an abort ends them. */
const stopThere = (topic: string, moment: Moment): Promise<void> =>
  new Promise((reached) => void moments.set(topic, { ...moment, seen: [], reached }));

function hold({ id, subject }: CallRecord, sent: number): Promise<void> | undefined {
  const moment = moments.get(subject ?? '');
  if (!moment) return undefined;
  if (!moment.seen.includes(id)) moment.seen.push(id);
  const number = moment.seen.indexOf(id) + 1;
  if (number < moment.call || (number === moment.call && moment.isAnswering && sent === 0)) return undefined;
  moment.reached();
  return new Promise(() => {});
}

/** Records every heartbeat from now on: its start time and its steps. */
function watchHeartbeats(): { readonly at: number; readonly steps: readonly string[] }[] {
  const beats: { at: number; steps: string[] }[] = [];
  database().on('query', ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
    if (sql.includes('renewable as')) beats.push({ at: performance.now(), steps: bindings[0] as string[] });
  });
  return beats;
}

describe('stopping a run at any moment', () => {
  /** Outline, research, a text and a workshop for each of three modules, and two calls for each of nine lessons: 26 calls, without corrections. */
  const SHORT = { duration: '1 week intensive', content_depth: 'overview' };
  /** Outline and research; lessons, practice and checks, when none and when several are finished; the last calls. */
  const MOMENTS: readonly Moment[] = [1, 2, 3, 9, 17, 25].flatMap((call) => [
    { call, isAnswering: false },
    { call, isAnswering: true },
  ]);

  /** Starts a course, stops it at this point, and waits for its calls to end, which hang until they are aborted. */
  async function stopAt(topic: string, moment: Moment, keep: boolean): Promise<Stop> {
    const reached = stopThere(topic, moment);
    const runId = await start(topic, SHORT);
    await reached;
    await cancelRun({ runId, accountId, keep });
    const [at, wall] = [performance.now(), Date.now()];

    const { status, stopped, items } = await envelope(runId);
    const finished = items.filter((item) => item.readable).map((item) => item.id);
    expect([stopped, status]).toEqual([true, keep && finished.length > 0 ? 'completed' : 'cancelled']);
    if (status === 'completed') {
      const { course } = await runResult({ runId, accountId });
      expect(course.modules.flatMap((module) => module.lessons.map((lesson) => lesson.lesson_id)).toSorted()).toEqual(finished.toSorted());
    }
    await vi.waitUntil(() => callsAbout(topic).every((call) => call.ms !== null), WAIT);
    const cutOff = callsAbout(topic).filter((call) => call.aborted).length;
    expect(cutOff).toBeGreaterThanOrEqual(1);
    return { runId, topic, at, wall, cutOff };
  }

  it(
    'A12 works at every stage: the first heartbeat after it aborts every call, none starts, and exactly the finished work is kept',
    { tags: 'slow', timeout: patience(180_000) },
    async () => {
      const beats = watchHeartbeats();
      const stops = await Promise.all(MOMENTS.map((moment, n) => stopAt(`Stopping ${n}`, moment, n % 4 < 2)));
      // once another run has been written completely, anything that could still start a call has had time to do so
      const last = await start('After all stops', SHORT);
      await vi.waitUntil(async () => (await envelope(last)).status === 'completed', WAIT);
      // a course that was stopped has no editor, whether it was kept or not
      const edits = () => test.knex('run').where({ kind: 'course-edit' }).select('parent_id', 'status');
      await vi.waitUntil(async () => (await edits()).every(({ status }) => status === 'completed'), WAIT);
      expect(await edits()).toEqual([{ parent_id: last, status: 'completed' }]);

      const called = await test
        .knex('step')
        .whereNotNull('call_begun')
        .select<{ id: string; run_id: string; at: string }[]>('id', 'run_id', test.knex.raw(`call_begun->>'at' as at`));
      const beatsUntilSeen = stops.map(({ runId, at }) => {
        const steps = new Set(called.filter((step) => step.run_id === runId).map((step) => step.id));
        return beats.filter((beat) => beat.at > at).findLastIndex((beat) => beat.steps.some((id) => steps.has(id))) + 1;
      });
      const aborted = stops.reduce((sum, { cutOff }) => sum + cutOff, 0);
      console.log(
        `${stops.length} stops, ${aborted} calls aborted, seen by heartbeat ${Math.max(...beatsUntilSeen)} after the stop at the latest`,
      );
      // at most a second until the next beat starts; two are promised
      expect([Math.max(...beatsUntilSeen), HEARTBEAT_MS]).toEqual([1, 1_000]);
      for (const { runId, topic, wall } of stops) {
        const begun = called.filter((step) => step.run_id === runId).map((step) => Date.parse(step.at));
        expect(Math.max(...begun), topic).toBeLessThanOrEqual(wall);
        // without failures a step makes one call; a call that had started may reach the vendor shortly after the stop
        expect(callsAbout(topic).length, topic).toBeLessThanOrEqual(begun.length);
      }
      expect(await test.knex('step').whereIn('state', ['queued', 'running'])).toEqual([]);
    },
  );
});

describe('an outline that is reviewed first', () => {
  it('costs at most 6 % of the tokens before it is approved', async () => {
    const runId = await start('Checking first', { review_outline: true });
    const inStage = (stage: string) => vi.waitUntil(async () => (await envelope(runId)).stage === stage, WAIT);
    const tokens = async () => {
      await callsSettled();
      return Number(
        (await test
          .knex('vendor_call')
          .where({ run_id: runId })
          .sum({ tokens: test.knex.raw('input_tokens + output_tokens') })
          .first())!['tokens'],
      );
    };
    await inStage('approval');
    const before = await tokens();
    expect(new Set(callsAbout('Checking first').map((call) => call.purpose))).toEqual(new Set(['outline', 'research']));

    const { plan } = await test.knex('run').join('course_run', 'run_id', 'id').where({ id: runId }).first('plan');
    const modules = plan.modules.map(({ title, lessons }: CoursePlan['modules'][number]) => ({
      title,
      lessons: lessons.map((lesson) => ({ id: lesson.lesson_id, title: lesson.title })),
    }));
    await approveOutline({ runId, accountId, outline: { title: plan.title, modules } });
    await inStage('done');
    const share = before / (await tokens());
    console.log(`${(share * 100).toFixed(1)} % of the tokens before the approval`);
    // the outline's call orders the whole plan, so its prompt is longer than a list of titles needs (decision 0051)
    expect(share).toBeLessThanOrEqual(0.06);
  });
});

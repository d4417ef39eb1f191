import { setTimeout as moment } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallRecord } from '#ops/sandbox/control/call-log.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { buildForm, givenOwner } from '#domain/courses/course.factory.ts';
import { approveOutline } from '#domain/generation/approve-outline.command.ts';
import { cancelRun } from '#domain/generation/cancel-run.command.ts';
import { runEnvelope, runResult } from '#domain/generation/run.queries.ts';
import { settleStepFailure } from '#domain/generation/settle-step-failure.command.ts';
import { startRun } from '#domain/generation/start-run.command.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { callsSettled } from '#domain/vendors/llm/settle-call.command.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startWorkerProcess, type WorkerProcess } from '../platform/worker-process.ts';
import { PROCESSORS } from '../processors.ts';

/** Everything a worker does, in this process, against the sandbox. */
const test = useTestDatabase({ workerAdminPort: 0, maxActiveRuns: 100 });
const WAIT = { timeout: 60_000, interval: 20 };
/** Longer than a heartbeat: a call that is not aborted would still run when the stop is seen. */
const CALL_MS = 2_500;

let sandbox: Sandbox;
let worker: WorkerProcess;
let accountId: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 3, latencyMs: CALL_MS });
  const { vendors } = config();
  const atSandbox = (settings: (typeof vendors)['claude']) => ({ ...settings, baseURL: sandbox.url + new URL(settings.baseURL).pathname });
  setConfig({
    ...config(),
    vendors: {
      claude: atSandbox(vendors.claude),
      openai: atSandbox(vendors.openai),
      grok: atSandbox(vendors.grok),
      gemini: atSandbox(vendors.gemini),
    },
    spend: { userCents: 0, installCents: 0 },
  });
  worker = await startWorkerProcess({ lanes: ['interactive'], processors: PROCESSORS, settle: settleStepFailure, schedules: [] });
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
const startOf = (call: CallRecord) => Date.parse(call.started_at);

describe('stopping a run at any moment', () => {
  const STOPS = 50;
  const AT_ONCE = 25;
  /** A request that was on its way when the run was stopped may be noted by the vendor a little later. */
  const ON_ITS_WAY_MS = 100;

  /** Starts a course, stops it after `afterMs`, and holds what the vendors saw against it. @returns when it was stopped, and ms until its last call had ended; null when it was over by then */
  async function stopAfter(
    topic: string,
    afterMs: number,
    keep: boolean,
  ): Promise<{ topic: string; stoppedAt: number; lasted: number } | null> {
    const runId = await start(topic, { duration: '1 week intensive', content_depth: 'overview' });
    await moment(afterMs);
    const outcome = await cancelRun({ runId, accountId, keep }).catch((error: { code?: string }) => error.code);
    const stoppedAt = Date.now();
    if (outcome === 'run.ended') return null;

    const { status, stopped, items } = await envelope(runId);
    const finished = items.filter((item) => item.readable).map((item) => item.id);
    expect([stopped, status]).toEqual([true, keep && finished.length > 0 ? 'completed' : 'cancelled']);
    if (status === 'completed') {
      const { course } = await runResult({ runId, accountId });
      expect(course.modules.flatMap((module) => module.lessons.map((lesson) => lesson.lesson_id)).toSorted()).toEqual(finished.toSorted());
    }
    await vi.waitUntil(() => callsAbout(topic).every((call) => call.ms !== null), WAIT);
    const lasted = Math.max(0, ...callsAbout(topic).map((call) => Math.round(startOf(call) + call.ms! - stoppedAt)));
    return { topic, stoppedAt, lasted };
  }

  it(`A12 ${STOPS} runs at ${STOPS} moments: calls end with the next heartbeat, none starts afterwards, what is kept is exactly what was finished`, async () => {
    const stops: { topic: string; stoppedAt: number; lasted: number }[] = [];
    for (let first = 0; first < STOPS; first += AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, i) => {
          const at = i * (STOPS / AT_ONCE) + first / AT_ONCE;
          const stop = await stopAfter(`Stopping ${at}`, (at / STOPS) * CALL_MS * 4, at % 2 === 0);
          if (stop) stops.push(stop);
        }),
      );
    }
    // all of them are quiet for longer than a heartbeat: nothing has started since
    const quietSince = Date.now();
    await vi.waitUntil(() => Date.now() - quietSince > 1_500, WAIT);
    const after = stops.flatMap(({ topic, stoppedAt }) => callsAbout(topic).filter((call) => startOf(call) > stoppedAt + ON_ITS_WAY_MS));
    const aborted = sandbox.calls().filter((call) => call.aborted).length;
    console.log(
      `${stops.length} stops, ${aborted} calls aborted, the slowest ended ${Math.max(...stops.map(({ lasted }) => lasted))} ms after its stop, ${after.length} calls afterwards`,
    );
    expect(stops.length).toBeGreaterThan(STOPS * 0.8);
    expect(aborted).toBeGreaterThan(STOPS / 2);
    // the heartbeat's second and the abort; on a machine with nothing else to do the slowest is told above as about 1,000 ms
    expect(Math.max(...stops.map(({ lasted }) => lasted))).toBeLessThanOrEqual(4_000);
    expect(after).toEqual([]);
    expect(await test.knex('step').whereIn('state', ['queued', 'running'])).toEqual([]);
  }, 180_000);
});

describe('an outline that is checked first', () => {
  it('costs at most 5 % of the tokens before it is approved, and the course follows it one to one', async () => {
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

    const { plan } = await test.knex('run').where({ id: runId }).first('plan');
    const [first, ...rest] = plan.modules as { title: string; lessons: { lesson_id: string; title: string }[] }[];
    const outline = {
      title: 'My own title',
      modules: [
        ...rest.map((module) => ({
          title: module.title,
          lessons: module.lessons.map(({ lesson_id, title }) => ({ id: lesson_id, title })),
        })),
        {
          title: 'At the end',
          lessons: [
            { title: 'A lesson I added' },
            ...first!.lessons.map(({ lesson_id, title }) => ({ id: lesson_id, title: `${title}!` })),
          ],
        },
      ],
    };
    await approveOutline({ runId, accountId, outline });
    await inStage('done');
    const { course } = await runResult({ runId, accountId });
    expect(course.modules.map((module) => [module.title, module.lessons.map((lesson) => lesson.title)])).toEqual(
      outline.modules.map((module) => [module.title, module.lessons.map((lesson) => lesson.title)]),
    );
    const share = before / (await tokens());
    console.log(`${(share * 100).toFixed(1)} % of the tokens before the approval`);
    expect(share).toBeLessThanOrEqual(0.05);
  });
});

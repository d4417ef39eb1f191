import { afterAll, beforeAll, beforeEach } from 'vitest';
import { buildForm, givenOwner } from '#domain/courses/content/course.factory.ts';
import type { StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { outlineDocument } from '#domain/generation/prompts/documents.ts';
import { claim, playOutline } from '#domain/generation/runs/run.factory.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { lessonKeys, moduleKey } from '#domain/generation/runs/stage-order.ts';
import { startEngine } from '#domain/kinds.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { atSandbox } from '#domain/platform/settings/model-settings.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import type { CallHooks } from '#ops/sandbox/answer-call.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { ask, briefOf } from '#ops/sandbox/testing/courses.ts';
import { patience } from '#ops/testing/slowness.ts';
import { writeLesson } from './lesson.commands.ts';
import { writeModule } from './module.commands.ts';

const FORM = { topic: 'Reading the night sky', duration: '1 week intensive', content_depth: 'overview' } as const;
let orders = 0;

/** Sets up courses whose first module is to be written, against the sandbox; call it once at the top of a test file. */
export function useModules(direct: CallHooks = {}) {
  const database = useTestDatabase();
  let sandbox: Sandbox;
  startEngine();
  const settings = () => {
    const base = config();
    const vendors = atSandbox(base.vendors, sandbox.url);
    const vendor = { ...base.vendor, requestsPerMinute: 0, tokensPerMinute: 0, retryBaseMs: 5, outagePatienceMs: 500 };
    setConfig({ ...base, vendors, accounts: vendors, vendor });
  };
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, direct });
  });
  beforeEach(() => {
    settings();
    setJobSink(async () => {});
  });
  afterAll(() => sandbox.close());

  const workOf = async (runId: string, key: string): Promise<StepWork> => ({
    step: await claim(runId, key),
    signal: AbortSignal.timeout(patience(60_000)),
  });

  return {
    database,
    /** Uses the sandbox's control API. */
    async control(method: string, path: string, body?: object): Promise<void> {
      const answer = await fetch(`${sandbox.url}/control/${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${await answer.text()}`);
    },
    /** Creates a run whose outline and research have ended. @returns its lessons' ids in reading order, three to a module */
    async given(): Promise<{ accountId: string; runId: string; lessons: string[] }> {
      // earlier ones would take its place among the active runs
      await database.knex('run').del();
      const accountId = await givenOwner();
      const form = buildForm({ ...FORM, learning_goals: `Find a star, ${(orders += 1)}` });
      const { runId } = await startRun({ accountId, form, requestId: 'test' });
      const outline = ask('draft-outline', { brief: briefOf(form).brief }, outlineDocument);
      return { accountId, runId, lessons: await playOutline(runId, outline, { isShared: true }) };
    },
    /** Runs the step of the module that begins with this lesson. */
    async writeModule(runId: string, firstLesson: string): Promise<void> {
      await writeModule(await workOf(runId, moduleKey(firstLesson)));
      await callsSettled();
    },
    async writeLesson(runId: string, lessonId: string): Promise<void> {
      await writeLesson(await workOf(runId, lessonKeys(lessonId).write));
      await callsSettled();
    },
    workOf,
    stepOf: (runId: string, key: string) => database.knex('step').where({ run_id: runId, key }).first(),
    /** Keys of the steps that may start now. */
    queued: (runId: string): Promise<string[]> =>
      database.knex('step').where({ run_id: runId, state: 'queued' }).orderBy('key').pluck('key'),
    eventsOf: (runId: string): Promise<string[]> => database.knex('run_event').where({ run_id: runId }).orderBy('id').pluck('event'),
    callsFor: (purpose: string) => sandbox.calls().filter((call) => call.purpose === purpose),
  };
}

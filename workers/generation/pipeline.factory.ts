import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import type { CourseFormInput } from '#contract/generation/course-form.contract.ts';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { COURSE_EDIT_KIND } from '#domain/generation/editor/course-edit.kind.ts';
import { approveOutline } from '#domain/generation/outline/outline.commands.ts';
import type { CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { atSandbox } from '#domain/platform/settings/model-settings.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { setJobSink, type Delivery } from '#domain/platform/steps/job-sink.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { useTestDatabase, type TestDatabase } from '#domain/testing/test-database.ts';
import type { CallHooks } from '#ops/sandbox/answer-call.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { readJob } from '#queues/registry.ts';
import { startHeartbeat, type Heartbeat } from '../platform/heartbeat.ts';
import { createStepRunner } from '../platform/run-step.ts';
import { PROCESSORS } from '../processors.ts';

export interface Outcome {
  readonly runId: string;
  readonly run: {
    status: string;
    error_code: string | null;
    error_detail: string | null;
    tokens_reserved: number;
    tokens_charged: number;
    progress: number;
  };
  /** Null if the run produced no course. */
  readonly content: CourseContent | null;
}

export interface Pipeline {
  readonly database: TestDatabase;
  readonly sandbox: () => Sandbox;
  /** Writes a course from its form to the end, with the real processors and the vendor sandbox. Nine lessons, or three if `SHORT`. */
  write(form: Partial<CourseFormInput>, accountId?: string, withinMs?: number): Promise<Outcome>;
  /** Uses the sandbox's control API, e.g. `control('PUT', 'drift', { share: 0.3 })`. */
  control(method: string, path: string, body?: object): Promise<unknown>;
  configure(changes: Partial<Config>): void;
  /** Connects one model on a server of the installation's own in the place of every service. */
  connectOne(contextTokens: number): void;
  /** Processes this many steps concurrently until the end of the test; default: 16. */
  processAtOnce(steps: number): void;
}

/**
 * The form of a course of three lessons, for tests in which the number of lessons proves nothing: its outline is drafted as always, then
 * approved with only the first lesson of each module.
 */
export const SHORT = { review_outline: true } as const satisfies Partial<CourseFormInput>;

const AT_ONCE = 16;
/** Services that stop answering in a test stay so until its end, so outages are given up soon. */
const OUTAGE_PATIENCE_MS = 1_000;
const DEADLINE_MS = 60_000;

/**
 * Runs the whole pipeline in one process: rows, outbox, processors, vendor client and sandbox are real; only the queue between them is a
 * list in memory. Call it once at the top of a test file. Before every test the sandbox is healthy and has no recorded calls.
 * @param direct hooks on the sandbox's calls, for behaviour beyond its control API
 */
export function usePipeline(direct: CallHooks = {}): Pipeline {
  const database = useTestDatabase();
  const waiting: Delivery[] = [];
  const delayed = new Set<NodeJS.Timeout>();
  let sandbox: Sandbox;
  let heartbeat: Heartbeat;
  let busy = 0;
  let atOnce = AT_ONCE;
  let base: Config;

  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${sandbox.url}/control/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const withSandbox = (settings: Config): Config => {
    const vendors = atSandbox(settings.vendors, sandbox.url);
    const google = { ...settings.google, ...sandboxGoogle(sandbox.url), videoPollMs: 20 };
    const vendor = { ...settings.vendor, retryBaseMs: 5, requestsPerMinute: 0, tokensPerMinute: 0, outagePatienceMs: OUTAGE_PATIENCE_MS };
    return { ...settings, vendors, accounts: vendors, google, vendor };
  };

  const editsOf = (runId: string): Promise<{ status: string }[]> =>
    database.knex('run').where({ parent_id: runId, kind: COURSE_EDIT_KIND }).select('status');
  const approveShort = async (runId: string, accountId: string) => {
    const { plan }: { plan: CoursePlan } = await database.knex('course_run').where({ run_id: runId }).first('plan');
    const modules = plan.modules.map(({ title, lessons }) => ({
      title,
      lessons: lessons.slice(0, 1).map((lesson) => ({ id: lesson.lesson_id, title: lesson.title })),
    }));
    await approveOutline({ runId, accountId, outline: { title: plan.title, modules } });
  };

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, direct });
    base = withSandbox(config());
    heartbeat = startHeartbeat();
    const runner = createStepRunner({ worker: 'pipeline', heartbeat, processors: PROCESSORS });
    const process = async ({ job, stepId, dispatch }: Delivery) => runner.run(readJob(job, { step_id: stepId, dispatch }));
    const next = () => {
      while (busy < atOnce && waiting.length > 0) {
        const delivery = waiting.shift() as Delivery;
        busy += 1;
        void process(delivery)
          .catch(() => undefined)
          .finally(() => {
            busy -= 1;
            next();
          });
      }
    };
    setJobSink(async (deliveries) => {
      waiting.push(...deliveries.filter(({ delayMs }) => delayMs <= 0));
      // as in a queue, a delivery that is not due yet does not delay the others
      for (const delivery of deliveries.filter(({ delayMs }) => delayMs > 0)) {
        const due = setTimeout(() => {
          delayed.delete(due);
          waiting.push(delivery);
          next();
        }, delivery.delayMs);
        delayed.add(due);
      }
      next();
    });
  });
  beforeEach(async () => {
    atOnce = AT_ONCE;
    setConfig(base);
    await control('DELETE', 'faults');
    await control('PUT', 'drift', { share: 0 });
    await control('PUT', 'quiz', { wrong_key_share: 0 });
    await control('PUT', 'reading', { hard_share: 0 });
    await control('PUT', 'unsafe', { share: 0 });
    await control('PUT', 'length', { long_share: 0 });
    await control('PUT', 'review', { revise_share: 0 });
    await control('DELETE', 'calls');
    await database.knex.raw('truncate vendor_lane, spend_day');
  });
  afterAll(async () => {
    setJobSink(null);
    for (const due of delayed) clearTimeout(due);
    waiting.length = 0;
    await sandbox.close();
    // files share a process: a step still running would continue in the next file, with its database and configuration
    await vi.waitUntil(() => busy === 0);
    heartbeat.stop();
  });

  return {
    database,
    sandbox: () => sandbox,
    control,
    processAtOnce: (steps) => void (atOnce = steps),
    configure: (changes) => setConfig({ ...base, ...changes }),
    connectOne(contextTokens) {
      const one = {
        baseURL: `${sandbox.url}/ollama/v1`,
        apiKey: 'none',
        model: 'gemma3:4b',
        compatible: { contextTokens, price: { input: 0, output: 0 } },
      };
      const vendors = Object.fromEntries(SERVICES.map((service) => [service, { ...base.vendors[service], ...one }])) as Config['vendors'];
      setConfig({ ...base, vendors, accounts: vendors });
    },
    write: async (given, accountId, withinMs = DEADLINE_MS) => {
      const owner = accountId ?? (await givenOwner());
      const form = courseFormSchema.parse({
        age: 30,
        topic: 'Insect hotels',
        learning_goals: 'Keep one colony',
        duration: '1 week intensive',
        content_depth: 'overview',
        ...given,
      });
      const { runId } = await startRun({ accountId: owner, form, requestId: randomUUID() });
      const hasEnded = async () => {
        const { status, stage } = (await database.knex('run').where({ id: runId }).first('status', 'stage'))!;
        if (status === 'running' && stage === 'approval') await approveShort(runId, owner);
        return status !== 'queued' && status !== 'running';
      };
      await vi.waitUntil(hasEnded, { timeout: withinMs, interval: 20 });
      // the course is complete; its editor comes afterwards, and would call services in the next test
      await vi.waitUntil(async () => (await editsOf(runId)).every(({ status }) => status !== 'queued' && status !== 'running'), {
        timeout: withinMs,
        interval: 20,
      });
      await callsSettled();
      const run = await database.knex('run').join('course_run', 'run_id', 'id').where({ id: runId }).first();
      const version =
        run.course_id && (await database.knex('course_version').where({ course_id: run.course_id, number: 1 }).first('content'));
      return { runId, run, content: version?.content ?? null };
    },
  };
}

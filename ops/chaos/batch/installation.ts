import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import knexFactory, { type Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import type { Batch } from '#contract/operator/batches.contract.ts';
import { startRedis } from '#queues/platform/testing/redis-server.ts';
import { signIn, type Client } from '../../testing/client.ts';
import { knownTopic } from '../../testing/known-topic.ts';
import { startStack, type Stack } from '../../testing/stack.ts';
import type { LoggedCall } from '../invariants.ts';

const OPERATOR = { email: 'operator@example.com', password: 'coursewright-demo' } as const;
const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Number of courses inserted with one statement per table. */
const CHUNK = 50;
const OWNERS = 20;

/** A whole installation with an operator and a learner, on either store of the queue. */
export interface Installation {
  readonly stack: Stack;
  readonly knex: Knex;
  readonly operator: Client;
  readonly learner: Client;
  /** Calls the sandbox's control API. */
  control<Answer>(method: string, address: string, body?: object): Promise<Answer>;
  /** Starts another worker process. @returns a function that stops it, once the worker is ready */
  addWorker(env?: Record<string, string>): Promise<() => Promise<void>>;
}

/** Runs something on a separate installation and deletes it afterwards. */
export async function onInstallation<T>(
  store: 'postgres' | 'redis',
  env: Record<string, string>,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const redis = store === 'redis' ? await startRedis() : null;
  const settings = { SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0', ...(redis && { REDIS_URL: redis.url }), ...env };
  const stack = await startStack(settings);
  const knex = knexFactory({ client: 'pg', connection: stack.record().databaseUrl, pool: { min: 0, max: 4 } });
  try {
    const [operator, learner] = [await signIn(stack.url, OPERATOR), await signIn(stack.url)];
    return await work({
      stack,
      knex,
      operator,
      learner,
      control: (method, address, body) => control(stack, method, address, body),
      addWorker: (more) => addWorker(stack, { ...settings, ...more }),
    });
  } finally {
    await knex.destroy();
    await stack.stop();
    await redis?.stop();
  }
}

async function control<Answer>(stack: Stack, method: string, address: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${stack.sandboxUrl}/control/${address}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`control/${address}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function addWorker(stack: Stack, env: Record<string, string>): Promise<() => Promise<void>> {
  const { databaseUrl } = stack.record();
  const child = spawn(process.execPath, [path.join(ROOT, 'workers/main.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: stack.dataDir,
      DATABASE_URL: databaseUrl,
      PUBLIC_ORIGIN: stack.url,
      SANDBOX_PORT: new URL(stack.sandboxUrl).port,
      WORKER_ADMIN_PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
}

/**
 * Writes one course and copies it for separate users, each with a different topic, so that the vendors' log distinguishes them.
 * @returns ids of the copies, in the order of their topics
 */
export async function plantCourses({ knex, learner }: Installation, count: number): Promise<string[]> {
  const topic = knownTopic('Tides on the coast');
  const { task_id: runId } = await learner.start({ age: 30, topic, learning_goals: 'Know how they are built and kept' });
  const end = await learner.finish(runId, { timeoutMs: 300_000 });
  if (end.status !== 'completed') throw new Error(`the first course ended as ${end.status}`);
  const [runThere, courseRunThere, courseThere] = await Promise.all([
    knex('run').where({ id: runId }).first(),
    knex('course_run').where({ run_id: runId }).first(),
    knex('course').where({ run_id: runId }).first(),
  ]);
  const { rows: made } = await knex.raw<{ rows: { name: string }[] }>(
    `select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name in ('run', 'course_run', 'course', 'course_version') and (is_generated = 'ALWAYS' or is_identity = 'YES')`,
  );
  /** Removes columns that the database generates, which cannot be inserted. */
  const given = <Row extends object>(row: Row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !made.some((one) => one.name === name))) as Row;
  const [run, courseRun, course] = [given(runThere!), given(courseRunThere!), given(courseThere!)];
  const version = given((await knex('course_version').where({ course_id: course.id, number: course.current_version }).first())!);
  const owners = Array.from({ length: OWNERS }, () => uuidv7());
  await knex('account').insert(
    owners.map((id) => ({
      id,
      email: `${id}@example.com`,
      first_name: 'O',
      last_name: 'O',
      terms_version: '1',
      terms_accepted_at: new Date(),
    })),
  );
  const old = lessonsIn(version.content);
  const planted: string[] = [];
  for (let from = 0; from < count; from += CHUNK) {
    const copies = Array.from({ length: Math.min(CHUNK, count - from) }, (_, at) => {
      const subject = `${topic} ${from + at + 1}`;
      const own = new Map(old.map((id) => [id, uuidv7()]));
      const copy = (value: unknown) => JSON.stringify(value).replaceAll(UUID, (id) => own.get(id) ?? id);
      const [run_id, course_id, account_id] = [uuidv7(), uuidv7(), owners[(from + at) % OWNERS]!];
      const people = { account_id, payer_id: account_id, capped_id: account_id, notified_id: account_id };
      return {
        course_id,
        run: {
          ...json(run),
          ...people,
          id: run_id,
          subject,
          dedupe_key: null,
          request: JSON.stringify({ ...(run.request as object), topic: subject }),
        },
        courseRun: { ...json(courseRun), run_id, course_id, plan: copy(courseRun.plan) },
        course: { ...json(course), id: course_id, account_id, run_id, outline: copy(course.outline) },
        version: { ...json(version), course_id, content: copy(version.content) },
      };
    });
    await knex.transaction(async (trx) => {
      await trx('run').insert(copies.map((one) => one.run));
      await trx('course_run').insert(copies.map((one) => one.courseRun));
      await trx('course').insert(copies.map((one) => one.course));
      await trx('course_version').insert(copies.map((one) => one.version));
    });
    planted.push(...copies.map(({ course_id }) => course_id));
  }
  await knex.raw('analyze');
  return planted;
}

/** Returns the ids of a stored course's lessons, in order. */
export const lessonsIn = (content: CourseContent): string[] =>
  content.modules.flatMap((module) => module.lessons.map((lesson) => lesson.lesson_id));

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Prepares a row for reinsertion: JSON values become text. */
const json = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value !== null && typeof value === 'object' && !(value instanceof Date) && !ARRAYS.has(name) ? JSON.stringify(value) : value,
    ]),
  );
/** Columns of array type. */
const ARRAYS = new Set(['avoided_services', 'changed_lessons', 'accepted_lessons']);

/** Plans a batch over these courses. */
export async function plan({ operator }: Installation, courses: readonly string[], changes: object = {}): Promise<Batch> {
  const { status, body } = await operator.request('POST', '/api/operator/batches', {
    name: `Refresh of ${courses.length}`,
    what: 'refresh_all',
    budget_cents: 9_000_000,
    canary: 0,
    at_once: 100,
    most_unclean: 1,
    selection: { csv: courses.join('\n') },
    ...changes,
  });
  if (status !== 200) throw new Error(`plan: ${status} ${JSON.stringify(body)}`);
  return body.batch;
}

export async function act({ operator }: Installation, batchId: string, act: string, more: object = {}): Promise<Batch> {
  const { status, body } = await operator.request('POST', `/api/operator/batches/${batchId}/acts`, { act, ...more });
  if (status !== 200) throw new Error(`${act}: ${status} ${JSON.stringify(body)}`);
  return body;
}

export async function readBatch({ operator }: Installation, batchId: string): Promise<Batch> {
  const { status, body } = await operator.request('GET', `/api/operator/batches/${batchId}`);
  if (status !== 200) throw new Error(`batch: ${status} ${JSON.stringify(body)}`);
  return body.batch;
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until a condition holds. @throws after `withinMs` @returns ms that it took */
export async function until(what: string, holds: () => Promise<boolean>, { withinMs = 60_000, everyMs = 50 } = {}): Promise<number> {
  const from = performance.now();
  for (; !(await holds()); await pause(everyMs))
    if (performance.now() - from > withinMs) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
  return performance.now() - from;
}

/** Collects the whole vendors' log; the sandbox itself keeps only the newest calls. */
export function collectCalls(installation: Installation): { readonly all: () => Promise<readonly VendorCall[]> } {
  const seen = new Map<string, VendorCall>();
  const look = async () => {
    const { calls } = await installation.control<{ calls: VendorCall[] }>('GET', 'calls');
    for (const call of calls) seen.set(call.id, call);
  };
  const timer = setInterval(() => void look().catch(() => undefined), 20_000);
  timer.unref();
  return {
    all: async () => {
      await look();
      return [...seen.values()];
    },
  };
}
export type VendorCall = LoggedCall & { readonly input_tokens: number; readonly output_tokens: number; readonly fault: string | null };

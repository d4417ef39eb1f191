import { randomInt } from 'node:crypto';
import knexFactory, { type Knex } from 'knex';
import { signIn } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { line } from './figures.ts';
import { childrenMs, processorMs, residentMb, statementsSent } from './measure.ts';
import { comparePredictions } from './whole/predictions.ts';
import {
  arrive,
  buyCourse,
  givenLearners,
  learn,
  newTimings,
  pause,
  sendMessage,
  timed,
  writeCourse,
  type Learner,
  type Timings,
} from './whole/people.ts';

/** Number of active learners in each stage of the day. */
const STAGES = [25, 50, 100, 200, 400, 800];
const STAGE_S = 40;
/** Mean pause of learners between two requests, in ms: they read a page or answer a question. */
const THINK_MS = 5_000;
const [COURSES_A_MINUTE, SALES_A_MINUTE] = [4, 12];
/** Number of courses in the batch that begins in the third stage. */
const BATCH = 10;
/** The knee: requests take this long, or throughput no longer grows with more users. */
const KNEE_P95_MS = 300;
/** How much is done of each kind, alone, to measure its cost. */
const ALONE = { courses: 8, learners: 200, learnerS: 60, messages: 1_000, sales: 40 };

/**
 * Simulates a day of the product on one machine: more and more learners read, answer, chat and look around, courses are written and sold, a
 * creator and an operator watch, and a batch runs. Prints throughput and response times by stage and by kind, what each process needs, and
 * the knee; then the cost of one course, one learner, one message and one sale. The baseline of each stage is the first one.
 * `WHOLE_STAGES`, `WHOLE_STAGE_S` reduce it.
 */
export async function bench(): Promise<void> {
  const stages = process.env.WHOLE_STAGES?.split(',').map(Number) ?? STAGES;
  const stageS = Number(process.env.WHOLE_STAGE_S ?? STAGE_S);
  const stack = await startStack({ SANDBOX_LATENCY_MS: '1000', SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0' });
  const knex = knexFactory({ client: 'pg', connection: stack.record().databaseUrl ?? '', pool: { min: 0, max: 2 } });
  try {
    const learners = await givenLearners(stack.url, knex, Math.max(...stages, ALONE.learners));
    await theDay({ stack, knex, learners, stages, stageS });
    await theCosts({ stack, knex, learners });
  } finally {
    await knex.destroy();
    await stack.stop();
  }
  await comparePredictions();
}

interface Installation {
  readonly stack: Stack;
  readonly knex: Knex;
  readonly learners: readonly Learner[];
}

async function theDay({
  stack,
  knex,
  learners,
  stages,
  stageS,
}: Installation & { stages: readonly number[]; stageS: number }): Promise<void> {
  let knee: string | null = null;
  let before = { perSecond: 0, p95: 0 };
  const all = newTimings();
  for (const [number, count] of stages.entries()) {
    const timings = newTimings();
    const until = performance.now() + stageS * 1_000;
    const isOn = () => performance.now() < until;
    const from = await readSpent(stack, knex);
    const sold = buyers(learners, await paidCourses(stack));
    // before the last courses have ended, which nobody disturbs any more
    const atEnd = pause(stageS * 1_000).then(() => readSpent(stack, knex));
    await Promise.all([
      ...learners.slice(0, count).map((learner) => learn(timings, learner, THINK_MS, isOn)),
      arrive(COURSES_A_MINUTE, isOn, () => writeCourse(timings, nextWriter(learners), `Tides, bay ${number} ${randomInt(1e9)}`)),
      arrive(SALES_A_MINUTE, isOn, () => sold(timings, stack)),
      watch(timings, stack, isOn),
      ...(number === 2 ? [runBatch(stack, knex)] : []),
    ]);
    const to = await atEnd;
    const learning = [...timings.times].filter(([kind]) => !kind.startsWith('a ')).flatMap(([, times]) => times);
    const now = { perSecond: learning.length / stageS, p95: at(learning, 0.95) };
    line(
      `${count} learners`,
      `${now.perSecond.toFixed(1)} requests a second; p50 / p95 / p99 ${show(learning)} ms; ${timings.failures.length} failed; ${sharesOf(from, to)}`,
    );
    for (const failure of timings.failures.slice(0, 3)) console.log(`    ${failure}`);
    const isOver = now.p95 > KNEE_P95_MS || (number > 0 && now.perSecond < before.perSecond * 1.1);
    if (isOver) knee ??= `between ${stages[number - 1] ?? 0} and ${count} learners at once`;
    before = now;
    for (const [kind, times] of timings.times) all.times.set(kind, [...(all.times.get(kind) ?? []), ...times]);
  }
  line('the knee', knee ?? `beyond ${stages.at(-1)} learners at once`);
  line('memory', memoryOf(stack));
  for (const [kind, times] of [...all.times].toSorted(([, one], [, other]) => other.length - one.length))
    line(`  ${kind}`, `${times.length} times; p50 / p95 / p99 ${show(times)} ms`);
}

/** Lets a creator watch the studio and an operator the console, each every few seconds. */
async function watch(timings: Timings, stack: Stack, isOn: () => boolean): Promise<void> {
  const creator = await signIn(stack.url, { email: 'creator@example.com', password: 'coursewright-demo' });
  const operator = await signIn(stack.url, { email: 'operator@example.com', password: 'coursewright-demo' });
  const look = async (kind: string, client: typeof creator, address: string, everyMs: number) => {
    while (isOn()) {
      await timed(timings, kind, client, 'GET', address);
      await pause(everyMs);
    }
  };
  await Promise.all([
    look('studio: analytics', creator, '/api/creator/analytics', 5_000),
    look('console: overview', operator, '/api/operator/overview', 2_000),
    look('console: runs', operator, '/api/operator/runs', 3_000),
  ]);
}

async function paidCourses(stack: Stack): Promise<string[]> {
  const client = await signIn(stack.url);
  const { body } = await client.request('GET', '/api/market/courses?price=paid');
  return body.courses.map(({ id }: { id: string }) => id);
}

/** Returns a different learner for each course, because free courses are limited per learner. */
const nextWriter = (learners: readonly Learner[]) => learners[writers++ % learners.length]!.client;
let writers = 0;

/** Returns a different learner and course for each sale. */
function buyers(learners: readonly Learner[], courses: readonly string[]): (timings: Timings, stack: Stack) => Promise<void> {
  return (timings, stack) => {
    next += 1;
    return buyCourse(timings, learners[next % learners.length]!, stack, courses[Math.floor(next / learners.length) % courses.length]!);
  };
}
let next = 0;

/** Plans and starts a batch over the learners' courses. */
async function runBatch(stack: Stack, knex: Knex): Promise<void> {
  const operator = await signIn(stack.url, { email: 'operator@example.com', password: 'coursewright-demo' });
  const courses = await knex('course').whereNotNull('run_id').limit(BATCH).pluck('id');
  const planned = await operator.request('POST', '/api/operator/batches', {
    name: 'A day’s batch',
    what: 'refresh_all',
    budget_cents: 9_000_000,
    canary: 0,
    at_once: 5,
    most_unclean: 1,
    selection: { csv: courses.join('\n') },
  });
  if (planned.status !== 200) throw new Error(`batch: ${planned.status} ${JSON.stringify(planned.body)}`);
  await operator.request('POST', `/api/operator/batches/${planned.body.batch.batch_id}/acts`, { act: 'start' });
}

/** Measures the cost of a single unit of each kind, while nothing else happens. */
async function theCosts({ stack, knex, learners }: Installation): Promise<void> {
  const timings = newTimings();
  let idle: readonly [Spent, Spent] | undefined;
  const alone = async (name: string, count: number, work: () => Promise<unknown>) => {
    await pause(3_000);
    const from = await readSpent(stack, knex);
    await work();
    const to = await readSpent(stack, knex);
    line(name, costOf(from, to, count, idle));
    idle ??= [from, to];
  };
  await alone('nothing, a second', 10, () => pause(10_000));
  await alone('one course', ALONE.courses, () =>
    Promise.all(
      Array.from({ length: ALONE.courses }, (_, number) =>
        writeCourse(timings, nextWriter(learners), `Photography, lenses of kind ${number} ${randomInt(1e9)}`),
      ),
    ),
  );
  const until = performance.now() + 3_000 + ALONE.learnerS * 1_000;
  await alone('one learner, an hour', (ALONE.learners * ALONE.learnerS) / 3_600, () =>
    Promise.all(learners.slice(0, ALONE.learners).map((learner) => learn(timings, learner, THINK_MS, () => performance.now() < until))),
  );
  await alone('one message', ALONE.messages, async () => {
    for (let sent = 0; sent < ALONE.messages; sent += 20)
      await Promise.all(learners.slice(0, 20).map(({ client }) => sendMessage(timings, client)));
  });
  const sold = buyers(learners, await paidCourses(stack));
  await alone('one sale', ALONE.sales, async () => {
    for (let number = 0; number < ALONE.sales; number += 4) await Promise.all(Array.from({ length: 4 }, () => sold(timings, stack)));
  });
  for (const failure of timings.failures.slice(0, 5)) console.log(`    ${failure}`);
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(times.length * share) - 1)] ?? NaN;
const show = (times: readonly number[]): string => [0.5, 0.95, 0.99].map((share) => at(times, share).toFixed(0)).join(' / ');

const PARTS = ['api', 'worker', 'store', 'sandbox', 'clients'] as const;
type Part = (typeof PARTS)[number];

/** What the machine has spent so far. */
interface Spent {
  readonly at: number;
  /** In ms, by process, each with its children. */
  readonly processor: Readonly<Record<Part, number>>;
  /** Statements of the api, and transactions of all processes. */
  readonly statements: number;
  readonly transactions: number;
  readonly storedBytes: number;
}

/** Returns the time of a process and its children: PostgreSQL has a process for each connection. */
const familyMs = (pid: number): number => processorMs([pid]) + childrenMs(pid);

const pidOf = (stack: Stack, name: string): number => stack.record().processes[name]!.pid;

async function readSpent(stack: Stack, knex: Knex): Promise<Spent> {
  const { rows } = await knex.raw(
    `select xact_commit + xact_rollback as transactions, pg_database_size(datname) as bytes from pg_stat_database where datname = current_database()`,
  );
  return {
    at: performance.now(),
    processor: {
      api: familyMs(pidOf(stack, 'api')),
      worker: familyMs(pidOf(stack, 'worker')),
      store: familyMs(pidOf(stack, 'store')),
      sandbox: familyMs(pidOf(stack, 'sandbox')),
      clients: familyMs(process.pid),
    },
    statements: await statementsSent(stack.adminUrl),
    transactions: Number(rows[0].transactions),
    storedBytes: Number(rows[0].bytes),
  };
}

/** Returns each process's share of a processor between two measurements. */
function sharesOf(before: Spent, after: Spent): string {
  const ms = after.at - before.at;
  return PARTS.map((part) => `${part} ${(((after.processor[part] - before.processor[part]) / ms) * 100).toFixed(0)} %`).join(', ');
}

/** Returns the cost of one of `count` units, minus an idle installation's: processor time of the product, statements, bytes. */
function costOf(before: Spent, after: Spent, count: number, idle?: readonly [Spent, Spent]): string {
  const part = (value: (spent: Spent) => number) => {
    const idleMs = idle ? (value(idle[1]) - value(idle[0])) / (idle[1].at - idle[0].at) : 0;
    return (value(after) - value(before) - idleMs * (after.at - before.at)) / count;
  };
  const ms = (name: Part) => `${name} ${part(({ processor }) => processor[name]).toFixed(1)} ms`;
  return (
    `${ms('api')}, ${ms('worker')}, ${ms('store')}; ${part(({ statements }) => statements).toFixed(1)} statements of the api, ` +
    `${part(({ transactions }) => transactions).toFixed(1)} transactions, ${(part(({ storedBytes }) => storedBytes) / 1_000).toFixed(1)} kB`
  );
}

const memoryOf = (stack: Stack): string =>
  (['api', 'worker', 'sandbox'] as const).map((name) => `${name} ${residentMb(pidOf(stack, name)).toFixed(0)} MB`).join(', ');

import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { startRedis, onPath } from '#queues/platform/testing/redis-server.ts';
import { signIn, type Client } from '../testing/client.ts';
import { knownTopic } from '../testing/known-topic.ts';
import { option, pause, print, startInstallation, type ChaosInstallation } from './installation.ts';

/**
 * `npm run chaos -- takeover [--kills 3]`: kills every worker at once, starts new ones, and measures how long a course stands still, with the
 * queues in Postgres and, where redis-server is on the PATH, in Redis: while its steps are under way, which wait for their leases, and while it is
 * being admitted, which a periodic job of the killed worker holds up. The run must say meanwhile that its worker was lost. The exit code is 1 when
 * it does not, or when anything stands still for more than 15 s, or on a slow machine for more than 5 s after the new workers are ready.
 */
const KILLS = option('kills', 3);
/** A lease of 12 s, plus the time to notice its end and to deliver the step again. */
const WITHIN_S = 15;
const AFTER_READY_S = 5;
const LOOK_MS = 100;
/** The lock of `admitRuns`: holding it stops every admission. */
const ADMISSION_LOCK = 7101;
const form = (topic: string) => ({ age: 30, topic: knownTopic(topic), learning_goals: 'Know how they work' });

/** Signs in as a new user, who can have one course written. */
async function newcomer(url: string, number: number): Promise<Client> {
  const account = { email: `takeover-${number}@example.com`, password: 'correct horse battery' };
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, first_name: 'Tove', last_name: String(number), terms_accepted: true }),
  });
  if (!answer.ok) throw new Error(`register: ${answer.status} ${await answer.text()}`);
  return signIn(url, account);
}

interface Standstill {
  readonly stoodS: number;
  readonly readyS: number;
  readonly what: string;
}

/** Kills processes and starts them again. @returns when, and a promise of when all were ready, both in ms of the monotonic clock */
function killAll(installation: ChaosInstallation, kinds: readonly ('api' | 'worker')[]) {
  const killed = performance.now();
  const ready = Promise.all(kinds.flatMap((kind) => ([0, 1] as const).map((at) => installation.kill(kind, at)))).then(() =>
    performance.now(),
  );
  return { killed, ready };
}

/** Kills the workers while steps of a course are in progress. */
async function killAtWork({ knex, until, ...installation }: ChaosInstallation, client: Client, at: number): Promise<Standstill> {
  const { task_id: runId } = await client.start(form(`Tides, ${at}`));
  const running = () => knex('step').where({ run_id: runId, state: 'running' }).select('id', 'fence');
  await until('steps under way', async () => (await running()).length > 1);
  const left = new Map((await running()).map(({ id, fence }) => [id as string, fence as number]));
  const { killed, ready } = killAll({ knex, until, ...installation }, ['worker']);
  let saidAt: number | null = null;
  await until('the steps to be taken over', async () => {
    const { body } = await client.request('GET', `/api/generate-course/status/${runId}`);
    if ((body as StatusEnvelope).worker_lost) saidAt ??= performance.now();
    return (await running()).every(({ id, fence }) => left.get(id) !== fence);
  });
  const stoodS = (performance.now() - killed) / 1_000;
  if (saidAt === null) throw new Error('the run did not report that its worker was lost');
  const said = `said after ${((saidAt - killed) / 1_000).toFixed(1)} s`;
  const { status } = await client.finish(runId);
  if (status !== 'completed') throw new Error(`the course ended as ${status}`);
  return { stoodS, readyS: ((await ready) - killed) / 1_000, what: `${left.size} steps under way, ${said}` };
}

/** Kills the worker while it is admitting a course, which every api would do too. */
async function killAtAdmission(installation: ChaosInstallation, client: Client, at: number): Promise<Standstill> {
  const { knex, until } = installation;
  const topic = `Tides, harbour ${at}`;
  const held = await knex.transaction();
  let asked: Promise<unknown>;
  let kill: ReturnType<typeof killAll>;
  try {
    await held.raw('select pg_advisory_xact_lock(?)', [ADMISSION_LOCK]);
    asked = client.start(form(topic)).catch(() => undefined);
    const waiting = () =>
      knex('pg_stat_activity')
        .where({ application_name: 'coursewright-worker', wait_event_type: 'Lock', wait_event: 'advisory' })
        .first('pid');
    await until('the admission by a worker', async () => (await waiting()) !== undefined);
    kill = killAll(installation, ['worker', 'api']);
    await pause(LOOK_MS);
  } finally {
    await held.rollback();
  }
  const { killed, ready } = kill;
  await until('the admission', async () => (await knex('run').where({ subject: topic }).first('status'))?.status === 'running');
  const stoodS = (performance.now() - killed) / 1_000;
  const readyS = ((await ready) - killed) / 1_000;
  await asked;
  const [id] = await knex('run').where({ subject: topic }).pluck('id');
  await client.request('DELETE', `/api/runs/${String(id)}`);
  return { stoodS, readyS, what: 'a course that was being admitted' };
}

async function measure(store: 'postgres' | 'redis', env: NodeJS.ProcessEnv): Promise<boolean> {
  const installation = await startInstallation({ ...env, SANDBOX_LATENCY_MS: '3000' });
  let isQuick = true;
  let people = 0;
  try {
    for (let at = 1; at <= KILLS; at += 1) {
      for (const kill of [killAtWork, killAtAdmission]) {
        const { stoodS, readyS, what } = await kill(installation, await newcomer(installation.url, (people += 1)), at);
        print(`${store}: kill ${at}: ${what}: stood still for ${stoodS.toFixed(1)} s (all ready after ${readyS.toFixed(1)} s)`);
        if (stoodS > Math.max(WITHIN_S, readyS + AFTER_READY_S)) isQuick = false;
      }
    }
  } finally {
    await installation.stop();
  }
  return isQuick;
}

const stores: ('postgres' | 'redis')[] = onPath('redis-server') ? ['postgres', 'redis'] : ['postgres'];
let isQuick = true;
for (const store of stores) {
  const redis = store === 'redis' ? await startRedis() : null;
  try {
    isQuick = (await measure(store, redis ? { REDIS_URL: redis.url } : {})) && isQuick;
  } finally {
    await redis?.stop();
  }
}
process.exit(isQuick ? 0 : 1);

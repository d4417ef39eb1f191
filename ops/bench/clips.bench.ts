import knexFactory, { type Knex } from 'knex';
import { config, readConfig, setConfig } from '#domain/platform/config.ts';
import { connectDatabase, disconnectDatabase } from '#domain/platform/database.ts';
import { grantByHand } from '#domain/billing/ledger/grant-by-hand.command.ts';
import { SAMPLE, signIn, type Client } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { line, median, spread } from './figures.ts';
import { residentMb } from './measure.ts';

const CLIPS = 500;
const AT_ONCE = 10;
const POLL_MS = 10_000;
const CALL_MS = 1_000;
const COURSES = 3;
const WATCHED_MS = 60_000;
const SAMPLE_MS = 250;

/**
 * 500 clips that wait for a vendor which never completes them: measures how many worker slots they occupy, how often each is polled, the
 * worker's memory, and how long a learner's course takes beside them; the baseline is the same course alone.
 */
export async function bench(): Promise<void> {
  const stack = await startStack({ VIDEO_POLL_MS: String(POLL_MS), SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0' });
  const { databaseUrl } = stack.record();
  const knex = knexFactory({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 2 } });
  try {
    setConfig(readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: stack.dataDir, LOG_LEVEL: 'silent' }));
    connectDatabase(config().databaseUrl, { poolMax: 2 });
    await grantByHand({ email: SAMPLE.email, tokens: 100_000, actor: 'script:bench', cause: 'Bench' });
    const client = await signIn(stack.url);
    await control(stack, 'latency', { ms: 0 });
    await writeCourse(client, 'Warming up an engine');
    await control(stack, 'latency', { ms: CALL_MS, first_chunk_ms: 200 });
    const alone: number[] = [];
    for (let n = 0; n < COURSES; n += 1) alone.push(await writeCourse(client, `Orchard care alone, part ${n}`));

    await control(stack, 'faults', { service: 'veo', mode: 'hang' });
    let asked = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (asked < CLIPS) await orderClip(client, (asked += 1));
      }),
    );
    await untilWaiting(knex);
    const { polls, held, memory, seconds } = await watch(stack, knex, WATCHED_MS);
    line(`${CLIPS} clips waiting, polled every ${POLL_MS / 1000} s`, `watched for ${seconds.toFixed(0)} s`);
    line('  polls per clip and interval (target ≤ 1)', (polls / CLIPS / ((seconds * 1000) / POLL_MS)).toFixed(3));
    line('  worker slots held: median, mean, most', `${median(held)}, ${mean(held).toFixed(2)}, ${Math.max(...held)}`);
    line('  memory of the worker, from start to end', `${memory.map((mb) => mb.toFixed(0)).join(' ')} MB`);
    const beside: number[] = [];
    for (let n = 0; n < COURSES; n += 1) beside.push(await writeCourse(client, `Orchard care beside, part ${n}`));
    line('a course alone', spread(alone, 'ms', 0));
    line(`a course beside ${CLIPS} clips`, spread(beside, 'ms', 0));
    line('  ÷ alone (target ≤ 1.05)', (median(beside) / median(alone)).toFixed(3));
  } finally {
    await disconnectDatabase();
    await knex.destroy();
    await stack.stop();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function control(stack: Stack, what: string, body: object): Promise<void> {
  const answer = await fetch(`${stack.sandboxUrl}/control/${what}`, { method: 'PUT', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`control/${what}: ${answer.status} ${await answer.text()}`);
}

/** @returns ms from acceptance to the end, by the run's timestamps */
async function writeCourse(client: Client, topic: string): Promise<number> {
  const { task_id } = await client.start({ age: 30, topic, learning_goals: `Understand and use ${topic}` });
  const end = await client.finish(task_id);
  if (end.status !== 'completed') throw new Error(`the run ended as ${end.status}: ${JSON.stringify(end.error)}`);
  return Date.parse(end.finished_at!) - Date.parse(end.created_at);
}

async function orderClip(client: Client, number: number): Promise<void> {
  const body = { prompt: `A lighthouse, number ${number}`, mode: 'fast', duration: 5 };
  const { status, body: answer } = await client.request('POST', '/api/vertex-ai/veo3/generate-video', body);
  if (status !== 202) throw new Error(`generate-video: ${status} ${JSON.stringify(answer)}`);
}

/** Waits until every clip has been ordered from the vendor. */
async function untilWaiting(knex: Knex): Promise<void> {
  for (;;) {
    const { rows } = await knex.raw(`select count(*)::int as n from step where job = 'film-take' and payload->>'operation' is not null`);
    if (rows[0].n >= CLIPS) return;
    await pause(500);
  }
}

/** Counts how often steps were deferred until their next poll, and samples how many a worker holds. */
async function watch(stack: Stack, knex: Knex, forMs: number) {
  const pollsSoFar = async () => Number((await knex('step').where({ job: 'film-take' }).sum({ n: 'dispatch' }))[0]!.n);
  const held: number[] = [];
  const memory: number[] = [];
  const before = await pollsSoFar();
  const begin = performance.now();
  for (let sample = 0; performance.now() - begin < forMs; sample += 1) {
    const { rows } = await knex.raw(`select count(*)::int as n from step where job = 'film-take' and state = 'running'`);
    held.push(rows[0].n);
    if (sample % Math.round(forMs / SAMPLE_MS / 6) === 0) memory.push(residentMb(stack.record().processes.worker!.pid));
    await pause(SAMPLE_MS);
  }
  return { polls: (await pollsSoFar()) - before, held, memory, seconds: (performance.now() - begin) / 1000 };
}

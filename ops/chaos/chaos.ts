import knexFactory from 'knex';
import { signIn, type Client } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { checkInvariants, type LoggedCall } from './invariants.ts';

/**
 * `npm run chaos [-- --runs 40 --seeds 1,2,3 --call-ms 400 --every-ms 2500]`: writes courses of 12 lessons, some at a time, and all the
 * while kills api, worker, sandbox or Postgres with SIGKILL at random moments. Then it checks that every run finished and that nothing was lost, done
 * twice or paid for twice. Everything is on this machine and ends by itself; the exit code is 1 when anything did not hold.
 */
const option = (name: string, fallback: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : String(process.argv[at + 1]);
};
const runs = Number(option('runs', '40'));
const seeds = option('seeds', '1,2,3').split(',').map(Number);
const callMs = Number(option('call-ms', '400'));
const everyMs = Number(option('every-ms', '2500'));
const VICTIMS = ['api', 'worker', 'sandbox', 'store'] as const;
const AT_ONCE = 5;
/** Of what the installation printed, shown when a run did not hold. */
const OUTPUT_LINES = 200;

/** One installation, its runs and its kills. @returns how many runs did not hold */
async function storm(seed: number): Promise<number> {
  const random = seeded(seed);
  const stack = await startStack({ SANDBOX_LATENCY_MS: String(callMs) });
  const knex = knexFactory({ client: 'pg', connection: stack.record().databaseUrl, pool: { min: 0, max: 2 } });
  const killed = Object.fromEntries(VICTIMS.map((victim) => [victim, 0]));
  const begin = Date.now();
  try {
    const client = await signIn(stack.url);
    let storming = true;
    const killer = (async () => {
      while (storming) {
        await pause(random() * everyMs * 2);
        const victim = VICTIMS[Math.floor(random() * VICTIMS.length)]!;
        if (storming && kill(stack, victim)) killed[victim]! += 1;
      }
    })();
    const waiting = Array.from({ length: runs }, (_, n) => `Lighthouses of coast ${seed}.${n + 1}`);
    const ended: { topic: string; taskId: string; status: string; error: unknown }[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let topic = waiting.shift(); topic; topic = waiting.shift()) ended.push(await write(client, topic));
      }),
    );
    storming = false;
    await killer;
    const calls = await patiently(() => vendorsLog(stack));
    let bad = 0;
    for (const run of ended) {
      const problems =
        run.status === 'completed'
          ? await patiently(() => checkInvariants(knex, run.taskId, calls))
          : [`ended as ${run.status}: ${JSON.stringify(run.error)}`, ...(await patiently(() => checkInvariants(knex, run.taskId, calls)))];
      if (problems.length > 0) bad += 1;
      for (const problem of problems) console.log(`  ${run.topic}: ${problem}`);
    }
    const kills = VICTIMS.map((victim) => `${victim} ${killed[victim]}`).join(', ');
    console.log(
      `seed ${seed}: ${runs - bad} of ${runs} runs whole after ${((Date.now() - begin) / 1000).toFixed(0)} s; killed ${kills}; ${calls.length} calls`,
    );
    if (bad > 0) console.log(stack.output().split('\n').slice(-OUTPUT_LINES).join('\n'));
    return bad;
  } finally {
    await knex.destroy();
    await stack.stop();
  }
}

async function write(client: Client, topic: string) {
  const form = { age: 30, topic, learning_goals: 'Know how they work' };
  // the key makes the repeat of a start whose answer was lost harmless
  const { task_id } = await patiently(() => client.start(form, { 'idempotency-key': topic.replaceAll(' ', '-') }));
  const { status, error } = await client.finish(task_id, { timeoutMs: 180_000 });
  return { topic, taskId: task_id, status, error };
}

/** @returns whether there was something to kill: a process that is just being restarted is not there */
function kill(stack: Stack, name: (typeof VICTIMS)[number]): boolean {
  const found = stack.record().processes[name];
  if (!found) throw new Error(`no process ${name} in the launcher's record`);
  try {
    return process.kill(found.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

async function vendorsLog(stack: Stack): Promise<LoggedCall[]> {
  const answer = await fetch(`${stack.sandboxUrl}/control/calls`);
  if (!answer.ok) throw new Error(`control/calls: ${answer.status}`);
  return ((await answer.json()) as { calls: LoggedCall[] }).calls;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats what a restart may have cut off, for at most 60 s. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 60_000; ;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(200);
    }
  }
}

/** mulberry32: the same seed draws the same victims and pauses. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

let failed = 0;
for (const seed of seeds) failed += await storm(seed);
process.exit(failed === 0 ? 0 : 1);

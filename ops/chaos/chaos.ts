import { execFileSync } from 'node:child_process';
import knexFactory from 'knex';
import { signIn } from '../testing/client.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { checkInvariants } from './invariants.ts';

/**
 * `npm run chaos [-- --runs 20 --seed 1 --call-ms 300]`: kills api, worker, sandbox or Postgres with SIGKILL at random moments while
 * courses are written, one kill a run, and checks that nothing was lost and nothing was done twice. Everything is on this
 * machine and ends by itself.
 */
const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const runs = option('runs', 20);
const callMs = option('call-ms', 300);
const random = seeded(option('seed', 1));
const VICTIMS = ['api', 'worker', 'sandbox', 'store'] as const;

const stack = await startStack();
const knex = knexFactory({ client: 'pg', connection: stack.record().databaseUrl, pool: { min: 0, max: 2 } });
let failed = 0;
try {
  await patiently(() => setLatency(stack, callMs));
  const client = await signIn(stack.url);
  for (let number = 1; number <= runs; number += 1) {
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)]!;
    const after = Math.floor(random() * callMs * 5);
    const begin = Date.now();
    const { task_id } = await patiently(() => client.start({ age: 30, topic: `Lighthouses of coast ${number}`, learning_goals: 'Know how they work' }, { 'idempotency-key': `chaos-${begin}-${number}` }));
    await new Promise((resolve) => setTimeout(resolve, after));
    kill(stack, victim);
    const end = await client.finish(task_id, { timeoutMs: 120_000 });
    const problems = end.status === 'completed' ? await patiently(() => checkInvariants(knex, task_id)) : [`ended as ${end.status}: ${JSON.stringify(end.error)}`];
    if (problems.length > 0) failed += 1;
    const words = problems.length === 0 ? 'whole' : problems.join('; ');
    console.log(`${String(number).padStart(3)}/${runs}  ${victim.padEnd(7)} killed after ${String(after).padStart(5)} ms, finished after ${((Date.now() - begin) / 1000).toFixed(1).padStart(5)} s: ${words}`);
  }
} finally {
  await knex.destroy();
  await stack.stop();
}
console.log(`${runs - failed} of ${runs} finished with every invariant holding`);
process.exit(failed === 0 ? 0 : 1);

function kill(target: Stack, name: (typeof VICTIMS)[number]): void {
  const found = target.record().processes[name] as { pid: number } | undefined;
  if (!found) throw new Error(`no process ${name} in the launcher's record`);
  try {
    process.kill(found.pid, 'SIGKILL');
  } catch (error) {
    // root runs Postgres in a user namespace of its own, whose processes another one may not signal directly
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    execFileSync('kill', ['-9', String(found.pid)]);
  }
}

async function setLatency(target: Stack, ms: number): Promise<void> {
  const answer = await fetch(`${target.sandboxUrl}/control/latency`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ms }),
  });
  if (!answer.ok) throw new Error(`control/latency: ${answer.status}`);
}

/** Repeats what a restart may have cut off, for at most 30 s. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 30_000; ; ) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** mulberry32: the same seed kills at the same moments. */
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

import knexFactory from 'knex';
import { SAMPLE, signIn, type Client } from '../testing/client.ts';
import { knownTopic } from '../testing/known-topic.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { FAULTS, giveOwnDisk, mayMount, injectFault, type FaultName } from './faults.ts';
import { checkInvariants, repeatedAnswers } from './invariants.ts';
import { seeded } from './seeded.ts';
import { option, retryFor60s, pause, vendorsLog } from './storm.ts';

/**
 * `npm run chaos -- courses [--runs 40 --seeds 1,2,3 --faults api,worker --kills 0 --at-once 5 --call-ms 400 --every-ms 2500]`: writes courses of 12
 * lessons, some at a time, and injects faults at random moments: SIGKILL for a process, one backend of PostgreSQL or
 * everything at once, or a full disk for 12 s (as root on Linux). `--kills`: continues with more courses until this many. Then it
 * checks that every run finished and that nothing was lost, done twice or paid for twice, and that the api never answered 500. Everything is
 * on this machine and ends by itself; the exit code is 1 after a violation.
 */
const runs = Number(option('runs', '40'));
const seeds = option('seeds', '1,2,3').split(',').map(Number);
const callMs = Number(option('call-ms', '400'));
const everyMs = Number(option('every-ms', '2500'));
const leastKills = Number(option('kills', '0'));
const atOnce = Number(option('at-once', '5'));
const faults = faultsOf(option('faults', FAULTS.join(',')));
const PROBE_EVERY_MS = 500;
/** Number of the installation's output lines to show if an invariant fails. */
const OUTPUT_LINES = 200;

function faultsOf(list: string): FaultName[] {
  const named = list.split(',').map((name) => {
    const fault = FAULTS.find((known) => known === name);
    if (!fault) throw new Error(`there is no fault named ${name}; faults: ${FAULTS.join(', ')}`);
    return fault;
  });
  if (!named.includes('disk') || mayMount()) return named;
  console.log('disk: left out, because only root on Linux can fill a disk');
  return named.filter((name) => name !== 'disk');
}

/** Runs one installation with its runs and faults. @returns the number of violations */
async function storm(seed: number): Promise<number> {
  const random = seeded(seed);
  // the courses' cost must not stop the runs
  const env = { SANDBOX_LATENCY_MS: String(callMs), SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0' };
  const stack = await startStack(env, faults.includes('disk') ? { prepare: giveOwnDisk } : {});
  const knex = knexFactory({ client: 'pg', connection: stack.record().databaseUrl, pool: { min: 0, max: 2 } });
  const struck = Object.fromEntries(faults.map((fault) => [fault, 0]));
  const kills = () => Object.values(struck).reduce((sum, count) => sum + count, 0);
  const workerDeaths: number[] = [];
  const begin = Date.now();
  try {
    const client = await signIn(stack.url);
    let storming = true;
    const striker = (async () => {
      while (storming) {
        await pause(random() * everyMs * 2);
        const fault = faults[Math.floor(random() * faults.length)]!;
        if (!storming || !(await injectFault(fault, { stack, knex, random }))) continue;
        struck[fault]! += 1;
        if (fault === 'worker' || fault === 'everything') workerDeaths.push(Date.now());
      }
    })();
    const bugs: string[] = [];
    const probing = probe(stack, () => storming, bugs);
    let written = 0;
    const next = () => (written < runs || kills() < leastKills ? `Tides, coast ${seed}.${++written}` : null);
    const ended: { topic: string; taskId: string; status: string; error: unknown }[] = [];
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let topic = next(); topic; topic = next()) ended.push(await write(client, topic));
      }),
    );
    storming = false;
    await Promise.all([striker, probing]);
    const calls = await retryFor60s(() => vendorsLog(stack));
    let bad = 0;
    for (const run of ended) {
      const problems = await retryFor60s(() => checkInvariants(knex, run.taskId, calls, workerDeaths));
      if (run.status !== 'completed') problems.unshift(`ended as ${run.status}: ${JSON.stringify(run.error)}`);
      if (problems.length > 0) bad += 1;
      for (const problem of problems) console.log(`  ${run.topic}: ${problem}`);
    }
    for (const bug of bugs) console.log(`  ${bug}`);
    const repeats = repeatedAnswers(calls, workerDeaths);
    const excused = repeats.filter(({ isExcused }) => isExcused).length;
    console.log(
      `seed ${seed}: ${ended.length - bad} of ${ended.length} runs whole after ${((Date.now() - begin) / 1000).toFixed(0)} s; ` +
        `faults ${faults.map((fault) => `${fault} ${struck[fault]}`).join(', ')}; ${calls.length} calls, ` +
        `answered 200 again ${repeats.length - excused}, and ${excused} after their worker died; ${bugs.length} answers 500`,
    );
    if (bad > 0) console.log(stack.output().split('\n').slice(-OUTPUT_LINES).join('\n'));
    return bad + bugs.length;
  } catch (error) {
    console.log(stack.output().split('\n').slice(-OUTPUT_LINES).join('\n'));
    throw error;
  } finally {
    await knex.destroy();
    await stack.stop();
  }
}

/** Signs in repeatedly, which reads and writes: whatever happens to the store, the api must never answer 500. */
async function probe(stack: Stack, goesOn: () => boolean, bugs: string[]): Promise<void> {
  const body = JSON.stringify(SAMPLE);
  while (goesOn()) {
    await pause(PROBE_EVERY_MS);
    const answer = await fetch(`${stack.url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      .then(async (got) => ({ status: got.status, text: await got.text() }))
      // the api is being restarted
      .catch(() => null);
    if (answer?.status === 500) bugs.push(`sign-in was answered 500: ${answer.text.slice(0, 300)}`);
  }
}

async function write(client: Client, topic: string) {
  const form = { age: 30, topic: knownTopic(topic), learning_goals: 'Know how they work' };
  // with the key, repeating a start after a lost answer is harmless
  const { task_id } = await retryFor60s(() => client.start(form, { 'idempotency-key': topic.replaceAll(/\W+/g, '-') }));
  const { status, error } = await client.finish(task_id, { timeoutMs: 180_000 });
  return { topic, taskId: task_id, status, error };
}

let failed = 0;
for (const seed of seeds) failed += await storm(seed);
process.exit(failed === 0 ? 0 : 1);

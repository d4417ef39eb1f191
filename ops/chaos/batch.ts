import { parseArgs } from 'node:util';
import { createRandom } from '../sandbox/seeded-random.ts';
import {
  act,
  collectCalls,
  onInstallation,
  pause,
  plan,
  plantCourses,
  readBatch,
  type Installation,
  until,
  type VendorCall,
} from './batch/installation.ts';
import { isolation, scale } from './batch/lanes.ts';
import { storm, checkBooks, countsOf, KNOWN_COURSES, runThrough } from './batch/storm.ts';
import { injectFault } from './faults.ts';

const COURSES = 60;
const CALL_MS = 3_000;
const WITHIN_MS = 2_000;
/** How long nothing may start after a stop. */
const QUIET_MS = 2_500;
const ACTS = ['pause', 'halt', 'resume', 'cancel'] as const;

/**
 * Stops and resumes a batch at random times, while its calls take three seconds: two seconds later none of its work may start, after `halt`
 * and `cancel` none of its calls may be running either, and a resumed batch must continue.
 * @returns the violations, as sentences
 */
const control = ({ moments, seed, store }: { moments: number; seed: number; store: 'postgres' | 'redis' }): Promise<string[]> =>
  onInstallation(store, { SANDBOX_LATENCY_MS: String(CALL_MS), MAX_ACTIVE_RUNS: '30', WORKER_CONCURRENCY: '16' }, async (installation) => {
    const random = createRandom(`control ${seed}`);
    await installation.control('PUT', 'latency', { ms: 0 });
    const courses = await plantCourses(installation, COURSES);
    await installation.control('PUT', 'latency', { ms: CALL_MS });
    const problems: string[] = [];
    const took: Record<string, number[]> = {};
    let batchId: string | null = null;
    for (let moment = 0; moment < moments;) {
      if (batchId === null || (await readBatch(installation, batchId)).items.pending < 5) {
        if (batchId) await act(installation, batchId, 'cancel').catch(() => undefined);
        batchId = (await plan(installation, courses)).batch_id;
        await installation.knex('batch').where({ run_id: batchId }).update({ at_once: 12 });
        await act(installation, batchId, 'start');
      }
      await until('work', async () => (await live(installation, batchId!)).running >= 3);
      await pause(random() * 4_000);
      const stop = (['pause', 'halt', 'cancel'] as const)[Math.floor(random() * 3)]!;
      const ms = await stopped(installation, batchId, stop, problems);
      (took[stop] ??= []).push(ms);
      moment += 1;
      if (stop === 'cancel') {
        batchId = null;
        continue;
      }
      await pause(random() * 500);
      const before = await live(installation, batchId);
      await act(installation, batchId, 'resume');
      (took['resume'] ??= []).push(
        await until('the resumed batch', async () => (await live(installation, batchId!)).claims > before.claims, { everyMs: 20 }),
      );
      moment += 1;
    }
    for (const name of ACTS) {
      const times = took[name] ?? [];
      console.log(`${name}: ${times.length} times, ${Math.max(0, ...times).toFixed(0)} ms at most`);
      for (const ms of times.filter((one) => one > WITHIN_MS)) problems.push(`${name} took ${ms.toFixed(0)} ms`);
    }
    return problems;
  });

interface VendorOptions {
  readonly courses: number;
  readonly kills: number;
  readonly faultShare: number;
  readonly seed: number;
  readonly store: 'postgres' | 'redis';
}

/** Duration of the sandbox's batch services. */
const BATCH_MS = 4_000;
/** When a worker is killed: while batches are submitted, and while their results are stored. */
const MOMENTS = [
  `select exists (select from vendor_batch where batch_id = ? and state = 'submitting' and held_until > now())`,
  `select exists (select from vendor_batch join vendor_batch_item item on vendor_batch_id = vendor_batch.id
                   where vendor_batch.batch_id = ? and vendor_batch.state = 'submitted' and item.state = 'answered')`,
];

/**
 * Runs a batch through the vendors' batch services, killing workers while they submit batches and store results; some calls fail or expire.
 * According to the vendors' log nothing may be bought twice, even around a kill, and the batch must cost about half.
 * @returns the violations, as sentences
 */
const vendors = (options: VendorOptions): Promise<string[]> =>
  onInstallation(
    options.store,
    { VENDOR_BATCH_GATHER_MS: '2000', VENDOR_BATCH_LOOK_MS: '1000', MAX_ACTIVE_RUNS: '60', LEASE_MS: '5000' },
    (installation) => vendorsOn(installation, options),
  );

/**
 * `npm run chaos -- batch [storm|control|isolation|scale|vendors] [--store postgres|redis] [--seed 1] [--courses 1000 --kills 5 --fault-share 0.05
 * --call-ms 200] [--moments 30] [--pairs 3]`: tests the guarantees of batches on a separate installation. `storm`: many courses of 12 lessons
 * with failing vendors and killed workers; `control`: stops and resumes at random moments; `isolation`: learners' waiting time beside a batch;
 * `scale`: two workers against one; `vendors`: by the vendors' batch services, with workers killed while they submit batches and store results. The exit code is 1 after a violation.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    store: { type: 'string', default: 'postgres' },
    seed: { type: 'string', default: '1' },
    courses: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '5' },
    'fault-share': { type: 'string', default: '0.05' },
    'call-ms': { type: 'string', default: '200' },
    moments: { type: 'string', default: '30' },
    pairs: { type: 'string', default: '3' },
  },
});
const store = values.store === 'redis' ? 'redis' : 'postgres';
const [seed, pairs] = [Number(values.seed), Number(values.pairs)];
const parts: Readonly<Record<string, () => Promise<string[]>>> = {
  storm: () =>
    storm({
      courses: Number(values.courses),
      kills: Number(values.kills),
      faultShare: Number(values['fault-share']),
      seed,
      store,
      callMs: Number(values['call-ms']),
    }),
  control: () => control({ moments: Number(values.moments), seed, store }),
  isolation: () => isolation({ store, pairs }),
  scale: () => scale({ store, pairs }),
  vendors: () =>
    vendors({ courses: Number(values.courses), kills: Number(values.kills), faultShare: Number(values['fault-share']), seed, store }),
};
const part = parts[positionals[0] ?? 'storm'];
if (!part) throw new Error(`there is no part ${positionals[0]}; parts: ${Object.keys(parts).join(', ')}`);
const problems = await part();
for (const problem of problems) console.log(`BROKEN: ${problem}`);
console.log(problems.length === 0 ? 'all invariants held' : `${problems.length} invariants did not hold`);
process.exit(problems.length === 0 ? 0 : 1);

async function vendorsOn(installation: Installation, { courses: count, kills, faultShare, seed }: VendorOptions): Promise<string[]> {
  const { stack, knex } = installation;
  const random = createRandom(`vendors ${seed}`);
  const problems: string[] = [];
  const check = (holds: boolean, sentence: string) => void (holds || problems.push(sentence));
  const courses = await plantCourses(installation, count + KNOWN_COURSES);
  await runThrough(installation, (await plan(installation, courses.slice(count))).batch_id);
  const mine = courses.slice(0, count);
  const { estimate } = await plan(installation, mine, { by_vendor_batch: true });
  const [halved, ordinary] = [estimate.micro_usd.expected, estimate.ordinary_micro_usd ?? 0];
  console.log(
    `dry run: $${(halved / 1e6).toFixed(2)} expected instead of $${(ordinary / 1e6).toFixed(2)}: ${(halved / ordinary).toFixed(3)}`,
  );
  const budget_cents = Math.ceil(estimate.micro_usd.worst / 10_000);
  const batch = await plan(installation, mine, { by_vendor_batch: true, budget_cents });
  await installation.control('PUT', 'batches', { ms: BATCH_MS, errored_share: faultShare / 2, expired_share: faultShare / 2 });
  await installation.control('DELETE', 'calls');
  const log = collectCalls(installation);
  const begun = performance.now();
  await act(installation, batch.batch_id, 'start');
  let killed = 0;
  let end = batch;
  for (let shown = 0; !['deciding', 'paused', 'cancelled'].includes(end.state); await pause(25)) {
    const is = killed < kills && (await knex.raw(MOMENTS[killed % MOMENTS.length]!, [batch.batch_id]).catch(() => null));
    if (is && is.rows[0].exists && (await injectFault('worker', { stack, knex, random }))) {
      killed += 1;
      console.log(`  worker killed while ${killed % 2 === 1 ? 'a batch was submitted' : 'answers were taken over'}`);
      await pause(3_000);
    }
    if (performance.now() - shown < 2_000) continue;
    shown = performance.now();
    end = await readBatch(installation, batch.batch_id).catch(() => end);
    if (performance.now() - begun > 1_200_000) throw new Error(`it has not ended: ${countsOf(end)}`);
  }
  const seconds = (performance.now() - begun) / 1000;
  check(end.state === 'deciding', `it came to be ${end.state} (${end.paused_for})`);
  check(killed === kills, `a worker was killed ${killed} of ${kills} times`);
  const { rows } = await knex.raw(
    `select count(*)::int as calls, count(*) filter (where state = 'failed')::int as failed, count(distinct vendor_batch_id)::int as batches,
            (select count(*)::int from vendor_call call join run on run.id = call.run_id
              where run.parent_id = :id and price_share = 1 and outcome = 'ok') as ordinary,
            (select sum(cost_micro_usd) / sum(cost_micro_usd / price_share) from vendor_call call join run on run.id = call.run_id
              where run.parent_id = :id) as share
       from vendor_batch_item where batch_id = :id`,
    { id: batch.batch_id },
  );
  const [{ calls, failed, batches, ordinary: direct, share }] = rows;
  console.log(
    `${count} courses in ${seconds.toFixed(0)} s: ${countsOf(end)}; ${calls} calls in ${batches} vendor batches, ${failed} failed there, ${direct} made the ordinary way; paid ${Number(share).toFixed(3)} of the list price`,
  );
  check(Number(share) < 0.5 + 0.5 * Math.max(0.1, 2 * faultShare), `${share} of the list price was paid`);
  // a killed worker is no excuse here
  await checkBooks(installation, end, { calls: await log.all(), deaths: [], check });
  return problems;
}

/** @returns ms from the click until it takes effect */
async function stopped(
  installation: Installation,
  batchId: string,
  stop: 'pause' | 'halt' | 'cancel',
  problems: string[],
): Promise<number> {
  const from = performance.now();
  await act(installation, batchId, stop);
  const answered = performance.now() - from;
  // a pause lets running calls finish, because they are paid for; the other actions abort them, as the vendors see it
  const ms =
    stop === 'pause'
      ? answered
      : answered + (await until('silence', async () => (await underWay(installation, batchId)) === 0, { everyMs: 20 }));
  const before = await live(installation, batchId);
  await pause(QUIET_MS);
  const begun = (await live(installation, batchId)).claims - before.claims;
  if (begun > 0) problems.push(`${stop}: ${begun} steps began after it`);
  if (stop !== 'pause' && (await underWay(installation, batchId)) > 0) problems.push(`${stop}: a call was made after it`);
  return ms;
}

/** Returns the running steps of its runs, and how often any step was started. */
async function live({ knex }: Installation, batchId: string): Promise<{ running: number; claims: number }> {
  const { rows } = await knex.raw(
    `select count(*) filter (where step.state = 'running')::int as running, coalesce(sum(step.fence), 0)::int as claims
       from step join run on run.id = step.run_id where run.parent_id = :batchId`,
    { batchId },
  );
  return rows[0];
}

/** Returns the number of running vendor calls for its courses. */
async function underWay({ knex, control: ask }: Installation, batchId: string): Promise<number> {
  const subjects = new Set(await knex('run').where({ parent_id: batchId }).pluck('subject'));
  const { calls } = await ask<{ calls: VendorCall[] }>('GET', 'calls');
  return calls.filter((call) => call.ms === null && subjects.has(call.subject!)).length;
}

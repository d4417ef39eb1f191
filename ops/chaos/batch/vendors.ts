import { createRandom } from '../../sandbox/seeded-random.ts';
import { injectFault } from '../faults.ts';
import { act, collectCalls, onInstallation, pause, plan, plantCourses, readBatch, type Installation } from './installation.ts';
import { checkBooks, countsOf, KNOWN_COURSES, runThrough } from './storm.ts';

export interface VendorOptions {
  readonly courses: number;
  readonly kills: number;
  readonly faultShare: number;
  readonly seed: number;
  readonly store: 'postgres' | 'redis';
}

/** How long the sandbox's batch services take. */
const BATCH_MS = 4_000;
/** When a worker is killed: while batches are submitted, and while their results are stored. */
const MOMENTS = [
  `select exists (select from vendor_batch where batch_id = ? and state = 'submitting' and held_until > now())`,
  `select exists (select from vendor_batch join vendor_batch_item item on vendor_batch_id = vendor_batch.id
                   where vendor_batch.batch_id = ? and vendor_batch.state = 'submitted' and item.state = 'answered')`,
];

/**
 * Runs a batch through the vendors' batch services, killing workers while they submit batches and store results; some calls fail or expire.
 * By the vendors' log nothing may be bought twice, even around a kill, and the batch must cost about half.
 * @returns the violations, as sentences
 */
export const vendors = (options: VendorOptions): Promise<string[]> =>
  onInstallation(
    options.store,
    { VENDOR_BATCH_GATHER_MS: '2000', VENDOR_BATCH_LOOK_MS: '1000', MAX_ACTIVE_RUNS: '60', LEASE_MS: '5000' },
    (installation) => vendorsOn(installation, options),
  );

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
  // a killed worker excuses nothing here
  await checkBooks(installation, end, { calls: await log.all(), deaths: [], check });
  return problems;
}

import { createRandom } from '../../sandbox/seeded-random.ts';
import { act, onInstallation, pause, plan, plantCourses, readBatch, until, type Installation, type VendorCall } from './installation.ts';

const COURSES = 60;
const CALL_MS = 3_000;
const WITHIN_MS = 2_000;
/** How long nothing may happen after a stop. */
const QUIET_MS = 2_500;
const ACTS = ['pause', 'halt', 'resume', 'cancel'] as const;

/**
 * Stops and resumes a batch at random moments, while its calls take three seconds: within two seconds nothing of it may start any more, after
 * `halt` and `cancel` none of its calls may be running either, and a resumed batch must continue.
 * @returns the violations, as sentences
 */
export const control = ({ moments, seed, store }: { moments: number; seed: number; store: 'postgres' | 'redis' }): Promise<string[]> =>
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

/** @returns ms from the click until its effect */
async function stopped(
  installation: Installation,
  batchId: string,
  stop: 'pause' | 'halt' | 'cancel',
  problems: string[],
): Promise<number> {
  const from = performance.now();
  await act(installation, batchId, stop);
  const answered = performance.now() - from;
  // a pause lets running calls finish, because they are paid for; the others abort them, as the vendors see it
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

/** Its runs' currently running steps, and how often any of them was started. */
async function live({ knex }: Installation, batchId: string): Promise<{ running: number; claims: number }> {
  const { rows } = await knex.raw(
    `select count(*) filter (where step.state = 'running')::int as running, coalesce(sum(step.fence), 0)::int as claims
       from step join run on run.id = step.run_id where run.parent_id = :batchId`,
    { batchId },
  );
  return rows[0];
}

/** Running vendor calls for its courses. */
async function underWay({ knex, control: ask }: Installation, batchId: string): Promise<number> {
  const subjects = new Set(await knex('run').where({ parent_id: batchId }).pluck('subject'));
  const { calls } = await ask<{ calls: VendorCall[] }>('GET', 'calls');
  return calls.filter((call) => call.ms === null && subjects.has(call.subject!)).length;
}

import { median } from '../../bench/figures.ts';
import { act, lessonsIn, onInstallation, pause, plan, plantCourses, until, type Installation } from './installation.ts';

const CALL_MS = 2_000;
const COURSES = 120;
const PHASE_MS = 45_000;
const WARM_UP_MS = 10_000;
const SETTLE_MS = 6_000;
/** Interval between learners' requests. */
const EVERY_MS = 1_500;
const MOST_RATIO = 1.2;
const LEAST_SPEED_UP = 1.9;

type Store = 'postgres' | 'redis';

/**
 * Lets learners request rewrites one after another, alternately while a batch runs and while it is paused. The waiting time is from a
 * step's creation to its start, over all their steps.
 * @returns the violations, as sentences
 */
export const isolation = ({ store, pairs }: { store: Store; pairs: number }): Promise<string[]> =>
  onInstallation(store, { SANDBOX_LATENCY_MS: '0', MAX_ACTIVE_RUNS: '40' }, async (installation) => {
    const courses = await plantCourses(installation, COURSES);
    const lessons = await lessonsOfLearner(installation);
    await installation.control('PUT', 'latency', { ms: CALL_MS });
    const batch = await plan(installation, courses);
    // at full speed from the start
    await installation.knex('batch_item').where({ batch_id: batch.batch_id }).where('position', '<', 20).update({ state: 'skipped' });
    await act(installation, batch.batch_id, 'start');
    const waits: Record<'with' | 'without', number[]> = { with: [], without: [] };
    const wholes: Record<'with' | 'without', number[]> = { with: [], without: [] };
    let beside = 0;
    let isPaused = false;
    // warms up, because code is slower when it runs for the first time
    await comeOneByOne(installation, lessons, WARM_UP_MS);
    for (let pair = 0; pair < pairs; pair += 1) {
      // alternates the order, so that warm code and a growing store favour neither phase
      for (const phase of pair % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        const pauses = phase === 'without';
        if (pauses !== isPaused) await act(installation, batch.batch_id, pauses ? 'pause' : 'resume');
        isPaused = pauses;
        await pause(SETTLE_MS);
        const before = await batchSteps(installation, batch.batch_id);
        const runs = await comeOneByOne(installation, lessons);
        if (phase === 'with') beside += (await batchSteps(installation, batch.batch_id)) - before;
        const { rows } = await installation.knex.raw(
          `select extract(epoch from step.started_at - step.created_at) * 1000 as wait from step where run_id = any(?::uuid[]) and step.started_at is not null`,
          [runs],
        );
        waits[phase].push(...rows.map((row: { wait: string }) => Number(row.wait)));
        const ended = await installation.knex('run').whereIn('id', runs).where({ status: 'completed' }).select('created_at', 'finished_at');
        wholes[phase].push(...ended.map((run) => run.finished_at!.getTime() - run.created_at.getTime()));
      }
    }
    const ratio = p95(waits.with) / p95(waits.without);
    console.log(`${store}: ${waits.with.length} and ${waits.without.length} steps of learners; ${beside} steps of the batch beside them`);
    for (const phase of ['with', 'without'] as const)
      console.log(
        `  ${phase} the batch: wait p50 ${median(waits[phase]).toFixed(0)}, p95 ${p95(waits[phase]).toFixed(0)} ms; whole lesson p50 ${median(wholes[phase]).toFixed(0)}, p95 ${p95(wholes[phase]).toFixed(0)} ms`,
      );
    console.log(
      `  wait p95 with ÷ without: ${ratio.toFixed(2)} (at most ${MOST_RATIO}); whole lesson p95: ${(p95(wholes.with) / p95(wholes.without)).toFixed(2)}`,
    );
    return ratio <= MOST_RATIO ? [] : [`${store}: learners wait ${ratio.toFixed(2)} times as long`];
  });

/** Returns the lessons of a course written for the learner. */
async function lessonsOfLearner({ knex, learner }: Installation): Promise<{ courseId: string; ids: string[] }> {
  const course = await knex('course').where({ account_id: learner.userId }).orderBy('created_at', 'desc').first('id', 'current_version');
  const { content } = (await knex('course_version').where({ course_id: course!.id, number: course!.current_version }).first('content'))!;
  return { courseId: course!.id, ids: lessonsIn(content) };
}

/** @returns ids of the runs, once all have ended */
async function comeOneByOne(
  { learner, knex }: Installation,
  { courseId, ids }: { courseId: string; ids: readonly string[] },
  forMs = PHASE_MS,
): Promise<string[]> {
  const runs: string[] = [];
  for (let at = 0; at * EVERY_MS < forMs; at += 1) {
    const from = performance.now();
    const { status, body } = await learner.request('POST', `/api/courses/${courseId}/lessons/${ids[at % ids.length]}/regenerate`, {
      instruction: `Say it in other words, ${performance.now()}`,
    });
    // an earlier rewrite of the lesson may still be running
    if (status === 202) runs.push(body.task_id);
    else if (status !== 409) throw new Error(`regenerate: ${status} ${JSON.stringify(body)}`);
    await pause(Math.max(0, EVERY_MS - (performance.now() - from)));
  }
  await until(
    'the learners’ lessons',
    async () => (await knex('run').whereIn('id', runs).whereIn('status', ['queued', 'running'])).length === 0,
    { withinMs: 180_000 },
  );
  return runs;
}

/**
 * Measures steps per second of a batch whose calls take two seconds, alternately with one worker and with two.
 * @returns the violations, as sentences
 */
export const scale = ({ store, pairs }: { store: Store; pairs: number }): Promise<string[]> =>
  onInstallation(store, { SANDBOX_LATENCY_MS: '0', MAX_ACTIVE_RUNS: '100', WORKER_CONCURRENCY: '6' }, async (installation) => {
    const courses = await plantCourses(installation, COURSES);
    await installation.control('PUT', 'latency', { ms: CALL_MS });
    const batch = await plan(installation, courses);
    await installation.knex('batch_item').where({ batch_id: batch.batch_id }).where('position', '<', 30).update({ state: 'skipped' });
    await act(installation, batch.batch_id, 'start');
    await until('work', async () => (await batchSteps(installation, batch.batch_id)) > 20, { withinMs: 120_000 });
    const speeds: number[][] = [[], []];
    const measure = async (): Promise<number> => {
      await pause(SETTLE_MS);
      const [from, before] = [performance.now(), await batchSteps(installation, batch.batch_id)];
      await pause(PHASE_MS / 1.5);
      return ((await batchSteps(installation, batch.batch_id)) - before) / ((performance.now() - from) / 1000);
    };
    for (let pair = 0; pair < pairs; pair += 1) {
      speeds[0]!.push(await measure());
      const stop = await installation.addWorker();
      await until('the second worker', async () => (await workers(installation)) === 2, { withinMs: 120_000 });
      speeds[1]!.push(await measure());
      await stop();
      await until('one worker', async () => (await workers(installation)) === 1, { withinMs: 60_000 });
    }
    const ratios = speeds[1]!.map((two, at) => two / speeds[0]![at]!);
    console.log(
      `${store}: steps a second with one worker ${speeds[0]!.map((n) => n.toFixed(2)).join(', ')}; with two ${speeds[1]!.map((n) => n.toFixed(2)).join(', ')}`,
    );
    console.log(
      `  two ÷ one: ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}; at least ${LEAST_SPEED_UP})`,
    );
    return median(ratios) >= LEAST_SPEED_UP ? [] : [`${store}: two workers do ${median(ratios).toFixed(2)} times as much as one`];
  });

const workers = async ({ knex }: Installation): Promise<number> =>
  Number((await knex('worker_process').where('seen_at', '>', knex.raw(`now() - interval '10 seconds'`)).count({ n: '*' }).first())!['n']);

/** Number of finished steps of its runs. */
const batchSteps = async ({ knex }: Installation, batchId: string): Promise<number> =>
  Number(
    (await knex('step').join('run', 'run.id', 'step.run_id').where({ parent_id: batchId, state: 'completed' }).count({ n: '*' }).first())![
      'n'
    ],
  );

const p95 = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN;

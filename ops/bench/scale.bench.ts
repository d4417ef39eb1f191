import { forecastRuns, type LiveSystem } from '#domain/generation/forecast/forecast-runs.ts';
import { line } from './figures.ts';

/**
 * Processor time in ms and stored bytes of a single unit of each kind, as printed by `npm run bench -- whole` (docs/scale.md says when and
 * where).
 */
const COSTS = {
  course: { api: 52.4, worker: 465.9, store: 463.9, bytes: 380_300 },
  learnerHour: { api: 1661.3, worker: 610.9, store: 1706.1, bytes: 45_800 },
  message: { api: 0.8, worker: 0, store: 0.9, bytes: 800 },
  sale: { api: 24.2, worker: 15.6, store: 38.9, bytes: 47_300 },
} as const;
type Thing = keyof typeof COSTS;

/** Assumed behaviour, until there are recordings: a tenth of the registered learners per day, for half an hour each. */
const LEARNERS = [10_000, 1_000_000, 100_000_000];
const ACTIVE_A_DAY = 0.1;
const EACH_ACTIVE: Readonly<Record<Thing, number>> = { learnerHour: 0.5, course: 0.05, message: 1, sale: 0.005 };
/** Share of a day's work in its busiest hour, and the usable share of a core in that hour. */
const [PEAK, USABLE] = [0.12, 0.6];
/** A request every five seconds. */
const REQUESTS_A_LEARNER_HOUR = 720;
/** Cores of the largest machine on which a store can be rented today. */
const STORE_CORES = 96;

/** Calls per course (`npm run traces`), and a vendor's default limit (`VENDOR_REQUESTS_PER_MINUTE`); there are four vendors. */
const [CALLS_A_COURSE, CALLS_A_MINUTE, VENDORS] = [40, 3_000, 4];

/** A run of 12 lessons whose steps take as long as the vendors' models usually do, in ms. */
const WORKS = {
  'draft-outline': [9_000, 12_000, 16_000, 25_000],
  'research-topic': [6_000, 9_000, 14_000],
  'write-lesson': [14_000, 20_000, 28_000, 40_000],
  'write-practice': [7_000, 10_000, 15_000],
  'review-lesson': [5_000, 8_000, 13_000],
  'correct-lesson': [10_000, 16_000, 25_000],
  'assemble-course': [300],
};
const [WAITING, LESSONS] = [400, 12];
/** `WORKER_CONCURRENCY` of one worker. */
const STEPS_AT_ONCE = 48;

/**
 * Calculates what numbers of learners need, from the measured costs and stated assumptions; and how many courses workers write per hour,
 * with the model that forecasts the end of runs. Measures nothing; docs/scale.md has the result.
 */
export async function bench(): Promise<void> {
  const things = Object.keys(COSTS) as Thing[];
  for (const learners of LEARNERS) {
    const active = learners * ACTIVE_A_DAY;
    const cores = (part: 'api' | 'worker' | 'store') =>
      things.reduce((sum, thing) => sum + active * EACH_ACTIVE[thing] * PEAK * COSTS[thing][part], 0) / 3_600_000 / USABLE;
    const requests = (active * EACH_ACTIVE.learnerHour * PEAK * REQUESTS_A_LEARNER_HOUR) / 3_600;
    const bytesADay = things.reduce((sum, thing) => sum + active * EACH_ACTIVE[thing] * COSTS[thing].bytes, 0);
    const coursesAMinute = (active * EACH_ACTIVE.course * PEAK) / 60;
    line(
      `${learners.toLocaleString('en')} learners, busiest hour`,
      `${(active * EACH_ACTIVE.learnerHour * PEAK).toLocaleString('en')} at once, ${requests.toFixed(0)} requests a second, ` +
        `${coursesAMinute.toFixed(1)} courses a minute`,
    );
    line('  cores at 60 %', `api ${cores('api').toFixed(1)}, workers ${cores('worker').toFixed(1)}, store ${cores('store').toFixed(1)}`);
    line('  stored', `${(bytesADay / 1e9).toFixed(2)} GB a day, ${((bytesADay * 365) / 1e12).toFixed(2)} TB a year`);
    line('  vendors', `${((coursesAMinute * CALLS_A_COURSE) / (CALLS_A_MINUTE * VENDORS)).toFixed(2)} of their default allowances`);
  }
  const storePerLearner =
    (things.reduce((sum, thing) => sum + EACH_ACTIVE[thing] * PEAK * COSTS[thing].store, 0) * ACTIVE_A_DAY) / 3_600_000 / USABLE;
  const apiPerLearner =
    (things.reduce((sum, thing) => sum + EACH_ACTIVE[thing] * PEAK * COSTS[thing].api, 0) * ACTIVE_A_DAY) / 3_600_000 / USABLE;
  line('wall: one api process (one core)', `${Math.round(1 / apiPerLearner).toLocaleString('en')} learners`);
  line(
    'wall: default allowances of four vendors',
    `${Math.round((CALLS_A_MINUTE * VENDORS * 60) / (CALLS_A_COURSE * ACTIVE_A_DAY * EACH_ACTIVE.course * PEAK)).toLocaleString('en')} learners`,
  );
  line(`wall: one store of ${STORE_CORES} cores`, `${Math.round(STORE_CORES / storePerLearner).toLocaleString('en')} learners`);
  for (const workers of [1, 2, 4, 8, 16]) {
    const ends = [...forecastRuns(waitingRuns(workers), 1).values()];
    const hours = Math.max(...ends) / 3_600_000;
    line(`${workers} workers, ${WAITING} courses waiting`, `${Math.round(WAITING / hours).toLocaleString('en')} courses an hour`);
  }
}

/** An installation with many waiting courses, and as many active ones as keep its workers busy. */
const waitingRuns = (workers: number): LiveSystem => ({
  active: [],
  queued: Array.from({ length: WAITING }, (_, number) => ({ id: String(number), steps: [], lessons: LESSONS, drafts: true, gated: false })),
  slots: 12 * workers,
  capacity: STEPS_AT_ONCE * workers,
  works: WORKS,
  handoverMs: 20,
  reviseShare: 0.5,
  pauseMs: 0,
});

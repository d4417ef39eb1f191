import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { signIn, type Client } from '../testing/client.ts';
import { knownTopic } from '../testing/known-topic.ts';
import { startStack } from '../testing/stack.ts';
import { line, median } from './figures.ts';

const RUNS = 100;
const WARM_UP = 4;
const DURATIONS = ['1 week intensive', '2 weeks', '1 month', 'custom-paced', '6 weeks'] as const;
/** Milliseconds of a call by service at normal load. */
const LATENCY = { claude: 5_600, gemini: 6_200, openai: 4_500, grok: 3_700 } as const;
const DRIFT_EVERY_MS = 15_000;
const POLL_EVERY_MS = 1_500;
/**
 * The times at which an estimate is compared with the actual end: the first one shown, after a quarter and after half of the run's time.
 */
const MOMENTS = [0, 0.25, 0.5] as const;

interface Seen {
  readonly at: number;
  readonly eta: StatusEnvelope['eta'];
}

/**
 * Writes 100 courses of eight lessons, with arrivals from single ones to bursts that fill the queue, and service latencies between 0.7
 * and 1.4 of normal: compares the midpoint of the shown range with the actual remaining time.
 */
export async function bench(): Promise<void> {
  const stack = await startStack({
    MAX_ACTIVE_RUNS: '14',
    WORKER_CONCURRENCY: '150',
    SPEND_CAP_USER_CENTS: '0',
    SPEND_CAP_INSTALL_CENTS: '0',
  });
  let pace = 1;
  const random = seeded(20);
  const setPace = () => {
    const ms = (base: number) => Math.round(base * pace);
    const per_service = Object.fromEntries(Object.entries(LATENCY).map(([service, base]) => [service, ms(base)]));
    return fetch(`${stack.sandboxUrl}/control/latency`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ms: ms(5_200), per_service }),
    });
  };
  const drift = setInterval(() => {
    pace = Math.min(1.4, Math.max(0.7, pace * (0.85 + random() * 0.3)));
    void setPace();
  }, DRIFT_EVERY_MS);
  try {
    await setPace();
    const client = await signIn(stack.url);
    const begin = performance.now();
    await Promise.all(Array.from({ length: WARM_UP }, (_, i) => follow(client, i, DURATIONS[i % DURATIONS.length]!)));
    const live: Promise<Followed>[] = [];
    for (let i = 0; i < RUNS; i += 1) {
      const followed = follow(client, WARM_UP + i, DURATIONS[Math.floor(random() * DURATIONS.length)]!);
      // awaited at the end; until then a rejection must not end the process without stopping the installation
      followed.catch(() => undefined);
      live.push(followed);
      // four phases: quiet, busy, a burst, and a pause
      const phase = Math.floor(i / 5) % 5;
      const gap = phase < 2 ? 2_300 : phase === 2 ? 1_000 : phase === 3 ? 300 : 2_700;
      await new Promise((resolve) => setTimeout(resolve, gap * (0.5 + random())));
    }
    report(await Promise.all(live));
    line('measured in', `${Math.round((performance.now() - begin) / 1000)} s`);
  } finally {
    clearInterval(drift);
    await stack.stop();
  }
}

interface Followed {
  readonly seen: readonly Seen[];
  readonly accepted: number;
  readonly ended: number;
  readonly waited: boolean;
}

async function follow(client: Client, number: number, duration: string): Promise<Followed> {
  const seen: Seen[] = [];
  let waited = false;
  const { task_id } = await client.start({ age: 30, topic: knownTopic(`Chess, ${number}`), learning_goals: 'Play a game', duration });
  const end = await client.finish(task_id, {
    everyMs: POLL_EVERY_MS,
    timeoutMs: 300_000,
    seen: (envelope) => {
      waited ||= envelope.status === 'queued';
      seen.push({ at: Date.now(), eta: envelope.eta });
    },
  });
  if (end.status !== 'completed') throw new Error(`run ${number} ended as ${end.status}: ${JSON.stringify(end.error)}`);
  return { seen, waited, accepted: Date.parse(end.created_at), ended: Date.parse(end.finished_at!) };
}

function report(runs: readonly Followed[]): void {
  const errors: number[] = [];
  const within: boolean[] = [];
  for (const moment of MOMENTS) {
    const here: number[] = [];
    for (const { seen, accepted, ended } of runs) {
      const shown = seen.find(({ at, eta }) => eta && at >= accepted + (ended - accepted) * moment);
      if (!shown?.eta) continue;
      const left = (ended - shown.at) / 1000;
      here.push(Math.abs((shown.eta.low_s + shown.eta.high_s) / 2 - left) / left);
      // both are shown in whole seconds
      within.push(left >= shown.eta.low_s - 0.5 && left <= shown.eta.high_s + 0.5);
    }
    errors.push(...here);
    line(
      `error ${moment === 0 ? 'of the first estimate' : `after ${moment * 100} % of the run`}`,
      `${shares(here)}, ${here.length} estimates`,
    );
  }
  const times = runs.map(({ accepted, ended }) => (ended - accepted) / 1000);
  line('all of them (targets: median ≤ 20 %, p90 ≤ 40 %)', shares(errors));
  line('ended within the range', `${percent(within.filter(Boolean).length / within.length)} (three of four are meant to)`);
  line(
    'runs',
    `${runs.length}, of them ${runs.filter((run) => run.waited).length} waited for their turn; ${Math.min(...times).toFixed(0)}-${Math.max(...times).toFixed(0)} s, median ${median(times).toFixed(0)} s`,
  );
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const shares = (errors: readonly number[]) =>
  `median ${percent(median(errors))}, p90 ${percent(errors.toSorted((a, b) => a - b)[Math.floor(errors.length * 0.9)] ?? NaN)}`;

/** Pseudo-random numbers from 0 to below 1, the same in every run of the benchmark. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

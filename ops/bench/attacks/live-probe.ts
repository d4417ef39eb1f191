import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Sample {
  /** When it was sent, in ms since the epoch. */
  readonly at: number;
  readonly ms: number;
  readonly heldMs: number;
}

export interface LiveProbe {
  /**
   * Does something, and returns the slowest live probe in progress meanwhile, in ms. `heldMs`: the most processor time that the api's event
   * loop used during one of them, which is what its own work held up, however busy the machine is.
   */
  during<T>(work: () => Promise<T>): Promise<{ value: T; slowestMs: number; heldMs: number }>;
  /** Waits until the installation answers a probe sent from now on. */
  settled(): Promise<void>;
  stop(): void;
}

const PROCESS = fileURLToPath(new URL('live-probe-process.ts', import.meta.url));
const now = () => performance.timeOrigin + performance.now();

/**
 * Probes an installation's `GET /api/health/live` from another process.
 * @param url of the installation
 * @param pid of its api; without it, `heldMs` equals the probe's duration
 */
export function startLiveProbe(url: string, pid?: number): LiveProbe {
  const child = fork(PROCESS, [`${url}/api/health/live`, ...(pid === undefined ? [] : [String(pid)])]);
  let samples: Sample[] = [];
  let waiting: { since: number; resolve: () => void }[] = [];
  child.on('message', (sample) => {
    const { at, ms, heldMs } = sample as Sample;
    samples.push({ at, ms, heldMs });
    for (const one of waiting.filter(({ since }) => at >= since)) one.resolve();
    waiting = waiting.filter(({ since }) => at < since);
  });
  const settled = () => new Promise<void>((resolve) => waiting.push({ since: now(), resolve }));
  return {
    settled,
    during: async (work) => {
      await settled();
      const from = now();
      const value = await work();
      // a probe sent now ends after all that were in progress
      await settled();
      const meanwhile = samples.filter(({ at, ms }) => at + ms >= from);
      samples = [];
      return { value, slowestMs: Math.max(...meanwhile.map(({ ms }) => ms)), heldMs: Math.max(...meanwhile.map((one) => one.heldMs)) };
    },
    stop: () => void child.kill(),
  };
}

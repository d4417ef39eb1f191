import { database } from '#domain/platform/database.ts';

const CHECK_EVERY_MS = 150;

/** Requests in this process that wait for a run to end, by run; one query serves them all. */
const waiting = new Map<string, Set<() => void>>();
let timer: NodeJS.Timeout | null = null;

async function check(): Promise<void> {
  timer = null;
  try {
    const ended = await database()('run')
      .whereIn('id', [...waiting.keys()])
      .whereNotIn('status', ['queued', 'running'])
      .select('id');
    for (const { id } of ended) waiting.get(id)?.forEach((resolve) => resolve());
  } catch {
    // the database is unavailable for a moment: waiting requests go on until their own timeout
  }
  schedule();
}

function schedule(): void {
  if (waiting.size > 0) timer ??= setTimeout(() => void check(), CHECK_EVERY_MS);
}

/**
 * Waits until a run has ended. A timeout or disconnect does not affect the run: disconnecting is not cancelling.
 * @returns `terminal`, or `timeout` when `timeoutMs` passed or the signal fired first
 */
export function awaitRun(
  runId: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<'terminal' | 'timeout'> {
  if (signal?.aborted) return Promise.resolve('timeout');
  return new Promise((resolve) => {
    const end = (how: 'terminal' | 'timeout') => {
      clearTimeout(budget);
      signal?.removeEventListener('abort', giveUp);
      const others = waiting.get(runId);
      others?.delete(ended);
      if (others?.size === 0) waiting.delete(runId);
      resolve(how);
    };
    const ended = () => end('terminal');
    const giveUp = () => end('timeout');
    const budget = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    const group = waiting.get(runId) ?? new Set();
    waiting.set(runId, group.add(ended));
    schedule();
  });
}

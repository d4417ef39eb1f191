import { expect, it } from 'vitest';
import { CallAborted } from '../vendor-failure.ts';
import { ServerQueue } from './server-queue.ts';

const never = new AbortController().signal;
/** Runs calls to a server, `together` at once; each reports 100 tokens in the time that the server then needs. */
async function calls(queue: ServerQueue, count: number, msOf: (together: number) => number): Promise<void> {
  let active = 0;
  await Promise.all(
    Array.from({ length: count }, () =>
      queue.run(never, async () => {
        active += 1;
        await new Promise(setImmediate);
        const together = active;
        await new Promise(setImmediate);
        queue.succeeded(100, msOf(together));
        active -= 1;
      }),
    ),
  );
}

it('begins with one call at a time and lets two through where that serves more', async () => {
  const queue = new ServerQueue(2);
  expect(queue.concurrency).toBe(1);
  await calls(queue, 12, () => 1_000);
  expect(queue.concurrency).toBe(2);
});

it('goes back to one where two take twice as long each', async () => {
  const queue = new ServerQueue(2);
  await calls(queue, 12, (together) => 1_000 * together);
  expect(queue.concurrency).toBe(1);
});

it('goes back to one after a call that the server did not bear', async () => {
  const queue = new ServerQueue(2);
  await calls(queue, 8, () => 1_000);
  queue.failed();
  expect(queue.concurrency).toBe(1);
});

it('a caller that has left is not served', async () => {
  await expect(new ServerQueue(1).run(AbortSignal.abort(), async () => 'served')).rejects.toBeInstanceOf(CallAborted);
});

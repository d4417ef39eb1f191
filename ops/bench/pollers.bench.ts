import { signIn } from '../testing/client.ts';
import { knownTopic } from '../testing/known-topic.ts';
import { startStack } from '../testing/stack.ts';
import { line } from './figures.ts';
import { processorMs, residentMb, statementsSent } from './measure.ts';

const WATCHERS = 2_000;
const SECONDS = 60;
const WINDOW_S = 5;

/**
 * Runs 2,000 clients that poll a run at the server's pace, beside one interactive user: measures the user's response times and the api's
 * memory. Limited in time; `POLLER_SECONDS` extends it.
 */
export async function bench(): Promise<void> {
  const seconds = Number(process.env.POLLER_SECONDS ?? SECONDS);
  const stack = await startStack({ SANDBOX_LATENCY_MS: '20000' });
  try {
    const client = await signIn(stack.url);
    let runs = 0;
    // the same form again would return the finished run
    const start = async () =>
      (await client.start({ age: 30, topic: knownTopic(`Tides, ${(runs += 1)}`), learning_goals: 'Know how they work' })).task_id;
    let watched = await start();
    let starting: Promise<void> | null = null;
    // the first client that sees the run's end starts the next one, because nobody polls an ended run
    const goOn = () => (starting ??= start().then((next) => void ((watched = next), (starting = null))));
    const until = performance.now() + seconds * 1000;
    const begun = performance.now();
    const polls: number[] = [];
    const windows: number[][] = Array.from({ length: Math.ceil(seconds / WINDOW_S) }, () => []);
    const others: number[] = [];
    const memory: number[] = [];
    let refused = 0;
    const pids = { api: stack.record().processes.api!.pid, clients: process.pid };
    const busyBefore = { api: processorMs([pids.api]), clients: processorMs([pids.clients]) };
    const queriesBefore = await statementsSent(stack.adminUrl);
    const watch = async (n: number) => {
      await pause((n / WATCHERS) * 1_000);
      while (performance.now() < until) {
        const begin = performance.now();
        const { status, body } = await client.request('GET', `/api/generate-course/status/${watched}`);
        const ms = performance.now() - begin;
        polls.push(ms);
        windows[Math.floor((begin - begun) / 1000 / WINDOW_S)]?.push(ms);
        if (status !== 200) refused += 1;
        if (status === 200 && body.poll_after_ms === 0) await goOn();
        await pause(body.poll_after_ms > 0 ? body.poll_after_ms : 1_000);
      }
    };
    const bystander = async () => {
      while (performance.now() < until) {
        const begin = performance.now();
        await client.request('GET', `/api/courses/${client.userId}`);
        others.push(performance.now() - begin);
        memory.push(residentMb(pids.api));
        await pause(500);
      }
    };
    await Promise.all([bystander(), ...Array.from({ length: WATCHERS }, (_, n) => watch(n))]);
    const asked = (await statementsSent(stack.adminUrl)) - queriesBefore;
    line(
      `${WATCHERS} watchers for ${seconds} s`,
      `${polls.length} polls, ${(polls.length / seconds).toFixed(0)} a second, ${refused} refused`,
    );
    line('  p50 / p99 of a poll (target p99 ≤ 150 ms)', `${at(polls, 0.5)} / ${at(polls, 0.99)} ms`);
    for (const [number, window] of windows.entries())
      if (window.length > 0)
        line(`    asked from second ${number * WINDOW_S} on`, `${window.length} polls, ${at(window, 0.5)} / ${at(window, 0.99)} ms`);
    line('  p50 / p99 of My Courses meanwhile', `${at(others, 0.5)} / ${at(others, 0.99)} ms`);
    line('  statements of the api a poll, bystander included', (asked / polls.length).toFixed(3));
    // all clients share one process: if it needs a core of its own, they also measure their own queue
    const busy = (whose: keyof typeof pids) => ((processorMs([pids[whose]]) - busyBefore[whose]) / polls.length).toFixed(3);
    line('  processor time a poll, api / all clients', `${busy('api')} / ${busy('clients')} ms`);
    // eleven samples over time, including the first and the last, show whether memory is flat
    const moments = Array.from({ length: 11 }, (_, tenth) => memory[Math.round((tenth / 10) * (memory.length - 1))]!.toFixed(0));
    line('  memory of api, from start to end', `${moments.join(' ')} MB`);
  } finally {
    await stack.stop();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const at = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!.toFixed(1);

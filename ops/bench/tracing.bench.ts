import { summarise } from '../scripts/trace-summary.ts';
import { signIn } from '../testing/client.ts';
import { startStack } from '../testing/stack.ts';
import { startTraceReceiver, type TraceReceiver } from '../testing/trace-receiver.ts';
import { line, median } from './figures.ts';
import { processorMs } from './measure.ts';

const ROUNDS = 3;
const COURSES = 6;
/** Without more wishes a course has 12 lessons. */
const FORM = { age: 30, learning_goals: 'Understand it' };

/**
 * What tracing costs: processor time of api and worker for a course of 12 lessons, with and without, by turns; and the trace of one such course.
 * The baseline is the same installation without a collector. `TRACING=off` measures only that, to compare commits.
 */
export async function bench(): Promise<void> {
  const receiver = await startTraceReceiver(0);
  try {
    const [off, on]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      off.push(await processorOfCourse({}));
      if (process.env.TRACING !== 'off') on.push(await processorOfCourse({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }));
    }
    line('a course without tracing, api and worker', `${median(off).toFixed(0)} ms (${off.map((ms) => ms.toFixed(0)).join(', ')})`);
    if (on.length === 0) return;
    line('with tracing of every request', `${median(on).toFixed(0)} ms (${on.map((ms) => ms.toFixed(0)).join(', ')})`);
    line('with / without', (median(on) / median(off)).toFixed(3));
    printLargest(receiver);
  } finally {
    await receiver.close();
  }
}

/** @returns ms of processor time of one course */
async function processorOfCourse(env: Record<string, string>): Promise<number> {
  const stack = await startStack({ SANDBOX_LATENCY_MS: '200', SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0', ...env });
  try {
    const client = await signIn(stack.url);
    const write = async (number: number) => {
      const { task_id: taskId } = await client.start({ ...FORM, topic: `Bridges of river ${number}` });
      const { status } = await client.finish(taskId);
      if (status !== 'completed') throw new Error(`the course ended as ${status}`);
    };
    // the first one compiles what it runs
    await write(0);
    const pids = ['api', 'worker'].map((name) => stack.record().processes[name]!.pid);
    const before = processorMs(pids);
    for (let number = 1; number <= COURSES; number += 1) await write(number);
    return (processorMs(pids) - before) / COURSES;
  } finally {
    await stack.stop();
  }
}

function printLargest({ spans }: TraceReceiver): void {
  const traces = [...Map.groupBy(spans, ({ traceId }) => traceId).values()];
  const largest = traces.toSorted((one, other) => other.length - one.length)[0]!;
  for (const text of summarise(largest).slice(0, 12)) console.log(`  ${text}`);
}

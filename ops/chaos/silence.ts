import { signIn } from '../testing/client.ts';
import { knownTopic } from '../testing/known-topic.ts';
import { startStack } from '../testing/stack.ts';

/**
 * `npm run chaos -- silence [--for-s 75]`: all four services answer 429 with a Retry-After of an hour, while a course is being written and
 * another one is requested; then they answer again. The run must say when services are retried, and the next course must be complete within 90 s
 * of their recovery. Uses a separate installation with default settings; the exit code is 1 after a violation.
 */
const at = process.argv.indexOf('--for-s');
const FOR_MS = 1000 * Number(at < 0 ? 75 : process.argv[at + 1]);
const WITHIN_MS = 90_000;
const HOUR_S = 3_600;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const stack = await startStack();
const problems: string[] = [];
try {
  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${stack.sandboxUrl}/control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} control/${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const client = await signIn(stack.url);
  const begin = async (topic: string) =>
    (await client.start({ age: 30, topic: knownTopic(topic), learning_goals: 'Know how they work' })).task_id;
  const statusOf = async (id: string) => (await client.request('GET', `/api/generate-course/status/${id}`)).body;

  await control('PUT', 'latency', { ms: 400 });
  const early = await begin('Tides before the silence');
  while ((await statusOf(early)).items.length === 0) await pause(100);
  await control('PUT', 'faults', { service: '*', mode: '429', retry_after_s: HOUR_S });
  const during = await begin('Tides in the silence');
  let longestS = 0;
  let named = 0;
  let asked = 0;
  for (const until = Date.now() + FOR_MS; Date.now() < until; await pause(1000)) {
    const seconds = Object.values<number>((await statusOf(during)).service_retry_s ?? {});
    asked += 1;
    if (seconds.length > 0) named += 1;
    longestS = Math.max(longestS, ...seconds);
  }
  if (named === 0) problems.push('the run did not say when a service is retried');
  if (longestS > 60) problems.push(`a service was to be asked again in ${longestS} s`);
  console.log(`silence of ${FOR_MS / 1000} s: ${named} of ${asked} answers named the time of the next attempt, at most ${longestS} s away`);
  for (const id of [early, during]) console.log(`  a run from before the end is ${(await statusOf(id)).status}`);

  await control('DELETE', 'faults');
  const cleared = Date.now();
  const next = await client.finish(await begin('Tides after the silence'), { timeoutMs: 2 * WITHIN_MS });
  const took = Date.now() - cleared;
  console.log(`next course: ${next.status} ${(took / 1000).toFixed(1)} s after the services answered again`);
  if (next.status !== 'completed') problems.push(`the next course ended as ${next.status}`);
  if (took > WITHIN_MS) problems.push(`the next course took ${Math.round(took / 1000)} s`);
  for (const id of [early, during]) console.log(`  a run from before the end is ${(await client.finish(id)).status}`);
} finally {
  await stack.stop();
}
for (const problem of problems) console.log(`  ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

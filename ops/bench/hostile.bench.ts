import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import knexFactory from 'knex';
import { HOSTILE_LESSONS } from '#domain/courses/text/hostile-lessons.factory.ts';
import { courseZipOf } from '#domain/exports/formats/course-zip.ts';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { SAMPLE, signIn } from '../testing/client.ts';
import { knownTopic } from '../testing/known-topic.ts';
import { startStack } from '../testing/stack.ts';
import { line } from './figures.ts';

const PROBE_EVERY_MS = 20;

interface Slowest {
  ms: number;
  of: string;
}

/**
 * Sends texts that keep parsers busy over HTTP in every way a user can, and prints the slowest answer, and the slowest live probe
 * meanwhile. The baseline is an ordinary text.
 */
export async function bench(): Promise<void> {
  const stack = await startStack();
  const knex = knexFactory({ client: 'pg', connection: stack.record().databaseUrl ?? '', pool: { min: 0, max: 1 } });
  try {
    const client = await signIn(stack.url);
    const { task_id: taskId } = await client.start({ age: 34, topic: knownTopic('Bees'), learning_goals: 'Keep a hive' });
    const courseId: string = (await client.finish(taskId, { timeoutMs: 180_000 })).result!.course_id;
    const signedIn = await fetch(`${stack.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(SAMPLE),
    });
    const { access_token: bearer } = (await signedIn.json()) as SessionAnswer;

    const answer: Slowest = { ms: 0, of: '' };
    const probe: Slowest = { ms: 0, of: '' };
    let current = 'nothing';
    let isOver = false;
    const timed = async (slowest: Slowest, of: string, act: () => Promise<unknown>) => {
      const before = performance.now();
      await act();
      const ms = performance.now() - before;
      if (ms > slowest.ms) [slowest.ms, slowest.of] = [ms, of];
    };
    const probes = (async () => {
      while (!isOver) {
        await timed(probe, current, async () => (await fetch(`${stack.url}/api/health/live`)).arrayBuffer());
        await sleep(PROBE_EVERY_MS);
      }
    })();

    const statuses = new Map<string, number>();
    const imports: string[] = [];
    const tryText = async (description: string, text: string) => {
      const read = async () => (await client.request('GET', `/api/courses/${client.userId}/${courseId}`)).body.course;
      const course = await read();
      const lesson = course.modules[0].lessons[0];
      const imported = { ...course, modules: [{ ...course.modules[0], lessons: [{ ...lesson, content: text }] }] };
      const file = new FormData();
      file.append('file', new File([new Uint8Array(courseZipOf(imported, [], ''))], 'c.zip', { type: 'application/zip' }));
      const ways: Record<string, () => Promise<number>> = {
        edit: async () =>
          (
            await client.request('PATCH', `/api/courses/${courseId}/lessons/0_0`, {
              base_version: course.version,
              edit_session: randomUUID(),
              content: text,
            })
          ).status,
        import: async () => {
          const taken = await fetch(`${stack.url}/api/course-imports`, {
            method: 'POST',
            headers: { authorization: `Bearer ${bearer}` },
            body: file,
          });
          if (taken.status === 202) imports.push(((await taken.json()) as { task_id: string }).task_id);
          return taken.status;
        },
        // as stored before there were limits
        note: async () => {
          await knex.raw(
            `update course_version set content = jsonb_set(content, '{modules,0,lessons,0,content}', to_jsonb(?::text)) where course_id = ?`,
            [text, courseId],
          );
          const note = { note_id: randomUUID(), course_id: courseId, lesson_id: '0_0', passage: null, text: 'Why?' };
          return (await client.request('POST', '/api/notes', note)).status;
        },
        'list of notes': async () => (await client.request('GET', '/api/notes')).status,
        'export of notes': async () =>
          (await fetch(`${stack.url}/api/notes/export`, { headers: { authorization: `Bearer ${bearer}` } })).status,
      };
      for (const [way, act] of Object.entries(ways)) {
        current = `${way}, ${description}`;
        await timed(answer, current, async () => {
          const status = await act();
          statuses.set(`${way} ${status}`, (statuses.get(`${way} ${status}`) ?? 0) + 1);
        });
        // one import at a time: the next is refused until this one has ended
        for (const taskId of imports.splice(0)) {
          const hasEnded = async () =>
            ['completed', 'failed', 'cancelled'].includes((await client.request('GET', `/api/runs/${taskId}`)).body.status);
          while (!(await hasEnded())) await sleep(PROBE_EVERY_MS);
        }
      }
    };
    await tryText('an ordinary text', 'A hive stands in the sun.');
    line('baseline: slowest answer', `${answer.ms.toFixed(0)} ms (${answer.of})`);
    line('baseline: slowest live probe', `${probe.ms.toFixed(0)} ms (${probe.of})`);
    [answer.ms, probe.ms] = [0, 0];
    for (const { description, text } of HOSTILE_LESSONS) await tryText(description, text);
    isOver = true;
    await probes;
    line(`${HOSTILE_LESSONS.length} hostile texts: slowest answer`, `${answer.ms.toFixed(0)} ms (${answer.of})`);
    line(`${HOSTILE_LESSONS.length} hostile texts: slowest live probe`, `${probe.ms.toFixed(0)} ms (${probe.of})`);
    console.log([...statuses].map(([what, n]) => `${what} × ${n}`).join(', '));
  } finally {
    await knex.destroy();
    await stack.stop();
  }
}

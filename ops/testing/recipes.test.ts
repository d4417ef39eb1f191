import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import type { KeyHolder, KeyScope } from '#contract/identity/key-scopes.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { useMentorSandbox } from '#domain/mentor/mentor.factory.ts';

/** Runs the recipes of docs/api.md unchanged, each as a separate program. */
const api = useTestApi();
useMentorSandbox();
const running: ChildProcess[] = [];
afterAll(() => running.forEach((child) => child.kill()));

interface Given {
  readonly email: string;
  readonly scopes: readonly KeyScope[];
  readonly holder?: KeyHolder;
}

async function givenProgram({ email, scopes, holder = 'account' }: Given) {
  const person = await api.givenPerson(email, { ...(holder === 'operator' && { roles: ['learner', 'operator'] }) });
  const { secret } = await givenKey({ accountId: person.userId, holder, scopes, dayBudget: 100 });
  return { person, env: { PATH: process.env['PATH'], COURSEWRIGHT_URL: api.origin, COURSEWRIGHT_KEY: secret } };
}

/** Starts a recipe. @returns its output, once it has ended */
function start(name: string, { env, words = [], input }: { env: NodeJS.ProcessEnv; words?: string[]; input?: string }) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../clients/recipes', `${name}.ts`), ...words], { env });
  running.push(child);
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += String(chunk)));
  if (input !== undefined) child.stdin.end(input);
  return { out: () => out, ended: new Promise<string>((resolve) => void child.once('close', () => resolve(out))) };
}

it('regenerate a catalogue each month: one batch, however often it is run', async () => {
  const { person, env } = await givenProgram({ email: 'operator@example.com', holder: 'operator', scopes: ['operate', 'operate:read'] });
  await givenCourse(person.userId, { document: { title: 'Safety at work' } });
  expect(await start('monthly-catalogue', { env, words: ['Safety'] }).ended).toMatch(/^Safety, \d{4}-\d{2}: 1 courses, planned\nstarted: /);
  expect(await start('monthly-catalogue', { env, words: ['Safety'] }).ended).not.toContain('started');
  expect(await api.database.knex('batch')).toHaveLength(1);
});

it('a course from a form: one course, however often the form is sent', async () => {
  const { env } = await givenProgram({ email: 'form@example.com', scopes: ['courses:read', 'generate'] });
  const program = start('course-from-form', { env, words: ['0'] });
  await expect.poll(program.out, { timeout: 30_000 }).toContain('listening on');
  const { port } = JSON.parse(program.out().replace('listening on ', '')) as { port: number };
  const send = async (age: string, id = '42') => {
    const body = new URLSearchParams({ id, topic: 'Keeping bees', goals: 'Look after one hive for a year', age });
    return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })).json() as Promise<{ task_id?: string; error?: string }>;
  };
  const first = await send('30');
  expect(first.task_id).toBeDefined();
  expect(await send('30')).toEqual(first);
  expect((await send('200')).error).toMatch(/^Age/);
  expect((await send('30', '')).error).toBe('The form has no id.');
});

it('results into a warehouse: a line for each course', async () => {
  const { person, env } = await givenProgram({ email: 'warehouse@example.com', scopes: ['courses:read'] });
  const ids = [await givenCourse(person.userId), await givenCourse(person.userId)];
  const lines = (await start('results-to-warehouse', { env }).ended).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { course_id: string }).course_id).toSorted()).toEqual(ids.toSorted());
});

it('a bot that asks the AI Mentor: an answer to each line', async () => {
  const { env } = await givenProgram({ email: 'bot@example.com', scopes: ['mentor'] });
  const said = await start('mentor-bot', { env, input: 'When do bees swarm?\n' }).ended;
  expect(said.trim().length).toBeGreaterThan(20);
});

it('a learner’s own agent: asks due questions, and grades them', async () => {
  const { person, env } = await givenProgram({ email: 'agent@example.com', scopes: ['courses:read', 'learn'] });
  const course_id = await givenCourse(person.userId);
  const answer = { answer_id: crypto.randomUUID(), course_id, lesson_id: '0_0', question_id: 'q1', chosen_ids: ['b'] };
  expect((await api.call('/api/practice/answers', { body: answer, bearer: person.accessToken })).status).toBe(200);
  await api.database.knex('review_card').update({ due_at: new Date() });
  // a learner who leaves is asked nothing more
  expect(await start('own-agent', { env, input: '' }).ended).toMatch(/Which ones\? $/);
  const said = await start('own-agent', { env, input: '1\n' }).ended;
  expect(said).toMatch(/1 questions are due\./);
  expect(said).toMatch(/(?:Right|Not right)\. Cold air chills the brood\./);
});

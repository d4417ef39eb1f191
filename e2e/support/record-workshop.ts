import { expect } from '@playwright/test';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { Client } from '#ops/testing/client.ts';
import { clientOf, createAccount } from './account.ts';
import { sandbox } from './sandbox.ts';

/** Unfinished work: a learner's past and pending decisions. */
export interface Workshop {
  /** Edited by hand once, so it has two versions, and with a proposed new text of its first lesson. */
  readonly course: Course;
  readonly proposalTaskId: string;
  /** A course from a stopped run whose finished lessons were kept. */
  readonly keptCourseId: string;
  /** A run that waits at the outline gate. */
  readonly gateTaskId: string;
}

const AT_MOST_MS = 120_000;

/** Waits until a run's envelope meets a condition. */
const seeRun = (client: Client, taskId: string, isThere: (envelope: StatusEnvelope) => boolean): Promise<void> =>
  expect
    .poll(async () => isThere((await client.request('GET', `/api/generate-course/status/${taskId}`)).body), {
      message: `run ${taskId}`,
      timeout: AT_MOST_MS,
      intervals: [100],
    })
    .toBe(true);

/** Sends a request. @throws unless the server accepts it */
export async function must(client: Client, ...call: Parameters<Client['request']>): ReturnType<Client['request']> {
  const answer = await client.request(...call);
  if (answer.status >= 300) throw new Error(`${call[0]} ${call[1]}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Writes a whole course as fast as possible. */
export async function writeCourse(client: Client, form: Record<string, unknown>): Promise<Course> {
  const end = await client.finish((await client.start(form)).task_id, { timeoutMs: AT_MOST_MS });
  if (!end.result) throw new Error(`run ${end.task_id} ended ${end.status}`);
  const { body } = await must(client, 'GET', `/api/courses/${client.userId}/${end.result.course_id}`);
  return body.course;
}

/** Stops a run half-way and keeps the finished lessons. */
async function stopAndKeep(client: Client, form: Record<string, unknown>): Promise<string> {
  await sandbox.latency(100, { claude: 3000, gemini: 300 });
  const { task_id: taskId } = await client.start(form);
  await seeRun(client, taskId, ({ items }) => items.some(({ readable }) => readable) && items.some(({ readable }) => !readable));
  const { body } = await must(client, 'DELETE', `/api/generate-course/${taskId}?keep=true`);
  await sandbox.latency(0);
  return body.result.course_id;
}

/** Prepares the data through the API, in the state in which a user finds it on returning. */
export async function recordWorkshop(client: Client): Promise<Workshop> {
  const keptCourseId = await stopAndKeep(client, { age: 51, topic: 'Sourdough bread', learning_goals: 'Bake one on a winter day' });
  const course = await writeCourse(client, { age: 51, topic: 'Gardening', learning_goals: 'Prune an apple and a plum' });
  const [first, second] = course.modules[0]!.lessons;
  const lesson = `/api/courses/${course.course_id}/lessons`;
  await must(client, 'PATCH', `${lesson}/${second!.lesson_id}`, {
    base_version: course.version,
    edit_session: crypto.randomUUID(),
    content: `Before anything else: sharpen the saw.\n\n${second!.content}`,
  });
  const { body: rewrite } = await must(client, 'POST', `${lesson}/${first!.lesson_id}/regenerate`, {
    instruction: 'Shorter, with an example from an orchard on a slope',
  });
  await client.finish(rewrite.task_id, { timeoutMs: AT_MOST_MS });
  const gate = await client.start({
    age: 51,
    topic: 'Sourdough bread at home',
    learning_goals: 'Bake a loaf for the family',
    review_outline: true,
  });
  await seeRun(client, gate.task_id, ({ stage }) => stage === 'approval');
  return { course, proposalTaskId: rewrite.task_id, keptCourseId, gateTaskId: gate.task_id };
}

/** Creates a user with a course on flight, with everything a test needs. */
export async function givenCourse() {
  const session = await createAccount();
  const client = await clientOf(session);
  const course = await writeCourse(client, {
    age: 47,
    topic: 'Black holes',
    learning_goals: 'Understand a horizon',
    duration: '1 week intensive',
  });
  return { session, client, course };
}

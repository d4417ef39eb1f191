import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { signIn, type Client } from '../../testing/client.ts';
import { knownTopic } from '../../testing/known-topic.ts';
import type { Stack } from '../../testing/stack.ts';

const PASSWORD = 'correct horse battery';
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Returns a random time between independent events, which is exponentially distributed. @param mean in ms */
const exponential = (mean: number): number => -Math.log(1 - Math.random()) * mean;

/** Response times by kind of request, in ms, and failures. */
export interface Timings {
  readonly times: Map<string, number[]>;
  readonly failures: string[];
}
export const newTimings = (): Timings => ({ times: new Map(), failures: [] });

export interface Learner {
  readonly client: Client;
  readonly courseId: string;
  /** Lessons, each with the id of a question. */
  readonly lessons: readonly { readonly id: string; readonly questionId: string; readonly optionId: string }[];
}

/** Sends a request and records its time. @returns the answer's body; null if it failed */
export async function timed<Body>(
  timings: Timings,
  kind: string,
  client: Client,
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Body | null> {
  const from = performance.now();
  const answer = await client.request(method, address, body, headers).catch((error: unknown) => ({ status: 0, body: String(error) }));
  timings.times.set(kind, [...(timings.times.get(kind) ?? []), performance.now() - from]);
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  timings.failures.push(`${kind}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 160)}`);
  return null;
}

interface ReadCourse {
  readonly modules: readonly {
    readonly lessons: readonly {
      readonly lesson_id: string;
      readonly quiz?: readonly { readonly id: string; readonly options?: readonly { readonly id: string }[] }[];
    }[];
  }[];
}

/** Registers adult learners, each with a copy of a free marketplace course. */
export async function givenLearners(url: string, knex: Knex, count: number): Promise<Learner[]> {
  const market = await signIn(url);
  const { body } = await market.request('GET', '/api/market/courses?price=free');
  const [free] = body.courses as { id: string }[];
  if (!free) throw new Error(`the market has no free course: ${JSON.stringify(body).slice(0, 300)}`);
  const one = async (number: number): Promise<Learner> => {
    const email = `whole-${number}-${randomUUID()}@example.com`;
    const answer = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, first_name: 'Wim', last_name: String(number), terms_accepted: true }),
    });
    if (!answer.ok) throw new Error(`register: ${answer.status} ${await answer.text()}`);
    await knex('account').where({ email }).update({ birth_year: 1990 });
    const client = await signIn(url, { email, password: PASSWORD });
    const enrolled = await client.request('POST', `/api/market/courses/${free.id}/enrol`, {});
    if (enrolled.status !== 200) throw new Error(`enrol: ${enrolled.status} ${JSON.stringify(enrolled.body)}`);
    const courseId = enrolled.body.course_id as string;
    const course: ReadCourse = (await client.request('GET', `/api/courses/${client.userId}/${courseId}`)).body.course;
    const lessons = course.modules
      .flatMap((module) => module.lessons)
      .flatMap(({ lesson_id: id, quiz = [] }) => {
        const question = quiz.find(({ options = [] }) => options.length > 0);
        return question ? [{ id, questionId: question.id, optionId: question.options![0]!.id }] : [];
      });
    return { client, courseId, lessons };
  };
  const learners: Learner[] = [];
  for (let number = 0; number < count; number += 10)
    learners.push(...(await Promise.all(Array.from({ length: Math.min(10, count - number) }, (_, at) => one(number + at)))));
  return learners;
}

type Act = (timings: Timings, learner: Learner) => Promise<unknown>;
const get =
  (kind: string, address: (learner: Learner) => string): Act =>
  (timings, learner) =>
    timed(timings, kind, learner.client, 'GET', address(learner));
const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

/**
 * A learner's next action, with its weight in a hundred: our assumption about an hour of reading, until there are recordings of a real one.
 * Every screen also requests the data of its shell.
 */
const ACTS: readonly (readonly [weight: number, act: Act])[] = [
  [18, get('shell: notices', () => '/api/notifications')],
  [6, get('dashboard', ({ client }) => `/api/dashboard/${client.userId}?time_zone=Europe/Berlin`)],
  [8, get('My Courses', ({ client }) => `/api/courses/${client.userId}`)],
  [14, get('course and lesson', ({ client, courseId }) => `/api/courses/${client.userId}/${courseId}`)],
  [8, get('lesson: answers', ({ courseId, lessons }) => `/api/courses/${courseId}/lessons/${anyOf(lessons).id}/answers`)],
  [
    10,
    (timings, { client, courseId, lessons }) => {
      const { id, questionId, optionId } = anyOf(lessons);
      const body = { answer_id: randomUUID(), course_id: courseId, lesson_id: id, question_id: questionId, chosen_ids: [optionId] };
      return timed(timings, 'answer a question', client, 'POST', '/api/practice/answers', body);
    },
  ],
  [
    4,
    (timings, { client, courseId, lessons }) =>
      timed(timings, 'complete a lesson', client, 'POST', '/api/lesson-complete', { course_id: courseId, lesson_id: anyOf(lessons).id }),
  ],
  [4, get('notes', () => '/api/notes')],
  [4, get('review', () => '/api/review')],
  [7, get('market', () => '/api/market/courses')],
  [3, get('search', () => '/api/search?q=light')],
  [8, get('chat: rooms', () => '/api/chat/rooms')],
  [6, (timings, { client }) => sendMessage(timings, client)],
];
const ALL = ACTS.reduce((sum, [weight]) => sum + weight, 0);

export const sendMessage = (timings: Timings, client: Client): Promise<unknown> =>
  timed(timings, 'chat: send', client, 'POST', '/api/community-chat/messages', {
    message_id: randomUUID(),
    content: `Has anybody read chapter ${Math.ceil(Math.random() * 1e9)}`,
  });

function nextAct(): Act {
  let left = Math.random() * ALL;
  return ACTS.find(([weight]) => (left -= weight) < 0)![1];
}

/** Simulates a learner at work: a closed loop with a pause after every answer. @param thinkMs mean pause */
export async function learn(timings: Timings, learner: Learner, thinkMs: number, isOn: () => boolean): Promise<void> {
  await pause(Math.random() * thinkMs);
  while (isOn()) {
    await nextAct()(timings, learner);
    await pause(exponential(thinkMs));
  }
}

/** Starts actions at random times, however long earlier ones take (open arrivals). @param perMinute mean rate */
export async function arrive(perMinute: number, isOn: () => boolean, begin: () => Promise<unknown>): Promise<void> {
  const begun: Promise<unknown>[] = [];
  while (isOn()) {
    await pause(exponential(60_000 / perMinute));
    if (isOn()) begun.push(begin());
  }
  await Promise.all(begun);
}

/** Writes a course, polls it as its page does, and records how long it took. */
export async function writeCourse(timings: Timings, client: Client, topic: string): Promise<void> {
  const form = { user_id: client.userId, age: 30, topic: knownTopic(topic), learning_goals: 'Understand it' };
  const from = performance.now();
  const started = await timed<{ readonly task_id: string }>(timings, 'generate: start', client, 'POST', '/api/generate-course', form, {
    prefer: 'respond-async',
  });
  if (!started?.task_id) return;
  for (;;) {
    const envelope = await timed<StatusEnvelope>(
      timings,
      'generate: poll',
      client,
      'GET',
      `/api/generate-course/status/${started.task_id}`,
    );
    if (envelope && ['completed', 'failed', 'cancelled'].includes(envelope.status)) {
      timings.times.set('a course, whole', [...(timings.times.get('a course, whole') ?? []), performance.now() - from]);
      if (envelope.status !== 'completed') timings.failures.push(`a course ended as ${envelope.status}`);
      return;
    }
    await pause(envelope?.poll_after_ms || 1_000);
  }
}

/** Buys a marketplace course and waits for its copy. Records the time from the payment on. */
export async function buyCourse(timings: Timings, { client }: Learner, stack: Stack, courseId: string): Promise<void> {
  const order = await timed<{ readonly session_id: string }>(
    timings,
    'buy: start',
    client,
    'POST',
    `/api/market/courses/${courseId}/buy`,
    {},
  );
  if (!order) return;
  const paid = performance.now();
  await fetch(`${stack.sandboxUrl}/control/stripe/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session: order.session_id }),
  });
  for (;;) {
    const status = await timed<{ readonly payment_status: string }>(
      timings,
      'buy: status',
      client,
      'GET',
      `/api/payments/status/${order.session_id}`,
    );
    if (status === null || status.payment_status !== 'unpaid' || performance.now() - paid > 60_000) {
      timings.times.set('a sale, from payment', [...(timings.times.get('a sale, from payment') ?? []), performance.now() - paid]);
      return;
    }
    await pause(500);
  }
}

import { expect } from '@playwright/test';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { Part } from '#contract/operator/evaluation-plan.contract.ts';
import type { EvaluationReport, listEvaluations } from '#contract/operator/evaluations.contract.ts';
import { USUAL_BRIEFS } from '#contract/operator/usual-briefs.ts';
import { signIn, type Client } from '#ops/testing/client.ts';
import { patience } from '#ops/testing/slowness.ts';
import { clientOf, createAccount, PASSWORD, SAMPLE_OPERATOR, verifyAddress } from './account.ts';
import { installation } from './installation.ts';
import { must, writeCourse } from './record-workshop.ts';
import { control, sandbox } from './sandbox.ts';
import { rowsOfStore } from './store.ts';
import { CARDS, stripe } from './stripe.ts';

/** The problems of a bad day, caused in the real way: by people, services and Stripe. */

export const operatorClient = (): Promise<Client> => signIn(installation().appUrl, SAMPLE_OPERATOR);

const COURSE = { age: 41, learning_goals: 'Know it', duration: '1 week intensive' } as const;

/** Creates an adult who can be found by name. */
export async function somebody(firstName: string) {
  const session = await createAccount(firstName, 1990);
  return { session, client: await clientOf(session), email: session.user.email };
}

/** Creates a run whose course no service answered for. @returns the run */
export async function lostToAnOutage(topic: string) {
  await sandbox.fault('*', 'down');
  const { client } = await somebody('Olga');
  const { task_id: taskId } = await client.start({ ...COURSE, topic });
  expect((await client.finish(taskId)).status).toBe('failed');
  await sandbox.heal();
  return { client, taskId };
}

/** Waits until a run, which may have ended differently before, is in this state. */
export const seeRun = (client: Client, taskId: string, status: string): Promise<void> =>
  expect
    .poll(async () => (await must(client, 'GET', `/api/generate-course/status/${taskId}`)).body.status, { intervals: [200] })
    .toBe(status);

const batchOf = async (operator: Client, batchId: string) => (await must(operator, 'GET', `/api/operator/batches/${batchId}`)).body.batch;

/** Waits until a batch is in this state. */
export async function seeBatch(operator: Client, batchId: string, state: string) {
  await expect.poll(async () => (await batchOf(operator, batchId)).state, { timeout: patience(60_000), intervals: [200] }).toBe(state);
  return batchOf(operator, batchId);
}

/** Pins all lessons of a course but one, which a batch then has to write. */
async function pinAllButOne(client: Client, courseId: string): Promise<void> {
  const { course } = (await must(client, 'GET', `/api/courses/${client.userId}/${courseId}`)).body as { course: Course };
  for (const { lesson_id: lesson } of course.modules.flatMap(({ lessons }) => lessons).slice(1))
    await must(client, 'PUT', `/api/courses/${courseId}/lessons/${lesson}/pin`, { pinned: true });
}

/** Number of courses in the batch. */
export const COURSES = 7;

/** Creates a batch that has paused because too many results have findings, before all of its courses have begun. */
export async function pausedForQuality(name: string): Promise<{ operator: Client; batchId: string }> {
  const { client, email } = await somebody('Bea');
  const operator = await operatorClient();
  await must(operator, 'POST', `/api/operator/people/${client.userId}/acts`, { act: 'give_tokens', tokens: 1_000 });
  const started = await Promise.all(Array.from({ length: COURSES }, (_, n) => client.start({ ...COURSE, topic: `Knots ${n}` })));
  await Promise.all(started.map(async ({ task_id: taskId }) => pinAllButOne(client, (await client.finish(taskId)).result!.course_id)));
  const { body } = await must(operator, 'POST', '/api/operator/batches', {
    name,
    what: 'refresh_all',
    selection: { owner_email: email },
    canary: 0,
    at_once: 1,
    budget_cents: 10_000,
    // one lesson each is expensive compared with a whole course's usual cost
    most_cost_drift: 10,
  });
  const batchId: string = body.batch.batch_id;
  await must(operator, 'POST', `/api/operator/batches/${batchId}/acts`, { act: 'start' });
  // the sandbox fixes reported problems, so the findings of a worse service are written here
  const find = () => rowsOfStore(`update batch_item set is_clean = false where batch_id = $1 and is_clean`, [batchId]);
  const state = async () => (await find(), (await batchOf(operator, batchId)).state);
  await expect.poll(state, { timeout: patience(60_000), intervals: [100] }).toBe('paused');
  expect(await batchOf(operator, batchId)).toMatchObject({ paused_for: 'quality' });
  return { operator, batchId };
}

/** Starts a purchase of tokens. @returns the id of the payment page */
async function tokens(client: Client): Promise<string> {
  const { body } = await must(client, 'POST', '/api/purchase-tokens', {
    user_id: client.userId,
    token_amount: 100,
    origin_url: installation().appUrl,
  });
  return body.session_id;
}

const paymentOf = async (client: Client, page: string) => (await must(client, 'GET', `/api/payments/status/${page}`)).body;

/** Waits until the buyer sees this about a payment. */
export const seePayment = (client: Client, page: string, status: string): Promise<void> =>
  expect.poll(async () => (await paymentOf(client, page)).payment_status, { intervals: [200] }).toBe(status);

/** Creates a payment for tokens that its bank disputes. */
export async function disputedPayment() {
  const { client, email } = await somebody('Dora');
  const page = await tokens(client);
  await stripe.complete(page, { card: '4000000000000259' });
  await seePayment(client, page, 'paid');
  return { client, email, page };
}

/** Creates an order of 9.99 for which 1.00 was paid. */
export async function wronglyPaid() {
  const { client, email } = await somebody('Wanda');
  const page = await tokens(client);
  await stripe.delivery({ mode: 'hold' });
  await stripe.complete(page, { card: CARDS.good.replaceAll(' ', '') });
  await control('POST', 'stripe/session', { id: page, amount_total: 100 });
  await stripe.delivery();
  await seePayment(client, page, 'review');
  return { client, email, page };
}

/** Creates an account with an API key. */
export async function keyOf(firstName: string) {
  const person = await somebody(firstName);
  await verifyAddress(person.email);
  const { body } = await must(person.client, 'POST', '/api/keys/account', {
    name: 'Reports',
    scopes: ['courses:read'],
    days: 30,
    day_budget: 0,
    password: PASSWORD,
  });
  return { ...person, secret: body.secret as string };
}

/** Returns the answer to a key or a session. */
export async function answerTo(bearer: string, path = '/api/caller'): Promise<number> {
  return (await fetch(`${installation().appUrl}${path}`, { headers: { authorization: `Bearer ${bearer}` } })).status;
}

/** Publishes a course for 10 dollars; those of the samples are free. */
export async function soldCourse(title: string) {
  const { client: creator, email } = await somebody('Cora');
  await must(await operatorClient(), 'POST', `/api/operator/people/${creator.userId}/acts`, { act: 'give_role', role: 'creator' });
  const content = await writeCourse(creator, { ...COURSE, topic: 'Flight' });
  const { body } = await must(creator, 'POST', '/api/creator/courses', {
    title,
    description: 'Know why a wing carries, what drag is, and how a glider finds the air that rises.',
    category: 'personal',
    price: 10,
    objectives: 'Know why a wing carries',
  });
  const courseId: string = body.course.id;
  await must(creator, 'PUT', `/api/creator/courses/${courseId}/content`, { content_id: content.course_id, is_confirmed: true });
  await must(creator, 'POST', `/api/creator/courses/${courseId}/publish`, { has_rights: true });
  return { title, courseId, email };
}

/** Creates a marketplace course that a user has reported. */
export async function reportedCourse(title: string) {
  const { courseId, email } = await soldCourse(title);
  const { client: reader } = await somebody('Rosa');
  await must(reader, 'POST', `/api/market/courses/${courseId}/report`, { reason: 'rights', text: 'It is my book.' });
  return { reader, courseId, email };
}

/** Creates a comparison in which one service did not answer, so it has only one side's lessons. */
export async function halfComparison(name: string): Promise<{ operator: Client; id: string }> {
  const operator = await operatorClient();
  const { services } = (await must(operator, 'GET', '/api/operator/evaluations')).body as AnswerOf<typeof listEvaluations>;
  const part = (service: string): Part => services.find((one) => one.service === service)!;
  const castOf = (writer: string) => ({
    name: writer,
    roles: { outline: part(writer), lesson: part(writer), practice: part(writer), review: part('gemini') },
  });
  await sandbox.fault('openai', 'down');
  const { body } = await must(operator, 'POST', '/api/operator/evaluations', {
    name,
    briefs: USUAL_BRIEFS.slice(0, 5),
    casts: ['claude', 'openai'].map(castOf),
    judges: [part('grok')],
  });
  const id: string = body.evaluation_id;
  await seeComparison(operator, id, ({ evaluation }) => evaluation.status === 'completed');
  await sandbox.heal();
  return { operator, id };
}

/** Waits until a comparison is in the expected state. */
export const seeComparison = (operator: Client, id: string, isThere: (report: EvaluationReport) => boolean): Promise<void> =>
  expect
    .poll(async () => isThere((await must(operator, 'GET', `/api/operator/evaluations/${id}`)).body), {
      timeout: patience(90_000),
      intervals: [200],
    })
    .toBe(true);

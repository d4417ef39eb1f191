import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { buildContent, buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { config, type Config } from '#domain/platform/config.ts';
import { runEnvelope } from '#domain/platform/runs/run-envelope.queries.ts';
import { startCards } from '#domain/practice/cards/card.commands.ts';
import { courseCards } from '#domain/practice/cards/cards.queries.ts';
import { answerInWords } from '#domain/practice/words/answer-in-words.command.ts';
import { readWords } from '#domain/practice/words/words.queries.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/vendor call/);

/** The fault of the answers; '' for correct ones. */
let spoilt: string | ((composed: string) => string) = '';
const spoiltFrom = (composed: string): string => (typeof spoilt === 'function' ? spoilt(composed) : spoilt);
const { database, configure, sandbox, processAtOnce } = usePipeline({
  answer: ({ purpose }, composed) => (spoilt !== '' && ['grading', 'flash-cards'].includes(purpose) ? spoiltFrom(composed) : composed),
});
const DECLINES = "I'm sorry, but I can't help with that.";
const CONTENT =
  'In the spring of each year the beekeeper opens every hive and looks for the queen. A still day keeps the brood warm. Rain would chill the larvae. The **brood** is the eggs, larvae and pupae of a colony. **Propolis** is a resin that bees gather from buds to close gaps in the hive. A **swarm** is a queen that leaves with half of her bees to found another colony.';
let accountId: string;

beforeEach(async () => {
  spoilt = '';
  accountId = await givenOwner();
});

/** Connects a single model, which answers everything. */
function connectAlone(service: 'openai' | 'claude'): void {
  const { vendors } = config();
  const others = Object.fromEntries(Object.entries(vendors).map(([name, one]) => [name, name === service ? one : { ...one, apiKey: '' }]));
  configure({ vendors: others as Config['vendors'] });
}

async function givenBees(lessons = 1): Promise<string> {
  const quiz = [{ kind: 'short' as const, id: 'q1', question: 'When?', explanation: 'On a still day.', rubric: ['A still day'] }];
  const { modules } = buildContent();
  const written = Array.from({ length: lessons }, (_, at) => buildLesson({ title: `Bees ${at}`, content: `${CONTENT} ${at}.`, quiz }));
  const courseId = await givenCourse(accountId, { document: { modules: [{ ...modules[0]!, lessons: written }] } });
  await database.knex('run').where({ account_id: accountId }).update({ status: 'completed', finished_at: new Date() });
  return courseId;
}

async function cardsOf(courseId: string) {
  const runId = (await startCards({ accountId, courseId, lessons: undefined, requestId: randomUUID(), idempotencyKey: undefined }))!;
  const run = () => runEnvelope({ runId, accountId });
  await vi.waitUntil(async () => ['completed', 'failed'].includes((await run()).base.status), { timeout: 60_000, interval: 50 });
  return (await run()).base;
}
const callsFor = (purpose: string) =>
  sandbox()
    .calls()
    .filter((call) => call.purpose === purpose);

it('flash cards that nobody could write name each service’s failure, in the run and at the order, and cost nothing', async () => {
  spoilt = DECLINES;
  const courseId = await givenBees();
  const run = await cardsOf(courseId);
  expect(run).toMatchObject({
    status: 'failed',
    tokens: { charged: 0 },
    error: {
      detail: 'No AI service could write these flash cards. Nothing was charged. Please try again.',
      reason: 'The AI service declined to answer.',
    },
  });
  expect(run.log.map(({ text }) => text)).toContain('The AI service declined to answer.');
  expect(await courseCards({ accountId, courseId })).toMatchObject({ reason: 'The AI service declined to answer.' });
});

it('a grade that nobody could give names it too', async () => {
  spoilt = '{"graded_points": "none';
  const answerId = randomUUID();
  const courseId = await givenBees();
  await answerInWords({
    accountId,
    answerId,
    courseId,
    lessonId: '0_0',
    questionId: 'q1',
    text: 'On a still day.',
    requestId: randomUUID(),
  });
  await vi.waitUntil(async () => (await readWords(accountId, answerId)).status === 'failed', { timeout: 60_000, interval: 50 });
  expect(await readWords(accountId, answerId)).toMatchObject({ reason: 'The AI service sent an incomplete answer.' });
});

/** Changes the backs of cards. */
const backs =
  (change: (back: string, at: number) => string) =>
  (composed: string): string => {
    const answer = JSON.parse(composed) as { flash_cards: { back: string }[] };
    return JSON.stringify({ flash_cards: answer.flash_cards.map((card, at) => ({ ...card, back: change(card.back, at) })) });
  };
const SPANISH = ['Porque el agua hierve con la luz.', 'Una vez al año, en mayo, y nada más.', 'Lo que sobra se guarda en la casa.'];
const IN_SPANISH = backs((_, at) => SPANISH[at % SPANISH.length]!);

it.each([
  [
    'are cut off',
    backs((back) => `${back.replace(/\.$/, '')}, as every keeper knows who has looked at the`),
    'The AI service sent an incomplete answer.',
  ],
  ['are in another language', IN_SPANISH, 'The AI service answered in another language.'],
])('flash cards whose answers %s name that', async (_, spoil, reason) => {
  spoilt = spoil;
  expect(await cardsOf(await givenBees())).toMatchObject({ status: 'failed', tokens: { charged: 0 }, error: { reason } });
});

it('a language that a model has missed three times in a run is also a reason not to ask it again in that run', async () => {
  connectAlone('openai');
  processAtOnce(1);
  spoilt = IN_SPANISH;
  expect(await cardsOf(await givenBees(6))).toMatchObject({
    status: 'failed',
    error: { reason: 'The AI service answered in another language.' },
  });
  expect(callsFor('flash-cards')).toHaveLength(4);
});

it('a task that a model has failed three times in a run is not given to it by the run’s other steps', async () => {
  connectAlone('openai');
  processAtOnce(1);
  spoilt = 'Here are the cards: bees dance.';
  const run = await cardsOf(await givenBees(6));
  expect(run).toMatchObject({
    status: 'failed',
    error: { reason: 'The AI service’s answer was not in the requested format.' },
  });
  // two calls for six lessons each, and both repeated with the problem
  expect(callsFor('flash-cards')).toHaveLength(4);
});

describe('services that only an operator can restore', () => {
  const server = createServer((_, res) =>
    res.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"Incorrect API key provided."}}'),
  );
  beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')));
  afterAll(() => void server.close());
  const refuse = (...services: readonly Service[]) => {
    const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const { vendors, vendor } = config();
    const refusing = Object.fromEntries(services.map((service) => [service, { ...vendors[service], baseURL }]));
    configure({ vendors: { ...vendors, ...refusing } as Config['vendors'], vendor: { ...vendor, outagePatienceMs: 15_000 } });
  };

  it('end the work within a fifth of the outage patience, with the cause, and nothing is charged', async () => {
    refuse(...SERVICES);
    const run = await cardsOf(await givenBees());
    expect(run).toMatchObject({
      status: 'failed',
      tokens: { charged: 0 },
      error: { reason: 'The AI service does not accept the key (401). An operator needs to fix this.' },
    });
    const [lasted] = await database
      .knex('run')
      .where({ id: run.task_id })
      .select(database.knex.raw("finished_at - created_at < '12 s' as is_short"));
    expect(lasted).toEqual({ is_short: true });
    expect(await database.knex('vendor_lane').distinct('shut_for').pluck('shut_for')).toEqual(['wrong_key']);
  });

  it('are skipped if another one can answer', async () => {
    refuse('claude', 'gemini', 'grok');
    expect(await cardsOf(await givenBees())).toMatchObject({ status: 'completed' });
  });
});

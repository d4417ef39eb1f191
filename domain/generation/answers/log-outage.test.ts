import { describe, expect, it } from 'vitest';
import { outageLine } from '#contract/generation/outage-line.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { toSentence, written, type Sentence } from '#contract/platform/sentence.contract.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { givenStartedRun } from '#domain/generation/runs/run.factory.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import type { Availability } from './roles.ts';
import { logOutage, outageOf } from './log-outage.command.ts';

const database = useTestDatabase();

const lanes = (unansweredMs: (service: Service) => number): Availability =>
  Object.fromEntries(
    SERVICES.map((service) => [service, { configured: true, available: true, retryAt: null, unansweredMs: unansweredMs(service) }]),
  ) as Availability;
const OUT = lanes(() => 3_500);

describe('a waiting step', () => {
  const named = (candidates: readonly Service[], availability: Availability) => written(outageOf(candidates, availability)!.message).text;

  it('names all services only when none of them has answered anyone for three seconds', () => {
    expect(named(['grok'], OUT)).toMatch(/^None of the four AI services is answering/);
    expect(
      outageOf(
        SERVICES,
        lanes(() => 2_900),
      ),
    ).toBeNull();
    expect(
      outageOf(
        SERVICES,
        lanes((service) => (service === 'gemini' ? 0 : 60_000)),
      ),
    ).toBeNull();
  });

  it('names its service when other services answer', () => {
    const availability = lanes((service) => (service === 'claude' ? 0 : 60_000));
    expect(named(['grok', 'openai', 'gemini'], availability)).toMatch(/^Grok, OpenAI, Gemini: no answer at the moment/);
  });
});

it('an outage is announced once, however many steps wait for its end; one after a successful answer is a new outage', async () => {
  const accountId = await givenOwner();
  const runId = await givenStartedRun(accountId);
  const happens = (event: string, message: Sentence) => recordEvent(database.knex, runId, event, message);
  const told = async () => {
    const { log } = await runEnvelope({ runId, accountId });
    return [log.filter(({ event }) => event === 'services.out').length, outageLine({ log }) !== undefined];
  };
  expect(await told()).toEqual([0, false]);
  await Promise.all([logOutage(runId, SERVICES, OUT), logOutage(runId, SERVICES, OUT)]);
  await happens(
    'service.failed',
    toSentence('{service} could not be reached. We will try again or switch to another service.', { service: 'Grok' }),
  );
  await logOutage(runId, SERVICES, OUT);
  expect(await told()).toEqual([1, true]);
  await happens('research.ready', toSentence('{service} gathered current practice and expert insights.', { service: 'Grok' }));
  expect(await told()).toEqual([1, false]);
  await logOutage(runId, SERVICES, OUT);
  expect(await told()).toEqual([2, true]);
});

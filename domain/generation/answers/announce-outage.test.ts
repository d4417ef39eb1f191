import { expect, it } from 'vitest';
import { outageLine } from '#contract/generation/outage-line.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { givenStartedRun } from '#domain/generation/runs/run.factory.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { logOutage } from './announce-outage.command.ts';

const database = useTestDatabase();

it('an outage is announced once, however many steps wait for its end; one after a successful answer is a new outage', async () => {
  const accountId = await givenOwner();
  const runId = await givenStartedRun(accountId);
  const happens = (event: string, said: Sentence) => recordEvent(database.knex, runId, event, said);
  const told = async () => {
    const { log } = await runEnvelope({ runId, accountId });
    return [log.filter(({ event }) => event === 'services.out').length, outageLine({ log }) !== undefined];
  };
  expect(await told()).toEqual([0, false]);
  await Promise.all([logOutage(runId), logOutage(runId)]);
  await happens(
    'service.failed',
    toSentence('{service} could not be reached. It is tried again, or another service takes over.', { service: 'Grok' }),
  );
  await logOutage(runId);
  expect(await told()).toEqual([1, true]);
  await happens('research.ready', toSentence('{service} gathered current practice and expert insights.', { service: 'Grok' }));
  expect(await told()).toEqual([1, false]);
  await logOutage(runId);
  expect(await told()).toEqual([2, true]);
});

import { expect, it, vi } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText } from '#domain/moderation/submit-text.command.ts';
import { transact } from '#domain/platform/database.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

const { database, control } = usePipeline();

async function write(id: string, text: string) {
  const accountId = await givenOwner();
  await transact((trx) => submitText(trx, { accountId, type: 'post', id, text, href: '/community' }));
  await Promise.all([1, 2, 3].map(() => startJudgement({ type: 'post', id })));
  await vi.waitUntil(
    async () =>
      (
        await database
          .knex('run')
          .where({ request_id: `post:${id}` })
          .whereIn('status', ['completed', 'failed'])
      ).length > 0,
    {
      timeout: 30_000,
      interval: 20,
    },
  );
  const row = await database.knex('public_text').where({ subject_id: id }).first('state', 'judgement', 'waits_since');
  const runs = await database
    .knex('run')
    .where({ request_id: `post:${id}` })
    .count('* as count');
  return {
    ...row,
    waits: row.waits_since !== null,
    runs: Number(runs[0]!['count']),
    notices: await database.knex('notification').where({ account_id: accountId }).pluck('kind'),
  };
}

it('a held text is judged once by a service: shown, removed, or left to a moderator when it cannot tell or none answers', async () => {
  expect(await write('harmless', 'WHO HAS BOTTLED HONEY IN AUGUST BEFORE?')).toMatchObject({
    state: 'clear',
    waits: false,
    runs: 1,
    notices: ['text.cleared'],
  });
  expect(await write('abusive', 'You are an idiot')).toMatchObject({ state: 'removed', waits: false, notices: ['text.removed'] });
  expect(await write('unsure', 'This is shit')).toMatchObject({ state: 'held', judgement: 'unsure', waits: true, notices: [] });
  for (const service of ['claude', 'openai', 'gemini', 'grok']) await control('PUT', 'faults', { service, mode: '500' });
  expect(await write('nobody', 'This is shit as well')).toMatchObject({ state: 'held', judgement: null, waits: true });
});

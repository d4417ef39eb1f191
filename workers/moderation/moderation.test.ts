import { beforeEach, expect, it, vi } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { judgeLeftTexts, startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText } from '#domain/moderation/submit-text.command.ts';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

const { database, control, configure, sandbox } = usePipeline();
const FIRST = 3;
beforeEach(() => configure({ moderation: { ...config().moderation, firstTexts: FIRST } }));

const submit = (accountId: string, id: string, text: string) =>
  transact((trx) => submitText(trx, { accountId, type: 'post', id, text, href: '/community' }));
const rowOf = async (id: string) => {
  const row = await database
    .knex('public_text')
    .where({ subject_id: id })
    .first('author_id', 'state', 'judgement', 'waits_since', 'reasons');
  const notices = await database.knex('notification').where({ account_id: row!.author_id }).orderBy('id').pluck('kind');
  return { state: row!.state, judgement: row!.judgement, waits: row!.waits_since !== null, reasons: row!.reasons, notices };
};

async function write(id: string, text: string, accountId?: string) {
  const author = accountId ?? (await givenOwner());
  expect(await submit(author, id, text)).toBe('held');
  await Promise.all([1, 2, 3].map(() => startJudgement({ type: 'post', id })));
  return rowOf(id);
}

it('a doubtful text is judged by the second judge: shown, removed, left to a moderator, or answered with sources of help', async () => {
  expect(await write('harmless', 'WHO HAS BOTTLED HONEY IN AUGUST BEFORE?')).toMatchObject({
    state: 'clear',
    waits: false,
    notices: ['text.cleared'],
  });
  expect(await write('abusive', 'You are an idiot')).toMatchObject({ state: 'removed', waits: false, notices: ['text.removed'] });
  expect(await write('unsure', 'This is shit')).toMatchObject({ state: 'held', judgement: 'unsure', waits: true, notices: [] });
  expect(await write('selling', 'Earn 500 dollars a day from home')).toMatchObject({ state: 'held', judgement: 'unsure', waits: true });
  const help = { state: 'clear', judgement: 'help', waits: true, notices: ['text.help'] };
  expect(await write('help', 'Lately I want to die and nobody knows')).toMatchObject(help);
  const calls = sandbox().calls('openai');
  expect(new Set(calls.map(({ purpose, model, status }) => [purpose, model, status].join()))).toEqual(
    new Set(['moderation,omni-moderation-latest,200']),
  );
});

it('the first texts of an author wait for it, unnoticed by them; then the rules suffice', async () => {
  const author = await givenOwner();
  for (let n = 0; n < FIRST; n += 1) {
    const judged = await write(`first-${n}`, `How do I feed hive number ${n} in autumn?`, author);
    expect(judged).toMatchObject({ state: 'clear', judgement: 'harmless', waits: false, reasons: ['first_texts'], notices: [] });
  }
  expect(await submit(author, 'fourth', 'And how much sugar do they need?')).toBe('clear');
  expect(await write('missed', 'Here is how to hurt yourself unseen')).toMatchObject({ state: 'removed', reasons: ['first_texts'] });
});

it('while the service is unavailable doubtful texts stay hidden, first ones are shown to moderators too; afterwards each is judged', async () => {
  await control('PUT', 'faults', { service: 'openai', mode: '500' });
  expect(await write('doubtful', 'This is shit as well')).toMatchObject({ state: 'held', judgement: null, waits: true, notices: [] });
  expect(await write('shown', 'Is heather honey bitter?')).toMatchObject({ state: 'clear', judgement: null, waits: true });
  await control('DELETE', 'faults');
  await vi.waitFor(async () => {
    expect(await rowOf('doubtful')).toMatchObject({ state: 'held', judgement: 'unsure', waits: true });
    expect(await rowOf('shown')).toMatchObject({ state: 'clear', judgement: 'harmless', waits: false });
  });
});

it('a text that a killed process left is judged once, and without a second judge doubtful texts wait for a moderator', async () => {
  const author = await givenOwner();
  await submit(author, 'left', 'Is clover honey mild?');
  await database
    .knex('public_text')
    .where({ subject_id: 'left' })
    .update({ written_at: database.knex.raw(`now() - interval '5 minutes'`) });
  expect([await judgeLeftTexts(), await judgeLeftTexts()]).toEqual([1, 0]);
  await vi.waitFor(async () => expect(await rowOf('left')).toMatchObject({ state: 'clear', judgement: 'harmless', waits: false }), 20_000);
  configure({ accounts: { ...config().accounts, openai: { ...config().accounts.openai, apiKey: '' } } });
  expect(await submit(author, 'plain', 'Thank you all')).toBe('clear');
  expect(await write('alone', 'This is shit again')).toMatchObject({ state: 'held', judgement: null, waits: true });
});

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { givenPerson } from '#domain/organisations/organisation.factory.ts';
import { givenWebhook, heardBy } from '#domain/webhooks/webhook.factory.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const pipeline = usePipeline();

it('a finished course has the words of each lesson stored with it, and its owner’s apps were notified of each, and of its end', async () => {
  const { id: accountId } = await givenPerson();
  await givenTokens(accountId);
  const webhook = await givenWebhook({ accountId });
  const { content, runId } = await pipeline.write(SHORT, accountId);
  const texts: { content_hash: string; text: string; is_plain: boolean }[] = await pipeline.database.knex('lesson_text').select();
  for (const lesson of lessonsOf(content!)) {
    const hash = createHash('sha256').update(lesson.content).digest('hex');
    expect(texts).toContainEqual({
      content_hash: hash,
      course_id: expect.any(String),
      is_plain: false,
      text: expect.not.stringContaining('#'),
    });
  }
  const heard = await heardBy(webhook);
  const ready = heard.filter(({ type }) => type === 'lesson.ready');
  expect(ready.map(({ data }) => data)).toEqual(lessonsOf(content!).map(() => ({ run_id: runId })));
  expect(ready.map(({ object_id: id }) => id).toSorted()).toEqual(
    lessonsOf(content!)
      .map(({ lesson_id: id }) => id)
      .toSorted(),
  );
  const { id: editId } = (await pipeline.database.knex('run').where({ parent_id: runId }).first('id'))!;
  expect(heard.filter(({ type }) => type === 'run.ended')).toEqual(
    [
      [runId, 'course'],
      [editId, 'course-edit'],
    ].map(([id, kind]) => ({ type: 'run.ended', object_id: id, data: { kind, status: 'completed', error_code: null } })),
  );
  // what tells of the lessons comes before
  expect(heard.slice(-2).map(({ type }) => type)).toEqual(['run.ended', 'run.ended']);
});

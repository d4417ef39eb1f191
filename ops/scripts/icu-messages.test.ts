import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { messagesIn } from '#contract/platform/message.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { icuMessages, up } from '../../migrations/before-1.0/20261206000000_store_texts_as_icu_messages.ts';

const db = useTestDatabase();
const LESSONS = '{n, plural, one {# lesson} other {# lessons}}';
const RUSSIAN = { one: '{n} урок', few: '{n} урока', many: '{n} уроков', other: '{n} урока' };

it('texts of an older release become messages: forms, the sentence about one thing, and apostrophes before values', () => {
  const messages = icuMessages({ '{n} lessons': RUSSIAN, '1 lesson': 'Один урок', 'Written by {name}': "C'est de l'{name}" });
  const say = messagesIn('ru', messages);
  expect([1, 2, 5, 21].map((n) => say(LESSONS, { n }))).toEqual(['Один урок', '2 урока', '5 уроков', '21 урок']);
  expect(say('Written by {name}', { name: 'Ada' })).toBe("C'est de l'Ada");
  expect(Object.keys(messages)).toHaveLength(2);
});

it('nothing stored is lost: texts by services and people, the file of a language, open proposals, and lines of logs', async () => {
  const accountId = await givenOwner();
  const { knex } = db;
  const text = (source: string, entry: unknown, service: string | null) =>
    knex('interface_text').insert({ language: 'ru', source, entry: JSON.stringify(entry), service });
  await text('{n} lessons', RUSSIAN, null);
  await text('1 lesson', '1 урок', 'claude');
  await text('My Courses', 'Мои курсы', null);
  const body = JSON.stringify({ '{n} lessons': RUSSIAN, 'My Courses': 'Мои курсы' });
  await knex('interface_file').insert({ language: 'ru', hash: '0'.repeat(64), release: 'r', body, untranslated: 3 });
  const proposal = { account_id: accountId, language: 'ru', source: '{n} lessons', proposed: '{n} занятия' };
  await knex('text_proposal').insert({ id: randomUUID(), ...proposal });
  const run = { id: randomUUID(), account_id: accountId, kind: 'course', request: '{}', status: 'running', subject: 'Bees' };
  await knex('run').insert({ ...run, request_id: run.id });
  const log = { run_id: run.id, event: 'run.charged' };
  const words = JSON.stringify({ key: '{n} tokens are set aside for it.', values: { n: 31 } });
  await knex('run_event').insert({ ...log, text: '31 tokens are set aside for it.', words });
  await knex('run_event').insert({ ...log, text: '1 token is set aside for it.' });

  await up(knex);

  const texts = await knex('interface_text').orderBy('source').select('source', 'entry', 'service');
  expect(texts.map(({ source, service }) => [source, service])).toEqual(
    [
      ['My Courses', null],
      [LESSONS, null],
    ].toSorted(),
  );
  const file = await knex('interface_file').where({ is_current: true }).first();
  expect(messagesIn('ru', JSON.parse(file!.body))(LESSONS, { n: 5 })).toBe('5 уроков');
  const [open] = await knex('text_proposal');
  expect(messagesIn('ru', { [LESSONS]: open!.proposed })(open!.source, { n: 1.5 })).toBe('1,5 занятия');
  const said = await knex('run_event').where({ run_id: run.id }).orderBy('text').pluck('words');
  const key = '{n, plural, one {# token is} other {# tokens are}} set aside for it.';
  expect(said).toEqual([1, 31].map((n) => ({ key, values: { n } })));
  await up(knex);
  expect(await knex('interface_text').orderBy('source').select('source', 'entry', 'service')).toEqual(texts);
});

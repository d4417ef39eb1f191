import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { searchMarket as endpoint } from '#contract/market/market.contract.ts';
import { listGroups } from '#domain/community/groups/groups.queries.ts';
import { listPosts } from '#domain/community/forums/forum.queries.ts';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { listCourses } from '#domain/courses/content/course.queries.ts';
import { searchMarket } from '#domain/market/market-search.queries.ts';
import { listSessions } from '#domain/mentor/sessions/sessions.queries.ts';
import { listNotes } from '#domain/notes/note.queries.ts';
import { searchConsole } from '#domain/operator/console/console.queries.ts';
import { findPeople } from '#domain/operator/people/people.queries.ts';
import { listCards } from '#domain/practice/cards/cards.queries.ts';
import { givenCreatorCourse } from '#domain/studio/creator-course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { searchOwn } from './search-own.queries.ts';

const database = useTestDatabase();
const WRITTEN =
  'Women’s history in Łódź and Đà Nẵng, Ørsted, カタカナ, שָׁלוֹם, re‑read ' +
  'Straße, œuvre, İstanbul, Ёжик, مُحَمَّد أحمد, کتاب, 机器学习入门, เรียนภาษาไทย, H₂O, ١٢٣';

/** Texts that people type. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  'the note of the report': ["women's", 'lodz', 'LODZ', 'da nang', 'orsted', 'ørst', 'ｶﾀｶﾅ', 'שלום', 're-read', 're–read'],
  'German and French': ['strasse', 'STRASSE', 'oeuvre', 'OEuvre'],
  'Turkish and Russian': ['istanbul', 'ежик', 'ЁЖ'],
  'Arabic and Persian': ['محمد احمد', 'كتاب', 'کتاب', '123', '۱۲۳'],
  'Chinese and Japanese': ['学习', '机器', 'タカ'],
  'Thai, and signs': ['ภาษา', 'h2o', 'women’s ', 'lod'],
};

let accountId: string;
const limit = 10;

beforeAll(async () => {
  const { knex } = database;
  accountId = await givenOwner();
  const title = WRITTEN;
  const courseId = await givenCourse(accountId, { document: { title, description: 'Plain.' } });
  const own = { account_id: accountId, id: uuidv7() };
  await knex('lesson_note').insert({ ...own, course_id: courseId, lesson_id: uuidv7(), text: WRITTEN });
  await knex('flash_card').insert({ ...own, guid: 'g', deck: 'Deck', front: WRITTEN, back: 'Plain.' });
  await knex('study_group').insert({ id: uuidv7(), creator_id: accountId, name: WRITTEN, description: 'Plain.' });
  await knex('forum_post').insert({ id: uuidv7(), author_id: accountId, forum_id: 'general', title: WRITTEN, content: 'Plain.' });
  await knex('mentor_session').insert({ ...own, title: 'Plain', engine: 'claude' });
  await knex('mentor_message').insert({ ...own, session_id: own.id, sender: 'user', state: 'sent', text: WRITTEN });
  await knex('account').where({ id: accountId }).update({ first_name: WRITTEN, last_name: 'Plain' });
  const creatorId = await givenOwner();
  await knex('account').where({ id: creatorId }).update({ birth_year: 1990 });
  const { id: published } = await givenCreatorCourse(creatorId, { title: 'Plain' });
  await knex('creator_course')
    .where({ id: published })
    .update({ title, status: 'published', published_at: new Date(), renewed_at: new Date() });
});

const market = (q: string) => searchMarket({ ...(endpoint.query.parse({}) as Parameters<typeof searchMarket>[0]), q });

/** Every place that people search by words, with what it should find. */
const PLACES: Readonly<Record<string, (q: string) => Promise<readonly unknown[]>>> = {
  courses: async (q) => (await listCourses({ accountId, q, limit })).courses,
  'the palette’s courses': async (q) => (await searchOwn({ accountId, q })).courses,
  notes: async (q) => (await listNotes({ accountId, q, limit })).notes,
  cards: async (q) => (await listCards({ accountId, q, limit })).cards,
  'conversations with the mentor': async (q) => (await listSessions({ accountId, q, limit })).sessions,
  'study groups': async (q) => (await listGroups({ viewerId: accountId, mine: 'no', q, limit })).study_groups,
  forums: async (q) => (await listPosts({ viewerId: accountId, q, limit })).posts,
  'the market': async (q) => (await market(q)).courses,
  'the console’s courses': async (q) => (await searchConsole(q)).courses,
  'the console’s people': async (q) => (await searchConsole(q)).people,
  people: (q) => findPeople(q),
};

describe.each(Object.entries(PLACES))('in %s', (_, find) => {
  it.each(Object.entries(TYPED))('%s: typed words find written ones', async (_language, typed) => {
    const missed = [];
    for (const q of typed) if ((await find(q)).length !== 1) missed.push(q);
    expect(missed).toEqual([]);
  });

  it('pattern characters are literal, and other words are not found', async () => {
    for (const q of ['100%_', '_____', '％', 'łódż nothing', 'zebra']) expect(await find(q), q).toEqual([]);
  });
});

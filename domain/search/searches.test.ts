import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { listCourses } from '#domain/courses/content/course.queries.ts';
import { listGroups } from '#domain/community/groups/groups.queries.ts';
import { listPosts } from '#domain/community/forums/forum.queries.ts';
import { listSessions } from '#domain/mentor/sessions/sessions.queries.ts';
import { listNotes } from '#domain/notes/note.queries.ts';
import { listCards } from '#domain/practice/cards/cards.queries.ts';
import { explained } from '#domain/testing/explained.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { listVoiceNotes } from '#domain/voice/voice-notes.queries.ts';

const database = useTestDatabase();
const CARDS = 20_000;
let accountId: string;

beforeAll(async () => {
  const { knex } = database;
  accountId = await givenOwner();
  const other = await givenOwner();
  await givenCourse(accountId, { document: { title: 'Überwintern', description: 'Ein langer Winter. '.repeat(200) } });
  for (const [owner, cards] of [
    [accountId, CARDS],
    [other, 3 * CARDS],
  ])
    await knex.raw(
      `insert into flash_card (account_id, id, guid, deck, front, back)
       select ?, gen_random_uuid(), 'g' || n, 'Bees', 'Fråga ' || n, repeat('The queen lays eggs. ', 3) from generate_series(1, ?) n`,
      [owner!, cards!],
    );
  await knex('flash_card').insert({
    account_id: accountId,
    id: uuidv7(),
    guid: 'x',
    deck: 'Bees',
    front: 'Wer überwintert?',
    back: 'Das Volk',
  });
  await knex.raw('vacuum analyze');
});

const limit = 30;
/** Every list that a person searches by words. */
const SEARCHES: Readonly<Record<string, (q: string) => Promise<unknown>>> = {
  flash_card: (q) => listCards({ accountId, q, limit }),
  course: (q) => listCourses({ accountId, q, limit }),
  lesson_note: (q) => listNotes({ accountId, q, limit }),
  mentor_session: (q) => listSessions({ accountId, q, limit }),
  voice_note: (q) => listVoiceNotes({ accountId, q, limit }),
  forum_post: (q) => listPosts({ viewerId: accountId, q, limit }),
  study_group: (q) => listGroups({ viewerId: accountId, mine: 'no', q, limit }),
};

describe('a search by words', () => {
  it.each(Object.entries(SEARCHES))('of %s searches texts as they were folded when they were written', async (table, search) => {
    const nodes = await explained(database, () => search('queen uberwintert'));
    const filters = nodes.flatMap((node) => [node.Filter, node['Join Filter']]).join('\n');
    expect(nodes.some((node) => node['Relation Name'] === table)).toBe(true);
    expect(filters).toMatch(/(search|list)_text/);
    // texts normalised during the search are titles or names
    const foldedNow = [...filters.matchAll(/folded_beyond_ascii\(([^)]*)\)/g)].map(([, text]) => text);
    expect(foldedNow.join('\n')).not.toMatch(/front|back|content|description|transcription|quote|\btext\b(?!')/);
  });

  it('of 20,000 flash cards reads those of the account, once, by its index', async () => {
    const nodes = await explained(database, () => listCards({ accountId, q: 'queen nothing', limit }));
    const scans = nodes.filter((node) => node['Relation Name'] === 'flash_card');
    expect(scans.filter(({ Filter }) => Filter?.includes('search_text'))).toHaveLength(1);
    expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  });

  it('of flash cards finds every one that has all words on either side, without accents, and counts them', async () => {
    expect(await listCards({ accountId, q: 'uberwintert VOLK', limit })).toMatchObject({
      cards: [{ front: 'Wer überwintert?' }],
      next: null,
      total: 1,
    });
    const first = await listCards({ accountId, q: 'fraga queen', limit: 100 });
    expect([first.cards.length, first.total]).toEqual([100, CARDS]);
    const second = await listCards({ accountId, q: 'fraga queen', limit: 100, after: first.next! });
    expect(second.total).toBe(CARDS);
    expect(new Set([...first.cards, ...second.cards].map(({ card_id }) => card_id)).size).toBe(200);
    expect(await listCards({ accountId, q: '100% _', limit })).toMatchObject({ cards: [], total: 0 });
    expect(await listCards({ accountId, deck: 'Wasps', q: 'queen', limit })).toMatchObject({ cards: [], total: 0 });
  });

  it('of courses finds words of a long description', async () => {
    expect((await listCourses({ accountId, q: 'uberwintern langer', limit })).courses).toHaveLength(1);
    expect((await listCourses({ accountId, q: 'uberwintern sommer', limit })).courses).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Rating } from '#contract/practice/cards.contract.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { countDue } from '#domain/practice/practice.queries.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';

const api = useTestApi();
let ines: Person;
let stranger: Person;
let people = 0;
const someone = () => api.givenPerson(`cards-${(people += 1)}@example.com`, { tokens: 10 });
beforeEach(async () => {
  ines = await someone();
  stranger = await someone();
});

const call = (path: string, method = 'GET', body?: object, who = ines) =>
  api.call(path, { method, bearer: who.accessToken, ...(body && { body }) });
const card = (changes: object = {}) => ({ card_id: randomUUID(), deck: 'Bees', front: 'Who flies?', back: 'The bee', ...changes });
async function given(changes: object = {}, who = ines): Promise<string> {
  const { status, json } = await call('/api/flash-cards', 'POST', card(changes), who);
  expect(status).toBe(200);
  return json.card.card_id;
}
const rate = (cardId: string, rating: Rating, ratingId = randomUUID()) =>
  call(`/api/flash-cards/${cardId}/ratings`, 'POST', { rating_id: ratingId, rating });
const list = async (query = '', who = ines) => (await call(`/api/flash-cards?${query}`, 'GET', undefined, who)).json;

describe('flash cards', () => {
  it('are created, found, changed and deleted by their owner; the same one sent twice is one', async () => {
    const sent = card();
    for (const _ of [1, 2]) expect((await call('/api/flash-cards', 'POST', sent)).status).toBe(200);
    await given({ deck: 'Wasps', front: 'Wer fliegt Ärger?', back: 'Die Wespe' });
    expect(await list()).toMatchObject({ total: 2, next: null, cards: [{ deck: 'Wasps', source: null }, { front: 'Who flies?' }] });
    expect(await list('q=arger+wespe')).toMatchObject({ total: 1, cards: [{ deck: 'Wasps' }] });
    expect(await list('deck=Bees')).toMatchObject({ total: 1, cards: [{ deck: 'Bees' }] });
    const decks = [
      { deck: 'Bees', course_id: null, cards: 1, due: 1 },
      { deck: 'Wasps', course_id: null, cards: 1, due: 1 },
    ];
    expect((await call('/api/flash-card-decks')).json).toEqual({ decks });
    const change = { deck: 'Insects / all', front: 'Who stings?', back: 'The wasp' };
    expect((await call(`/api/flash-cards/${sent.card_id}`, 'PUT', change)).json.card).toMatchObject(change);
    expect((await call(`/api/flash-card-decks/${encodeURIComponent('Insects / all')}`, 'DELETE')).json).toEqual({ deleted: 1 });
    const [left] = (await list()).cards;
    expect((await call(`/api/flash-cards/${left.card_id}`, 'DELETE')).status).toBe(200);
    expect(await list()).toMatchObject({ total: 0, cards: [] });
    expect((await call(`/api/flash-cards/${left.card_id}`, 'DELETE')).status).toBe(404);
  });

  it('belong to nobody else', async () => {
    const id = await given();
    const asStranger = (path: string, method: string, body?: object) => call(path, method, body, stranger);
    expect((await asStranger(`/api/flash-cards/${id}`, 'PUT', { deck: 'a', front: 'a', back: 'a' })).status).toBe(404);
    expect((await asStranger(`/api/flash-cards/${id}`, 'DELETE')).status).toBe(404);
    expect((await asStranger(`/api/flash-cards/${id}/ratings`, 'POST', { rating_id: randomUUID(), rating: 'good' })).status).toBe(404);
    expect((await asStranger('/api/flash-card-decks/Bees', 'DELETE')).status).toBe(404);
    // with the same id, another user has a different card
    await given({ card_id: id, front: 'Mine' }, stranger);
    expect((await list()).cards).toMatchObject([{ front: 'Who flies?' }]);
    const courseId = await givenCourse(ines.userId);
    expect((await asStranger(`/api/course-flash-cards/${courseId}`, 'GET')).status).toBe(404);
    expect((await asStranger(`/api/course-flash-cards/${courseId}`, 'POST', {})).status).toBe(404);
  });

  it('come in pages, each once', async () => {
    for (const n of [1, 2, 3, 4, 5]) await given({ front: `Card ${n}` });
    const seen: string[] = [];
    for (let after = ''; ;) {
      const page = await list(`limit=2${after}`);
      seen.push(...page.cards.map(({ front }: { front: string }) => front));
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    expect(seen).toEqual(['Card 5', 'Card 4', 'Card 3', 'Card 2', 'Card 1']);
    expect((await call('/api/flash-cards?after=nonsense')).status).toBe(400);
  });

  it.each([
    ['no text', { front: '  ' }],
    ['invisible text', { back: '\u200b\u200b' }],
    ['too much text', { front: 'a'.repeat(1_001) }],
    ['no deck', { deck: '' }],
    ['no uuid', { card_id: 'mine' }],
  ])('with %s are refused', async (_, changes) => {
    expect((await call('/api/flash-cards', 'POST', card(changes))).json.code).toBe('validation.failed');
  });

  it('of a lesson say where it is, as long as the lesson exists', async () => {
    const courseId = await givenCourse(ines.userId);
    const { lessons } = (await call(`/api/course-flash-cards/${courseId}`)).json;
    const source = { course_id: courseId, lesson_id: lessons[1].lesson_id };
    await given({ source });
    expect((await list()).cards[0].source).toMatchObject({ ...source, lesson_title: lessons[1].title, passage: null });
    expect((await call(`/api/course-flash-cards/${courseId}`)).json.lessons[1].cards).toBe(1);
    expect((await call('/api/flash-cards', 'POST', card({ source: { ...source, lesson_id: randomUUID() } }))).status).toBe(404);
    await api.database.knex('course').where({ id: courseId }).delete();
    expect((await list()).cards).toMatchObject([{ front: 'Who flies?', source: null }]);
  });
});

describe('the review', () => {
  it('asks for due cards beside questions; a rating reschedules a card, once', async () => {
    const known = await given({ front: 'Known' });
    const unknown = await given({ front: 'Unknown' });
    expect((await call('/api/review')).json).toMatchObject({ due: 2, flash_cards: [{ front: 'Known' }, { front: 'Unknown' }] });
    expect(await countDue(ines.userId)).toBe(2);
    const ratingId = randomUUID();
    const first = (await rate(known, 'easy', ratingId)).json;
    expect((await rate(known, 'again', ratingId)).json).toEqual(first);
    expect(new Date(first.due_at).getTime()).toBeGreaterThan(Date.now() + 86_400_000);
    await rate(unknown, 'again');
    const review = (await call('/api/review')).json;
    expect(review).toMatchObject({ due: 0, cards: [], flash_cards: [] });
    expect(new Date(review.next_at).getTime()).toBeLessThan(Date.now() + 3_600_000);
    expect(await api.database.knex('flash_card').where({ account_id: ines.userId }).pluck('reviews')).toEqual([1, 1]);
  });
});

describe('a rating that is undone', () => {
  const undo = (cardId: string, ratingId: string, who = ines) =>
    call(`/api/flash-cards/${cardId}/ratings/${ratingId}`, 'DELETE', undefined, who);
  /** Returns all of a card except its texts, with microseconds. */
  const stored = async () => {
    const { rows } = await api.database.knex.raw('select due_at::text, card, reviews from flash_card where account_id = ?', [ines.userId]);
    return rows[0];
  };

  it('leaves the card as it was before, once, however often and whenever it is sent', async () => {
    const id = await given();
    const fresh = await stored();
    await rate(id, 'good');
    const before = await stored();
    const ratingId = randomUUID();
    await rate(id, 'again', ratingId);
    expect(await stored()).not.toEqual(before);
    const answers = await Promise.all([undo(id, ratingId), undo(id, ratingId), undo(id, ratingId)]);
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.due_at}`)).size).toBe(1);
    expect(await stored()).toEqual(before);
    // a rating that was sent twice
    await rate(id, 'again', ratingId);
    expect(await stored()).toEqual(before);
    const first = await api.database.knex('flash_card_rating').where({ card_id: id }).whereNull('undone_at').first();
    expect((await undo(id, first!.id)).status).toBe(200);
    expect(await stored()).toEqual(fresh);
    expect((await call('/api/review')).json).toMatchObject({ due: 1 });
  });

  it('must be the latest, and one’s own', async () => {
    const id = await given();
    const [first, second] = [randomUUID(), randomUUID()];
    await rate(id, 'hard', first);
    await rate(id, 'good', second);
    const before = await stored();
    // the latest by number, because the clock of the process that stored it was slow
    await api.database
      .knex('flash_card_rating')
      .where({ id: second })
      .update({ rated_at: new Date(Date.now() - 60_000) });
    expect((await undo(id, first)).json).toMatchObject({ status: 409, code: 'cards.rated_again' });
    expect((await undo(id, second, stranger)).status).toBe(404);
    expect((await undo(await given({ front: 'Another' }), second)).status).toBe(404);
    expect((await undo(id, randomUUID())).status).toBe(404);
    expect((await undo('nonsense', 'nonsense')).status).toBe(404);
    expect((await api.database.knex('flash_card').where({ id, account_id: ines.userId }).first())!.reviews).toBe(before.reviews);
    expect([(await undo(id, second)).status, (await undo(id, first)).status]).toEqual([200, 200]);
  });
});

describe('study', () => {
  it('returns with each due card when every rating would bring it back, and the rating then does', async () => {
    const id = await given();
    const [due] = (await call('/api/review')).json.flash_cards;
    expect(due.known).toBe(0);
    const hours = (iso: string) => (new Date(iso).getTime() - Date.now()) / 3_600_000;
    expect(hours(due.returns_at.again)).toBeLessThan(0.1);
    expect(hours(due.returns_at.easy)).toBeGreaterThan(48);
    const { due_at } = (await rate(id, 'easy')).json;
    expect(Math.abs(hours(due_at) - hours(due.returns_at.easy))).toBeLessThan(0.1);
    expect((await list()).cards[0].known).toBeGreaterThan(1);
  });

  it('asks the cards of one deck or one course, and lists the days on which cards are due', async () => {
    const courseId = await givenCourse(ines.userId);
    const { lessons } = (await call(`/api/course-flash-cards/${courseId}`)).json;
    await given({ front: 'Of the course', deck: 'Course', source: { course_id: courseId, lesson_id: lessons[0].lesson_id } });
    const other = await given({ front: 'Of my own' });
    const fronts = async (query: string) =>
      (await call(`/api/review?${query}`)).json.flash_cards.map(({ front }: { front: string }) => front);
    expect(await fronts('deck=Bees')).toEqual(['Of my own']);
    expect(await fronts(`course_id=${courseId}`)).toEqual(['Of the course']);
    expect((await call('/api/review?deck=Bees')).json.due).toBe(1);
    await api.database
      .knex('flash_card')
      .where({ id: other })
      .update({ due_at: new Date(Date.now() + 3 * 86_400_000) });
    const all = (await call('/api/review-forecast?time_zone=UTC')).json;
    expect(all).toMatchObject({ questions: 0, flash_cards: 1 });
    expect(all.days.map(({ due }: { due: number }) => due)).toEqual([1, 0, 0, 1, ...Array(10).fill(0)]);
    expect(all.days[0].day).toBe(new Date().toISOString().slice(0, 10));
    expect((await call('/api/review-forecast?deck=Bees')).json.flash_cards).toBe(0);
    expect((await call('/api/review-forecast', 'GET', undefined, stranger)).json.flash_cards).toBe(0);
  });
});

describe('a file of flash cards', () => {
  const upload = (content: string | Uint8Array, who = ines, type = 'text/csv') => {
    const form = new FormData();
    form.set('deck', 'Imported');
    form.set('file', new File([Buffer.from(content as Uint8Array)], 'cards.csv', { type }));
    return fetch(`${api.origin}/api/flash-card-file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.accessToken}`, origin: api.origin },
      body: form,
    });
  };

  it.each(['csv', 'apkg'])('is exported as %s and imported by another user', async (format) => {
    await given({ deck: 'Bees & co', front: '=1+1', back: "'two'" });
    const file = await fetch(`${api.origin}/api/flash-card-file?format=${format}&deck=${encodeURIComponent('Bees & co')}`, {
      headers: { authorization: `Bearer ${ines.accessToken}` },
    });
    expect(file.headers.get('content-disposition')).toContain(`.${format}`);
    const taken = await upload(new Uint8Array(await file.arrayBuffer()), stranger, 'application/octet-stream');
    // an Anki file declares its own format
    const reading = format === 'csv' ? expect.objectContaining({ encoding: 'utf-8', is_sure: true, found: 1 }) : null;
    expect(await taken.json()).toEqual({ added: 1, updated: 0, unchanged: 0, left_out: 0, reasons: {}, media: 0, reading });
    expect((await list('', stranger)).cards).toMatchObject([{ deck: 'Bees & co', front: '=1+1', back: "'two'" }]);
  });

  it('that is not one is refused', async () => {
    const refused = await upload('only one column\n');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: 'cards.bad_file' });
  });
});

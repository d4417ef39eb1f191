import { beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '#contract/market/market.contract.ts';
import { useBilling } from '#api/billing/billing-stack.factory.ts';
import { useBuyers } from '#api/billing/buyers.factory.ts';
import { payoutStanding } from '#domain/billing/payouts/payouts.queries.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { proveLedger } from '#domain/billing/ledger/prove-ledger.command.ts';
import { courseZipOf } from '#domain/exports/formats/course-zip.ts';
import { givenImported } from '#domain/exports/imports/import.factory.ts';
import { database } from '#domain/platform/database.ts';
import { givenWebhook, heardBy } from '#domain/webhooks/webhook.factory.ts';
import type { Person } from '#api/testing/test-api.ts';
import { givenPublished as published, givenReady as ready, TEXTS } from './published.factory.ts';

const stack = useBilling();
const { dispute } = useBuyers(stack);

const givenReady = (creator: Person, changes: object = {}) => ready(stack, creator, changes);
const givenPublished = (creator: Person, changes: object = {}) => published(stack, creator, changes);

const search = async (query: string) =>
  (await stack.call(`/api/market/courses?${query}`, {})).json as {
    courses: Listing[];
    total: number;
    facets: Record<string, Record<string, number>>;
  };

/** Completes some of a copy's three lessons. */
async function learn(person: Person, courseId: string, lessons: number) {
  for (const index of ['0_0', '0_1', '1_0'].slice(0, lessons))
    expect((await stack.as(person).post('/api/lesson-complete', { course_id: courseId, lesson_id: index })).status).toBeLessThan(300);
}

describe('publishing', () => {
  let creator: Person;
  beforeAll(async () => {
    creator = await stack.someone();
  });

  it('G54 names the missing parts, refuses until they are there, and publishes the chosen version', async () => {
    const draft = (await stack.as(creator).post('/api/creator/courses', { title: 'Bees', description: 'Short' })).json.course;
    const missing = async () => {
      const { publication } = (await stack.as(creator).get(`/api/creator/courses/${draft.id}/publication`)).json;
      return publication.checklist
        .filter((one: { is_done: boolean; is_required: boolean }) => one.is_required && !one.is_done)
        .map((one: { item: string }) => one.item);
    };
    expect(await missing()).toEqual(['content', 'whole', 'description', 'category', 'outcomes', 'age_group', 'rights']);
    expect(await stack.as(creator).post(`/api/creator/courses/${draft.id}/publish`, { has_rights: true })).toMatchObject({
      status: 409,
      json: { code: 'market.not_ready' },
    });
    const { id } = await givenReady(creator);
    const answer = await stack.as(creator).post(`/api/creator/courses/${id}/publish`, { has_rights: true });
    expect(answer.json.publication).toMatchObject({ status: 'published', published_version: 1, has_changes: false });
    const again = await stack.as(creator).post(`/api/creator/courses/${id}/publish`, { has_rights: true });
    expect(again.json.publication.published_version).toBe(1);
  });

  it('G54 accepts lessons that share no word with the title only when their creator confirms it, and advises another look', async () => {
    const { contentId } = await givenReady(creator);
    const { id } = (await stack.as(creator).post('/api/creator/courses', { ...TEXTS, title: 'Statistics', tags: ['numbers'] })).json.course;
    const choose = (body: object) =>
      stack.call(`/api/creator/courses/${id}/content`, {
        method: 'PUT',
        body: { content_id: contentId, ...body },
        bearer: creator.accessToken,
      });
    expect(await choose({})).toMatchObject({ status: 409, json: { code: 'market.unrelated' } });
    expect((await stack.as(creator).get(`/api/creator/courses/${id}/publication`)).json.publication.content).toBe(null);
    const chosen = (await choose({ is_confirmed: true })).json.publication;
    expect(chosen.checklist).toContainEqual({ item: 'related', is_done: false, is_required: false });
    // later choices among the same lessons need no confirmation
    expect((await choose({ preview_lessons: [] })).status).toBe(200);
  });

  it('nothing of a draft, and only the preview lessons of a published course, reaches a stranger', async () => {
    const { id, content } = await givenReady(creator, { title: 'Secret hive' });
    const [first, second] = lessonsOf(content);
    const addresses = [`/api/market/courses/${id}`, `/api/market/courses/${id}/preview/${first!.lesson_id}`];
    for (const address of addresses) expect((await stack.call(address, {})).status).toBe(404);
    expect((await search('q=secret')).total).toBe(0);
    await stack.as(creator).post(`/api/creator/courses/${id}/publish`, { has_rights: true });
    const shown = await stack.call(addresses[0]!, {});
    expect(shown.json.course).toMatchObject({ title: 'Secret hive', lesson_count: 3, outcomes: TEXTS.objectives.split('\n') });
    expect(shown.text).not.toContain(first!.content);
    expect((await stack.call(addresses[1]!, {})).json.lesson.content).toBe(first!.content);
    expect((await stack.call(`/api/market/courses/${id}/preview/${second!.lesson_id}`, {})).status).toBe(404);
    await stack.as(creator).post(`/api/creator/courses/${id}/withdraw`, { to: 'archived' });
    for (const address of addresses) expect((await stack.call(address, {})).status).toBe(404);
    expect((await search('q=secret')).total).toBe(0);
  });

  it('another user can neither see the state of a draft nor publish it', async () => {
    const { id, contentId } = await givenReady(creator);
    const other = await stack.someone();
    const { id: own } = (await stack.as(other).post('/api/creator/courses', TEXTS)).json.course;
    const answers = await Promise.all([
      stack.as(other).get(`/api/creator/courses/${id}/publication`),
      stack.as(other).post(`/api/creator/courses/${id}/publish`, { has_rights: true }),
      stack.as(other).post(`/api/creator/courses/${id}/withdraw`, { to: 'draft' }),
      stack.call(`/api/creator/courses/${own}/content`, { method: 'PUT', body: { content_id: contentId }, bearer: other.accessToken }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('is found by words, with a typo, and by every facet', async () => {
    const other = await stack.someone();
    await givenPublished(other, {
      title: 'Watercolour landscapes',
      description: 'Light, water and paper: forty small studies of one hill.',
      category: 'creative',
      price: 12,
      tags: ['painting'],
    });
    expect((await search('q=watercolor')).courses.map(({ title }) => title)).toEqual(['Watercolour landscapes']);
    expect((await search('q=landscpes+painting')).total).toBe(1);
    expect((await search('q=landscaeps')).total).toBe(1);
    expect((await search('q=spreadsheets')).total).toBe(0);
    expect((await search(`q=watercolr&price=paid`)).total).toBe(1);
    await database()('account').where({ id: other.userId }).update({ first_name: 'Hildegard' });
    expect((await search('q=hildegard+watercolour')).total).toBe(1);
    const all = await search(`creator=${other.userId}`);
    expect(all.facets).toMatchObject({ category: { creative: 1 }, price: { paid: 1 }, length: { short: 1 }, language: { english: 1 } });
    expect((await search(`creator=${other.userId}&price=free`)).total).toBe(0);
    // an empty field does not filter, and half stars are allowed
    expect((await search(`creator=${other.userId}&language=`)).total).toBe((await search(`creator=${other.userId}`)).total);
    expect((await search(`creator=${other.userId}&rating=4.5`)).total).toBe(0);
    expect((await search(`creator=${other.userId}&category=creative&length=short&language=english&difficulty=beginner`)).total).toBe(1);
  });

  it('is sorted by students, date, rating or price', async () => {
    const creator = await stack.someone();
    const courses = {
      Alder: { students: 3, published_at: '2026-01-03', price_cents: 900, rating_sum: 8, rating_count: 2 },
      Birch: { students: 2, published_at: '2026-01-01', price_cents: 0, rating_sum: 5, rating_count: 1 },
      Cedar: { students: 1, published_at: '2026-01-02', price_cents: 500, rating_sum: 0, rating_count: 0 },
    };
    for (const [title, changes] of Object.entries(courses)) {
      const { id } = await givenPublished(creator, { title });
      await database()('creator_course').where({ id }).update(changes);
    }
    const sorted = async (sort: string) => (await search(`creator=${creator.userId}&sort=${sort}`)).courses.map(({ title }) => title);
    expect(await sorted('popular')).toEqual(['Alder', 'Birch', 'Cedar']);
    expect(await sorted('newest')).toEqual(['Alder', 'Cedar', 'Birch']);
    expect(await sorted('rating')).toEqual(['Birch', 'Alder', 'Cedar']);
    expect(await sorted('price')).toEqual(['Birch', 'Cedar', 'Alder']);
  });

  it('searches the first thousand courses for a frequent word, and says so', async () => {
    const creator = await stack.someone();
    await database().raw(
      `insert into creator_course (id, account_id, title, description, category, difficulty, price_cents, tags, status, published_version, published_at,
                                   renewed_at, language, age_group, students)
       select gen_random_uuid(), ?, 'Zymurgy, part ' || n, 'Of yeast and time.', 'personal', 'beginner', n % 2, '{}', 'published', 1, now(), now(), 'english', 'Adults', n
         from generate_series(1, 1001) n`,
      [creator.userId],
    );
    const many = await search('q=zymugry');
    expect(many).toMatchObject({ total: 1_000, is_capped: true });
    expect(many.courses[0]).toMatchObject({ title: 'Zymurgy, part 1001' });
    expect(await search('q=zymurgy&price=free')).toMatchObject({ total: 500, is_capped: false });
    await database()('creator_course').where({ account_id: creator.userId }).delete();
  });
});

describe('taking a free course', () => {
  it('makes one copy, however often it is requested, which its reader can learn from but not change or publish', async () => {
    const [creator, reader] = [await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(creator);
    const answers = await Promise.all(Array.from({ length: 8 }, () => stack.as(reader).post(`/api/market/courses/${id}/enrol`)));
    const copies = new Set(answers.map(({ json }) => json.course_id));
    expect(copies.size).toBe(1);
    const [courseId] = [...copies];
    expect((await search(`creator=${creator.userId}`)).courses[0]).toMatchObject({ students: 1 });
    await learn(reader, courseId, 1);
    const lessonId = (await stack.as(reader).get(`/api/courses/${reader.userId}/${courseId}`)).json.course.modules[0].lessons[0].lesson_id;
    const edit = await stack.call(`/api/courses/${courseId}/lessons/${lessonId}`, {
      method: 'PATCH',
      body: { base_version: 1, edit_session: '0194e0d0-0000-7000-8000-000000000001', content: 'Mine now' },
      bearer: reader.accessToken,
    });
    expect(edit.json.code).toBe('course.enrolled_copy');
    const own = (await stack.as(reader).post('/api/creator/courses', TEXTS)).json.course;
    const stolen = await stack.call(`/api/creator/courses/${own.id}/content`, {
      method: 'PUT',
      body: { content_id: courseId },
      bearer: reader.accessToken,
    });
    expect(stolen.json.code).toBe('market.not_yours');
    // nor after an export and import
    const imported = await givenImported(reader.userId, courseZipOf(await getCourse({ accountId: reader.userId, courseId }), [], ''));
    const again = await stack.call(`/api/creator/courses/${own.id}/content`, {
      method: 'PUT',
      body: { content_id: imported },
      bearer: reader.accessToken,
    });
    expect(again.json.code).toBe('market.not_yours');
    // so neither is offered, but the reader's own course is
    const made = await givenReady(reader);
    const list = async (filter: string) => {
      const answer = await stack.as(reader).get(`/api/courses/${reader.userId}?${filter}`);
      return { ids: answer.json.courses.map(({ course_id: one }: { course_id: string }) => one), ...answer.json };
    };
    expect((await list('origin=publishable')).ids).toEqual([made.contentId]);
    expect(await list(''), 'CRS-02 CRS-12').toMatchObject({ ids: [made.contentId], total: 3, generated: 1 });
    const others = await list('origin=other');
    expect(others.courses.map(({ origin }: { origin: string }) => origin)).toEqual(['imported', 'market']);
    expect(others.ids).toEqual([imported, courseId]);
    expect((await list('origin=all')).ids).toEqual([made.contentId, imported, courseId]);
    await stack.as(reader).post('/api/courses/save', { course_id: made.contentId });
    expect((await list('origin=all&unsaved=true')).ids).toEqual([imported, courseId]);
  });

  it('keeps its version, and what was learned in it, until the reader takes the new one', async () => {
    const [creator, reader] = [await stack.someone(), await stack.someone()];
    const { id, contentId, content } = await givenPublished(creator);
    const { course_id: courseId } = (await stack.as(reader).post(`/api/market/courses/${id}/enrol`)).json;
    await learn(reader, courseId, 2);
    const lessonId = lessonsOf(content)[0]!.lesson_id;
    await stack.call(`/api/courses/${contentId}/lessons/${lessonId}`, {
      method: 'PATCH',
      body: { base_version: 1, edit_session: '0194e0d0-0000-7000-8000-000000000002', content: 'Better words about the hive in spring.' },
      bearer: creator.accessToken,
    });
    const text = async () => (await stack.as(reader).get(`/api/courses/${reader.userId}/${courseId}`)).json.course;
    const needsTest = async () => (await stack.knex()('course').where({ id: courseId }).first('has_final_test'))!.has_final_test;
    const body = { content_id: contentId, has_final_test: true };
    const chosen = await stack.call(`/api/creator/courses/${id}/content`, { method: 'PUT', body, bearer: creator.accessToken });
    expect(chosen.json.publication).toMatchObject({ has_final_test: true, may_test: false });
    await stack.as(creator).post(`/api/creator/courses/${id}/publish`, { has_rights: true });
    // three questions are too few for a test
    expect((await stack.call(`/api/market/courses/${id}`, {})).json.course.has_final_test).toBe(false);
    expect(await needsTest()).toBe(false);
    expect((await text()).modules[0].lessons[0].content).toBe(lessonsOf(content)[0]!.content);
    const { standing } = (await stack.as(reader).get(`/api/market/courses/${id}/standing`)).json;
    expect(standing).toMatchObject({ has_update: true, progress: 66, may_rate: true });
    for (let round = 0; round < 2; round += 1)
      expect((await stack.as(reader).post(`/api/market/courses/${id}/update`)).json.version).toBe(2);
    expect(await text()).toMatchObject({ progress: 66, version: 2 });
    expect(await needsTest()).toBe(true);
    expect((await text()).modules[0].lessons[0].content).toBe('Better words about the hive in spring.');
  });

  it('stays with its readers when its creator leaves', async () => {
    const [creator, reader] = [await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(creator);
    const { course_id: courseId } = (await stack.as(reader).post(`/api/market/courses/${id}/enrol`)).json;
    await stack.knex()('account').where({ id: creator.userId }).delete();
    expect((await stack.call(`/api/market/courses/${id}`, {})).status).toBe(404);
    expect((await stack.as(reader).get(`/api/courses/${reader.userId}/${courseId}`)).status).toBe(200);
  });
});

describe('buying a course', () => {
  const buy = async (person: Person, id: string) => {
    const answer = await stack.as(person).post(`/api/market/courses/${id}/buy`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json as { session_id: string; order_id: string };
  };
  const statsOf = async (creator: Person) => (await stack.as(creator).get('/api/creator/stats')).json;

  it('CRE-28 G15 gives the course once it is paid, 70 % of the price to its creator, and notifies both', async () => {
    const [creator, buyer] = [await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(creator, { price: 9.99 });
    expect((await stack.as(buyer).post(`/api/market/courses/${id}/enrol`)).json.code).toBe('market.costs');
    const page = await buy(buyer, id);
    await stack.pay(page.session_id);
    await stack.settle();
    expect(await stack.status(buyer, page.session_id)).toMatchObject({ payment_status: 'paid', kind: 'course', package_id: id });
    const { standing } = (await stack.as(buyer).get(`/api/market/courses/${id}/standing`)).json;
    expect(standing.course_id).not.toBeNull();
    expect(await statsOf(creator)).toMatchObject({ total_revenue: 6.99, total_students: 1, active_courses: 1 });
    const notices = await stack.knex()('notification').where({ account_id: creator.userId }).pluck('kind');
    expect(notices).toContain('course.sold');
    expect((await stack.as(buyer).post(`/api/market/courses/${id}/buy`)).json.code).toBe('market.owned');
    expect(await proveLedger()).toEqual(expect.anything());
  });

  it('thirty pages opened and paid by one person at once are one course and one payment', async () => {
    const [creator, buyer] = [await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(creator, { price: 20 });
    const pages = await Promise.all(Array.from({ length: 30 }, () => stack.as(buyer).post(`/api/market/courses/${id}/buy`)));
    const sessions = [...new Set(pages.filter(({ status }) => status === 200).map(({ json }) => json.session_id as string))];
    for (const session of sessions) await stack.pay(session).catch(() => undefined);
    await stack.settle();
    expect(await stack.knex()('enrolment').where({ account_id: buyer.userId })).toHaveLength(1);
    expect((await statsOf(creator)).total_revenue).toBe(14);
    const paid = await stack
      .knex()('billing_payment')
      .where({ account_id: buyer.userId, status: 'paid' })
      .sum({ cents: 'amount_cents' })
      .sum({ back: 'refunded_cents' });
    expect(Number(paid[0]!.cents) - Number(paid[0]!.back)).toBe(2_000);
  });

  it('is refunded below 30 % progress: the copy and the share are removed, and it can be bought again', async () => {
    const [creator, buyer] = [await stack.someone(), await stack.someone()];
    const webhook = await givenWebhook({ accountId: creator.userId });
    const { id } = await givenPublished(creator, { price: 10 });
    const page = await buy(buyer, id);
    await stack.pay(page.session_id);
    await stack.settle();
    const [payment] = await stack.knex()('billing_payment').where({ account_id: buyer.userId });
    const { standing } = (await stack.as(buyer).get(`/api/market/courses/${id}/standing`)).json;
    const refund = await stack.as(buyer).post(`/api/subscription/invoices/${payment!.id}/refund`);
    expect(refund.status, refund.text).toBe(200);
    await stack.settle();
    expect((await stack.as(buyer).get(`/api/courses/${buyer.userId}/${standing.course_id}`)).status).toBe(404);
    expect(await statsOf(creator)).toMatchObject({ total_revenue: 0, total_students: 0 });
    const currency = 'USD';
    expect(await heardBy(webhook)).toMatchObject([
      { type: 'course.published', object_id: id, data: { version: 1, price_cents: 1_000, currency } },
      { type: 'sale.made', object_id: page.order_id, data: { price_cents: 1_000, share_cents: 700, currency } },
      { type: 'sale.refunded', object_id: page.order_id, data: { refunded_cents: 1_000, left_cents: 0, currency } },
    ]);
    const again = await buy(buyer, id);
    await stack.pay(again.session_id);
    await stack.settle();
    expect((await statsOf(creator)).total_revenue).toBe(7);
    const { invoices } = (await stack.as(buyer).get('/api/subscription/invoices')).json;
    expect(invoices).toMatchObject([
      { is_course: true, status: 'paid', refundable: false, refusal: 'refund.again', refund: null },
      { is_course: true, status: 'refunded', refundable: false },
    ]);
  });

  it('is reversed once when the buyer’s bank finally reverses the payment: the copy and the creator’s share are revoked', async () => {
    const [creator, buyer] = [await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(creator, { price: 10 });
    const page = await buy(buyer, id);
    await stack.pay(page.session_id);
    await stack.settle();
    const [payment] = await stack.knex()('billing_payment').where({ account_id: buyer.userId });
    await dispute(payment!.id, 'created');
    expect(await payoutStanding(creator.userId)).toMatchObject({ balance: 7, held: 7 });
    const movements = async () =>
      (await stack.as(creator).get('/api/creator/movements')).json.movements.map((one: any) => [one.kind, one.change, one.held]);
    expect(await movements()).toEqual([
      ['disputed', 0, -7],
      ['sale', 7, 0],
    ]);
    await dispute(payment!.id, 'lost');
    expect(await movements()).toEqual([
      ['lost', -7, 0],
      ['disputed', 0, -7],
      ['sale', 7, 0],
    ]);
    expect(await stack.knex()('notification').where({ account_id: creator.userId }).orderBy('id').pluck('kind')).toEqual(
      expect.arrayContaining(['course.sold', 'sale.disputed', 'sale.dispute_lost']),
    );
    await stack.knex()('stripe_event').whereLike('type', 'charge.dispute.%').update({ state: 'pending' });
    await stack.settle();
    expect(await payoutStanding(creator.userId)).toMatchObject({ balance: 0, held: 0, available: 0 });
    expect(await statsOf(creator)).toMatchObject({ total_revenue: 0, total_students: 0 });
    expect((await stack.as(buyer).get(`/api/market/courses/${id}/standing`)).json.standing.course_id).toBeNull();
    expect(await proveLedger()).toEqual(expect.anything());
  });

  it('is withheld from its creator while a bank disputes it, and released when the bank decides in the creator’s favour', async () => {
    const [creator, buyer] = [await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(creator, { price: 10 });
    const page = await buy(buyer, id);
    await stack.pay(page.session_id);
    await stack.settle();
    const [payment] = await stack.knex()('billing_payment').where({ account_id: buyer.userId });
    await dispute(payment!.id, 'created');
    await dispute(payment!.id, 'won');
    await stack.knex()('stripe_event').whereLike('type', 'charge.dispute.%').update({ state: 'pending' });
    await stack.settle();
    const answer = (await stack.as(creator).get('/api/creator/movements')).json;
    expect(answer.movements.map((one: any) => [one.kind, one.change, one.held])).toEqual([
      ['released', 0, 7],
      ['disputed', 0, -7],
      ['sale', 7, 0],
    ]);
    expect(answer.sum).toBe(7);
    expect((await stack.as(creator).get('/api/creator/movements.csv')).text).toContain(',disputed,');
    const news = await stack
      .knex()('notification')
      .where({ account_id: creator.userId })
      .whereLike('kind', 'sale.%')
      .orderBy('id')
      .pluck('kind');
    expect(news).toEqual(['sale.disputed', 'sale.dispute_won']);
    expect(await proveLedger()).toEqual(expect.anything());
  });

  it('is not refunded from 30 % progress on', async () => {
    const [creator, buyer] = [await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(creator, { price: 10 });
    const page = await buy(buyer, id);
    await stack.pay(page.session_id);
    await stack.settle();
    const { standing } = (await stack.as(buyer).get(`/api/market/courses/${id}/standing`)).json;
    await learn(buyer, standing.course_id, 1);
    const [payment] = await stack.knex()('billing_payment').where({ account_id: buyer.userId });
    expect((await stack.as(buyer).post(`/api/subscription/invoices/${payment!.id}/refund`)).json.code).toBe('refund.too_far');
  });
});

describe('ratings and reports', () => {
  it('come from learners with 20 % progress, one each, can be changed, and are answered by the creator only', async () => {
    const [creator, reader] = [await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(creator);
    const rate = (person: Person, body: object) =>
      stack.call(`/api/market/courses/${id}/rating`, { method: 'PUT', body, bearer: person.accessToken });
    const { course_id: courseId } = (await stack.as(reader).post(`/api/market/courses/${id}/enrol`)).json;
    expect((await rate(reader, { stars: 5 })).json.code).toBe('market.rate_later');
    expect((await rate(creator, { stars: 5 })).json.code).toBe('market.own_course');
    await learn(reader, courseId, 1);
    expect((await rate(reader, { stars: 6 })).status).toBe(400);
    expect((await rate(reader, { stars: 2, text: 'Too short' })).json).toEqual({ rating: 2, rating_count: 1 });
    expect((await rate(reader, { stars: 4, text: 'Longer than I thought' })).json).toEqual({ rating: 4, rating_count: 1 });
    const [read] = (await stack.call(`/api/market/courses/${id}`, {})).json.course.ratings;
    expect(JSON.stringify(read)).not.toContain(reader.userId);
    const answer = (person: Person) =>
      stack.call(`/api/creator/courses/${id}/ratings/${read.id}/answer`, {
        method: 'PUT',
        body: { answer: 'Thank you' },
        bearer: person.accessToken,
      });
    expect((await answer(reader)).status).toBe(404);
    expect((await answer(creator)).status).toBe(200);
    const { course } = (await stack.call(`/api/market/courses/${id}`, {})).json;
    const { courses } = (await stack.as(creator).get('/api/creator/courses')).json;
    expect(courses[0]).toMatchObject({ rating: 4, completion_rate: 0, status: 'published' });
    const stats = (await stack.as(creator).get('/api/creator/stats')).json;
    expect(stats).toMatchObject({ avg_rating: 4, completion_rate: 0 });
    expect(stats.course_views).toBeGreaterThan(0);
    expect(course).toMatchObject({
      rating: 4,
      stars: [0, 0, 0, 1, 0],
      ratings: [{ stars: 4, text: 'Longer than I thought', answer: 'Thank you' }],
    });
    expect((await stack.as(reader).post(`/api/market/courses/${id}/report`, { reason: 'rights' })).status).toBe(200);
  });
});

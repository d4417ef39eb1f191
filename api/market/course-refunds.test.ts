import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useBilling } from '#api/billing/billing-stack.factory.ts';
import { useBuyers } from '#api/billing/buyers.factory.ts';
import type { Person } from '#api/testing/test-api.ts';
import { COURSE_REFUNDS } from '#contract/billing/refund-policy.ts';
import { buildWorkshop } from '#contract/courses/workshop.factory.ts';
import { lessonsOf, type CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { buildContent, buildLesson } from '#domain/courses/content/course.factory.ts';
import { deliverLessons } from '#domain/courses/content/delivery.commands.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { transact } from '#domain/platform/database.ts';
import { givenPublished } from './published.factory.ts';

const stack = useBilling();
const { refund } = useBuyers(stack);

/** Words that only one lesson has. */
const secret = (n: number) => `The queen of hive number ${n} is marked blue.`;
/** Words that only the course's plan and workshops have. */
const KEPT = 'The swarm of Hollow Oak weighs three kilos.';
/** Ten lessons: opening three ends the refund. */
const tenLessons = () =>
  buildContent({
    modules: [
      {
        title: 'Spring',
        summary: 'Growth',
        lessons: Array.from({ length: 10 }, (_, n) =>
          buildLesson({ title: `Lesson ${n}`, content: secret(n), workshop: buildWorkshop({ intro: KEPT }) }),
        ),
      },
    ],
    plan: {
      thread: { kind: 'case', name: 'Hollow Oak', summary: KEPT, facts: [{ name: 'Swarm', value: KEPT }], own: KEPT },
      terms: [{ term: 'swarm', meaning: KEPT, lesson_id: randomUUID() }],
      conventions: [KEPT],
      final_task: { title: 'A swarm', task: KEPT, points: [KEPT], solution: KEPT },
      lessons: [{ lesson_id: randomUUID(), kind: 'idea', assumes: [KEPT], adds: [KEPT], leaves: [KEPT], thread: KEPT }],
    },
  });

interface Bought {
  readonly buyer: Person;
  readonly courseId: string;
  readonly copyId: string;
  readonly paymentId: string;
  readonly lessons: ReturnType<typeof lessonsOf>;
}

async function buy(buyer: Person, courseId: string, content: CourseContent, card = '4242424242424242'): Promise<Bought> {
  const page = (await stack.as(buyer).post(`/api/market/courses/${courseId}/buy`)).json;
  await stack.pay(page.session_id, { card });
  await stack.settle();
  const { standing } = (await stack.as(buyer).get(`/api/market/courses/${courseId}/standing`)).json;
  const payment = await stack.knex()('billing_payment').where({ order_id: page.order_id }).first('id');
  return { buyer, courseId, copyId: standing.course_id, paymentId: payment!.id, lessons: lessonsOf(content) };
}

async function givenBought(card?: string, buyer?: Person): Promise<Bought> {
  const creator = await stack.someone();
  const { id, content } = await givenPublished(stack, creator, { price: 10 }, tenLessons());
  return buy(buyer ?? (await stack.someone()), id, content, card);
}

const read = ({ buyer, copyId }: Bought) => stack.as(buyer).get(`/api/courses/${buyer.userId}/${copyId}`);
const open = ({ buyer, copyId, lessons }: Bought, n: number) =>
  stack.as(buyer).post(`/api/courses/${copyId}/lessons/${lessons[n]!.lesson_id}/open`);
const refusalOf = async ({ buyer, paymentId }: Bought) => {
  const { invoices } = (await stack.as(buyer).get('/api/subscription/invoices')).json;
  const listed = invoices.find(({ id }: { id: string }) => id === paymentId);
  return listed.refundable ? null : listed.refusal;
};
/** What the list of payments says, and what the refund answers. */
const attempt = async (bought: Bought) => {
  const listed = await refusalOf(bought);
  const { status, json } = await refund(bought.buyer, bought.paymentId);
  return [listed, status === 200 ? null : json.code];
};

describe('a bought course that can be refunded', () => {
  it('is delivered lesson by lesson: whoever reads it in another way gets only opened lessons', async () => {
    const bought = await givenBought();
    const { buyer, copyId, lessons } = bought;
    const { secret: key } = await givenKey({ accountId: buyer.userId, holder: 'account', scopes: ['courses:read', 'learn'] });
    const address = `/api/courses/${buyer.userId}/${copyId}`;
    const all = async () => [
      (await read(bought)).text,
      (await stack.call(address, { bearer: key })).text,
      (await stack.as(buyer).get(`/api/courses/${copyId}/versions/1`)).text,
      (await stack.as(buyer).get(`/api/course-translations/${copyId}/in/spanish`)).text,
      (await stack.as(buyer).get(`/api/courses/${copyId}/final-task`)).text,
    ];
    for (const text of await all()) expect(text).not.toMatch(/queen of hive|above 14|Hollow Oak weighs/);
    const held = (await read(bought)).json.course.modules[0].lessons[4];
    expect(held).toMatchObject({ title: 'Lesson 4', is_held_back: true, content: '', quiz: [], exercises: [], key_takeaways: [] });
    const opened = await open(bought, 4);
    expect(opened.json.lesson).toMatchObject({ content: secret(4) });
    expect(opened.json.lesson.is_held_back).toBeUndefined();
    expect(opened.json.lesson.quiz.length).toBeGreaterThan(0);
    for (const text of (await all()).slice(0, 3)) expect(text.match(/queen of hive number \d/g)).toEqual(['queen of hive number 4']);
    const enrolment = await stack.knex()('enrolment').where({ account_id: buyer.userId }).first('opened_lessons');
    expect(enrolment!.opened_lessons).toEqual([lessons[4]!.lesson_id]);
  });

  it('is refunded until 30 % of its lessons were opened, and is whole from then on', async () => {
    const bought = await givenBought();
    for (const n of [0, 0, 1]) expect((await open(bought, n)).status).toBe(200);
    expect(await refusalOf(bought)).toBeNull();
    await open(bought, 2);
    expect(await attempt(bought)).toEqual(['refund.too_far', 'refund.too_far']);
    expect((await read(bought)).text).toContain(secret(9));
  });

  it('counts a lesson that was completed, asked about, heard or made into cards as opened', async () => {
    const bought = await givenBought();
    const { buyer, copyId, lessons } = bought;
    await stack.as(buyer).post('/api/lesson-complete', { course_id: copyId, lesson_id: '0_0' });
    await stack.as(buyer).post(`/api/course-flash-cards/${copyId}`, { lessons: [lessons[1]!.lesson_id] });
    await stack.as(buyer).get(`/api/course-audio/${copyId}/lessons/${lessons[2]!.lesson_id}/transcript/english`);
    const { opened_lessons: opened } = (await stack.knex()('enrolment').where({ account_id: buyer.userId }).first('opened_lessons'))!;
    expect([...opened].sort()).toEqual([0, 1, 2].map((n) => lessons[n]!.lesson_id).sort());
  });

  it('is not refunded once it was exported', async () => {
    const bought = await givenBought();
    const asked = await stack.as(bought.buyer).post('/api/course-exports', { course_id: bought.copyId, format: 'markdown' });
    expect(asked.status, asked.text).toBe(202);
    expect(await attempt(bought)).toEqual(['refund.exported', 'refund.exported']);
  });

  it('is refunded once: bought again it is not, and what was opened before still counts', async () => {
    const bought = await givenBought();
    await open(bought, 3);
    expect(await attempt(bought)).toEqual([null, null]);
    await stack.settle();
    expect((await read(bought)).status).toBe(404);
    const content = tenLessons();
    const again = await buy(bought.buyer, bought.courseId, content);
    expect(await attempt(again)).toEqual(['refund.again', 'refund.again']);
    const { opened_lessons: opened } = (await stack
      .knex()('enrolment')
      .where({ account_id: bought.buyer.userId })
      .first('opened_lessons'))!;
    expect(opened).toEqual([bought.lessons[3]!.lesson_id]);
  });

  it('delivers nothing more while the money is on its way back', async () => {
    const bought = await givenBought();
    await stack.knex()('refund').insert({
      id: crypto.randomUUID(),
      payment_id: bought.paymentId,
      account_id: bought.buyer.userId,
      amount_cents: 1_000,
      requested_by: 'self',
      reason: 'test',
    });
    // also when the days for a refund have passed meanwhile
    await stack
      .knex()('billing_payment')
      .where({ id: bought.paymentId })
      .update({ paid_at: new Date(Date.now() - 20 * 86_400_000) });
    expect((await open(bought, 0)).json.code).toBe('refund.under_way');
    expect((await stack.as(bought.buyer).post('/api/course-exports', { course_id: bought.copyId, format: 'zip' })).json.code).toBe(
      'refund.under_way',
    );
    expect((await read(bought)).text).not.toContain('queen of hive');
  });

  it('is whole and cannot be refunded after fourteen days; a copy that its reader deleted keeps its count', async () => {
    const late = await givenBought();
    await stack
      .knex()('billing_payment')
      .where({ id: late.paymentId })
      .update({ paid_at: new Date(Date.now() - 15 * 86_400_000) });
    expect((await read(late)).text).toContain(secret(9));
    expect(await refusalOf(late)).toBe('refund.too_late');
    const gone = await givenBought();
    for (const n of [0, 1, 2]) await open(gone, n);
    await stack.knex()('enrolment').where({ account_id: gone.buyer.userId }).update({ course_id: null });
    expect(await attempt(gone)).toEqual(['refund.too_far', 'refund.too_far']);
  });

  it('is refunded or delivered, never both', async () => {
    const bought = await givenBought('5555555555554444');
    const { buyer, copyId, lessons } = bought;
    const [recorded, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const opening = transact(async (trx) => {
      const lessonIds = lessons.slice(0, 3).map(({ lesson_id: id }) => id);
      await deliverLessons({ accountId: buyer.userId, courseId: copyId, lessonIds }, trx);
      recorded.resolve();
      await end.promise;
    });
    await recorded.promise;
    const asked = refund(buyer, bought.paymentId);
    const waits = () => stack.knex().raw("select from pg_stat_activity where wait_event_type = 'Lock' and query like '%enrolment%'");
    await expect.poll(async () => (await waits()).rows.length).toBeGreaterThan(0);
    end.resolve();
    await opening;
    expect((await asked).json.code).toBe('refund.too_far');
  });
});

describe('the yearly limit of refunded courses', () => {
  const CARD = '4000000000000341';

  it('counts by account, whatever the card', async () => {
    const buyer = await stack.someone();
    const made: Bought[] = [];
    for (let n = 0; n <= COURSE_REFUNDS; n += 1) made.push(await givenBought('5555555555554444', buyer));
    await stack
      .knex()('billing_payment')
      .where({ account_id: buyer.userId })
      .update({ method_fingerprint: stack.knex().raw("'card:' || id") });
    for (const bought of made.slice(0, -1)) expect(await attempt(bought)).toEqual([null, null]);
    expect(await attempt(made.at(-1)!)).toEqual(['refund.courses_used', 'refund.courses_used']);
  });

  it('counts by the payment method that Stripe recognises, over several accounts, and not beyond a year', async () => {
    const made: Bought[] = [];
    for (let n = 0; n <= COURSE_REFUNDS; n += 1) made.push(await givenBought(CARD));
    const stored = await stack
      .knex()('billing_payment')
      .whereIn(
        'id',
        made.map(({ paymentId }) => paymentId),
      )
      .pluck('method_fingerprint');
    expect(new Set(stored).size).toBe(1);
    expect(stored[0]).toMatch(/^card:\w{16}$/);
    for (const bought of made.slice(0, -1)) expect(await attempt(bought)).toEqual([null, null]);
    const last = made.at(-1)!;
    expect(await attempt(last)).toEqual(['refund.courses_used', 'refund.courses_used']);
    await stack
      .knex()('refund')
      .where({ payment_id: made[0]!.paymentId })
      .update({ created_at: new Date(Date.now() - 366 * 86_400_000) });
    expect(await attempt(last)).toEqual([null, null]);
  });

  it('asks Stripe for the method of a course that was bought before it was stored', async () => {
    const bought = await givenBought();
    await stack.knex()('billing_payment').where({ id: bought.paymentId }).update({ method_fingerprint: null });
    await refund(bought.buyer, bought.paymentId);
    const { method_fingerprint: found } = (await stack
      .knex()('billing_payment')
      .where({ id: bought.paymentId })
      .first('method_fingerprint'))!;
    expect(found).toMatch(/^card:/);
  });
});

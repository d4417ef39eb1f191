import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { givenCompletedRun } from '#domain/generation/runs/run.factory.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createCreatorCourse, editCreatorCourse, duplicateCreatorCourse, deleteCreatorCourse } from './creator-course.commands.ts';
import { givenCreatorCourse, givenSale, givenSaleRefund } from './creator-course.factory.ts';
import { getCreatorCourse, listCreatorCourses, listEarners } from './creator-course.queries.ts';

const db = useTestDatabase();
let accountId: string;
beforeEach(async () => {
  accountId = await givenOwner({ tokens: 0 });
});

const BEES = { title: 'Beekeeping', description: 'From an empty hive to honey', difficulty: 'beginner' } as const;
const create = (changes: object = {}, idempotencyKey?: string) =>
  createCreatorCourse({ accountId, fields: { ...BEES, ...changes }, idempotencyKey });
const coursesOf = (owner = accountId) => db.knex('creator_course').where({ account_id: owner });
const list = (changes: object = {}) => listCreatorCourses({ accountId, status: 'all', limit: 50, ...changes });

describe('making a course', () => {
  it('CRE-20 CRE-21 CRE-26 stores every field, as an unsold draft', async () => {
    const fields = {
      category: 'academic',
      price: 8.5,
      difficulty: 'advanced',
      duration: 4.25,
      objectives: 'Keep one colony\nTake honey',
      tags: ['bees', 'garden'],
      prerequisites: 'A garden',
    };
    const course = await create(fields);
    expect(course).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      ...BEES,
      ...fields,
      status: 'draft',
      students: 0,
      revenue: 0,
      rating: 0,
      completion_rate: 0,
      created_at: expect.stringMatching(/Z$/),
      updated_at: course.created_at,
      version: 1,
    });
    expect(await getCreatorCourse({ accountId, courseId: course.id.toUpperCase() })).toEqual(course);
  });

  it('CRE-19 CRE-22 needs a title and a description only', async () => {
    expect(await create()).toMatchObject({
      category: null,
      price: 0,
      difficulty: 'beginner',
      duration: null,
      objectives: '',
      tags: [],
      prerequisites: '',
    });
  });

  it('twenty times at once with one key makes one course, which all requests return', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({}, 'key-1')));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await coursesOf()).toHaveLength(1);
    const [course] = answers;
    await editCreatorCourse({ accountId, courseId: course!.id, version: 1, fields: { title: 'Bees' } });
    expect(await create({}, 'key-1')).toMatchObject({ id: course!.id, title: 'Bees', version: 2 });
  });

  it('with a key that made another course is refused; new keys, and none, are free', async () => {
    await create({}, 'key-1');
    await expect(create({ price: 5 }, 'key-1')).rejects.toMatchObject({ code: 'idempotency.body_mismatch' });
    const other = await givenOwner({ tokens: 0 });
    await createCreatorCourse({ accountId: other, fields: BEES, idempotencyKey: 'key-1' });
    await Promise.all([create(), create()]);
    expect([(await coursesOf()).length, (await coursesOf(other)).length]).toEqual([3, 1]);
  });
});

describe('a copy of a course', () => {
  const duplicate = (courseId: string, idempotencyKey?: string) => duplicateCreatorCourse({ accountId, courseId, idempotencyKey });

  it('G54 is a draft with the same texts, and without the sales', async () => {
    const original = await create({ price: 8, tags: ['bees'], duration: 3, category: 'creative' });
    await db.knex('creator_course').where({ id: original.id }).update({ status: 'published', version: 7 });
    await givenSale({ creatorId: accountId, courseId: original.id, cents: 800 });
    const copy = await duplicate(original.id);
    const { id, created_at, updated_at } = copy;
    expect(copy).toEqual({ ...original, id, created_at, updated_at, title: 'Copy of Beekeeping', status: 'draft', version: 1 });
    expect(id).not.toBe(original.id);
  });

  it.each([
    ['a'.repeat(192), `Copy of ${'a'.repeat(192)}`],
    ['a'.repeat(193), `Copy of ${'a'.repeat(191)}…`],
    [`${'a'.repeat(190)}${'🐝'.repeat(5)}`, `Copy of ${'a'.repeat(190)}…`],
    [`${'a'.repeat(185)} b ${'c'.repeat(12)}`, `Copy of ${'a'.repeat(185)} b ccc…`],
  ])('G45 has a title that fits, cut between two characters', async (title, copied) => {
    const copy = await duplicate((await create({ title })).id);
    expect(copy.title).toBe(copied);
    expect(copy.title.length).toBeLessThanOrEqual(200);
  });

  it('requested many times concurrently with one key is one, even when the original is changed or deleted', async () => {
    const { id } = await create();
    const copies = await Promise.all(Array.from({ length: 10 }, () => duplicate(id, 'key-2')));
    expect(new Set(copies.map((copy) => copy.id)).size).toBe(1);
    await editCreatorCourse({ accountId, courseId: id, version: 1, fields: { title: 'Bees' } });
    expect((await duplicate(id.toUpperCase(), 'key-2')).title).toBe('Copy of Beekeeping');
    await deleteCreatorCourse({ accountId, courseId: id });
    expect((await duplicate(id, 'key-2')).id).toBe(copies[0]!.id);
    await expect(duplicate(copies[0]!.id, 'key-2')).rejects.toMatchObject({ code: 'idempotency.body_mismatch' });
    await expect(create({}, 'key-2')).rejects.toMatchObject({ code: 'idempotency.body_mismatch' });
  });
});

describe('editing a course', () => {
  it('G54 changes the given fields and leaves the rest; empty texts count as given', async () => {
    const before = await create({ price: 8, tags: ['bees'], duration: 3, category: 'creative', objectives: 'Keep one colony' });
    const edit = { accountId, courseId: before.id };
    const after = await editCreatorCourse({
      ...edit,
      version: 1,
      fields: { title: 'Bees', price: 0, tags: [], duration: null, category: null },
    });
    expect(after).toEqual({
      ...before,
      title: 'Bees',
      price: 0,
      tags: [],
      duration: null,
      category: null,
      version: 2,
      updated_at: after.updated_at,
    });
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(await editCreatorCourse({ ...edit, version: 2, fields: { objectives: '' } })).toMatchObject({ objectives: '', version: 3 });
  });

  it('of two tabs the second gets a conflict and changes nothing', async () => {
    const { id: courseId } = await create();
    const save = (title: string) => editCreatorCourse({ accountId, courseId, version: 1, fields: { title } });
    const ends = await Promise.allSettled(['One', 'Two', 'Three'].map(save));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'course.version_conflict' });
    expect(await getCreatorCourse({ accountId, courseId })).toMatchObject({ version: 2 });
  });

  it('resent after a lost response succeeds, and an edit without changes makes no version', async () => {
    const { id: courseId } = await create({ price: 8, duration: 2.5, tags: ['a'] });
    const edit = { accountId, courseId, version: 1, fields: { title: 'Bees', price: 8, duration: 2.5, tags: ['a'] } };
    const saved = await editCreatorCourse(edit);
    expect(await editCreatorCourse(edit)).toEqual(saved);
    expect(saved.version).toBe(2);
  });
});

describe('deleting a course', () => {
  it('deletes the course, once', async () => {
    const { id: courseId } = await create();
    await deleteCreatorCourse({ accountId, courseId });
    expect(await coursesOf()).toEqual([]);
    await expect(deleteCreatorCourse({ accountId, courseId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('G54 is refused for a sold one, even after its refund; an order that came to nothing does not prevent it', async () => {
    const { id: courseId } = await create();
    const orderId = await givenSale({ creatorId: accountId, courseId, cents: 800 });
    await givenSaleRefund({ orderId, cents: 800 });
    for (const status of ['refunded', 'open', 'disputed']) {
      await db.knex('billing_order').where({ id: orderId }).update({ status });
      await expect(deleteCreatorCourse({ accountId, courseId })).rejects.toMatchObject({ code: 'studio.course_kept' });
    }
    await db.knex('billing_order').where({ id: orderId }).update({ status: 'expired' });
    await deleteCreatorCourse({ accountId, courseId });
    expect(await coursesOf()).toEqual([]);
  });
});

it.each(['of another user', 'that does not exist', 'with an invalid id'])(
  'a course %s is neither shown, copied, changed nor deleted',
  async (which) => {
    const theirs = await givenCreatorCourse(await givenOwner({ tokens: 0 }));
    const courseId = { 'of another user': theirs.id, 'that does not exist': uuidv7() }[which] ?? "x' or 1=1";
    const given = { accountId, courseId };
    for (const attempt of [
      () => getCreatorCourse(given),
      () => duplicateCreatorCourse(given),
      () => editCreatorCourse({ ...given, version: 1, fields: { title: 'Mine' } }),
      () => deleteCreatorCourse(given),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    expect(
      await getCreatorCourse({
        accountId: (await db.knex('creator_course').where({ id: theirs.id }).first())!.account_id,
        courseId: theirs.id,
      }),
    ).toEqual(theirs);
    expect(await coursesOf()).toEqual([]);
  },
);

describe('the list of courses', () => {
  it('CRE-08 is empty for a creator without courses', async () => {
    await givenCreatorCourse(await givenOwner({ tokens: 0 }));
    expect(await list()).toEqual({ courses: [], next: null, counts: { all: 0, published: 0, draft: 0, archived: 0 } });
  });

  it('CRE-09 is filtered by status; the counts are those of all', async () => {
    const first = await create({ title: 'First' });
    await create({ title: 'Second' });
    await db.knex('creator_course').where({ id: first.id }).update({ status: 'published' });
    await create({ title: 'Third' });
    const counts = { all: 3, published: 1, draft: 2, archived: 0 };
    const titles = async (status: string) => {
      const page = await list({ status });
      expect(page.counts).toEqual(counts);
      return page.courses.map(({ title }) => title);
    };
    expect([await titles('all'), await titles('published'), await titles('draft')]).toEqual([
      ['Third', 'Second', 'First'],
      ['First'],
      ['Third', 'Second'],
    ]);
    expect((await list({ limit: 1, status: 'published' })).next).toBeNull();
  });

  it('CRE-08 is complete over its pages, each course once, even with equal times', async () => {
    for (let n = 0; n < 11; n += 1) await create({ title: `Course ${n}` });
    await coursesOf().update({ created_at: db.knex.raw(`date_trunc('minute', created_at)`) });
    const seen: string[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const page = await list({ limit: 4, after });
      seen.push(...page.courses.map(({ id }) => id));
      after = page.next ?? undefined;
      pages += 1;
    } while (after);
    expect([pages, new Set(seen).size]).toEqual([3, 11]);
    expect(seen).toEqual((await list()).courses.map(({ id }) => id));
    await expect(list({ after: 'x' })).rejects.toMatchObject({ code: 'validation.failed' });
  });

  it('CRE-10 CRE-28 lists the students and the creator’s 70 % of each course', async () => {
    const [bees, bread] = [await create({ title: 'Bees' }), await create({ title: 'Bread' })];
    await create({ title: 'Never sold' });
    const ben = await givenOwner({ tokens: 0 });
    const sell = (courseId: string, cents: number, buyerId?: string) =>
      givenSale({ creatorId: accountId, courseId, cents, ...(buyerId && { buyerId }) });
    await sell(bees.id, 1_001, ben);
    // bought twice: one student
    await sell(bees.id, 500, ben);
    await givenSaleRefund({ orderId: await sell(bees.id, 999), cents: 998 });
    await givenSaleRefund({ orderId: await sell(bread.id, 700), cents: 700 });
    const noise = await givenOwner({ tokens: 0 });
    await givenSale({ creatorId: noise, courseId: (await givenCreatorCourse(noise)).id, cents: 5_000, buyerId: ben });

    const { courses } = await list();
    // 70 % of 10.01, 5.00 and 0.01, each rounded half up to a cent
    expect(courses.map(({ title, students, revenue }) => [title, students, revenue])).toEqual([
      ['Never sold', 0, 0],
      ['Bread', 0, 0],
      ['Bees', 2, 10.52],
    ]);
    expect(await getCreatorCourse({ accountId, courseId: bees.id })).toEqual(courses[2]);
  });

  it('top courses are ranked over all published ones, including the oldest; of equal ones the one with more students comes first', async () => {
    const [old, taught, liked, draft] = await Promise.all(['Old', 'Taught', 'Liked', 'Draft'].map((title) => create({ title })));
    await Promise.all(Array.from({ length: 6 }, (_, n) => create({ title: `New ${n}` })));
    await coursesOf().whereNot({ id: draft!.id }).update({ status: 'published' });
    await givenSale({ creatorId: accountId, courseId: old!.id, cents: 900 });
    await givenSale({ creatorId: accountId, courseId: taught!.id, cents: 400 });
    for (const cents of [200, 200]) await givenSale({ creatorId: accountId, courseId: liked!.id, cents });
    await givenSale({ creatorId: accountId, courseId: draft!.id, cents: 5_000 });
    const courses = await listEarners({ accountId });
    expect(courses.map(({ title, revenue }) => [title, revenue])).toEqual([
      ['Old', 6.3],
      ['Liked', 2.8],
      ['Taught', 2.8],
    ]);
    expect(courses[0]).toEqual(await getCreatorCourse({ accountId, courseId: old!.id }));
  });
});

describe('lessons that are written for a course', () => {
  beforeAll(() => setJobSink(async () => {}));
  const contentOf = (id: string) => db.knex('creator_course').where({ id }).first('course_id', 'preview_lessons', 'has_final_test');

  it('become those of a course without any, in the transaction that makes them; the first can be read by everyone', async () => {
    const owner = await givenOwner();
    const { id: creator_course_id } = await givenCreatorCourse(owner);
    const { runId, lessons } = await givenCompletedRun(owner, { form: { creator_course_id, certification_level: true } });
    const { course_id } = (await db.knex('course_run').where({ run_id: runId }).first('course_id'))!;
    expect(await contentOf(creator_course_id)).toEqual({ course_id, preview_lessons: [lessons[0]], has_final_test: true });
  });

  it('change nothing in a course that has lessons, nor in another creator’s', async () => {
    const owner = await givenOwner();
    const [own, foreign] = [await givenCreatorCourse(owner), await givenCreatorCourse(accountId)];
    const chosen = await givenCourse(owner);
    await db.knex('creator_course').where({ id: own.id }).update({ course_id: chosen });
    for (const { id: creator_course_id } of [own, foreign]) await givenCompletedRun(owner, { form: { creator_course_id } });
    expect([(await contentOf(own.id))!.course_id, (await contentOf(foreign.id))!.course_id]).toEqual([chosen, null]);
  });
});

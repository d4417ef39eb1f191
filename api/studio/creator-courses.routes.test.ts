import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenSale } from '#domain/studio/creator-course.factory.ts';

const api = useTestApi();
let carla: Person;
beforeAll(async () => {
  carla = await api.givenPerson('carla@example.com');
});

const BEES = { title: 'Beekeeping', description: 'From an empty hive to honey' };
const as = (person: Person, method: string, path: string, body?: object, key?: string) =>
  api.call(`/api/creator/courses${path}`, {
    method,
    ...(body && { body }),
    bearer: person.accessToken,
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  });
const make = (changes: object = {}, key?: string) => as(carla, 'POST', '', { ...BEES, ...changes }, key);
const made = async (changes: object = {}) => (await make(changes)).json.course;
const rows = () => api.database.knex('creator_course').where({ account_id: carla.userId });

describe('POST /api/creator/courses', () => {
  it('CRE-20 CRE-21 CRE-26 accepts the form as sent, and returns the draft', async () => {
    const answer = await make({
      category: 'technology',
      price: '12.50',
      difficulty: 'intermediate',
      duration: '6.5',
      objectives: '  Keep one colony\nTake honey ',
      tags: 'bees, garden,, bees ,',
      prerequisites: 'A garden',
    });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.json.course).toEqual({
      id: expect.any(String),
      ...BEES,
      status: 'draft',
      category: 'technology',
      price: 12.5,
      difficulty: 'intermediate',
      duration: 6.5,
      objectives: 'Keep one colony\nTake honey',
      tags: ['bees', 'garden'],
      prerequisites: 'A garden',
      students: 0,
      revenue: 0,
      rating: 0,
      completion_rate: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      version: 1,
    });
  });

  it('CRE-19 CRE-20 leaves out empty fields; lists may be lists', async () => {
    expect(await made({ category: '', price: '', duration: '', objectives: '', tags: '', prerequisites: '' })).toMatchObject({
      category: null,
      price: 0,
      difficulty: 'beginner',
      duration: null,
      objectives: '',
      tags: [],
      prerequisites: '',
    });
    expect(
      await made({
        objectives: ['One', 'Two'],
        tags: ['a', ' b ', 'A', 'B'],
        prerequisites: null,
        duration: null,
        category: null,
        price: null,
      }),
    ).toMatchObject({
      objectives: 'One\nTwo',
      tags: ['a', 'b'],
      prerequisites: '',
      duration: null,
    });
  });

  it.each([
    ['', 0],
    ['abc', 0],
    ['12 dollars', 0],
    [null, 0],
    [undefined, 0],
    ['12.345', 12.35],
    ['1.005', 1.01],
    ['1e3', 0],
    ['1,250.00', 0],
    [' +3. ', 3],
    ['.5', 0.5],
    ['0007', 7],
    [9_999.99, 9_999.99],
    ['-0.001', 0],
  ])('CRE-22 reads the price %j as %d', async (price, dollars) => {
    const course = await made({ price });
    expect(course.price).toBe(dollars);
    expect((await rows().where({ id: course.id }))[0]!.price_cents).toBe(Math.round(dollars * 100));
  });

  it.each([
    ['title', 'Must not be empty.', { title: '' }],
    ['title', 'Must not be empty.', { title: ' \u200b ' }],
    ['title', 'Must be given.', { title: undefined }],
    ['title', 'Must have at most 200 characters.', { title: 'a'.repeat(201) }],
    ['description', 'Must not be empty.', { description: '  ' }],
    ['description', 'Must have at most 5,000 characters.', { description: 'a'.repeat(5_001) }],
    ['description', 'Must contain letters or digits.', { description: '\u200b\u2060' }],
    ['title', 'Must contain letters or digits.', { title: '\u2013 \u2026' }],
    ['objectives', 'Must have at most 5,000 characters.', { objectives: 'a'.repeat(5_001) }],
    ['prerequisites', 'Must have at most 5,000 characters.', { prerequisites: ['a'.repeat(2_500), 'a'.repeat(2_500)] }],
    ['price', 'Must be at least 0.', { price: '-5' }],
    ['price', 'Must be at most 9999.99.', { price: 1e9 }],
    ['price', 'Must be at most 9999.99.', { price: '9999.995' }],
    ['price', 'Must be a number.', { price: '9'.repeat(400) }],
    ['price', 'Must be text.', { price: {} }],
    ['duration', 'Must be a number.', { duration: 'x' }],
    ['duration', 'Must be more than 0.', { duration: '0' }],
    ['duration', 'Must be more than 0.', { duration: 0.001 }],
    ['duration', 'Must be a number.', { duration: '0x10' }],
    ['duration', 'Must be a number.', { duration: '1e2' }],
    ['duration', 'Must be at most 1000.', { duration: 1_000.01 }],
    ['category', 'Must be one of business, technology, creative, personal, academic.', { category: 'cooking' }],
    ['difficulty', 'Must be one of beginner, intermediate, advanced.', { difficulty: 'expert' }],
    ['difficulty', 'Must be one of beginner, intermediate, advanced.', { difficulty: '' }],
    ['tags', 'Must have at most 20 entries.', { tags: Array.from({ length: 21 }, (_, n) => `tag ${n}`) }],
    ['tags.1', 'Must have at most 40 characters.', { tags: ['fine', 'a'.repeat(41)] }],
    ['tags.1', 'Must have at most 40 characters.', { tags: `fine,${'a'.repeat(41)}` }],
    ['tags', 'Must be text.', { tags: 5 }],
    ['description', 'Contains characters that are not text.', { description: 'a\0b' }],
  ] as const)('CRE-20 CRE-22 refuses a bad %s at its field and creates nothing: %s', async (path, message, changes) => {
    const before = (await rows()).length;
    const answer = await make(changes);
    expect([answer.status, answer.json.code]).toEqual([400, 'validation.failed']);
    expect(answer.json.errors).toMatchObject([{ path, message }]);
    expect(await rows()).toHaveLength(before);
  });

  it('CRE-20 reports every problem at once, with a detail to show', async () => {
    const answer = await make({ title: '', price: '-5', difficulty: 'x' });
    expect(answer.json.errors.map(({ path }: { path: string }) => path)).toEqual(['title', 'price', 'difficulty']);
    expect(answer.json.detail).toBe('Title: must not be empty. There are 2 more problems.');
  });
});

describe('courses of a creator', () => {
  it('CRE-08 CRE-09 CRE-10 are listed by status, in pages, with their sales', async () => {
    const creator = await api.givenPerson('lister@example.com');
    for (const title of ['One', 'Two']) await as(creator, 'POST', '', { ...BEES, title });
    const { id } = (await api.database.knex('creator_course').where({ account_id: creator.userId, title: 'One' }))[0]!;
    await givenSale({ creatorId: creator.userId, courseId: id, cents: 800 });
    const { next } = (await as(creator, 'GET', '?limit=1&status=draft')).json;
    const { json } = await as(creator, 'GET', `?limit=1&status=draft&after=${next}`);
    expect(json.courses).toMatchObject([{ title: 'One', students: 1, revenue: 5.6, rating: 0, completion_rate: 0 }]);
    for (const query of ['?status=sold', '?limit=0', '?limit=101', '?after=x'])
      expect(await as(creator, 'GET', query)).toMatchObject({ status: 400, json: { code: 'validation.failed' } });
  });

  it('G54 are edited with the version that was read; another one is 409', async () => {
    const { id } = await made({ price: 8 });
    const edit = (body: object) => as(carla, 'PATCH', `/${id}`, body);
    expect(await edit({ version: 1, title: 'Bees', duration: '2' })).toMatchObject({
      status: 200,
      json: { course: { id, title: 'Bees', price: 8, duration: 2, version: 2 } },
    });
    const detail = 'The course was changed somewhere else after you opened it. Your changes were not saved.';
    expect(await edit({ version: 1, title: 'Late' })).toMatchObject({ status: 409, json: { code: 'course.version_conflict', detail } });
    for (const wrong of [{ title: 'No version' }, { version: 2, title: '' }, { version: '2' }, { version: 2, price: '-5' }])
      expect(await edit(wrong)).toMatchObject({ status: 400 });
  });

  it('CRE-20 G54 are created and duplicated once per key, and deleted unless they were sold', async () => {
    const { id } = (await make({}, 'create-1')).json.course;
    expect((await make({}, 'create-1')).json.course.id).toBe(id);
    expect(await make({ title: 'Bread' }, 'create-1')).toMatchObject({ status: 422, json: { code: 'idempotency.body_mismatch' } });
    expect(await make({}, 'with blanks')).toMatchObject({ status: 400 });
    const copy = async () => (await as(carla, 'POST', `/${id}/duplicate`, undefined, 'copy-1')).json.course.id;
    const copyId = await copy();
    expect([await copy(), copyId === id]).toEqual([copyId, false]);
    expect(await as(carla, 'DELETE', `/${copyId}`)).toMatchObject({ status: 200, json: { message: 'Course deleted' } });
    expect(await as(carla, 'GET', `/${copyId}`)).toMatchObject({ status: 404 });
    await givenSale({ creatorId: carla.userId, courseId: id, cents: 800 });
    expect(await as(carla, 'DELETE', `/${id}`)).toMatchObject({ status: 409, json: { code: 'studio.course_kept' } });
  });
});

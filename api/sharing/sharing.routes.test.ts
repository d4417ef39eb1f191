import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';

const api = useTestApi();
let ada: Person;
let courseId: string;

beforeAll(async () => {
  ada = await api.givenPerson('ada@example.com', { tokens: 0, birthYear: new Date().getUTCFullYear() - 16 });
  await api.database.knex('parental_consent').insert({ account_id: ada.userId, given_by: 'parent', parent_email: 'mum@example.com' });
  courseId = await givenCourse(ada.userId, { document: { title: 'Bees' } });
});
const share = (method: string, person = ada, id = courseId) => api.call(`/api/course-shares/${id}`, { method, bearer: person.accessToken });
const read = (path: string) => api.call(path.replace('/shared/', '/api/shared/'));

describe('the share link of a course', () => {
  it('is created once, is readable by anyone with the link, and shows only the owner’s public name', async () => {
    expect((await share('GET')).json).toEqual({ path: null, shared_at: null });
    const { path } = (await share('PUT')).json;
    expect(path).toMatch(/^\/shared\/[\w-]{32}$/);
    expect((await share('PUT')).json.path).toBe(path);
    // each course has its own
    const other = await givenCourse(ada.userId, { document: { title: 'Wasps' } });
    expect((await share('GET', ada, other)).json).toEqual({ path: null, shared_at: null });
    expect((await read((await share('PUT', ada, other)).json.path)).json.course).toMatchObject({ title: 'Wasps' });
    const answer = await read(path);
    expect([answer.status, answer.headers['x-robots-tag']]).toEqual([200, 'noindex, nofollow']);
    // a user of unknown age is shown by first name only
    expect(answer.json.course).toMatchObject({ title: 'Bees', by: 'Ada' });
    expect(answer.json.course.modules[0].lessons[0]).toEqual({
      title: expect.any(String),
      content: expect.any(String),
      key_takeaways: expect.any(Array),
      duration_minutes: expect.any(Number),
    });
    for (const secret of [ada.userId, courseId, 'Okafor', ada.email]) expect(answer.text).not.toContain(secret);
  });

  it('shows nothing once it is withdrawn, and sharing again makes another address', async () => {
    const { path } = (await share('PUT')).json;
    expect((await share('DELETE')).json.path).toBeNull();
    expect((await share('DELETE')).status).toBe(200);
    expect((await read(path)).status).toBe(404);
    const again = (await share('PUT')).json.path;
    expect(again).not.toBe(path);
    expect([(await read(path)).status, (await read(again)).status]).toEqual([404, 200]);
  });

  it('is not shown while its owner is being deleted or suspended, and disappears with the course', async () => {
    const { path } = (await share('PUT')).json;
    for (const state of ['suspended_at', 'deletion_due_at']) {
      await api.database
        .knex('account')
        .where({ id: ada.userId })
        .update({ [state]: new Date() });
      expect((await read(path)).status).toBe(404);
      await api.database
        .knex('account')
        .where({ id: ada.userId })
        .update({ [state]: null });
    }
    await api.database.knex('course').where({ id: courseId }).delete();
    expect((await read(path)).status).toBe(404);
  });

  it('is not shown, and names nobody, while its owner’s year of birth is unknown or a parent has not agreed', async () => {
    const knex = api.database.knex;
    const ben = await api.givenPerson('ben@example.com', { tokens: 0, birthYear: 1990 });
    const { path } = (await share('PUT', ben, await givenCourse(ben.userId, { document: { title: 'Ropes' } }))).json;
    const at = async (birth_year: number | null) => {
      await knex('account').where({ id: ben.userId }).update({ birth_year });
      return (await read(path)).status;
    };
    expect([await at(1990), await at(null), await at(new Date().getUTCFullYear() - 16), await at(1990)]).toEqual([200, 404, 404, 200]);
  });

  it('is not for courses of another creator, nor for children', async () => {
    const own = await givenCourse(ada.userId, { document: { title: 'Wasps' } });
    const child = await api.givenPerson('child@example.com', { tokens: 0 });
    const childs = await givenCourse(child.userId, { document: { title: 'Ants' } });
    await api.database
      .knex('account')
      .where({ id: child.userId })
      .update({ birth_year: new Date().getUTCFullYear() - 11 });
    expect((await share('PUT', child, childs)).json.code).toBe('age.too_young');
    expect((await share('PUT', child, own)).status).toBe(403);
    const enrolled = await givenCourse(ada.userId, { document: { title: 'Bought' } });
    await api.database.knex('creator_course').insert({
      id: enrolled,
      account_id: child.userId,
      title: 'Bought',
      description: 'Bought',
      status: 'draft',
      language: 'english',
    });
    await api.database.knex('course').where({ id: enrolled }).update({ enrolled_from: enrolled });
    expect((await share('PUT', ada, enrolled)).json.code).toBe('market.not_yours');
  });
});

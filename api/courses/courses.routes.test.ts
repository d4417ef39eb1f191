import { beforeAll, expect, it } from 'vitest';
import { FROM_OUR_PAGE, useTestApi, type Person, type Sent } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';

const api = useTestApi();
let person: Person;
let other: Person;
let courseId: string;
beforeAll(async () => {
  person = await api.givenPerson('saver@example.com');
  other = await api.givenPerson('other-saver@example.com');
  courseId = await givenCourse(person.userId);
});
const course_data = { course_id: 'another', title: 'A title of my own making', modules: [] };
const save = (body: object, sent: Pick<Sent, 'bearer' | 'cookie' | 'headers'> = { bearer: person.accessToken }) =>
  api.call('/api/courses/save', { method: 'POST', body, ...sent });
const savedList = async () => (await api.call(`/api/courses/saved/${person.userId}`, { bearer: person.accessToken })).json.courses;

it('CRS-09 CRS-15 (A13) course_data and user_id may be sent too: the stored course is saved, the copy is not read', async () => {
  const { title } = (await api.call(`/api/courses/${person.userId}/${courseId}`, { bearer: person.accessToken })).json.course;
  expect(await save({ course_id: courseId, course_data, user_id: person.userId })).toMatchObject({
    status: 200,
    json: { message: 'Course saved successfully', total_saved_courses: 1 },
  });
  expect(await savedList()).toMatchObject([{ course_id: courseId, title, saved_at: expect.any(String) }]);
  // with the session cookie, like a page that sends no bearer token (G18)
  expect(await save({ course_id: courseId, course_data }, { cookie: person.cookie, headers: FROM_OUR_PAGE })).toMatchObject({
    json: { total_saved_courses: 1 },
  });
});

it('CRS-09 (A13) a copy is not even parsed: it may be long, and its contents may be wrong', async () => {
  const deep = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
  for (const copy of [deep, `[${'1,'.repeat(900_000)}1]`, '{"user_id":"somebody"}', '{"a"}']) {
    const rawBody = `{"course_data":${copy},"course_id":"${courseId}"}`;
    const headers = { 'Content-Type': 'application/json' };
    const { status, json } = await api.call('/api/courses/save', { method: 'POST', rawBody, bearer: person.accessToken, headers });
    expect([status, json.total_saved_courses], copy.slice(0, 40)).toEqual([200, 1]);
  }
});

it('CRS-09 (A13) a course known only from a copy is not found, and users save only for themselves', async () => {
  expect(await save({ course_id: 'another', course_data, user_id: person.userId })).toMatchObject({ status: 404 });
  expect(await save({ course_id: courseId, course_data, user_id: other.userId })).toMatchObject({ status: 403 });
  expect(await save({ course_id: courseId, course_data }, { bearer: other.accessToken })).toMatchObject({ status: 404 });
  expect(await savedList()).toHaveLength(1);
});

import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertRun } from '#domain/testing/account.factory.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { setPicture } from '#domain/courses/pictures/set-picture.command.ts';
import { startEngine } from '#domain/kinds.ts';
import { storeMedia } from '#domain/media/store-media.command.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

const api = useTestApi();
let sandbox: Sandbox;
let creator: Person;
let buyer: Person;
let stranger: Person;
let courseId: string;
let soldId: string;
startEngine();

const BYTES = { large: Buffer.from('a large picture'), small: Buffer.from('a small one') };

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } });
  creator = await api.givenPerson('creator@example.com', { tokens: 100, birthYear: 1990 });
  buyer = await api.givenPerson('buyer@example.com');
  stranger = await api.givenPerson('stranger@example.com');
  courseId = await givenCourse(creator.userId);
  const { run_id, content } = await api.database
    .knex('course')
    .join('course_version', 'course_version.course_id', 'course.id')
    .where({ id: courseId })
    .first('course.run_id', 'content');
  const lessons = content.modules[0].lessons.map(({ lesson_id }: { lesson_id: string }) => lesson_id);
  for (const [place, own] of [
    ['cover', []],
    [`module:${lessons[0]}`, lessons],
  ] as const) {
    const stored = (source: Buffer) => storeMedia({ accountId: creator.userId, kind: 'picture', type: 'image/webp', source });
    const [large, small] = [await stored(BYTES.large), await stored(BYTES.small)];
    const at = { homeId: run_id, accountId: creator.userId, place, lessons: own, runId: null };
    await transact((trx) => setPicture(trx, at, { large, small, alt: `What is in the ${place}`, prompt: 'A hive' }));
  }
  soldId = uuidv7();
  const sold = { id: soldId, account_id: creator.userId, title: 'Bees', description: 'Bees', status: 'published', course_id: courseId };
  const dates = { published_at: new Date(), renewed_at: new Date(), language: 'english', age_group: 'Adults' };
  await api.database.knex('creator_course').insert({ ...sold, ...dates, published_version: 1, published_course_id: courseId });
  await api.database.knex('publication_version').insert({ creator_course_id: soldId, number: 1, content: JSON.stringify(content) });
});
beforeEach(() => setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } }));
afterAll(() => sandbox.close());

const ask = (path: string, person?: Person, method = 'GET', body?: object) =>
  api.call(path, { method, ...(person && { bearer: person.accessToken }), ...(body && { body }) });
const pictures = (id: string, person: Person) => ask(`/api/course-pictures/${id}`, person);
const publish = (status: string) => api.database.knex('creator_course').where({ id: soldId }).update({ status });

describe('pictures of a course', () => {
  it('are readable by the course’s owners under an immutable URL, and 404 for others', async () => {
    const { json } = await pictures(courseId, creator);
    expect(json).toMatchObject({ may_change: true, available: true, pictures_left: 0 });
    expect([json.cover, ...json.modules].map(({ state }: { state: string }) => state)).toEqual(['drawn', 'drawn', 'none']);
    const { media_id, thumb_id, alt } = json.cover.picture;
    expect(alt).toBe('What is in the cover');
    const large = await ask(`/api/course-pictures/${courseId}/files/${media_id}`, creator);
    expect([large.status, large.text, large.headers['content-type']]).toEqual([200, BYTES.large.toString(), 'image/webp']);
    expect(large.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect(large.headers.etag).toMatch(/^"[\da-f]{64}"$/);
    expect((await ask(`/api/course-pictures/${courseId}/files/${thumb_id}`, creator)).text).toBe(BYTES.small.toString());
    for (const path of [courseId, `${courseId}/files/${media_id}`])
      expect((await ask(`/api/course-pictures/${path}`, stranger)).status).toBe(404);
    expect((await ask(`/api/course-pictures/${courseId}/files/${media_id}`)).status).toBe(401);
    expect((await ask(`/api/course-pictures/${courseId}`, stranger, 'POST', { places: ['cover'] })).status).toBe(404);
    expect((await ask(`/api/course-pictures/${courseId}/cover`, stranger, 'DELETE')).status).toBe(404);
  });

  it('CRS-12 the cover appears in the list of courses, and in the market, where strangers see it while it is published, and nothing else', async () => {
    const { json } = await ask(`/api/courses/${creator.userId}`, creator);
    expect(json.courses[0].cover).toMatchObject({ alt: 'What is in the cover' });
    const listed = (await ask('/api/market/courses')).json.courses[0];
    expect((await ask(`/api/market/courses/${soldId}`)).json.course.cover).toEqual(listed.cover);
    const cover = `/api/market/covers/${soldId}/${listed.cover.media_id}`;
    const seen = await ask(cover);
    expect([seen.status, seen.text, seen.headers['cache-control']]).toEqual([200, BYTES.large.toString(), 'public, max-age=300']);
    const { modules } = (await pictures(courseId, creator)).json;
    expect((await ask(`/api/market/covers/${soldId}/${modules[0].picture.media_id}`)).status).toBe(404);
    await publish('draft');
    expect((await ask(cover)).status).toBe(404);
    await publish('published');
  });

  it('come with the copy of a buyer, who cannot change them', async () => {
    const { json: taken } = await ask(`/api/market/courses/${soldId}/enrol`, buyer, 'POST');
    const { json } = await pictures(taken.course_id, buyer);
    expect(json).toMatchObject({ may_change: false, cover: { state: 'drawn' } });
    expect((await ask(`/api/course-pictures/${taken.course_id}/files/${json.cover.picture.media_id}`, buyer)).text).toBe(
      BYTES.large.toString(),
    );
    const changed = await ask(`/api/course-pictures/${taken.course_id}`, buyer, 'POST', { places: ['cover'] });
    expect(changed.json).toMatchObject({ code: 'market.not_yours' });
    expect((await ask(`/api/course-pictures/${taken.course_id}/cover`, buyer, 'DELETE')).json.code).toBe('market.not_yours');
    for (const method of ['POST', 'DELETE'])
      expect((await ask(`/api/course-clips/${taken.course_id}`, buyer, method)).json.code).toBe('market.not_yours');
  });

  it('a new clip is filmed once at a time, at a price; an unwanted one is removed from the course', async () => {
    const clip = async () => (await pictures(courseId, creator)).json.clip;
    expect(await clip()).toMatchObject({ state: 'none', clip_id: null, seconds: 10 });
    const film = () => ask(`/api/course-clips/${courseId}`, creator, 'POST');
    const [first, again] = [await film(), await film()];
    expect([first.status, again.json]).toEqual([202, first.json]);
    expect(await clip()).toMatchObject({ state: 'filming', clip_id: first.json.task_id });
    // among the videos, the clip has the course's title instead of its prompt's beginning, and links to the course
    const { title } = (await api.call(`/api/courses/${creator.userId}/${courseId}`, { bearer: creator.accessToken })).json.course;
    expect((await ask(`/api/vertex-ai/veo3/status/${first.json.task_id}`, creator)).json).toMatchObject({
      title,
      course: { course_id: courseId, title },
    });
    await api.database.knex('run').where({ id: first.json.task_id }).update({ status: 'failed', error_code: 'video.refused' });
    expect(await clip()).toMatchObject({ state: 'failed', problem: 'The video service refused this' });
    const { json: next } = await film();
    expect(await clip()).toMatchObject({ state: 'filming', clip_id: next.task_id });
    for (const _ of [1, 2]) expect((await ask(`/api/course-clips/${courseId}`, creator, 'DELETE')).status).toBe(200);
    expect(await clip()).toMatchObject({ state: 'none' });
    expect(await api.database.knex('video_clip').where({ run_id: next.task_id })).toHaveLength(1);
  });

  it('a new one is requested once, at a price; an unwanted one can be removed', async () => {
    const wish = { method: 'POST', bearer: creator.accessToken, headers: { 'Idempotency-Key': 'one' } };
    const { json } = await pictures(courseId, creator);
    const last = json.modules[1].place;
    const asked = () => api.call(`/api/course-pictures/${courseId}`, { ...wish, body: { places: [last] } });
    const [first, again] = [await asked(), await asked()];
    expect([first.status, again.json]).toEqual([202, first.json]);
    const run = await api.database.knex('run').where({ id: first.json.task_id }).first('kind', 'tokens_reserved');
    expect(run).toEqual({ kind: 'course-pictures', tokens_reserved: 500 });
    expect((await pictures(courseId, creator)).json.modules[1].state).toBe('drawing');
    // another run for what the first run drew, while the first is still ending
    const { knex } = api.database;
    const { id } = (await knex('run').where({ id: first.json.task_id }).first('id'))!;
    const home = await insertRun(knex, { account_id: creator.userId, status: 'completed' });
    await knex('course').where({ id: courseId }).update({ run_id: home });
    await knex('course_picture').where({ home_id: courseId }).delete();
    await knex('course_picture').insert({
      account_id: creator.userId,
      home_id: home,
      place: 'cover',
      lessons: [],
      state: 'removed',
      alt: '',
    });
    await insertRun(knex, { account_id: creator.userId, kind: 'course-pictures', parent_id: home });
    const request = JSON.stringify({ home_id: home, places: ['cover'], most: 1 });
    await knex('run').where({ id }).update({ request });
    expect((await pictures(courseId, creator)).json.cover.state).toBe('drawing');
    expect((await ask(`/api/course-pictures/${courseId}/${json.modules[0].place}`, creator, 'DELETE')).status).toBe(200);
    expect((await pictures(courseId, creator)).json.modules[0]).toMatchObject({ state: 'removed', picture: null });
    expect((await ask(`/api/course-pictures/${courseId}`, creator, 'POST', { places: [uuidv7()] })).status).toBe(404);
    setConfig({ ...config(), google: { ...config().google, mode: 'off' } });
    expect((await ask(`/api/course-pictures/${courseId}`, creator, 'POST', { places: ['cover'] })).json.code).toBe('media.not_configured');
  });
});

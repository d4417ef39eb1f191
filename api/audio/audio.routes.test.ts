import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { drawPodcastCover } from '#domain/audio/audio.queries.ts';
import { dropAudio } from '#domain/audio/audio.commands.ts';
import { deleteCopy } from '#domain/courses/content/course.commands.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { startEngine } from '#domain/kinds.ts';
import { addMedia, findMedia, storeMedia } from '#domain/media/store-media.command.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

// the package ships without types
const { JSDOM } = await import('jsdom' as string);
const api = useTestApi();
startEngine();
const knex = (table: string) => api.database.knex(table);
let sandbox: Sandbox;
let ines: Person;
let stranger: Person;
let courseId: string;
let lessonId: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  ines = await api.givenPerson('ines@example.com', { tokens: 10, proven: true, birthYear: 1990 });
  stranger = await api.givenPerson('stranger@example.com', { tokens: 10, proven: true, birthYear: 1990 });
  courseId = await givenCourse(ines.userId);
  lessonId = (await ask(ines)).json.lessons[0].lesson_id;
});
beforeEach(() => setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } }));
afterAll(() => sandbox.close());

const home = (id = courseId): string => `/api/course-audio/${id}`;
const ask = (person: Person, method = 'GET', body?: object, path = home()) =>
  api.call(path, { method, bearer: person.accessToken, ...(body && { body }), headers: { 'Idempotency-Key': randomUUID() } });
const ENGLISH = { language: 'english' } as const;

/** Stores a lesson as if a worker had spoken it. */
async function givenSpoken(): Promise<string> {
  const { json } = await ask(ines);
  const media = await storeMedia({ accountId: ines.userId, kind: 'audio', type: 'audio/mpeg', source: Buffer.from('0123456789') });
  await addMedia(api.database.knex, media);
  await knex('run').where({ kind: 'audio' }).update({ status: 'completed', finished_at: new Date() });
  const key = { course_id: courseId, language: 'english' };
  await knex('audio_course')
    .insert({ ...key, account_id: ines.userId, style: 'voice' })
    .onConflict(['course_id', 'language'])
    .ignore();
  const turns = JSON.stringify([{ voice: 'first', words: [{ text: 'Bees & co', start: 0, end: 1 }] }]);
  const spoken = { source_hash: 'earlier', turns, media_id: media.id, seconds: 61, spoken_by: 'espeak', written_by: 'claude' };
  await knex('audio_lesson').insert({ ...key, lesson_id: json.lessons[0].lesson_id, account_id: ines.userId, ...spoken });
  return media.id;
}

describe('a course as audio', () => {
  it('is the owner’s: others neither see nor order it, and an order is answered with its run', async () => {
    expect((await ask(ines)).json).toMatchObject({
      language: 'english',
      languages: ['english'],
      spoken: [],
      may_publish: true,
      feed_url: null,
    });
    expect((await ask(stranger)).status).toBe(404);
    expect((await ask(stranger, 'POST', ENGLISH)).status).toBe(404);
    expect((await ask(ines, 'POST', { ...ENGLISH, lessons: [randomUUID()] })).status).toBe(404);
    expect((await ask(ines, 'POST', { language: 'klingon' })).json).toMatchObject({ code: 'validation.failed' });
    const { status, json } = await ask(ines, 'POST', ENGLISH);
    expect(status).toBe(202);
    expect((await ask(ines)).json).toMatchObject({ task_id: json.task_id, lessons: [{ state: 'being_made' }, {}, {}] });
    expect((await ask(ines, 'POST', ENGLISH)).json).toEqual(json);
    expect((await ask(ines, 'POST', { ...ENGLISH, style: 'dialogue' })).json.code).toBe('audio.being_made');
    expect((await ask(ines, 'DELETE', undefined, `${home()}/english`)).json.code).toBe('audio.being_made');
  });

  it('is played in parts, with its words, and continues at the same position on another device', async () => {
    await givenSpoken();
    const file = `${home()}/lessons/${lessonId}/file/english`;
    const part = await api.call(file, { bearer: ines.accessToken, headers: { Range: 'bytes=2-4' } });
    expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 2-4/10']);
    expect((await ask(stranger, 'GET', undefined, file)).status).toBe(404);
    const words = `${home()}/lessons/${lessonId}/transcript/english`;
    expect((await ask(ines, 'GET', undefined, words)).json.turns[0].words[0]).toEqual({ text: 'Bees & co', start: 0, end: 1 });
    expect((await ask(ines, 'GET', undefined, `${home()}/lessons/${randomUUID()}/transcript/english`)).status).toBe(404);
    expect((await ask(ines, 'GET', undefined, `${home()}/lessons/nonsense/transcript/english`)).status).toBe(404);
    for (const seconds of [12, 30]) await ask(ines, 'PUT', { ...ENGLISH, lesson_id: lessonId, seconds }, `${home()}/place`);
    expect((await ask(ines)).json.place).toEqual({ language: 'english', lesson_id: lessonId, seconds: 30 });
    expect((await ask(ines, 'PUT', { ...ENGLISH, lesson_id: 'x', seconds: 1 }, `${home()}/place`)).status).toBe(404);
    expect((await ask(stranger, 'PUT', { ...ENGLISH, lesson_id: lessonId, seconds: 1 }, `${home()}/place`)).status).toBe(404);
  });

  it('has a podcast address that works without a session until it is revoked', async () => {
    expect((await ask(stranger, 'POST', undefined, `${home()}/english/feed`)).status).toBe(404);
    const { feed_url: url } = (await ask(ines, 'POST', undefined, `${home()}/english/feed`)).json;
    expect((await ask(ines, 'POST', undefined, `${home()}/english/feed`)).json.feed_url).toBe(url);
    const path = new URL(url).pathname;
    const feed = await api.call(path);
    expect([feed.status, feed.headers['content-type']]).toEqual([200, expect.stringContaining('application/rss+xml')]);
    // well-formed, with every element that podcast directories require
    const parsed = new JSDOM(feed.text, { contentType: 'application/xml' }).window.document;
    const named = (name: string) => parsed.getElementsByTagName(name).length;
    for (const name of ['title', 'description', 'itunes:image', 'language', 'itunes:category', 'itunes:explicit', 'enclosure', 'guid'])
      expect([name, named(name) > 0]).toEqual([name, true]);
    const [, address, length] = /<enclosure url="([^"]+)" length="(\d+)" type="audio\/mpeg"\/>/.exec(feed.text)!;
    expect(length).toBe('10');
    expect(feed.text).toContain('<itunes:duration>61</itunes:duration>');
    expect(parsed.getElementsByTagName('description')[0]!.textContent).toMatch(/ Read by a computer voice\.$/);
    // players recognise a file's type by its name; existing subscribers keep using the address without the extension
    expect(address).toMatch(/\.mp3$/);
    for (const one of [address!, address!.replace('.mp3', '')]) expect((await api.call(new URL(one).pathname)).status).toBe(200);
    // the minimum that directories require
    const { key, bytes } = await drawPodcastCover({ accountId: ines.userId, courseId, language: 'english' });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1400, height: 1400 });
    expect(feed.text).toContain(`<itunes:image href="${url}/cover.jpg?key=${key}"/>`);
    const { status, headers } = await api.call(`${path}/cover.jpg?key=${key}`);
    expect([status, headers['content-type'], headers['content-length']]).toEqual([200, 'image/jpeg', String(bytes.length)]);
    expect(headers['cache-control']).toBe('private, max-age=86400, immutable');
    // for players with the address of an earlier release or cover
    for (const query of ['', '?key=old'])
      expect((await api.call(`${path}/cover.jpg${query}`)).headers['cache-control']).toBe('private, max-age=300');
    expect((await api.call(`${path}x`)).status).toBe(404);
    expect((await api.call(`${path}x/cover.jpg`)).status).toBe(404);
    expect((await api.call('/api/audio-feeds/nonsense')).status).toBe(404);
    expect((await ask(ines, 'DELETE', undefined, `${home()}/english/feed`)).status).toBe(200);
    expect((await ask(ines, 'DELETE', undefined, `${home()}/english/feed`)).status).toBe(404);
    expect((await api.call(path)).status).toBe(404);
    expect((await api.call(new URL(address!).pathname)).status).toBe(404);
  });

  it('comes with the course to those who took it, once its creator allows that', async () => {
    const soldId = randomUUID();
    const sold = { id: soldId, account_id: ines.userId, title: 'Bees', description: 'Bees', status: 'published', course_id: courseId };
    const dates = { published_at: new Date(), renewed_at: new Date(), language: 'english', age_group: 'Adults' };
    await knex('creator_course').insert({ ...sold, ...dates, published_version: 1, published_course_id: courseId });
    const copyId = await givenCourse(stranger.userId);
    await knex('course').where({ id: copyId }).update({ enrolled_from: soldId });
    const spoken = async () => (await ask(stranger, 'GET', undefined, home(copyId))).json.spoken;
    const isOffered = async () => (await api.call(`/api/market/courses/${soldId}`)).json.course.has_audio;
    const [content] = await knex('course_version').where({ course_id: courseId }).pluck('content');
    await knex('publication_version').insert({ creator_course_id: soldId, number: 1, content: JSON.stringify(content) });
    expect([await spoken(), await isOffered()]).toEqual([[], false]);
    expect((await ask(stranger, 'PUT', { published: true }, `${home(copyId)}/english/published`)).json.code).toBe('market.not_yours');
    expect((await ask(ines, 'PUT', { published: true }, `${home()}/german/published`)).status).toBe(404);
    expect((await ask(ines, 'PUT', { published: true }, `${home()}/english/published`)).json).toEqual({ published: true });
    expect([await spoken(), await isOffered()]).toEqual([['english'], true]);
    // only the creator can delete it
    expect((await ask(stranger, 'GET', undefined, home(copyId))).json).toMatchObject({ may_publish: false, may_remove: false });
    expect((await ask(stranger, 'DELETE', undefined, `${home(copyId)}/english`)).status).toBe(404);
    const file = await api.call(`${home(copyId)}/lessons/${lessonId}/file/english`, { bearer: stranger.accessToken });
    expect(file.status).toBe(200);
    await transact((trx) => deleteCopy(trx, { accountId: stranger.userId, creatorCourseId: soldId }));
    expect((await ask(stranger, 'GET', undefined, home(copyId))).status).toBe(404);
  });

  it('is deleted with its sound and its podcast address', async () => {
    const { feed_url: feed } = (await ask(ines, 'POST', undefined, `${home()}/english/feed`)).json;
    expect((await ask(ines)).json).toMatchObject({ may_remove: true, feed_url: feed });
    const [mediaId] = await knex('audio_lesson').pluck('media_id');
    expect((await ask(stranger, 'DELETE', undefined, `${home()}/english`)).status).toBe(404);
    expect((await ask(ines, 'DELETE', undefined, `${home()}/english`)).json).toEqual(ENGLISH);
    expect((await ask(ines)).json).toMatchObject({ spoken: [], may_remove: false, feed_url: null });
    expect((await api.call(new URL(feed).pathname)).status).toBe(404);
    await expect(findMedia(mediaId)).rejects.toMatchObject({ code: 'not_found' });
    expect((await ask(ines, 'DELETE', undefined, '/api/course-audio/nonsense/english')).status).toBe(404);
    await transact((trx) => dropAudio(trx, [courseId]));
  });
});

import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { buildContent, buildLesson, givenRun } from '#domain/courses/content/course.factory.ts';
import { givenPublished, givenReady, givenUnpublished, TEXTS, UNPUBLISHED } from './published.factory.ts';

/** Walks the whole table of routes, including future ones, with ids of courses that are not in the market. */
const api = useTestApi();
/** Occurs in every text, alternative text and caption of an unpublished course; only its creator may receive it. */
const CANARY = 'unpublished-canary-51c7';
const SECRET = { title: CANARY, description: `${CANARY} ${TEXTS.description}`, objectives: CANARY, tags: [CANARY], prerequisites: CANARY };
const secretContent = () =>
  buildContent({
    title: CANARY,
    description: CANARY,
    modules: [{ title: CANARY, summary: CANARY, lessons: [buildLesson({ title: CANARY, content: CANARY, key_takeaways: [CANARY] })] }],
  });

let creator: Person;
beforeAll(async () => {
  creator = await api.givenPerson('unpublished-creator@example.com');
});

/** Draws a cover for a course. @returns the picture's id */
async function givenCover(courseId: string, alt = CANARY): Promise<string> {
  const { run_id } = (await api.database.knex('course').where({ id: courseId }).first('run_id'))!;
  const [media_id, thumb_id] = [uuidv7(), uuidv7()];
  const stored = { account_id: creator.userId, kind: 'picture', type: 'image/webp', bytes: 1, sha256: 'none' };
  await api.database.knex('media_object').insert([media_id, thumb_id].map((id) => ({ ...stored, id })));
  const drawn = { home_id: run_id!, place: 'cover', account_id: creator.userId, state: 'drawn', media_id, thumb_id, alt };
  await api.database.knex('course_picture').insert(drawn);
  return media_id;
}

/** Adds everything to a course that a stranger could ask for. @returns the values of the path parameters that identify it */
async function givenParts(id: string, contentId: string, lessonId: string): Promise<Record<string, string>> {
  const { knex } = api.database;
  const account_id = creator.userId;
  const clipId = await givenRun(account_id);
  const { run_id: home_id } = (await knex('course').where({ id: contentId }).first('run_id'))!;
  await knex('video_clip').insert({
    run_id: clipId,
    account_id,
    title: CANARY,
    prompt: CANARY,
    mode: 'fast',
    seconds: 5,
    captions: CANARY,
  });
  await knex('course_clip').insert({ home_id: home_id!, account_id, lesson_id: lessonId, run_id: clipId });
  await knex('course_rating').insert({ account_id, creator_course_id: id, stars: 5, text: CANARY });
  const question = {
    id: uuidv7(),
    creator_course_id: id,
    lesson_id: lessonId,
    account_id,
    text: CANARY,
    answer: CANARY,
    answered_at: new Date(),
  };
  await knex('lesson_question').insert(question);
  await knex('lesson_note').insert({ id: question.id, account_id, course_id: contentId, lesson_id: lessonId, text: CANARY });
  const token = uuidv7().replaceAll('-', '');
  await knex('course_share').insert({ course_id: contentId, account_id, token });
  const media_id = await givenCover(contentId);
  return {
    lesson_id: lessonId,
    media_id,
    place: 'cover',
    creator_id: account_id,
    person_id: account_id,
    task_id: clipId,
    question_id: question.id,
    note_id: question.id,
    rating_id: question.id,
    number: '1',
    module: '0',
    language: 'german',
    token,
  };
}

/** Valid bodies for endpoints that would otherwise refuse the body before looking for a course. */
const BODIES: Record<string, object> = {
  buyCourse: { origin_url: 'http://localhost:3000' },
  quoteCode: { code: 'SPRING' },
  rateCourse: { stars: 5 },
  reportCourse: { reason: 'spam', text: '' },
  saveCourseContact: { shares_progress: true },
  startExport: { format: 'markdown' },
  completeLesson: { lesson_id: '0_0' },
  createNote: { note_id: uuidv7(), lesson_id: '0_0', passage: null, text: 'Mine' },
  sendMentorMessage: { message_id: uuidv7(), message: 'What does it say?' },
  saveCourse: { course_data: {} },
};
const paramsOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
const NAMING = ['course_id', 'lesson_id', 'media_id', 'creator_id', 'question_id', 'task_id', 'token'];
/** Endpoints that identify a course or a part of it, in the path or the body. */
const naming = ENDPOINTS.filter(
  (endpoint) => endpoint.auth !== 'operator' && (paramsOf(endpoint).some((name) => NAMING.includes(name)) || endpoint.name in BODIES),
);
/**
 * Excluded from the walk of all lists, any of which could contain the course: documents about the product, which are slow to write, and an
 * account's data export.
 */
const DOCUMENTS = /download|patents|openapi|data-export|^\/ws/;
const lists = ENDPOINTS.filter(
  ({ method, path, auth }) =>
    method === 'GET' && auth !== 'operator' && !path.replace(':user_id', '').includes(':') && !DOCUMENTS.test(path),
);

it('a course that is not or no longer in the market is reachable for no stranger, by any route', async () => {
  const stranger = await api.givenPerson('unpublished-stranger@example.com', { birthYear: 1990 });
  for (const how of UNPUBLISHED) {
    const { id, contentId, content } = await givenUnpublished(api, creator, how, SECRET, secretContent());
    const values = await givenParts(id, contentId, content.modules[0]!.lessons[0]!.lesson_id);
    const ask = (endpoint: Endpoint, courseId: string) => {
      const own: Record<string, string> = { ...values, course_id: courseId, user_id: stranger.userId };
      const address = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => own[name] ?? 'missing');
      const lesson = { course_id: courseId, lesson_id: own['lesson_id'] };
      const body = endpoint.body && { body: { lesson, ...lesson, ...BODIES[endpoint.name] } };
      return api.call(address, { method: endpoint.method, ...body, ...(endpoint.auth !== 'public' && { bearer: stranger.accessToken }) });
    };
    for (const endpoint of naming)
      // the underlying text has an owner, and no state
      for (const courseId of how === 'never published' ? [id, contentId] : [id]) {
        // an owner who shares a link wants it read, but not if operators took the course down
        if (endpoint.name === 'readSharedCourse' && how !== 'taken down by operators') continue;
        const answer = await ask(endpoint, courseId);
        const where = `${how}, ${endpoint.name} of ${courseId === id ? 'the studio' : 'the text'}: ${answer.status} ${answer.text}`;
        expect(answer.text, where).not.toContain(CANARY);
        expect([429, 500], where).not.toContain(answer.status);
        if (paramsOf(endpoint).includes('course_id')) expect(answer.status, where).toBeGreaterThanOrEqual(400);
        if (endpoint.path.startsWith('/api/market/courses/:course_id')) expect(answer.status, where).toBe(404);
      }
  }
  for (const { name, path } of lists)
    for (const query of ['', `?q=${CANARY}`, ...(name === 'searchMarket' ? [`?creator=${creator.userId}`] : [])]) {
      const address = path.replace(':user_id', stranger.userId) + query;
      expect((await api.call(address, { bearer: stranger.accessToken })).text, name + query).not.toContain(CANARY);
    }
  const { knex } = api.database;
  const taken = [
    await knex('enrolment').where({ account_id: stranger.userId }),
    await knex('course').where({ account_id: stranger.userId }),
    await knex('billing_order').where({ account_id: stranger.userId, kind: 'course' }),
  ];
  expect(taken).toEqual([[], [], []]);
});

it('a child’s course that was published before the age rules is reachable for no stranger; its readers keep it', async () => {
  const child = creator;
  const stranger = await api.givenPerson('childs-stranger@example.com', { birthYear: 1990 });
  const buyer = await api.givenPerson('childs-buyer@example.com', { birthYear: 1990 });
  const { id, contentId, content } = await givenPublished(api, child, SECRET, secretContent());
  const take = (by: Person) => api.call(`/api/market/courses/${id}/enrol`, { method: 'POST', bearer: by.accessToken });
  const copyId: string = (await take(buyer)).json.course_id;
  const values = await givenParts(id, contentId, content.modules[0]!.lessons[0]!.lesson_id);
  const isBorn = (year: number | null) => api.database.knex('account').where({ id: child.userId }).update({ birth_year: year });
  const reading = [...naming, ...lists].filter(({ method, path }) => method === 'GET' && /api.(market|community|creator)/.test(path));
  const seen = async () => {
    const found: string[] = [];
    for (const endpoint of reading) {
      // the owner gives a secret link only to its intended readers
      if (endpoint.name === 'readSharedCourse') continue;
      const own: Record<string, string> = { ...values, course_id: id, user_id: stranger.userId };
      const address = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => own[name] ?? 'missing');
      const body = endpoint.body && { body: { course_id: id, ...BODIES[endpoint.name] } };
      const sent = { method: endpoint.method, ...body, ...(endpoint.auth !== 'public' && { bearer: stranger.accessToken }) };
      if ((await api.call(address, sent)).text.includes(CANARY)) found.push(endpoint.name);
    }
    return found;
  };
  for (const year of [2016, null]) {
    await isBorn(year);
    expect([year, await seen()]).toEqual([year, []]);
    expect([(await take(stranger)).status, (await take(buyer)).json.course_id]).toEqual([404, copyId]);
  }
  const read = await api.call(`/api/courses/${buyer.userId}/${copyId}`, { bearer: buyer.accessToken });
  expect(read.text).toContain(CANARY);
  await isBorn(1990);
  expect((await api.call(`/api/market/courses/${id}`)).text).toContain(CANARY);
});

it('the choices for the next publication are not shown before it, and buyers keep the pictures of their version', async () => {
  const { id, contentId } = await givenPublished(api, creator, { title: 'Bees in the open' });
  const cover = await givenCover(contentId, 'A hive');
  const reader = await api.givenPerson('reader-of-bees@example.com');
  const bearer = reader.accessToken;
  const { course_id: copyId } = (await api.call(`/api/market/courses/${id}/enrol`, { method: 'POST', bearer })).json;
  const next = await givenReady(api, creator, { title: 'Wasps' });
  const secret = await givenCover(next.contentId);
  const put = { method: 'PUT', body: { content_id: next.contentId, is_confirmed: true }, bearer: creator.accessToken };
  expect((await api.call(`/api/creator/courses/${id}/content`, put)).status).toBe(200);

  const shown = await api.call(`/api/market/courses/${id}`);
  expect(shown.json.course.cover).toMatchObject({ media_id: cover, alt: 'A hive' });
  expect(shown.text).not.toContain(CANARY);
  expect((await api.call(`/api/market/covers/${id}/${secret}`)).status).toBe(404);
  const pictures = async () => (await api.call(`/api/course-pictures/${copyId}`, { bearer })).json.cover.picture;
  expect(await pictures()).toMatchObject({ media_id: cover });
  await api.call(`/api/creator/courses/${id}/publish`, { body: { has_rights: true }, bearer: creator.accessToken });
  expect((await api.call(`/api/market/courses/${id}`)).json.course.cover).toMatchObject({ media_id: secret });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import type { ReadyCourse } from '#contract/courses/library.contract.ts';
import { storedCourseSchema } from '#contract/courses/stored-course.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { openReadyCourse } from '#domain/courses/library/library-course.commands.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { expectLogged } from '#ops/testing/expect-logged.ts';
import { librarySlugs } from '#ops/sandbox/answers/read-library.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

const api = useTestApi();
const ROME = 'ancient-rome-a-city-that-became-a-world';
let sandbox: Sandbox;
let learner: Person;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  setConfig({ ...config(), library: `${sandbox.url}/library` });
  learner = await api.givenPerson('library@example.com');
});
afterAll(() => sandbox.close());

const call = (path: string, by: Person, method = 'GET') => api.call(`/api/library/courses${path}`, { method, bearer: by.accessToken });
const open = (slug: string, by = learner) => call(`/${slug}/open`, by, 'POST');
const list = async (query: Record<string, string> = {}, by = learner) =>
  (await call(`?${new URLSearchParams(query).toString()}`, by)).json as {
    courses: ReadyCourse[];
    next: string | null;
    total: number | null;
    facets: Record<string, Record<string, number>>;
  };
const slugsOf = ({ courses }: { courses: readonly ReadyCourse[] }) => courses.map(({ slug }) => slug);

/** Returns everything of an account that a run would have changed. */
async function paidBy({ userId }: Person) {
  const own = { account_id: userId };
  return {
    runs: await api.database.knex('run').where(own),
    points: await api.database.knex('point_entry').where(own),
    told: await api.database.knex('notification').where(own),
    ledger: await api.database.knex('ledger_transaction').where({ owner_id: userId }).orderBy('id'),
  };
}

/** Runs a test while the library is at another address, or missing. */
async function withLibrary(library: string | null, test: () => Promise<void>): Promise<void> {
  const usual = config();
  setConfig({ ...usual, library });
  try {
    await test();
  } finally {
    setConfig(usual);
  }
}

describe('A40 opening a ready course', () => {
  it('gives the account a copy at once, without a run, tokens, quota or points, with everything that the course has', async () => {
    const person = await api.givenPerson('opens@example.com');
    const before = await paidBy(person);
    const { status, json } = await open(ROME, person);
    expect([status, json.is_new], JSON.stringify(json)).toEqual([200, true]);
    const { course } = (await api.call(`/api/courses/${person.userId}/${json.course_id}`, { bearer: person.accessToken })).json;
    expect(course).toMatchObject({ task_id: null, quality_level: 'high', missing_lessons: 0, progress: 0, age_group: 'Adults' });
    const row = (await api.database.knex('course_version').where({ course_id: json.course_id }).first())!;
    const content = storedCourseSchema.parse(row.content);
    expect(row).toMatchObject({ number: 1, kind: 'generated' });
    const lessons = lessonsOf(content);
    expect(lessons.length).toBeGreaterThanOrEqual(6);
    for (const lesson of lessons) {
      expect(lesson).toMatchObject({ written_by: null, reviewed_by: null, of_library: true, notes: [] });
      expect(lesson.quiz.length).toBeGreaterThan(0);
    }
    expect(lessons.some(({ exercises }) => exercises.length > 0)).toBe(true);
    expect(content.plan!.terms.length).toBeGreaterThan(0);
    expect(content.plan!.lessons.map(({ lesson_id }) => lesson_id)).toEqual(lessons.map(({ lesson_id }) => lesson_id));
    expect(await paidBy(person)).toEqual(before);
  });

  it('keeps the thread, the workshops and the final task of a course that has them', async () => {
    const { json } = await open('sourdough-bread-at-home');
    const { content } = (await api.database.knex('course_version').where({ course_id: json.course_id }).first('content'))!;
    const { plan } = content;
    const lessons = lessonsOf(content);
    expect(plan).toMatchObject({ thread: { name: expect.any(String) }, final_task: { task: expect.any(String) } });
    expect(plan!.conventions.length).toBeGreaterThan(0);
    expect(lessons.some(({ workshop }) => workshop !== undefined)).toBe(true);
  });

  it('gives one copy, however often, and from however many tabs, it is opened', async () => {
    const person = await api.givenPerson('two-tabs@example.com');
    const answers = await Promise.all([1, 2, 3, 4].map(() => open(ROME, person)));
    answers.push(await open(ROME, person));
    expect(new Set(answers.map(({ json }) => json.course_id)).size).toBe(1);
    expect(answers.filter(({ json }) => json.is_new)).toHaveLength(1);
    expect(await api.database.knex('course').where({ account_id: person.userId }).pluck('library_slug')).toEqual([ROME]);
    const other = await open(ROME);
    expect(other.json.course_id).not.toBe(answers[0]!.json.course_id);
  });

  it('leaves a whole course or none when the process is killed', async () => {
    for (let changes = 1, wasKilled = true; wasKilled; changes += 1) {
      const person = await api.givenPerson(`killed-${changes}@example.com`);
      const mortal = killableProcess();
      try {
        mortal.killAfter(changes);
        await openReadyCourse({ accountId: person.userId, slug: ROME }).catch(() => undefined);
        wasKilled = mortal.isDead();
        await mortal.revive();
        const copies = await api.database.knex('course').where({ account_id: person.userId });
        expect(
          await api.database.knex('course_version').whereIn(
            'course_id',
            copies.map(({ id }) => id),
          ),
          `killed after ${changes}`,
        ).toHaveLength(copies.length);
        expect((await open(ROME, person)).json.course_id).toEqual(copies[0]?.id ?? expect.any(String));
        expect(await api.database.knex('course').where({ account_id: person.userId })).toHaveLength(1);
      } finally {
        mortal.restore();
      }
    }
  });

  it('is possible while AI services are connected, and refused without a library, or for a course that it does not have', async () => {
    expect(config().demoLibrary).toBeNull();
    expect(await open('falconry')).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect(await open(encodeURIComponent('../library'))).toMatchObject({ status: 404 });
    await withLibrary(null, async () => expect(await open('sleep-what-it-does-and-how-to-get-it')).toMatchObject({ status: 404 }));
    expectLogged(/The library does not answer/);
    await withLibrary('http://127.0.0.1:9/library', async () => {
      expect(await open('sleep-what-it-does-and-how-to-get-it')).toMatchObject({ status: 503, json: { code: 'service.unavailable' } });
      // a copy that exists is opened without asking the library
      expect(await open(ROME)).toMatchObject({ status: 200, json: { is_new: false } });
    });
  });
});

describe('the ready courses', () => {
  it('are all listed, page by page, by title, with the copies of the account', async () => {
    const { json } = await open(ROME);
    const seen: ReadyCourse[] = [];
    for (let after: string | null = ''; after !== null;) {
      const { courses, next, total } = await list({ limit: '40', ...(after && { after }) });
      expect(total).toBe(librarySlugs().length);
      seen.push(...courses);
      after = next;
    }
    expect(slugsOf({ courses: seen }).toSorted()).toEqual(librarySlugs());
    expect(seen.find(({ slug }) => slug === ROME)).toMatchObject({ course_id: json.course_id, category: 'academic', language: 'english' });
    const stranger = await api.givenPerson('stranger@example.com');
    expect((await list({ q: 'ancient rome' }, stranger)).courses).toMatchObject([{ slug: ROME, course_id: null }]);
  });

  it('are found by subject, language, age and words, and each filter counts what the others leave', async () => {
    const spanish = await list({ language: 'spanish', limit: '48' });
    expect(spanish.total).toBe(8);
    expect(spanish.facets['language']).toMatchObject({ spanish: 8, arabic: 8 });
    expect(spanish.facets['age_group']).toEqual(
      Object.fromEntries(
        Object.entries(Object.groupBy(spanish.courses, ({ age_group: group }) => group)).map(([group, some]) => [group, some!.length]),
      ),
    );
    const teens = await list({ age_group: 'Teens (13-17)', language: 'english' });
    expect(slugsOf(teens)).toContain('photosynthesis-how-plants-live-on-light');
    expect(new Set(teens.courses.map(({ age_group: group }) => group))).toEqual(new Set(['Teens (13-17)']));
    expect(slugsOf(await list({ q: 'PHOTOSÝNTHESIS' }))).toContain('photosynthesis-how-plants-live-on-light');
    // by a tag, which the title does not say
    expect(slugsOf(await list({ q: 'calculus' }))).toContain('derivatives-how-fast-things-change');
    expect(await list({ q: 'falconry' })).toMatchObject({ courses: [], total: 0, next: null });
  });

  it('are none where the installation has no library', async () => {
    await withLibrary(null, async () => expect(await list()).toMatchObject({ courses: [], total: null }));
    expectLogged(/The library does not answer/);
    await withLibrary('http://127.0.0.1:9/library', async () => expect(await call('', learner)).toMatchObject({ status: 503 }));
  });
});

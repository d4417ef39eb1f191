import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { courseSchema, courseSummarySchema } from '#contract/courses/courses.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { completeLesson } from '#domain/progress/lesson-progress.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { buildContent, buildForm, buildLesson, givenCourse, givenOwner, givenRun } from './course.factory.ts';
import { getCourse, listCourses, listSavedCourses } from './course.queries.ts';
import { createCourse } from './course.commands.ts';
import { lockCourse, writeVersion } from '#domain/courses/versions/version.commands.ts';
import { saveCourse, removeSavedCourse } from '#domain/courses/saved/saved-course.commands.ts';

const db = useTestDatabase();

let owner: string;
let stranger: string;
beforeAll(async () => {
  owner = await givenOwner();
  stranger = await givenOwner();
});

describe('making the course of a run', () => {
  it('CRS-07 stores everything a course shows, and reads it back in the shape of the contract', async () => {
    const courseId = await givenCourse(owner, { form: { age: 10, difficulty: 'expert', duration: '1 month' } });
    const course = await getCourse({ accountId: owner, courseId });
    expect(courseSchema.parse(course)).toEqual(course);
    expect(course).toMatchObject({
      course_id: courseId,
      title: 'Beekeeping for a first year',
      difficulty: 'expert',
      duration: '1 month',
      age_group: 'Children (8-12)',
      estimated_total_duration: '3 min',
      status: 'generated',
      progress: 0,
      saved_at: null,
      missing_lessons: 0,
      quality_level: 'high',
    });
  });

  it('LRN-06 gives each lesson its index beside its permanent id', async () => {
    const first = buildLesson();
    const courseId = await givenCourse(owner, {
      document: {
        modules: [
          { title: 'A', summary: '', lessons: [first, buildLesson()] },
          { title: 'B', summary: '', lessons: [buildLesson()] },
        ],
      },
    });
    const { modules } = await getCourse({ accountId: owner, courseId });
    expect(modules.flatMap((module) => module.lessons.map((lesson) => lesson.index))).toEqual(['0_0', '0_1', '1_0']);
    expect(modules[0]?.lessons[0]?.lesson_id).toBe(first.lesson_id);
  });

  it('makes one course per run, however often and concurrently it is called', async () => {
    const runId = await givenRun(owner);
    const make = () =>
      transact((trx) => createCourse(trx, { accountId: owner, runId, courseId: uuidv7(), form: buildForm(), document: buildContent() }));
    const ids = await Promise.all([make(), make(), make()]);
    ids.push(await make());
    expect(new Set(ids).size).toBe(1);
    const [versions] = await db.knex('course_version').where({ course_id: ids[0] }).count();
    expect(versions?.count).toBe(1);
  });

  it('leaves nothing behind when the transaction around it fails', async () => {
    const runId = await givenRun(owner);
    const courseId = uuidv7();
    const failing = transact(async (trx) => {
      await createCourse(trx, { accountId: owner, runId, courseId, form: buildForm(), document: buildContent() });
      throw new Error('the run was taken over');
    });
    await expect(failing).rejects.toThrow('the run was taken over');
    await expect(getCourse({ accountId: owner, courseId })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('reading one course', () => {
  it.each([['not-an-id'], [''], ["'; drop table course; --"], [uuidv7()]])('answers not found for %j', async (courseId) => {
    await expect(getCourse({ accountId: owner, courseId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(saveCourse({ accountId: owner, courseId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(removeSavedCourse({ accountId: owner, courseId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('returns not found for another user’s course', async () => {
    const courseId = await givenCourse(owner);
    await expect(getCourse({ accountId: stranger, courseId })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the list of courses', () => {
  it('CRS-12 shows the newest first, page by page, each course once, with the total on every page', async () => {
    const reader = await givenOwner();
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) made.push(await givenCourse(reader));
    // three have the same time, so only the id orders them
    await db.knex('course').whereIn('id', made.slice(1, 4)).update({ created_at: '2026-03-01T10:00:00.123456Z' });

    const seen: string[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const page = await listCourses({ accountId: reader, limit: 2, after });
      expect(page.total).toBe(5);
      for (const course of page.courses) expect(courseSummarySchema.parse(course)).toEqual(course);
      seen.push(...page.courses.map((course) => course.course_id));
      after = page.next ?? undefined;
      pages += 1;
    } while (after);
    expect(pages).toBe(3);
    expect(seen).toEqual([made[4], made[0], made[3], made[2], made[1]]);
  });

  it('CRS-07 CRS-10 CRS-12 returns modules with lessons and objectives, learning objectives and insights of the live version, in both lists', async () => {
    const reader = await givenOwner();
    const courseId = await givenCourse(reader);
    await saveCourse({ accountId: reader, courseId });
    const course = await getCourse({ accountId: reader, courseId });
    const told = {
      modules: course.modules.map(({ title, lessons }) => ({
        title,
        lessons: lessons.map((lesson) => ({ title: lesson.title, objectives: lesson.objectives })),
      })),
      learning_objectives: course.learning_objectives,
      expert_insights: course.expert_insights,
    };
    expect(told.modules.length).toBeGreaterThan(0);
    for (const list of [listCourses, listSavedCourses]) expect((await list({ accountId: reader, limit: 1 })).courses).toMatchObject([told]);

    const renamed = {
      ...(await db.knex('course_version').where({ course_id: courseId }).first('content'))!.content,
      expert_insights: ['New'],
    };
    await transact(async (trx) =>
      writeVersion(trx, await lockCourse(trx, reader, courseId), { content: renamed, kind: 'edited', changed: [] }),
    );
    expect((await listCourses({ accountId: reader, limit: 1 })).courses).toMatchObject([{ ...told, expert_insights: ['New'] }]);
  });

  it('is empty, with total 0, without courses', async () => {
    expect(await listCourses({ accountId: await givenOwner(), limit: 10 })).toEqual({ courses: [], next: null, total: 0, generated: 0 });
    expect(await listSavedCourses({ accountId: await givenOwner(), limit: 10 })).toEqual({ courses: [], next: null, total: 0 });
  });

  it.each([
    ['x'],
    ['!!!'],
    [Buffer.from('now|5').toString('base64url')],
    [Buffer.from(`2026-13-45 99:00:00|${uuidv7()}`).toString('base64url')],
  ])('refuses the cursor %j', async (after) => {
    await expect(listCourses({ accountId: owner, limit: 10, after })).rejects.toMatchObject({
      code: 'validation.failed',
      data: { errors: [{ path: 'after' }] },
    });
  });
});

describe('CRS-01 the order of the list', () => {
  it('is newest, oldest, last read or title, page by page, in both lists', async () => {
    const reader = await givenOwner();
    for (const title of ['beta', 'Álpha', 'Gamma', 'alpha']) {
      const courseId = await givenCourse(reader, { document: { title } });
      await saveCourse({ accountId: reader, courseId });
      if (title === 'beta') await completeLesson({ accountId: reader, courseId, lessonId: '0_0' });
    }
    const expected = {
      newest: ['alpha', 'Gamma', 'Álpha', 'beta'],
      oldest: ['beta', 'Álpha', 'Gamma', 'alpha'],
      read: ['beta', 'alpha', 'Gamma', 'Álpha'],
      title: ['Álpha', 'alpha', 'beta', 'Gamma'],
    };
    for (const [sort, titles] of Object.entries(expected) as ['title', string[]][]) {
      for (const list of [listCourses, listSavedCourses]) {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await list({ accountId: reader, limit: 1, sort, after });
          seen.push(...page.courses.map((course) => course.title));
          after = page.next ?? undefined;
        } while (after !== undefined);
        expect(seen, sort).toEqual(titles);
      }
    }
  });
});

describe('CRS-01 the filtered list', () => {
  let reader: string;
  let bees: string;
  let law: string;
  const titles = async (part: { q?: string; status?: 'in-progress' | 'completed' }, list: typeof listSavedCourses = listCourses) =>
    (await list({ accountId: reader, limit: 50, ...part })).courses.map((course) => course.title);
  const complete = async (courseId: string, lessons: number) => {
    const course = await getCourse({ accountId: reader, courseId });
    for (const { lesson_id } of course.modules.flatMap((module) => module.lessons).slice(0, lessons)) {
      await db.knex('lesson_completion').insert({ account_id: reader, course_id: courseId, lesson_id });
    }
  };

  beforeAll(async () => {
    reader = await givenOwner();
    bees = await givenCourse(reader, { document: { title: 'Bees on a roof', description: 'Élevage: 100% honey' } });
    law = await givenCourse(reader, { document: { title: 'Contract law', description: 'Who owes what' } });
    await givenCourse(reader, { document: { title: 'Sails', description: 'Under way_' } });
    await givenCourse(stranger, { document: { title: 'Bees of a stranger', description: '' } });
    await complete(bees, 1);
    await complete(law, 3);
    await saveCourse({ accountId: reader, courseId: bees });
    await saveCourse({ accountId: reader, courseId: law });
  });

  it.each([
    ['  ROOF bees ', ['Bees on a roof']],
    ['élevage', ['Bees on a roof']],
    ['roof law', []],
    // pattern characters have no effect
    ['100%', ['Bees on a roof']],
    ['100_', []],
    ['way_', ['Sails']],
    ["o'; drop table course; --", []],
    [' ', ['Sails', 'Contract law', 'Bees on a roof']],
  ])('finds every word of %j, in any order and case', async (q, found) => {
    expect(await titles({ q })).toEqual(found);
  });

  it.each([
    ['Árboles y Setos', ['arbol', 'árbol', 'ARBOLES setos', 'a\u0301rbol'], ['arbola', 'zarbol']],
    ['Arboles sin tilde', ['árboles'], []],
    ['أساسيات النَّحْو', ['اساسيات', 'النحو', 'أساسيات النحــو', 'أَسَاسِيَّات'], ['النحوي']],
    ['ガーデニング', ['ガーデ'], ['カーテ']],
    ['हिंदी की किताब', ['किताब'], ['कताब']],
    // invisible direction marks, on either side
    ['لغة \u200eC++\u200f المتقدمة', ['C++', 'c++\u200e', '\u200fلغة'], ['C#']],
    ['한국어', ['한국'], ['하']],
  ])('%s is found with and without accents and vowel signs, on either side, and not by other letters', async (title, by, notBy) => {
    const owner = await givenOwner();
    await givenCourse(owner, { document: { title, description: '' } });
    const found = async (q: string) => (await listCourses({ accountId: owner, limit: 50, q })).courses.length;
    expect(await Promise.all([...by, ...notBy].map(found))).toEqual([...by.map(() => 1), ...notBy.map(() => 0)]);
  });

  it('shows started and completed courses, by the lessons of the live version', async () => {
    expect(await titles({ status: 'in-progress' })).toEqual(['Bees on a roof']);
    expect(await titles({ status: 'completed' })).toEqual(['Contract law']);
    for (const status of ['in-progress', 'completed'] as const) {
      const { courses } = await listCourses({ accountId: reader, limit: 50, status });
      expect(courses.map((course) => course.status)).toEqual([status]);
    }
    expect(await titles({ status: 'completed', q: 'bees' })).toEqual([]);
  });

  it('filters the saved list too', async () => {
    expect(await titles({ q: 'bees' }, listSavedCourses)).toEqual(['Bees on a roof']);
    expect(await titles({ q: 'sails' }, listSavedCourses)).toEqual([]);
    expect(await titles({ status: 'completed' }, listSavedCourses)).toEqual(['Contract law']);
  });

  it('has the total of the whole list, and finds courses that are pages away', async () => {
    expect(await listCourses({ accountId: reader, limit: 1, q: 'bees' })).toMatchObject({
      courses: [{ course_id: bees }],
      next: null,
      total: 3,
    });
    const first = await listCourses({ accountId: reader, limit: 1, q: 'a' });
    const rest = await listCourses({ accountId: reader, limit: 50, q: 'a', after: first.next ?? undefined });
    expect([...first.courses, ...rest.courses].map((course) => course.title)).toEqual(['Sails', 'Contract law', 'Bees on a roof']);
  });
});

describe('saving courses', () => {
  it('CRS-08 CRS-10 CRS-11 saves, lists and removes, and says how many are saved', async () => {
    const reader = await givenOwner();
    const [first, second] = [await givenCourse(reader), await givenCourse(reader)];
    expect(await saveCourse({ accountId: reader, courseId: second })).toEqual({ total: 1 });
    expect(await saveCourse({ accountId: reader, courseId: first })).toEqual({ total: 2 });

    const list = await listSavedCourses({ accountId: reader, limit: 10 });
    expect(list.courses.map((course) => course.course_id)).toEqual([first, second]);
    expect((await getCourse({ accountId: reader, courseId: first })).saved_at).toBe(list.courses[0]?.saved_at);

    expect(await removeSavedCourse({ accountId: reader, courseId: second })).toEqual({ remaining: 1 });
    expect((await listCourses({ accountId: reader, limit: 10 })).courses.map((course) => course.saved_at === null)).toEqual([true, false]);
  });

  it('pages through the saved list', async () => {
    const reader = await givenOwner();
    for (let i = 0; i < 3; i += 1) await saveCourse({ accountId: reader, courseId: await givenCourse(reader) });
    const first = await listSavedCourses({ accountId: reader, limit: 2 });
    const rest = await listSavedCourses({ accountId: reader, limit: 2, after: first.next ?? undefined });
    expect([first.courses.length, rest.courses.length, rest.next, rest.total]).toEqual([2, 1, null, 3]);
  });

  it('keeps the first time when it is saved again, also at once', async () => {
    const reader = await givenOwner();
    const courseId = await givenCourse(reader);
    await saveCourse({ accountId: reader, courseId });
    const { saved_at: before } = await getCourse({ accountId: reader, courseId });
    const totals = await Promise.all([1, 2, 3].map(() => saveCourse({ accountId: reader, courseId })));
    expect(totals).toEqual([{ total: 1 }, { total: 1 }, { total: 1 }]);
    expect((await getCourse({ accountId: reader, courseId })).saved_at).toBe(before);
  });

  it('succeeds in removing a course that is not on the list', async () => {
    const reader = await givenOwner();
    const courseId = await givenCourse(reader);
    expect(await removeSavedCourse({ accountId: reader, courseId })).toEqual({ remaining: 0 });
  });

  it('rejects another user’s course', async () => {
    const courseId = await givenCourse(owner);
    await expect(saveCourse({ accountId: stranger, courseId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(removeSavedCourse({ accountId: stranger, courseId })).rejects.toMatchObject({ code: 'not_found' });
  });
});

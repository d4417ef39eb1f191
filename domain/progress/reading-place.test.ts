import { beforeEach, describe, expect, it } from 'vitest';
import { buildContent, buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse, listCourses } from '#domain/courses/content/course.queries.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { completeLesson, saveReadingPlace } from './lesson-progress.commands.ts';
import { placeInDays } from '#contract/generation/course-pace.ts';
import { listContinue } from './progress.queries.ts';

const db = useTestDatabase();
let accountId: string;
let courseId: string;
beforeEach(async () => {
  accountId = await givenOwner();
  courseId = await givenCourse(accountId);
});

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
const read = (lessonId: string, position: number, readAt = ago(0)) => saveReadingPlace({ accountId, courseId, lessonId, position, readAt });
const lessons = async () => (await getCourse({ accountId, courseId })).modules.flatMap((module) => module.lessons);

describe('LRN-01 the reading position', () => {
  it('is the same on every device', async () => {
    expect((await getCourse({ accountId, courseId })).reading_place).toBeNull();
    const [, second] = await lessons();
    const readAt = ago(5);
    const place = { lesson_id: second!.lesson_id, position: 7.25, read_at: readAt };
    expect(await read('0_1', 7.25, readAt)).toEqual(place);
    expect((await getCourse({ accountId, courseId })).reading_place).toEqual(place);
  });

  it('is that of the device used last, in whatever order their reports arrive', async () => {
    await read('0_1', 3, ago(10));
    expect(await read('0_0', 1, ago(60))).toMatchObject({ position: 3 });
    expect(await read('1_0', 2, ago(5))).toMatchObject({ position: 2 });
  });

  it('is not blocked by a clock that runs ahead', async () => {
    await read('0_0', 1, ago(-3_600));
    expect(await read('0_1', 4, ago(-1))).toMatchObject({ position: 4 });
  });

  it('is in a lesson of the live version, in a course of one’s own', async () => {
    await expect(read('7_7', 0)).rejects.toMatchObject({ code: 'not_found' });
    const stranger = await givenOwner();
    await expect(saveReadingPlace({ accountId: stranger, courseId, lessonId: '0_0', position: 0, readAt: ago(0) })).rejects.toMatchObject({
      code: 'not_found',
    });
    await read('0_0', 2);
    const content = buildContent();
    await db.knex('course_version').insert({ course_id: courseId, number: 2, content: JSON.stringify(content) });
    await db.knex('course').where({ id: courseId }).update({ current_version: 2 });
    expect((await getCourse({ accountId, courseId })).reading_place).toBeNull();
  });
});

it('G36 a course that is being read is in progress, also in the filtered list, before a lesson is completed', async () => {
  const states = async () => {
    const { status, progress } = await getCourse({ accountId, courseId });
    const listed = (await listCourses({ accountId, limit: 5, status: 'in-progress' })).courses.map((course) => [
      course.status,
      course.progress,
    ]);
    return { status, progress, listed };
  };
  expect(await states()).toEqual({ status: 'generated', progress: 0, listed: [] });
  await read('0_0', 0);
  expect(await states()).toEqual({ status: 'in-progress', progress: 0, listed: [['in-progress', 0]] });
});

describe('CRS-03 courses to continue', () => {
  const next = async () =>
    (await listContinue(accountId)).map(({ title, lesson, progress }) => [title, lesson.module, lesson.lesson, progress]);

  it('are started and not completed, the last read first, with the next lesson', async () => {
    expect(await listContinue(accountId)).toEqual([]);
    await read('0_1', 3);
    expect(await listContinue(accountId)).toMatchObject([
      {
        course_id: courseId,
        title: 'Beekeeping for a first year',
        language: 'english',
        completed_lessons: 0,
        lesson_count: 3,
        lesson: { title: 'Swarming', module: 0, lesson: 1 },
      },
    ]);
    const first = courseId;
    courseId = await givenCourse(accountId, { document: { title: 'Wax' } });
    await completeLesson({ accountId, courseId, lessonId: '0_0' });
    expect(await next()).toEqual([
      ['Wax', 0, 1, 33],
      ['Beekeeping for a first year', 0, 1, 0],
    ]);
    for (const lessonId of ['0_1', '1_0']) await completeLesson({ accountId, courseId, lessonId });
    expect((await listContinue(accountId)).map((one) => one.course_id)).toEqual([first]);
  });

  it('say the day of the course’s pace to which the next lesson belongs, and what is left of it; without a pace they say none', async () => {
    const pace = { unit: 'day', units: 3, minutes: { reading: 4, practice: 13, tasks: 14, review: 2 } } as const;
    const document = { title: 'Wax', plan: { thread: null, terms: [], conventions: [], final_task: null, lessons: [], pace } };
    const days = async () => (await listContinue(accountId)).map(({ title, day }) => [title, day]);
    await read('0_0', 0);
    courseId = await givenCourse(accountId, { document });
    await read('0_0', 0);
    expect(await days()).toEqual([
      ['Wax', { unit: 'day', number: 1, of: 3, left: 2 }],
      ['Beekeeping for a first year', undefined],
    ]);
    for (const lessonId of ['0_0', '0_1']) await completeLesson({ accountId, courseId, lessonId });
    expect((await days())[0]).toEqual([
      'Wax',
      { unit: 'day', number: placeInDays(pace, [{ lessons: 2 }, { lessons: 1 }])[2], of: 3, left: 1 },
    ]);
    // as it is stored: by the parts of these short lessons
    expect((await getCourse({ accountId, courseId })).plan?.pace).toMatchObject({ unit: 'day', units: 3, minutes: { tasks: 0 } });
  });

  it('continue after the current lesson, then with skipped ones', async () => {
    await read('0_1', 0);
    await completeLesson({ accountId, courseId, lessonId: '0_1' });
    expect(await next()).toEqual([['Beekeeping for a first year', 1, 0, 33]]);
    await completeLesson({ accountId, courseId, lessonId: '1_0' });
    expect(await next()).toEqual([['Beekeeping for a first year', 0, 0, 66]]);
  });

  it('keeps the position in a completed lesson, and starts another one at its top', async () => {
    await read('0_1', 4.5);
    await completeLesson({ accountId, courseId, lessonId: '0_1' });
    expect((await getCourse({ accountId, courseId })).reading_place).toMatchObject({ position: 4.5 });
    await completeLesson({ accountId, courseId, lessonId: '1_0' });
    expect((await getCourse({ accountId, courseId })).reading_place).toMatchObject({ position: 0 });
  });

  it('are three at most, and the user’s own', async () => {
    for (let n = 0; n < 4; n += 1) {
      courseId = await givenCourse(accountId, {
        document: { title: `Course ${n}`, modules: [{ title: 'M', summary: '', lessons: [buildLesson()] }] },
      });
      await read('0_0', 0);
    }
    expect((await listContinue(accountId)).map(({ title }) => title)).toEqual(['Course 3', 'Course 2', 'Course 1']);
    expect(await listContinue(await givenOwner())).toEqual([]);
  });
});

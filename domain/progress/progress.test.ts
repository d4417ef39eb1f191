import { beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse, listCourses, listSavedCourses } from '#domain/courses/content/course.queries.ts';
import { editLesson } from '#domain/courses/content/lesson.commands.ts';
import { restoreVersion } from '#domain/courses/versions/restore-version.command.ts';
import { saveCourse } from '#domain/courses/saved/saved-course.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { awardPoints } from '#domain/dashboard/award-points.command.ts';
import { completeLesson, bookmarkLesson, removeLessonBookmark } from './lesson-progress.commands.ts';

const db = useTestDatabase();
let accountId: string;
let courseId: string;
beforeEach(async () => {
  accountId = await givenOwner();
  courseId = await givenCourse(accountId);
});

const complete = (lessonId: string) => completeLesson({ accountId, courseId, lessonId });
const lessons = async () => (await getCourse({ accountId, courseId })).modules.flatMap((module) => module.lessons);

describe('completing lessons', () => {
  it('LRN-07 LRN-08 awards 25 points once per lesson, and reports when the course is completed', async () => {
    // with the ten points of the first lesson, and at the end a hundred of the first course
    expect(await complete('0_0')).toEqual({ points_awarded: 25, total_points: 35, course_completed: false, progress: 33 });
    expect(await complete('0_0')).toEqual({ points_awarded: 0, total_points: 35, course_completed: false, progress: 33 });
    expect(await complete('0_1')).toMatchObject({ progress: 66, course_completed: false });
    expect(await complete('1_0')).toEqual({ points_awarded: 25, total_points: 185, course_completed: true, progress: 100 });
  });

  it('LRN-06 G34 accepts the permanent id and the index form of the live version', async () => {
    const [first] = await lessons();
    expect(await complete(first!.lesson_id.toUpperCase())).toMatchObject({ points_awarded: 25 });
    expect(await complete('0_0')).toMatchObject({ points_awarded: 0 });
    expect((await lessons()).map((lesson) => lesson.completed)).toEqual([true, false, false]);
  });

  it('twenty times at once awards once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete('0_1')));
    expect(answers.map((answer) => answer.points_awarded).toSorted()).toEqual([...Array(19).fill(0), 25]);
    expect(answers.every((answer) => answer.progress === 33)).toBe(true);
  });

  it('follows the lesson through edits and restored versions, and awards nothing again', async () => {
    await complete('0_0');
    await editLesson({ accountId, courseId, lessonId: '0_0', baseVersion: 1, editSession: uuidv7(), changes: { content: 'new' } });
    await restoreVersion({ accountId, courseId, number: 1 });
    expect((await lessons()).map((lesson) => lesson.completed)).toEqual([true, false, false]);
    expect(await complete('0_0')).toMatchObject({ points_awarded: 0, progress: 33 });
  });

  it('G36 LRN-03 status and progress of courses and of both lists follow from it', async () => {
    await saveCourse({ accountId, courseId });
    const seen = async () => {
      const course = await getCourse({ accountId, courseId });
      const rows = [await listCourses({ accountId, limit: 5 }), await listSavedCourses({ accountId, limit: 5 })].map(
        (page) => page.courses[0]!,
      );
      const all = [course, ...rows].map(({ status, progress }) => `${status} ${progress}`);
      expect(new Set(all).size).toBe(1);
      return all[0];
    };
    const states = [await seen()];
    for (const lesson of ['0_0', '0_1', '1_0']) {
      await complete(lesson);
      states.push(await seen());
    }
    expect(states).toEqual(['generated 0', 'in-progress 33', 'in-progress 66', 'completed 100']);
  });

  it('a completed lesson that the live version lacks counts for nothing until it is back', async () => {
    await complete('0_0');
    await complete('1_0');
    const { content } = (await db.knex('course_version').where({ course_id: courseId }).first('content'))!;
    const shorter = { ...content, modules: [content.modules[0]], missing_lessons: 1 };
    await db.knex('course_version').insert({ course_id: courseId, number: 2, content: JSON.stringify(shorter) });
    await db.knex('course').where({ id: courseId }).update({ current_version: 2, lesson_count: 2 });
    expect((await listCourses({ accountId, limit: 5 })).courses[0]).toMatchObject({ status: 'in-progress', progress: 50 });
    await restoreVersion({ accountId, courseId, number: 1 });
    expect((await listCourses({ accountId, limit: 5 })).courses[0]).toMatchObject({ progress: 66 });
  });

  it.each([['7_7'], ['x'], [''], ['0_0_0'], [uuidv7()]])('rejects lesson %j, and a course of another user', async (lessonId) => {
    await expect(complete(lessonId)).rejects.toMatchObject({ code: 'not_found' });
    const stranger = await givenOwner();
    await expect(completeLesson({ accountId: stranger, courseId, lessonId: '0_0' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(completeLesson({ accountId, courseId: 'x', lessonId: '0_0' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await db.knex('point_entry').where({ account_id: stranger })).toEqual([]);
  });
});

it('LRN-05 G35 a lesson is bookmarked and unbookmarked, twice without harm', async () => {
  const lesson = { accountId, courseId, lessonId: '0_1' };
  expect([await bookmarkLesson(lesson), await bookmarkLesson(lesson)]).toEqual([{ bookmarked: true }, { bookmarked: true }]);
  expect((await lessons()).map((one) => one.bookmarked)).toEqual([false, true, false]);
  expect([await removeLessonBookmark(lesson), await removeLessonBookmark(lesson)]).toEqual([{ bookmarked: false }, { bookmarked: false }]);
  expect((await lessons()).some((one) => one.bookmarked)).toBe(false);
  await expect(bookmarkLesson({ ...lesson, accountId: await givenOwner() })).rejects.toMatchObject({ code: 'not_found' });
});

it('G37 points are awarded once per cause, and are rolled back with the transaction around them', async () => {
  const award = () => transact((trx) => awardPoints(trx, { accountId, cause: 'course:1', points: 200 }));
  expect((await Promise.all([award(), award(), award()])).toSorted()).toEqual([0, 0, 200]);
  const failing = transact(async (trx) => {
    await awardPoints(trx, { accountId, cause: 'course:2', points: 200 });
    throw new Error('lost');
  });
  await expect(failing).rejects.toThrow('lost');
  expect(await db.knex('point_entry').where({ account_id: accountId }).pluck('points')).toEqual([200]);
});

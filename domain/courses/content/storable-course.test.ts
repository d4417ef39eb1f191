import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { restoreVersion } from '#domain/courses/versions/restore-version.command.ts';
import { lockCourse, writeVersion } from '#domain/courses/versions/version.commands.ts';
import type { CourseContent } from './course-content.queries.ts';
import { buildContent, buildLesson, givenCourse, givenOwner, givenRun } from './course.factory.ts';
import { getCourse, listCourses } from './course.queries.ts';
import { editLesson, addPractice } from './lesson.commands.ts';
import { insertCourse } from './course.commands.ts';
import { storable } from './storable-course.queries.ts';

const database = useTestDatabase();
const tooLarge = { code: 'course.too_large' };
const oversized = buildContent({ description: 'a'.repeat(5_001) });
/** Stores a course as it was stored before there were limits. */
const storeUnbounded = (courseId: string, content: CourseContent) =>
  database
    .knex('course_version')
    .where({ course_id: courseId })
    .update({ content: JSON.stringify(content) });

it('is stored with the pace that its parts take, not with the one that was ordered', () => {
  const exercises = [{ id: 'e1', title: 'Open it', instructions: 'Open a hive.' }];
  const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');
  // the minutes of the plan, from before anything was written, say nothing
  const lesson = buildLesson({ duration_minutes: 1, content: words(225 * 7), exercises });
  const pace = { unit: 'day' as const, units: 7, minutes: { reading: 99, practice: 99, tasks: 99, review: 99 } };
  const final_task = { title: 'A hive of your own', task: 'Judge it.', points: ['It is opened.'], solution: 'Opened.' };
  const paceOf = (task: typeof final_task | null) => {
    const plan = { thread: null, terms: [], conventions: [], lessons: [], final_task: task, pace };
    const { json } = storable(buildContent({ modules: [{ title: 'Spring', summary: '', lessons: [lesson, lesson] }], plan }));
    return (JSON.parse(json) as CourseContent).plan!.pace;
  };
  // 14 minutes of reading, 2 questions, 2 exercises of 5 minutes, a task of 40; two questions come back less than once in a week
  expect(paceOf(final_task)).toEqual({ ...pace, minutes: { reading: 2, practice: 2, tasks: 6, review: 0 } });
  expect(paceOf(null)!.minutes.tasks).toBe(0);
});

describe('a course that is too large is refused', () => {
  it('when a run has written it', async () => {
    await expect(givenCourse(await givenOwner(), { document: oversized })).rejects.toMatchObject(tooLarge);
  });

  it('when it comes without a run', async () => {
    const given = {
      accountId: await givenOwner(),
      courseId: uuidv7(),
      content: oversized,
      difficulty: '',
      ageGroup: '',
      kind: 'edited' as const,
    };
    await expect(transact((trx) => insertCourse(trx, given))).rejects.toMatchObject({
      ...tooLarge,
      message: 'The part “description” of the course is longer than 5,000 characters.',
    });
  });

  it('when it is a version of an existing one, and nothing of it is stored', async () => {
    const accountId = await givenOwner();
    const courseId = await givenCourse(accountId);
    const written = transact(async (trx) =>
      writeVersion(trx, await lockCourse(trx, accountId, courseId), { content: oversized, kind: 'regenerated', changed: [] }),
    );
    await expect(written).rejects.toMatchObject(tooLarge);
    expect(await database.knex('course_version').where({ course_id: courseId })).toHaveLength(1);
  });

  it('when it is an edit, added practice, or an earlier version from before the limits', async () => {
    const accountId = await givenOwner();
    const lesson = buildLesson({ quiz: [] });
    const document = buildContent({ modules: [{ title: 'Spring', summary: '', lessons: [lesson] }] });
    const courseId = await givenCourse(accountId, { document });
    const edit = { accountId, courseId, lessonId: lesson.lesson_id, baseVersion: 1, editSession: randomUUID() };
    const objectives = Array.from({ length: 25 }, (_, n) => `Objective ${n}`);
    await expect(editLesson({ ...edit, changes: { objectives } })).rejects.toMatchObject(tooLarge);
    const practised = { ...lesson, quiz: Array(41).fill(buildLesson().quiz[0]) };
    const added = transact(async (trx) =>
      addPractice(trx, { accountId, courseId, runId: await givenRun(accountId), lessons: [practised] }),
    );
    await expect(added).rejects.toMatchObject(tooLarge);

    await storeUnbounded(courseId, { ...document, description: 'a'.repeat(5_001) });
    await expect(editLesson({ ...edit, changes: { title: 'Another' } })).rejects.toMatchObject(tooLarge);
    // its owner can still read it
    expect((await getCourse({ accountId, courseId })).description).toHaveLength(5_001);
  });

  it('when a restored earlier version is too large', async () => {
    const accountId = await givenOwner();
    const courseId = await givenCourse(accountId);
    await storeUnbounded(courseId, oversized);
    await transact(async (trx) =>
      writeVersion(trx, await lockCourse(trx, accountId, courseId), { content: buildContent(), kind: 'edited', changed: [] }),
    );
    await expect(restoreVersion({ accountId, courseId, number: 1 })).rejects.toMatchObject(tooLarge);
  });

  it('by the database, whoever writes it', async () => {
    const courseId = await givenCourse(await givenOwner());
    const whole = JSON.stringify(buildContent({ description: 'a'.repeat(3_000_001) }));
    const knex = database.knex;
    await expect(knex('course_version').insert({ course_id: courseId, number: 2, content: whole })).rejects.toMatchObject({
      code: '54000',
    });
    await expect(knex('course_version').where({ course_id: courseId }).update({ content: whole })).rejects.toMatchObject({ code: '54000' });
  });
});

describe('the outline of a course in lists', () => {
  it('is complete at an ordinary size, and shortened beyond it', async () => {
    const accountId = await givenOwner();
    const objectives = Array.from({ length: 24 }, (_, n) => `${n} ${'a'.repeat(990)}`);
    const lessons = Array.from({ length: 120 }, () => buildLesson({ title: 'b'.repeat(500), objectives: ['One'] }));
    await givenCourse(accountId);
    await givenCourse(accountId, {
      document: {
        title: 'Long',
        learning_objectives: objectives,
        expert_insights: objectives,
        modules: [{ title: 'c'.repeat(500), summary: '', lessons }],
      },
    });
    const { courses } = await listCourses({ accountId, limit: 10 });
    const [long, short] = [courses.find(({ title }) => title === 'Long')!, courses.find(({ title }) => title !== 'Long')!];
    expect(short.modules[0]?.lessons[0]?.objectives).toEqual(['Judge the strength of a colony']);
    expect(JSON.stringify(long).length).toBeLessThan(30_000);
    expect(long.modules[0]?.lessons).toHaveLength(120);
  });
});

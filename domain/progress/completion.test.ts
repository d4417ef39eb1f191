import { beforeEach, describe, expect, it } from 'vitest';
import { countCourses } from '#domain/courses/content/count-courses.queries.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { buildContent, buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse, listCourses } from '#domain/courses/content/course.queries.ts';
import { restoreVersion } from '#domain/courses/versions/restore-version.command.ts';
import { lockCourse, replaceContent, writeVersion } from '#domain/courses/versions/version.commands.ts';
import { readDashboard } from '#domain/dashboard/dashboard.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { issueCertificate, listCertificates } from '#domain/practice/certificates/issue-certificate.command.ts';
import { startFinalTest } from '#domain/practice/certificates/start-final-test.command.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { completeLesson } from './lesson-progress.commands.ts';
import { listContinue } from './progress.queries.ts';
import { totalPoints } from '#domain/dashboard/points.queries.ts';

useTestDatabase();
let accountId: string;
let courseId: string;
const content = buildContent();
const [spring, autumn] = content.modules as [CourseContent['modules'][number], CourseContent['modules'][number]];
const added = [buildLesson({ title: 'Wintering' }), buildLesson({ title: 'Wax' })];
const longer: CourseContent = { ...content, modules: [spring, { ...autumn, lessons: [...autumn.lessons, ...added] }] };
const shorter: CourseContent = { ...content, modules: [spring] };

beforeEach(async () => {
  accountId = await givenOwner();
  courseId = await givenCourse(accountId, { document: content });
});

const complete = async (...lessons: string[]) => {
  for (const lessonId of lessons) await completeLesson({ accountId, courseId, lessonId });
};
const issue = () => issueCertificate({ accountId, courseId, holderName: 'Ines Moreno' });
const dashboard = () => readDashboard({ accountId, timeZone: 'UTC' });

/** The course's progress as each screen shows it. */
async function seen() {
  const course = await getCourse({ accountId, courseId });
  const [row] = (await listCourses({ accountId, limit: 5 })).courses;
  const completed = await listCourses({ accountId, limit: 5, status: 'completed' });
  const states = [course, row!, (await dashboard()).courses[0]!].map((one) => `${one.status} ${one.progress} new ${one.new_lessons}`);
  const counts = [(await countCourses(accountId)).completed, (await dashboard()).completed_courses, completed.courses.length];
  return {
    states: [...new Set(states)],
    counts: [...new Set(counts)],
    next: (await listContinue(accountId)).map(({ lesson }) => lesson.title),
  };
}

const changes: readonly (readonly [string, (to: CourseContent) => Promise<unknown>])[] = [
  [
    'its owner',
    (to) =>
      transact(async (trx) => writeVersion(trx, await lockCourse(trx, accountId, courseId), { content: to, kind: 'edited', changed: [] })),
  ],
  ['an update of the market', (to) => transact((trx) => replaceContent(trx, courseId, { content: to, hasFinalTest: false }))],
];

describe.each(changes)('a course that is changed by %s', (_, change) => {
  it('is completed when its last missing lesson is removed, with its certificate, points and achievement at once', async () => {
    await complete('0_0', '0_1');
    expect(await seen()).toEqual({ states: ['in-progress 66 new 0'], counts: [0], next: ['Feeding'] });
    await change(shorter);
    expect(await totalPoints(accountId)).toBe(2 * 25 + 10 + 100);
    expect(await seen()).toEqual({ states: ['completed 100 new 0'], counts: [1], next: [] });
    expect(await issue()).toMatchObject({ lesson_count: 2, course_version: 2 });
  });

  it('shows the added lessons as new, and has no certificate before they are completed', async () => {
    await complete('0_0', '0_1', '1_0');
    await change(longer);
    expect(await seen()).toEqual({ states: ['in-progress 60 new 2'], counts: [0], next: ['Wintering'] });
    await expect(issue()).rejects.toMatchObject({ code: 'certificate.not_completed' });
    await complete('1_1', '1_2');
    expect(await seen()).toEqual({ states: ['completed 100 new 0'], counts: [1], next: [] });
    expect(await issue()).toMatchObject({ lesson_count: 5, course_version: 2 });
  });

  it('keeps an issued certificate, which names its version', async () => {
    await complete('0_0', '0_1', '1_0');
    const issued = await issue();
    expect(issued).toMatchObject({ lesson_count: 3, course_version: 1 });
    await change(longer);
    expect(await issue()).toEqual(issued);
    expect(await listCertificates({ accountId, courseId })).toEqual([{ ...issued, course_id: courseId, new_lessons: 2 }]);
    expect(await seen()).toMatchObject({ states: ['in-progress 60 new 2'] });
  });
});

it('a restored version is completed as far as its own lessons are', async () => {
  await complete('0_0', '0_1', '1_0');
  await changes[0]![1](longer);
  await restoreVersion({ accountId, courseId, number: 1 });
  expect(await seen()).toEqual({ states: ['completed 100 new 0'], counts: [1], next: [] });
  await expect(startFinalTest({ accountId, courseId })).rejects.toMatchObject({ code: 'not_found' });
});

it('two last lessons completed at once complete the course', async () => {
  await complete('0_0');
  await Promise.all([complete('0_1'), complete('1_0')]);
  expect(await totalPoints(accountId)).toBe(3 * 25 + 10 + 100);
});

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { buildContent, buildLesson, givenCourse, givenOwner } from './course.factory.ts';
import { getCourse } from './course.queries.ts';

const test = useTestDatabase();

it('an owner’s own file has the rubrics and full answers of text questions; no page has, nor a file of another creator’s course', async () => {
  const accountId = await givenOwner();
  const question = {
    id: 'q',
    kind: 'short' as const,
    question: 'Why do bees dance?',
    explanation: 'To show the way.',
    rubric: ['direction', 'distance'],
  };
  const lesson = buildLesson({ quiz: [question] });
  const courseId = await givenCourse(accountId, {
    document: buildContent({ modules: [{ title: 'Spring', summary: '', lessons: [lesson] }] }),
  });
  const questionIn = async (isBackup: boolean) => (await getCourse({ accountId, courseId, isBackup })).modules[0]!.lessons[0]!.quiz[0];
  expect(await questionIn(true)).toMatchObject(question);
  expect(await questionIn(false)).toMatchObject({ rubric: [], explanation: '' });

  await test.knex('course').where({ id: courseId }).update({ enrolled_from: randomUUID() });
  expect(await questionIn(true)).toMatchObject({ rubric: [], explanation: '' });
});

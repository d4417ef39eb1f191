import { expect, it } from 'vitest';
import { buildContent, buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse, listCourses } from '#domain/courses/content/course.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { down, up } from '../../migrations/20261214050000_store_course_contents.ts';

const database = useTestDatabase();

it('courses of before there were bounds: lists get the names, a share of one that is too large ends, and its owner reads it on', async () => {
  const accountId = await givenOwner();
  const [small, large] = [await givenCourse(accountId), await givenCourse(accountId)];
  const content = buildContent({
    title: 'Large',
    modules: [{ title: 'Only', summary: '', lessons: [buildLesson({ objectives: Array(400_000).fill('objective') })] }],
  });
  const outline = { modules: [{ title: 'Only', lessons: [{ title: 'One', objectives: content.modules[0]!.lessons[0]!.objectives }] }] };
  await database.knex('course_share').insert([small, large].map((id, n) => ({ course_id: id, account_id: accountId, token: String(n).padStart(32, 'a') })));
  await transact(async (trx) => {
    await down(trx);
    const listed = { title: 'Large', outline: JSON.stringify({ ...outline, learning_objectives: [], expert_insights: [] }) };
    await trx('course')
      .where({ id: large })
      .update({ ...listed, description: 'a'.repeat(50_000) });
    await trx('course_version')
      .where({ course_id: large })
      .update({ content: JSON.stringify(content) });
    await up(trx);
  });
  const { courses } = await listCourses({ accountId, limit: 10 });
  expect(courses).toHaveLength(2);
  expect(JSON.stringify(courses).length).toBeLessThan(10_000);
  expect(await database.knex('course_share').pluck('course_id')).toEqual([small]);
  const [version] = await database.knex('course_version').where({ course_id: small });
  expect(version!.contents).toMatchObject({
    language: 'english',
    modules: [{ title: 'Spring', lessons: [{ questions: 1, has_practice: true }, {}] }, {}],
  });
  expect((await getCourse({ accountId, courseId: large })).modules[0]?.lessons[0]?.objectives).toHaveLength(400_000);
});

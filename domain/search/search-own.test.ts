import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { createNote } from '#domain/notes/note.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { searchOwn } from './search-own.queries.ts';

useTestDatabase();
const LESSONS = ['Überwintern', 'The queen', 'Swarms in May'].map((title) => buildLesson({ title }));
const document = { title: 'Beekeeping in Córdoba', modules: [{ title: 'M', summary: '', lessons: LESSONS }] };

it('finds one’s own courses, lessons and notes by all words, without accents, and nothing of anybody else', async () => {
  const [accountId, other] = [await givenOwner(), await givenOwner()];
  const courseId = await givenCourse(accountId, { document });
  await givenCourse(other, { document });
  const of = (q: string) => searchOwn({ accountId, q });
  await createNote({ accountId, courseId, lessonId: '0_1', noteId: uuidv7(), passage: null, text: 'Marked green in 2024' });
  expect(await of('cordoba BEE')).toMatchObject({ courses: [{ course_id: courseId, title: document.title }], lessons: [] });
  expect(await of('uberwint')).toMatchObject({
    courses: [],
    lessons: [{ course_id: courseId, course_title: document.title, title: 'Überwintern', module: 0, lesson: 0 }],
  });
  expect((await of('cordoba swarms')).lessons).toMatchObject([{ title: 'Swarms in May', lesson: 2 }]);
  expect(await of('green')).toMatchObject({
    courses: [],
    lessons: [],
    notes: [{ course_title: document.title, text: 'Marked green in 2024', lesson: { module: 0, lesson: 1 } }],
  });
  expect(await of('swarms hornets')).toEqual({ courses: [], lessons: [], notes: [] });
  expect(await searchOwn({ accountId: other, q: 'green' })).toMatchObject({ notes: [] });
});

import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { buildWorkshop } from '#contract/courses/workshop.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { buildLesson, givenCourse, givenOwner } from './course.factory.ts';
import { getCourse } from './course.queries.ts';
import { editLesson } from './lesson.commands.ts';

useTestDatabase();

const SAVES = 9;
const codesOf = (ended: readonly PromiseSettledResult<unknown>[]) =>
  ended.map((one) => (one.status === 'fulfilled' ? 'saved' : (one.reason as { code?: string }).code));

it('of concurrent saves of a lesson, the newest replaces those that wait', async () => {
  const accountId = await givenOwner();
  const courseId = await givenCourse(accountId);
  const editSession = uuidv7();
  const save = (n: number) =>
    editLesson({ accountId, courseId, lessonId: '0_0', baseVersion: 1, editSession, changes: { content: `Text ${n}` } });
  const ended = await Promise.allSettled(Array.from({ length: SAVES }, (_, n) => save(n)));
  const [first, ...others] = codesOf(ended);
  expect([first, others.at(-1)]).toEqual(['saved', 'saved']);
  expect(new Set(others.slice(0, -1))).toEqual(new Set(['limits.superseded']));
});

it('saves of other lessons, or of another editor, wait; none is refused because of their number', async () => {
  const accountId = await givenOwner();
  const courses = await Promise.all(Array.from({ length: SAVES }, () => givenCourse(accountId)));
  const save = (courseId: string, n: number) =>
    editLesson({ accountId, courseId, lessonId: '0_0', baseVersion: 1, editSession: uuidv7(), changes: { content: `Text ${n}` } });
  expect(new Set(codesOf(await Promise.allSettled(courses.map(save))))).toEqual(new Set(['saved']));
});

it('adds, changes and removes a workshop; saving it as it is makes no version', async () => {
  const accountId = await givenOwner();
  const courseId = await givenCourse(accountId);
  const edit = { accountId, courseId, lessonId: '0_0', editSession: uuidv7() };
  const workshop = buildWorkshop();
  const added = await editLesson({ ...edit, baseVersion: 1, changes: { workshop } });
  expect([added.version, added.lesson.workshop, added.lesson.quiz.length]).toEqual([2, workshop, 1]);
  expect((await editLesson({ ...edit, editSession: uuidv7(), baseVersion: 2, changes: { workshop } })).version).toBe(2);
  const changed = buildWorkshop({ title: 'Three hives on one roof' });
  const { lesson } = await editLesson({ ...edit, editSession: uuidv7(), baseVersion: 2, changes: { workshop: changed } });
  expect(lesson.workshop?.title).toBe('Three hives on one roof');
  const removed = await editLesson({ ...edit, editSession: uuidv7(), baseVersion: 3, changes: { workshop: null } });
  expect([removed.version, Object.keys(removed.lesson).includes('workshop')]).toEqual([4, false]);
  // there is none to remove
  expect((await editLesson({ ...edit, editSession: uuidv7(), baseVersion: 4, changes: { workshop: null } })).version).toBe(4);
});

it('closes a block of code inside another one at the intended place, and no other lesson changes', async () => {
  const nested = '```md\n```js\na\n```\n```\n\n## Next';
  const accountId = await givenOwner();
  const lesson = (content: string) => buildLesson({ content });
  const modules = [{ title: 'Code', summary: '', lessons: [lesson('Text.'), lesson(nested)] }];
  const courseId = await givenCourse(accountId, { document: { modules } });
  const edit = { accountId, courseId, lessonId: '0_0', baseVersion: 1, editSession: uuidv7() };
  const { lesson: saved } = await editLesson({ ...edit, changes: { content: nested } });
  expect(saved.content).toBe('````md\n```js\na\n```\n````\n\n## Next');
  const { modules: stored } = await getCourse({ accountId, courseId });
  expect(stored[0]!.lessons.map(({ content }) => content)).toEqual([saved.content, nested]);
});

import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { startAssignment } from '#domain/classes/assignment.commands.ts';
import { listAssignments, listOwnAssignments } from '#domain/classes/assignment.queries.ts';
import { csvOf, givenAssigned } from '#domain/classes/class.factory.ts';
import { listMarks } from '#domain/classes/class-mark.queries.ts';
import { getClassReport } from '#domain/classes/class-report.queries.ts';
import { buildContent, givenCourse } from '#domain/courses/content/course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { up } from '../../migrations/4500_assigned_once.ts';

const database = useTestDatabase();

const DAY = 86_400_000;
const NOW = Date.now();
const at = (days: number): string => new Date(NOW + days * DAY).toISOString();
const merge = () => database.knex.transaction((trx) => up(trx));

/** Creates a class with several assignments of one course, as was possible before: each with its due date and its students. */
async function givenOften(often: readonly { due: string | null; for: 'all' | readonly number[] }[]) {
  const group = await givenAssigned({ students: 3 });
  const { classId, courseId, teacher, students } = group;
  await database.knex('assignment').where({ classroom_id: classId }).delete();
  const ids: string[] = [];
  for (const [n, { due, for: whom }] of often.entries()) {
    const id = uuidv7();
    ids.push(id);
    await database.knex('assignment').insert({
      id,
      classroom_id: classId,
      course_id: courseId,
      title: 'Bees',
      due_at: due === null ? null : new Date(due),
      for_all: whom === 'all',
      assigned_by: teacher,
      created_at: new Date(Date.now() - (9 - n) * DAY),
    });
    if (whom !== 'all')
      await database.knex('assignment_person').insert(whom.map((student) => ({ assignment_id: id, account_id: students[student]! })));
  }
  const datesOf = async (student: number) =>
    (await listOwnAssignments({ accountId: students[student]! })).assignments.map(({ assignment_id: id, due_at: due }) => [id, due]);
  return { ...group, ids, datesOf };
}

it('a course that a class was assigned twice is there once, in the report and its table, with the later date', async () => {
  const { teacher, classId, ids, datesOf } = await givenOften([
    { due: at(1), for: 'all' },
    { due: at(5), for: 'all' },
  ]);
  expect((await getClassReport({ accountId: teacher, classId })).totals.assigned).toBe(6);
  await merge();
  expect((await getClassReport({ accountId: teacher, classId })).totals.assigned).toBe(3);
  expect(await csvOf(teacher, classId)).toHaveLength(3);
  expect(await datesOf(0)).toEqual([[ids[0], at(5)]]);
});

it('a second one for some becomes their later date', async () => {
  const { teacher, classId, ids, datesOf } = await givenOften([
    { due: at(4), for: [0] },
    { due: at(1), for: 'all' },
  ]);
  await merge();
  expect([await datesOf(0), await datesOf(1)]).toEqual([[[ids[1], at(4)]], [[ids[1], at(1)]]]);
  expect((await listAssignments({ accountId: teacher, classId })).assignments).toMatchObject([{ students: 3, extended: 1 }]);
});

it('of two for some, a student in both keeps the first, and the others keep theirs', async () => {
  const { ids, datesOf } = await givenOften([
    { due: at(1), for: [0, 1] },
    { due: at(3), for: [1, 2] },
  ]);
  await merge();
  expect([await datesOf(0), await datesOf(1), await datesOf(2)]).toEqual([[[ids[0], at(1)]], [[ids[0], at(3)]], [[ids[1], at(3)]]]);
});

it('keeps the work done in either: the completed copy, marks and questions, also of students who have left the class', async () => {
  const { teacher, classId, students, ids } = await givenOften([
    { due: at(1), for: 'all' },
    { due: at(1), for: 'all' },
  ]);
  const [student, gone] = students as [string, string];
  const [first, second] = ids as [string, string];
  await startAssignment({ accountId: student, assignmentId: first });
  // each had a separate copy
  const further = await givenCourse(student, { document: buildContent() });
  await database.knex('assignment_copy').insert({ assignment_id: second, account_id: student, course_id: further, version: 1 });
  await database.knex('course_completion').insert({ account_id: student, course_id: further });
  const goneTo = await startAssignment({ accountId: gone, assignmentId: second });
  await database.knex('classroom_member').where({ classroom_id: classId, account_id: gone }).delete();
  const mark = { id: uuidv7(), assignment_id: second, account_id: student, mark: '2', reason: 'Well done', marked_by: teacher };
  await database.knex('assignment_mark').insert(mark);
  await database.knex('class_question').insert({ id: uuidv7(), assignment_id: second, account_id: student, text: 'Which queen?' });
  await merge();
  expect((await listOwnAssignments({ accountId: student })).assignments).toMatchObject([
    { assignment_id: first, copy_id: further, completed_at: expect.any(String), mark: '2' },
  ]);
  expect(await listMarks({ accountId: teacher, classId, assignmentId: first, studentId: student })).toMatchObject({
    marks: [{ mark: '2' }],
  });
  expect(await database.knex('class_question').where({ assignment_id: first }).pluck('text')).toEqual(['Which queen?']);
  expect(await database.knex('assignment_copy').where({ account_id: gone }).select('assignment_id', 'course_id')).toEqual([
    { assignment_id: first, course_id: goneTo },
  ]);
});

it('courses that differ, and classes that assign the same one, stay as they are', async () => {
  const one = await givenOften([{ due: at(1), for: 'all' }]);
  const other = await givenOften([{ due: at(1), for: 'all' }]);
  await database.knex('assignment').where({ classroom_id: other.classId }).update({ course_id: one.courseId });
  await merge();
  expect([await one.datesOf(0), await other.datesOf(0)]).toEqual([[[one.ids[0], at(1)]], [[other.ids[0], at(1)]]]);
});

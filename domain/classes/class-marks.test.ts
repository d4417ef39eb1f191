import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { database } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { startAssignment, updateAssignment } from './assignment.commands.ts';
import { listAssignments, listOwnAssignments } from './assignment.queries.ts';
import { setMark } from './class-mark.commands.ts';
import { listMarks } from './class-mark.queries.ts';
import { getAssignmentReport } from './class-report.queries.ts';
import { addClassMembers } from './class.commands.ts';
import { codeOf, csvOf, givenAssigned, givenClass } from './class.factory.ts';

useTestDatabase();

/** A class with a student whose teacher may set a mark. */
async function givenMarked() {
  const given = await givenAssigned();
  const [student, other] = given.students as [string, string];
  const of = { classId: given.classId, assignmentId: given.assignmentId, studentId: student };
  const mark = (value: string | null, reason: string, { accountId = given.teacher, markId = uuidv7() } = {}) =>
    setMark({ ...of, accountId, markId, mark: value, reason });
  return { ...given, student, other, of, mark };
}

describe('a mark', () => {
  it('records who set it, when, the change and the reason, even if it is sent twice', async () => {
    const { teacher, student, of, mark } = await givenMarked();
    const markId = uuidv7();
    await mark('2', 'All but the last lesson', { markId });
    await mark('2', 'All but the last lesson', { markId });
    await mark('2', 'All but the last lesson');
    await mark('1-', 'The last lesson was read aloud');
    await mark(null, 'It was of another student');
    const { marks } = await listMarks({ ...of, accountId: student });
    expect(marks.map(({ before, mark: value, by }) => [before, value, by])).toEqual([
      ['1-', null, 'Theo Okafor'],
      ['2', '1-', 'Theo Okafor'],
      [null, '2', 'Theo Okafor'],
    ]);
    expect(marks.map(({ reason }) => reason).at(-1)).toBe('All but the last lesson');
    expect(await listMarks({ ...of, accountId: teacher })).toEqual({ marks });
    const log = await database()('audit_entry')
      .where({ action: 'class.marked', subject: `assignment:${of.assignmentId}` })
      .pluck('detail');
    expect(log).toHaveLength(3);
    expect(JSON.stringify(log), 'operators do not read marks').not.toMatch(/"1-"|aloud/);
    expect(await database()('notification').where({ kind: 'class.marked', account_id: student })).toHaveLength(3);
  });

  it('is set and seen by the teachers of the class and seen by the student, not by administrators or other students', async () => {
    const { teacher, owner, student, other, classId, assignmentId, of, mark } = await givenMarked();
    const stranger = (await givenClass()).teacher;
    for (const accountId of [owner, other, student]) expect(await codeOf(mark('1', 'Mine', { accountId }))).toBe('class.not_teacher');
    expect(await codeOf(mark('1', 'Mine', { accountId: stranger }))).toBe('not_found');
    await mark('2+', 'Well told');
    for (const accountId of [owner, other]) expect(await codeOf(listMarks({ ...of, accountId }))).toBe('class.not_teacher');
    expect(await codeOf(listMarks({ ...of, accountId: stranger }))).toBe('not_found');
    const seenBy = async (accountId: string) =>
      (await getAssignmentReport({ accountId, classId, assignmentId })).students.map((one) => [one.mark, one.mark_reason]);
    expect(await seenBy(teacher)).toEqual([
      ['2+', 'Well told'],
      [null, null],
    ]);
    expect(await seenBy(owner)).toEqual([
      [null, null],
      [null, null],
    ]);
    expect((await csvOf(teacher, classId)).map((row) => row['mark'])).toEqual(['2+', '']);
    expect(Object.keys((await csvOf(owner, classId))[0]!)).not.toContain('mark');
    expect((await listOwnAssignments({ accountId: student })).assignments).toMatchObject([{ mark: '2+', mark_reason: 'Well told' }]);
    expect((await listOwnAssignments({ accountId: other })).assignments).toMatchObject([{ mark: null, mark_reason: null }]);
    // an administrator who also teaches the class may set it
    await addClassMembers({ accountId: owner, classId, people: [owner], role: 'teacher' });
    expect(await codeOf(mark('1', 'Read again', { accountId: owner }))).toBe('done');
    expect((await seenBy(owner))[0]).toEqual(['1', 'Read again']);
  });

  it('is missing where a student has completed the work, which teachers are told once they give marks', async () => {
    const { teacher, owner, student, other, classId, assignmentId, mark } = await givenMarked();
    const waiting = async (accountId: string) => (await listAssignments({ accountId, classId })).assignments.map((one) => one.to_mark);
    for (const accountId of [student, other]) {
      const courseId = await startAssignment({ accountId, assignmentId });
      await database()('course_completion').insert({ account_id: accountId, course_id: courseId });
    }
    expect(await waiting(teacher), 'of a class without marks').toEqual([0]);
    await mark('2+', 'Well told');
    expect(await waiting(teacher)).toEqual([1]);
    expect(await waiting(owner), 'seen by an administrator').toEqual([null]);
    await mark(null, 'It was of another student');
    expect(await waiting(teacher)).toEqual([2]);
  });

  it('belongs to an assignment of the student', async () => {
    const { teacher, other, student, classId, assignmentId, mark } = await givenMarked();
    await updateAssignment({ accountId: teacher, classId, assignmentId, student_ids: [other] });
    expect(await codeOf(mark('1', 'Well told'))).toBe('not_found');
    expect(await database()('assignment_mark').where({ account_id: student })).toEqual([]);
  });
});

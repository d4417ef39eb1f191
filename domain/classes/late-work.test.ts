import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import type { LateWork } from '#contract/classes/classes.contract.ts';
import { database } from '#domain/platform/database.ts';
import { givenCompleted, givenCourse, buildContent } from '#domain/courses/content/course.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createAssignment, startAssignment, updateAssignment } from './assignment.commands.ts';
import { findAssignment, listOwnAssignments } from './assignment.queries.ts';
import { getAssignmentReport, getClassReport } from './class-report.queries.ts';
import { addClassMembers, createClass, updateClass } from './class.commands.ts';
import { codeOf, csvOf, givenAssigned } from './class.factory.ts';
import { extendAssignment } from './extend-assignment.command.ts';
import { remindClasses } from './remind-classes.commands.ts';

useTestDatabase();

const HOUR = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

/** Opens a student's assignment and completes it at a given time. */
async function complete(accountId: string, assignmentId: string, completedAt: string): Promise<string> {
  const copyId = await startAssignment({ accountId, assignmentId });
  await givenCompleted(copyId);
  const completion = { account_id: accountId, course_id: copyId, completed_at: new Date(completedAt), arrived_at: new Date(completedAt) };
  await database()('course_completion').insert(completion).onConflict(['account_id', 'course_id']).merge();
  return copyId;
}

const answer = async (accountId: string, courseId: string, questionId: string, answeredAt: string) =>
  database()('question_answer').insert({
    account_id: accountId,
    id: uuidv7(),
    course_id: courseId,
    lesson_id: uuidv7(),
    question_id: questionId,
    is_right: true,
    chosen_ids: [],
    answered_at: new Date(answeredAt),
    arrived_at: new Date(answeredAt),
  });

const ownOf = async (accountId: string) => (await listOwnAssignments({ accountId })).assignments[0]!;

describe('work that is completed after its due date', () => {
  it.each([
    ['accept', { late: false, closed: false, completed: 2, overdue: 0, lateOnes: 0 }],
    ['mark', { late: true, closed: false, completed: 2, overdue: 0, lateOnes: 1 }],
    ['close', { late: false, closed: true, completed: 1, overdue: 1, lateOnes: 0 }],
  ] as const)('%s: is the same to the student, the report and the table', async (late_work: LateWork, expected) => {
    const { teacher, students, classId, assignmentId } = await givenAssigned();
    const [inTime, late] = students as [string, string];
    await complete(inTime, assignmentId, at(-48));
    await complete(late, assignmentId, at(-1));
    await updateAssignment({ accountId: teacher, classId, assignmentId, due_at: at(-24), late_work });
    const { late: isLate, closed, completed, overdue, lateOnes } = expected;
    expect(await ownOf(inTime)).toMatchObject({ late: false, overdue: false, late_work });
    expect(await ownOf(late)).toMatchObject({ late: isLate, closed, overdue: overdue === 1 });
    expect((await getClassReport({ accountId: teacher, classId })).totals).toEqual({ assigned: 2, completed, overdue, late: lateOnes });
    expect((await getAssignmentReport({ accountId: teacher, classId, assignmentId })).students).toMatchObject([
      { late: false, overdue: false },
      { late: isLate, closed, overdue: overdue === 1 },
    ]);
    expect(await findAssignment(classId, assignmentId)).toMatchObject({ completed, late: lateOnes });
    expect((await csvOf(teacher, classId)).map((row) => [row['late'], row['overdue']])).toEqual([
      ['no', 'no'],
      [isLate ? 'yes' : 'no', overdue === 1 ? 'yes' : 'no'],
    ]);
  });

  it('is treated as the class says if the assignment says nothing', async () => {
    const { teacher, students, classId, assignmentId } = await givenAssigned({ due_at: at(-24) });
    await complete(students[0]!, assignmentId, at(-1));
    expect(await ownOf(students[0]!)).toMatchObject({ late: true, late_work: 'mark' });
    await updateClass({ accountId: teacher, classId, late_work: 'accept' });
    expect(await ownOf(students[0]!)).toMatchObject({ late: false, late_work: 'accept' });
    expect(await findAssignment(classId, assignmentId)).toMatchObject({ late_work: 'accept', has_late_work: false });
    await updateAssignment({ accountId: teacher, classId, assignmentId, late_work: 'mark' });
    expect(await ownOf(students[0]!)).toMatchObject({ late: true });
    expect(await findAssignment(classId, assignmentId)).toMatchObject({ has_late_work: true });
  });
});

describe('closed work', () => {
  it('cannot be opened, does not count as waiting, and counts only the part done before', async () => {
    const { teacher, students, classId, assignmentId } = await givenAssigned();
    const [begun, other] = students as [string, string];
    const copyId = await startAssignment({ accountId: begun, assignmentId });
    await answer(begun, copyId, 'q1', at(-30));
    await answer(begun, copyId, 'q2', at(-1));
    await updateAssignment({ accountId: teacher, classId, assignmentId, due_at: at(-24), late_work: 'close' });
    expect(await codeOf(startAssignment({ accountId: other, assignmentId }))).toBe('class.closed');
    expect(await startAssignment({ accountId: begun, assignmentId }), 'the copy stays the student’s').toBe(copyId);
    expect((await listOwnAssignments({ accountId: begun, open: 'true' })).assignments).toEqual([]);
    expect(await ownOf(begun)).toMatchObject({ closed: true, answered: 1, right: 1 });
    expect((await getAssignmentReport({ accountId: teacher, classId, assignmentId })).students).toMatchObject([
      { answered: 1 },
      { answered: 0 },
    ]);
    await extendAssignment({ accountId: teacher, classId, assignmentId, studentIds: [other], dueAt: at(24) });
    expect(await codeOf(startAssignment({ accountId: other, assignmentId }))).toBe('done');
  });
});

describe('a later date', () => {
  it('applies to the students who got it; removed, the date of all applies to them again', async () => {
    const { teacher, students, classId, assignmentId } = await givenAssigned({ due_at: at(-24) });
    const [one, other] = students as [string, string];
    const extend = (dueAt: string | null, studentIds = [one]) =>
      extendAssignment({ accountId: teacher, classId, assignmentId, studentIds, dueAt });
    const later = at(24);
    await extend(later);
    await extend(later);
    expect(await ownOf(one)).toMatchObject({ overdue: false, is_extended: true, due_at: later });
    expect(await ownOf(other)).toMatchObject({ overdue: true, is_extended: false });
    expect((await getClassReport({ accountId: teacher, classId })).totals).toMatchObject({ overdue: 1 });
    expect(await findAssignment(classId, assignmentId)).toMatchObject({ extended: 1 });
    expect(await database()('audit_entry').where({ action: 'class.extended', subject: `assignment:${assignmentId}` })).toHaveLength(1);
    await remindClasses();
    expect(await database()('assignment_reminder').where({ assignment_id: assignmentId }).pluck('account_id'), 'of the later date').toEqual(
      [one],
    );
    await extend(null);
    expect(await ownOf(one)).toMatchObject({ overdue: true, is_extended: false });
  });

  it('is announced to its students, however it moves, and to nobody else', async () => {
    const [soon, later, evenLater] = [at(24), at(72), at(96)];
    const { teacher, students, classId, assignmentId } = await givenAssigned({ due_at: soon, students: 3 });
    const [one, other, done] = students as [string, string, string];
    await complete(done, assignmentId, at(-1));
    const told = async () => ({
      notices: await database()('notification')
        .where({ kind: 'class.date' })
        .whereIn('account_id', students)
        .orderBy('id')
        .pluck('account_id'),
      mails: (
        await database()('outgoing_mail').where({ kind: 'assignment-date' }).whereIn('account_id', students).orderBy('created_at')
      ).map(({ account_id: id, data }) => [id, data['was_due_at'], data['due_at']]),
    });
    const extend = (dueAt: string | null) => extendAssignment({ accountId: teacher, classId, assignmentId, studentIds: [one], dueAt });
    await extend(later);
    await extend(later);
    expect(await told()).toEqual({ notices: [one], mails: [[one, soon, later]] });
    await updateAssignment({ accountId: teacher, classId, assignmentId, due_at: soon, note: 'Read it twice' });
    expect((await told()).notices, 'a note moves nothing').toEqual([one]);
    await extend(null);
    expect((await told()).mails.at(-1)).toEqual([one, later, soon]);
    await updateAssignment({ accountId: teacher, classId, assignmentId, due_at: evenLater });
    expect((await told()).notices.slice(2).toSorted()).toEqual([one, other].toSorted());
  });

  it('is later, for a student who has the assignment, and never before the date of all', async () => {
    const { teacher, owner, students, classId, assignmentId } = await givenAssigned({ due_at: at(-24) });
    const extend = (dueAt: string, studentId = students[0]!, accountId = teacher) =>
      codeOf(extendAssignment({ accountId, classId, assignmentId, studentIds: [studentId], dueAt }));
    expect(await extend(at(-48))).toBe('validation.failed');
    expect(await extend(at(24), owner)).toBe('validation.failed');
    expect(await extend(at(24), students[0]!, students[0]!)).toBe('class.not_teacher');
    expect(await extend(at(24))).toBe('done');
    const evenLater = at(72);
    await updateAssignment({ accountId: teacher, classId, assignmentId, due_at: evenLater });
    expect(await ownOf(students[0]!)).toMatchObject({ due_at: evenLater, is_extended: false });
    await updateAssignment({ accountId: teacher, classId, assignmentId, due_at: null });
    expect(await ownOf(students[0]!)).toMatchObject({ due_at: null });
    expect(await extend(at(24))).toBe('validation.failed');
  });
});

describe('one course for one student', () => {
  it('is assigned once per class, however it is chosen', async () => {
    const { teacher, students, classId, courseId, assignmentId } = await givenAssigned();
    const [one, other] = students as [string, string];
    const assign = (student_ids: string[] | null) =>
      codeOf(createAssignment({ accountId: teacher, classId, assignmentId: uuidv7(), courseId, student_ids }));
    expect(await assign(null)).toBe('class.assigned_already');
    expect(await assign([one])).toBe('class.assigned_already');
    await updateAssignment({ accountId: teacher, classId, assignmentId, student_ids: [one] });
    expect(await assign([one, other])).toBe('class.assigned_already');
    expect(await assign(null)).toBe('class.assigned_already');
    expect(await assign([other])).toBe('done');
    expect(await codeOf(updateAssignment({ accountId: teacher, classId, assignmentId, student_ids: null }))).toBe('class.assigned_already');
    const another = await givenCourse(teacher, { document: buildContent() });
    expect(await codeOf(createAssignment({ accountId: teacher, classId, assignmentId: uuidv7(), courseId: another }))).toBe('done');
  });

  it('is one copy for two classes, which both see it completed', async () => {
    const { teacher, owner, students, classId, courseId, assignmentId } = await givenAssigned();
    const [student] = students as [string];
    const [club, second] = [uuidv7(), uuidv7()];
    await createClass({ accountId: teacher, classId: club, name: 'Bee club' });
    await addClassMembers({ accountId: owner, classId: club, people: [student], role: 'student' });
    await createAssignment({ accountId: teacher, classId: club, assignmentId: second, courseId });
    const opened = await Promise.all([assignmentId, second].map((id) => startAssignment({ accountId: student, assignmentId: id })));
    expect(opened[0]).toBe(opened[1]);
    await complete(student, assignmentId, at(-1));
    const completed = async (of: string) => (await getClassReport({ accountId: teacher, classId: of })).totals.completed;
    expect([await completed(classId), await completed(club)]).toEqual([1, 1]);
    expect((await listOwnAssignments({ accountId: student })).assignments.map(({ copy_id }) => copy_id)).toEqual(opened);
  });
});

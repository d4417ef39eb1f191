import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { buildContent, givenCourse } from '#domain/courses/content/course.factory.ts';
import { database } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createAssignment, updateAssignment } from './assignment.commands.ts';
import { listAssignments } from './assignment.queries.ts';
import { updateClass } from './class.commands.ts';
import { codeOf, givenAssigned } from './class.factory.ts';
import { getClass, listClassMembers } from './class.queries.ts';
import { copyClass } from './copy-class.command.ts';

useTestDatabase();

/** A class in Berlin with an assignment that is due at the end of a day there, in summer time. */
async function givenTerm() {
  const given = await givenAssigned({ due_at: '2026-10-20T21:59:00.000Z' });
  const of = { accountId: given.teacher, classId: given.classId };
  await updateClass({ ...of, starts_on: '2026-09-01', ends_on: '2027-01-31', time_zone: 'Europe/Berlin', late_work: 'close' });
  await updateAssignment({ ...of, assignmentId: given.assignmentId, note: 'Read it twice', late_work: 'accept' });
  const newClassId = uuidv7();
  const copy = (more: { starts_on?: string; days?: number } = {}, accountId = given.teacher) =>
    copyClass({ ...of, accountId, newClassId, name: '8b', ...more });
  const dates = async () =>
    (await listAssignments({ accountId: given.teacher, classId: newClassId })).assignments.map(({ due_at }) => due_at);
  return { ...given, of, newClassId, copy, dates };
}

describe('a class for the next term', () => {
  it('has the assignments of the whole class, moved by the time between the terms, and no people except its creator', async () => {
    const { teacher, of, newClassId, copy, dates, students } = await givenTerm();
    const courseId = await givenCourse(teacher, { document: buildContent() });
    await createAssignment({ ...of, assignmentId: uuidv7(), courseId, student_ids: [students[0]!] });
    // 154 days later, in winter time: still 23:59 there
    expect(await copy({ starts_on: '2027-02-02' })).toBe(1);
    expect(await dates()).toEqual(['2027-03-23T22:59:00.000Z']);
    expect(await copy({ starts_on: '2027-02-02' })).toBeNull();
    const named = { accountId: teacher, classId: newClassId };
    const [assignment, ...others] = (await listAssignments(named)).assignments;
    expect(others).toEqual([]);
    expect(assignment).toMatchObject({ note: 'Read it twice', late_work: 'accept', for_all: true, students: 0, state: 'ready' });
    expect(await getClass(named)).toMatchObject({ name: '8b', students: 0, late_work: 'close', time_zone: 'Europe/Berlin' });
    expect((await listClassMembers(named)).members.map(({ user_id }) => user_id)).toEqual([teacher]);
  });

  it.each([
    [7, '2026-10-27T22:59:00.000Z'],
    [-49, '2026-09-01T21:59:00.000Z'],
    [0, '2026-10-20T21:59:00.000Z'],
  ])('may be moved by %i days, which keeps the time of day', async (days, expected) => {
    const { copy, dates } = await givenTerm();
    await copy({ days });
    expect(await dates()).toEqual([expected]);
  });

  it('stays within the years that calendars can hold, however often it is copied', async () => {
    const { of, teacher, assignmentId } = await givenTerm();
    await database()('assignment').where({ id: assignmentId }).update({ due_at: '2999-12-01T12:00:00Z' });
    const last = uuidv7();
    await copyClass({ ...of, newClassId: last, name: '8b', days: 30 });
    const next = { accountId: teacher, classId: last, newClassId: uuidv7(), name: '8c' };
    expect(await codeOf(copyClass({ ...next, days: 1 }))).toBe('validation.failed');
    // the time between the terms counts too
    await updateClass({ accountId: teacher, classId: last, starts_on: '1900-01-01' });
    expect(await codeOf(copyClass({ ...next, starts_on: '2999-01-01' }))).toBe('validation.failed');
    expect(await database()('classroom').where({ id: next.newClassId })).toEqual([]);
    await database()('assignment').where({ classroom_id: last }).update({ due_at: '1900-01-02T12:00:00Z' });
    expect(await codeOf(copyClass({ ...next, days: -2 }))).toBe('validation.failed');
  });

  it('asks for the number of days if it is unknown, and is created by people who manage the class', async () => {
    const { owner, students, copy, newClassId } = await givenTerm();
    expect(await codeOf(copy())).toBe('validation.failed');
    expect(await database()('classroom').where({ id: newClassId })).toEqual([]);
    expect(await codeOf(copy({ days: 7 }, students[0]!))).toBe('class.not_teacher');
    expect(await codeOf(copy({ days: 7 }, owner))).toBe('done');
  });

  it('leaves out the assignments of a creator who has left the organisation', async () => {
    const { teacher, owner, organisationId, copy, newClassId } = await givenTerm();
    await database()('organisation_member').where({ organisation_id: organisationId, account_id: teacher }).delete();
    expect(await copy({ days: 7 }, owner)).toBe(1);
    expect((await listAssignments({ accountId: owner, classId: newClassId })).assignments).toEqual([]);
  });
});

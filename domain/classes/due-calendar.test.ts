import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { buildContent, givenCourse } from '#domain/courses/content/course.factory.ts';
import { database } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createAssignment, updateAssignment, withdrawAssignment } from './assignment.commands.ts';
import { removeClassMember, updateClass } from './class.commands.ts';
import { codeOf, givenAssigned } from './class.factory.ts';
import { dueCalendarUrlOf, readDueCalendar, revokeDueCalendar } from './due-calendar.commands.ts';
import { extendAssignment } from './extend-assignment.command.ts';

useTestDatabase();

const at = (hours: number): string => new Date(Math.floor(Date.now() / 1_000) * 1_000 + hours * 3_600_000).toISOString();
const stamp = (iso: string): string => iso.replaceAll(/[-:]|\.\d+/g, '');

/** The calendar of a student, and its entries by title. */
async function givenCalendar(accountId: string) {
  const id = uuidv7();
  await database()('due_calendar').insert({ id, account_id: accountId });
  const token = dueCalendarUrlOf(id).split('/').at(-1)!;
  const read = async () => {
    const text = (await readDueCalendar(token)).replaceAll('\r\n ', '');
    return text
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((event) => {
        const of = (name: string) => new RegExp(`${name}:(.*)\r\n`).exec(event)?.[1];
        return { uid: of('UID'), sequence: of('SEQUENCE'), due: of('DTSTART'), status: of('STATUS'), title: of('SUMMARY') };
      });
  };
  return { token, read };
}

describe('a student’s calendar', () => {
  it('follows a date under the same id, with a higher number for each change and none without one', async () => {
    const due = at(48);
    const { teacher, students, classId, assignmentId } = await givenAssigned({ due_at: due });
    const { read } = await givenCalendar(students[0]!);
    const [first] = await read();
    expect(first).toEqual({
      uid: expect.stringContaining(assignmentId),
      sequence: '0',
      due: stamp(due),
      status: 'CONFIRMED',
      title: expect.any(String),
    });
    expect(await read()).toEqual([first]);
    const [moved, longer] = [at(72), at(96)];
    await updateAssignment({ accountId: teacher, classId, assignmentId, due_at: moved });
    expect(await read()).toEqual([{ ...first, sequence: '1', due: stamp(moved) }]);
    await extendAssignment({ accountId: teacher, classId, assignmentId, studentIds: [students[0]!], dueAt: longer });
    expect(await read()).toEqual([{ ...first, sequence: '2', due: stamp(longer) }]);
    await updateAssignment({ accountId: teacher, classId, assignmentId, note: 'Read it twice' });
    expect(await read()).toEqual([{ ...first, sequence: '2', due: stamp(longer) }]);
  });

  it.each([
    ['it is taken back', (of: Of) => withdrawAssignment(of)],
    ['it has no date any more', (of: Of) => updateAssignment({ ...of, due_at: null })],
    ['the class ends', ({ accountId, classId }: Of) => updateClass({ accountId, classId, archived: true })],
    ['the student leaves the class', ({ accountId, classId, memberId }: Of) => removeClassMember({ accountId, classId, memberId })],
  ] as const)('says that it is cancelled when %s', async (_, act) => {
    const { teacher, students, classId, assignmentId } = await givenAssigned({ due_at: at(48) });
    const { read } = await givenCalendar(students[0]!);
    const [before] = await read();
    await act({ accountId: teacher, classId, assignmentId, memberId: students[0]! });
    const cancelled = [{ ...before, sequence: '1', status: 'CANCELLED' }];
    expect(await read()).toEqual(cancelled);
    expect(await read()).toEqual(cancelled);
  });

  it('contains a repeated assignment again, and only the student’s own dates', async () => {
    const { teacher, students, classId, assignmentId } = await givenAssigned({ due_at: at(48) });
    const [one, other] = students as [string, string];
    const { read } = await givenCalendar(one);
    const courseId = await givenCourse(teacher, { document: buildContent() });
    await createAssignment({ accountId: teacher, classId, assignmentId: uuidv7(), courseId, due_at: at(50), student_ids: [other] });
    const choose = (student_ids: string[] | null) => updateAssignment({ accountId: teacher, classId, assignmentId, student_ids });
    const states = async () => (await read()).map(({ sequence, status }) => [sequence, status]);
    expect(await states()).toEqual([['0', 'CONFIRMED']]);
    await choose([other]);
    expect(await states()).toEqual([['1', 'CANCELLED']]);
    await choose(null);
    expect(await states()).toEqual([['2', 'CONFIRMED']]);
  });

  it('does not exist for another token, nor once it was revoked', async () => {
    const { students } = await givenAssigned({ due_at: at(48) });
    const { token } = await givenCalendar(students[0]!);
    expect(await codeOf(readDueCalendar(`${token}x`))).toBe('not_found');
    expect(await codeOf(readDueCalendar(token.split('.')[0]!))).toBe('not_found');
    expect(await codeOf(readDueCalendar(token))).toBe('done');
    await revokeDueCalendar(students[0]!);
    expect(await codeOf(readDueCalendar(token))).toBe('not_found');
  });
});

interface Of {
  readonly accountId: string;
  readonly classId: string;
  readonly assignmentId: string;
  readonly memberId: string;
}

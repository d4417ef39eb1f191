import { uuidv7 } from 'uuidv7';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { buildContent, givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenMember, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { database } from '#domain/platform/database.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { createAssignment } from './assignment.commands.ts';
import { classReportCsv } from './class-report.queries.ts';
import { addClassMembers, createClass } from './class.commands.ts';

/** Returns the error code of a refused command, or `done`. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

/** Returns the rows of a class's table, by column; none of the texts has a comma. */
export async function csvOf(accountId: string, classId: string): Promise<Record<string, string>[]> {
  const text = await new Response(ReadableStream.from(await classReportCsv({ accountId, classId }))).text();
  const [head, ...rows] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(head!.map((name, at) => [name, row[at]!])));
}

/** Creates a person inside an organisation. @returns the account's id */
export async function givenInside(organisationId: string, role: OrganisationRole, name = 'Ada'): Promise<string> {
  const id = await insertAccount(database(), { first_name: name, email_verified_at: new Date(), birth_year: 1990 });
  await givenMember(organisationId, id, role);
  return id;
}

interface Given {
  readonly organisationId: string;
  readonly owner: string;
  readonly teacher: string;
  readonly students: readonly string[];
  readonly classId: string;
}

/** Creates an organisation with a class, its teacher and some students. */
export async function givenClass({ students: count = 2 } = {}): Promise<Given> {
  const { id: organisationId, owner } = await givenOrganisation();
  const teacher = await givenInside(organisationId, 'teacher', 'Theo');
  const classId = uuidv7();
  await createClass({ accountId: teacher, classId, name: '7b' });
  const students: string[] = [];
  for (let n = 0; n < count; n += 1) students.push(await givenInside(organisationId, 'member', `Student ${n}`));
  await addClassMembers({ accountId: teacher, classId, people: students, role: 'student' });
  return { organisationId, owner: owner.id, teacher, students, classId };
}

/** Creates a class whose teacher has assigned a course of their own to all of it. @param given `due_at`: ISO time */
export async function givenAssigned({ students = 2, due_at }: { students?: number; due_at?: string } = {}): Promise<
  Given & { readonly courseId: string; readonly assignmentId: string }
> {
  const group = await givenClass({ students });
  const courseId = await givenCourse(group.teacher, { document: buildContent() });
  const assignmentId = uuidv7();
  await createAssignment({ accountId: group.teacher, classId: group.classId, assignmentId, courseId, due_at });
  return { ...group, courseId, assignmentId };
}

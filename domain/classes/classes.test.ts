import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { SEEN_AS, TEACHERS_SEE } from '#contract/classes/assignments.contract.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { organisationOwner } from '#domain/billing/ledger/owner.ts';
import { reserveWork } from '#domain/billing/ledger/hold.commands.ts';
import { buildContent, buildForm, buildLesson, givenCompleted, givenCourse, givenRun } from '#domain/courses/content/course.factory.ts';
import { createCourse } from '#domain/courses/content/course.commands.ts';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { lockCourse, writeVersion } from '#domain/courses/versions/version.commands.ts';
import { removePerson } from '#domain/organisations/member.commands.ts';
import { personIdOf } from '#domain/organisations/organisation.factory.ts';
import { database, transact } from '#domain/platform/database.ts';
import { completeLesson } from '#domain/progress/lesson-progress.commands.ts';
import { shareCourse } from '#domain/sharing/share-course.command.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createAssignment, startAssignment, updateAssignment, withdrawAssignment } from './assignment.commands.ts';
import { findAssignment, listAssignments, listOwnAssignments } from './assignment.queries.ts';
import { answerClassQuestion, askTeacher } from './class-question.commands.ts';
import { listClassQuestions } from './class-question.queries.ts';
import { classReportCsv, getAssignmentReport, getClassReport } from './class-report.queries.ts';
import { addClassMembers, followGroups, removeClassMember, updateClass } from './class.commands.ts';
import { givenClass, givenInside } from './class.factory.ts';
import { getClass, listClassCandidates, listClasses, listClassMembers } from './class.queries.ts';
import { mailClassWeeks, remindClasses } from './remind-classes.commands.ts';

useTestDatabase();

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

const TOMORROW = new Date(Date.now() + 20 * 3_600_000).toISOString();
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

async function givenAssigned({ students = 2, due_at }: { students?: number; due_at?: string } = {}) {
  const group = await givenClass({ students });
  const courseId = await givenCourse(group.teacher, { document: buildContent() });
  const assignmentId = uuidv7();
  await createAssignment({ accountId: group.teacher, classId: group.classId, assignmentId, courseId, due_at });
  return { ...group, courseId, assignmentId };
}

const answer = async (accountId: string, courseId: string, isRight: boolean) => {
  const [lesson] = await liveLessons(courseId);
  await database()('question_answer').insert({
    account_id: accountId,
    id: uuidv7(),
    course_id: courseId,
    lesson_id: lesson!.lesson_id,
    question_id: 'q1',
    is_right: isRight,
    chosen_ids: [],
  });
};

describe('a class', () => {
  it('is made by a teacher, who teaches it, and is seen by its people and the administrators only', async () => {
    const { organisationId, owner, teacher, students, classId } = await givenClass();
    const administrator = await givenInside(organisationId, 'administrator');
    const outside = (await givenClass()).teacher;
    const roles = await Promise.all(
      [owner, administrator, teacher, students[0]!].map(async (accountId) => (await getClass({ accountId, classId })).my_role),
    );
    expect(roles).toEqual(['administrator', 'administrator', 'teacher', 'student']);
    expect(await codeOf(getClass({ accountId: outside, classId }))).toBe('not_found');
    expect(await codeOf(getClass({ accountId: await givenInside(organisationId, 'member'), classId }))).toBe('not_found');
    expect((await listClasses({ accountId: students[0]! })).may_create).toBe(false);
    expect((await listClasses({ accountId: teacher })).classes).toMatchObject([{ name: '7b', students: 2, teachers: ['Theo Okafor'] }]);
  });

  it('lets teachers add students, and administrators teachers; who leaves the organisation leaves it', async () => {
    const { organisationId, owner, teacher, students, classId } = await givenClass();
    const other = await givenInside(organisationId, 'member', 'Zoe');
    expect((await listClassCandidates({ accountId: teacher, classId, q: 'zoe' })).people.map(({ user_id }) => user_id)).toEqual([other]);
    const stranger = (await givenClass()).students[0]!;
    const added = await addClassMembers({ accountId: teacher, classId, people: [other, stranger, 'nobody@example.com'], role: 'student' });
    expect(added).toEqual({ added: 1, unknown: [stranger, 'nobody@example.com'] });
    expect(await codeOf(addClassMembers({ accountId: teacher, classId, people: [other], role: 'teacher' }))).toBe(
      'class.not_administrator',
    );
    await addClassMembers({ accountId: owner, classId, people: [other], role: 'teacher' });
    expect((await listClassMembers({ accountId: teacher, classId })).members.map(({ role }) => role)).toEqual([
      'teacher',
      'teacher',
      'student',
      'student',
    ]);
    expect(await codeOf(listClassMembers({ accountId: students[0]!, classId }))).toBe('class.not_teacher');
    expect(await codeOf(removeClassMember({ accountId: teacher, classId, memberId: other }))).toBe('class.not_administrator');
    await addClassMembers({ accountId: teacher, classId, people: [other], role: 'student' });
    expect((await getClass({ accountId: other, classId })).my_role).toBe('teacher');
    const { email } = (await database()('account').where({ id: students[0]! }).first('email'))!;
    await removePerson({ accountId: owner, personId: await personIdOf(organisationId, email) });
    expect((await getClass({ accountId: teacher, classId })).students).toBe(1);
  });

  it('pages its people without losing or repeating one', async () => {
    const { teacher, classId } = await givenClass({ students: 4 });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listClassMembers({ accountId: teacher, classId, limit: 2, cursor });
      seen.push(...page.members.map(({ user_id }) => user_id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });
});

describe('a class that follows a group', () => {
  it('has its people as students, and those added by hand', async () => {
    const { organisationId, teacher, students, classId } = await givenClass();
    const joining = await givenInside(organisationId, 'member', 'Zoe');
    const { email } = (await database()('account').where({ id: joining }).first('email'))!;
    const group = { id: uuidv7(), organisation_id: organisationId, name: 'Form 7b', source: 'scim' as const };
    const person = { group_id: group.id, person_id: await personIdOf(organisationId, email) };
    await database()('organisation_group').insert(group);
    await updateClass({ accountId: teacher, classId, group_id: group.id });
    await database()('organisation_group_person').insert(person);
    expect(await followGroups()).toBe(1);
    expect(await followGroups()).toBe(0);
    expect((await getClass({ accountId: joining, classId })).my_role).toBe('student');
    await database()('organisation_group_person').where(person).delete();
    expect(await followGroups()).toBe(1);
    expect((await getClass({ accountId: teacher, classId })).students).toBe(students.length);
  });
});

describe('an assigned course', () => {
  it('is opened as an own copy, once, follows the teacher, and cannot be shared or changed', async () => {
    const { teacher, students, classId, courseId, assignmentId } = await givenAssigned();
    const [student] = students as [string, string];
    const opened = await Promise.all([1, 2].map(() => startAssignment({ accountId: student, assignmentId })));
    expect(opened[0]).toBe(opened[1]);
    const copyId = opened[0]!;
    expect(copyId).not.toBe(courseId);
    expect(await codeOf(shareCourse({ accountId: student, courseId: copyId }))).toBe('market.not_yours');
    expect(await codeOf(transact((trx) => lockCourse(trx, student, copyId)))).toBe('course.enrolled_copy');

    const [lesson] = await liveLessons(copyId);
    await completeLesson({ accountId: student, courseId: copyId, lessonId: lesson!.lesson_id });
    await transact(async (trx) => {
      const course = await lockCourse(trx, teacher, courseId);
      const [first, ...rest] = course.content.modules;
      const content = { ...course.content, modules: [{ ...first!, lessons: [...first!.lessons, buildLesson({ title: 'New' })] }, ...rest] };
      await writeVersion(trx, course, { content, kind: 'edited', changed: [] });
    });
    expect((await listOwnAssignments({ accountId: student })).assignments).toMatchObject([{ has_update: true, completed_lessons: 1 }]);
    expect(await startAssignment({ accountId: student, assignmentId })).toBe(copyId);
    expect((await liveLessons(copyId)).map(({ title }) => title)).toContain('New');
    expect((await listOwnAssignments({ accountId: student })).assignments).toMatchObject([
      { has_update: false, completed_lessons: 1, lesson_count: 4, copy_id: copyId },
    ]);
    await withdrawAssignment({ accountId: teacher, classId, assignmentId });
    expect((await listOwnAssignments({ accountId: student })).assignments).toEqual([]);
    expect(await liveLessons(copyId)).toHaveLength(4);
  });

  it('may be one that is still being written; deleted before it was opened, it says so', async () => {
    const { teacher, students, classId } = await givenClass();
    const runId = await givenRun(teacher);
    const assignmentId = uuidv7();
    await createAssignment({ accountId: teacher, classId, assignmentId, taskId: runId });
    const start = () => startAssignment({ accountId: students[0]!, assignmentId });
    expect(await codeOf(start())).toBe('class.course_unfinished');
    expect((await findAssignment(classId, assignmentId)).state).toBe('writing');
    await database()('run').where({ id: runId }).update({ status: 'completed', finished_at: new Date() });
    const courseId = await transact((trx) =>
      createCourse(trx, { accountId: teacher, runId, courseId: uuidv7(), form: buildForm(), document: buildContent() }),
    );
    expect((await findAssignment(classId, assignmentId)).state).toBe('ready');
    const copyId = await start();
    await database()('course').where({ id: courseId }).delete();
    expect(await start()).toBe(copyId);
    expect(await codeOf(startAssignment({ accountId: students[1]!, assignmentId }))).toBe('class.course_gone');
  });

  it('can be for some students; nobody else opens it, and only own courses can be assigned', async () => {
    const { teacher, owner, students, classId, courseId, assignmentId } = await givenAssigned();
    const [one, other] = students as [string, string];
    await updateAssignment({ accountId: teacher, classId, assignmentId, student_ids: [one] });
    expect(await codeOf(startAssignment({ accountId: other, assignmentId }))).toBe('not_found');
    expect(await codeOf(updateAssignment({ accountId: teacher, classId, assignmentId, student_ids: [owner] }))).toBe('validation.failed');
    const named = { accountId: owner, classId, assignmentId: uuidv7(), courseId };
    expect(await codeOf(createAssignment(named))).toBe('not_found');
    const copyId = await startAssignment({ accountId: one, assignmentId });
    await database()('classroom_member').where({ classroom_id: classId, account_id: one }).update({ role: 'teacher' });
    expect(await codeOf(createAssignment({ ...named, accountId: one, courseId: copyId }))).toBe('class.not_yours');
    await updateClass({ accountId: teacher, classId, archived: true });
    expect(await codeOf(createAssignment({ ...named, accountId: teacher }))).toBe('class.archived');
  });
});

describe('a report', () => {
  it('says what each student has done, by the fields that students are told of', async () => {
    const { teacher, students, classId, assignmentId } = await givenAssigned({ students: 3, due_at: YESTERDAY });
    const copies = await Promise.all(students.slice(0, 2).map((accountId) => startAssignment({ accountId, assignmentId })));
    await givenCompleted(copies[0]!);
    await database()('course_completion').insert({ account_id: students[0]!, course_id: copies[0]! });
    await answer(students[0]!, copies[0]!, false);
    await answer(students[0]!, copies[0]!, true);
    await answer(students[1]!, copies[1]!, true);
    const report = await getClassReport({ accountId: teacher, classId });
    expect(report.totals).toEqual({ assigned: 3, completed: 1, overdue: 2 });
    expect(
      report.students.map(({ assigned, completed, overdue, answered, right }) => [assigned, completed, overdue, answered, right]),
    ).toEqual([
      [1, 1, 0, 1, 0],
      [1, 0, 1, 1, 1],
      [1, 0, 1, 0, 0],
    ]);
    expect(TEACHERS_SEE).toEqual(expect.arrayContaining(Object.values(SEEN_AS)));
    expect(
      Object.keys(report.students[0]!)
        .filter((field) => field !== 'user_id')
        .toSorted(),
    ).toEqual(Object.keys(SEEN_AS).toSorted());
    const csv = await new Response(ReadableStream.from(await classReportCsv({ accountId: teacher, classId }))).text();
    expect(csv.trim().split('\n')).toHaveLength(4);
    expect(await codeOf(getClassReport({ accountId: students[0]!, classId }))).toBe('class.not_teacher');
  });

  it('names what most get wrong, from five people on', async () => {
    const { teacher, students, classId, assignmentId } = await givenAssigned({ students: 5 });
    const copies = await Promise.all(students.map((accountId) => startAssignment({ accountId, assignmentId })));
    const hardest = async () => (await getAssignmentReport({ accountId: teacher, classId, assignmentId })).hardest;
    for (const n of [0, 1, 2, 3]) await answer(students[n]!, copies[n]!, n === 0);
    expect(await hardest()).toEqual([]);
    await answer(students[4]!, copies[4]!, false);
    expect(await hardest()).toMatchObject([{ question: 'When may a hive be opened?', answered: 5, wrong: 4 }]);
  });
});

describe('students and teachers', () => {
  it('ask and answer: a question is read by its author and the teachers only', async () => {
    const { teacher, students, classId, assignmentId } = await givenAssigned();
    const [one, other] = students as [string, string];
    const questionId = uuidv7();
    const ask = () => askTeacher({ accountId: one, assignmentId, questionId, text: 'When does the swarm leave?' });
    await Promise.all([ask(), ask()]);
    expect(await listClassQuestions({ accountId: other, classId })).toEqual({ questions: [], open: 0 });
    expect((await listClassQuestions({ accountId: teacher, classId })).open).toBe(1);
    expect(await codeOf(answerClassQuestion({ accountId: other, classId, questionId, answer: 'No' }))).toBe('class.not_teacher');
    await answerClassQuestion({ accountId: teacher, classId, questionId, answer: 'In May.' });
    expect((await listClassQuestions({ accountId: one, classId })).questions).toMatchObject([
      { answer: 'In May.', answered_by: 'Theo Okafor' },
    ]);
    const told = await database()('notification')
      .whereIn('kind', ['class.question', 'class.answer'])
      .orderBy('kind')
      .select('account_id', 'kind');
    expect(told).toEqual([
      { account_id: one, kind: 'class.answer' },
      { account_id: teacher, kind: 'class.question' },
    ]);
  });

  it('reach the administrator who made the class while it has no teacher', async () => {
    const { owner, students, classId, assignmentId } = await givenAssigned();
    await database()('classroom').where({ id: classId }).update({ created_by: owner });
    await database()('classroom_member').where({ classroom_id: classId, role: 'teacher' }).delete();
    await askTeacher({ accountId: students[0]!, assignmentId, questionId: uuidv7(), text: 'When does the swarm leave?' });
    expect(await database()('notification').where({ kind: 'class.question', account_id: owner })).toHaveLength(1);
  });

  it('are reminded once of a date, again of another, and never of what is completed', async () => {
    const { teacher, students, classId, assignmentId } = await givenAssigned({ due_at: TOMORROW });
    const copyId = await startAssignment({ accountId: students[0]!, assignmentId });
    await database()('course_completion').insert({ account_id: students[0]!, course_id: copyId });
    const reminded = async () => (await Promise.all([remindClasses(), remindClasses()])).reduce((sum, one) => sum + one);
    expect(await reminded()).toBe(1);
    expect(await reminded()).toBe(0);
    await updateAssignment({ accountId: teacher, classId, assignmentId, due_at: new Date(Date.parse(TOMORROW) + 3_600_000).toISOString() });
    expect(await reminded()).toBe(1);
    expect(await database()('notification').where({ kind: 'class.due' }).pluck('account_id')).toEqual([students[1], students[1]]);
  });

  it('are mailed about a week once, when their class is older than it', async () => {
    const { classId } = await givenAssigned({ due_at: YESTERDAY });
    await database()('classroom').whereNot({ id: classId }).update({ weekly_mail: false });
    expect(await mailClassWeeks()).toBe(0);
    await database()('classroom')
      .where({ id: classId })
      .update({ created_at: new Date(Date.now() - 14 * 86_400_000) });
    expect(await mailClassWeeks()).toBe(1);
    expect(await mailClassWeeks()).toBe(0);
  });
});

describe('the limits of a class', () => {
  const reserve = (accountId: string, centitokens: number) =>
    transact((trx) =>
      reserveWork(trx, { accountId, jobId: uuidv7(), centitokens, expiresAt: new Date(Date.now() + 60_000), cause: 'Course: Beekeeping' }),
    );

  it('bound what a student takes from the pool, also with work under way; teachers are not bound', async () => {
    const { organisationId, owner, teacher, students, classId } = await givenClass();
    await givenTokens(organisationOwner(organisationId), 1_000);
    await updateClass({ accountId: owner, classId, tokens_each: 10, tokens_all: 15 });
    expect(await codeOf(updateClass({ accountId: teacher, classId, tokens_each: 99 }))).toBe('class.not_administrator');
    const [one, other] = students as [string, string];
    expect(await reserve(one, 800)).toMatchObject({ from: 'organisation' });
    expect(await reserve(one, 300)).toMatchObject({ from: 'own' });
    expect(await reserve(other, 800)).toMatchObject({ from: 'own' });
    expect(await reserve(other, 700)).toMatchObject({ from: 'organisation' });
    expect(await reserve(teacher, 5_000)).toMatchObject({ from: 'organisation' });
    expect((await listAssignments({ accountId: teacher, classId })).assignments).toEqual([]);
  });
});

import { uuidv7 } from 'uuidv7';
import { describe, expect, it, vi } from 'vitest';
import { SEEN_AS, TEACHERS_SEE } from '#contract/classes/assignments.contract.ts';
import { MAX_CLASSES } from '#contract/classes/classes.contract.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { organisationOwner } from '#domain/billing/ledger/owner.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { reserveWork } from '#domain/billing/ledger/hold.commands.ts';
import { buildContent, buildForm, buildLesson, givenCompleted, givenCourse, givenRun } from '#domain/courses/content/course.factory.ts';
import { createCourse } from '#domain/courses/content/course.commands.ts';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { lockCourse, writeVersion } from '#domain/courses/versions/version.commands.ts';
import { purgeAccounts } from '#domain/identity/accounts/account-deletion.commands.ts';
import { leaveOrganisation, removePerson } from '#domain/organisations/member.commands.ts';
import { givenDomain, givenLapse, givenMember, givenOrganisation, personIdOf } from '#domain/organisations/organisation.factory.ts';
import { createUser, deleteUser, replaceUser } from '#domain/organisations/scim/scim-users.commands.ts';
import { database, transact } from '#domain/platform/database.ts';
import { completeLesson } from '#domain/progress/lesson-progress.commands.ts';
import { shareCourse } from '#domain/sharing/share-course.command.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createAssignment, startAssignment, updateAssignment, withdrawAssignment } from './assignment.commands.ts';
import { findAssignment, listAssignments, listOwnAssignments } from './assignment.queries.ts';
import { answerClassQuestion, askTeacher } from './class-question.commands.ts';
import { listClassQuestions } from './class-question.queries.ts';
import { getAssignmentReport, getClassReport } from './class-report.queries.ts';
import { addClassMembers, createClass, followGroups, removeClassMember, updateClass } from './class.commands.ts';
import { codeOf, csvOf, givenAssigned, givenClass, givenInside } from './class.factory.ts';
import { getClass, listClassCandidates, listClasses, listClassMembers } from './class.queries.ts';

useTestDatabase();

const emailOf = async (accountId: string) => (await database()('account').where({ id: accountId }).first('email'))!.email;

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

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
  it('is created by a teacher, who teaches it, and is seen by its people and the administrators only', async () => {
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

  it('lets teachers add students, and administrators teachers; people who leave the organisation leave it', async () => {
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
    await removePerson({ accountId: owner, personId: await personIdOf(organisationId, await emailOf(students[0]!)) });
    expect((await getClass({ accountId: teacher, classId })).students).toBe(1);
  });

  it('counts towards the organisation’s limit of active classes, also when it is resumed', async () => {
    const { organisationId, teacher, classId } = await givenClass();
    await updateClass({ accountId: teacher, classId, archived: true });
    await database().raw(
      `insert into classroom (id, organisation_id, name) select gen_random_uuid(), ?, 'Another' from generate_series(1, ?)`,
      [organisationId, MAX_CLASSES],
    );
    expect(await codeOf(updateClass({ accountId: teacher, classId, archived: false }))).toBe('class.too_many');
    const one = (await database()('classroom').where({ organisation_id: organisationId, name: 'Another' }).first('id'))!;
    await database()('classroom').where(one).delete();
    expect(await codeOf(updateClass({ accountId: teacher, classId, archived: false }))).toBe('done');
  });

  it('pages its people, its assignments, its report, and a user’s classes without losing or repeating one', async () => {
    const { teacher, classId } = await givenAssigned({ students: 4 });
    for (const title of ['7c', '7d']) await createClass({ accountId: teacher, classId: uuidv7(), name: title });
    for (const _ of [1, 2]) {
      const courseId = await givenCourse(teacher, { document: buildContent() });
      await createAssignment({ accountId: teacher, classId, assignmentId: uuidv7(), courseId });
    }
    const walk = async (page: (cursor: string | undefined) => Promise<{ ids: string[]; next_cursor: string | null }>) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { ids, next_cursor: next } = await page(cursor);
        expect(ids.length).toBeLessThanOrEqual(2);
        seen.push(...ids);
        cursor = next ?? undefined;
      } while (cursor);
      return [seen.length, new Set(seen).size];
    };
    const asked = { accountId: teacher, classId, limit: 2 };
    const idsOf = <Row extends object>(rows: readonly Row[], id: keyof Row) => rows.map((row) => String(row[id]));
    expect(
      await walk(async (cursor) => {
        const { members, next_cursor } = await listClassMembers({ ...asked, cursor });
        return { ids: idsOf(members, 'user_id'), next_cursor };
      }),
    ).toEqual([5, 5]);
    expect(
      await walk(async (cursor) => {
        const { assignments, next_cursor } = await listAssignments({ ...asked, cursor });
        return { ids: idsOf(assignments, 'assignment_id'), next_cursor };
      }),
    ).toEqual([3, 3]);
    expect(
      await walk(async (cursor) => {
        const { students, next_cursor } = await getClassReport({ ...asked, cursor });
        return { ids: idsOf(students, 'user_id'), next_cursor };
      }),
    ).toEqual([4, 4]);
    expect(
      await walk(async (cursor) => {
        const { classes, next_cursor } = await listClasses({ accountId: teacher, limit: 2, cursor });
        return { ids: idsOf(classes, 'class_id'), next_cursor };
      }),
    ).toEqual([3, 3]);
  });
});

describe('a class that follows a group', () => {
  it('has its people as students, and those added by hand', async () => {
    const { organisationId, teacher, students, classId } = await givenClass();
    const joining = await givenInside(organisationId, 'member', 'Zoe');
    const group = { id: uuidv7(), organisation_id: organisationId, name: 'Form 7b', source: 'scim' as const };
    const person = { group_id: group.id, person_id: await personIdOf(organisationId, await emailOf(joining)) };
    await database()('organisation_group').insert(group);
    await updateClass({ accountId: teacher, classId, group_id: group.id });
    await database()('organisation_group_person').insert(person);
    expect(await followGroups()).toBe(1);
    expect(await followGroups()).toBe(0);
    expect((await getClass({ accountId: joining, classId })).my_role).toBe('student');
    // a person who was added by hand before would come back, too
    const added = { ...person, person_id: await personIdOf(organisationId, await emailOf(students[0]!)) };
    await database()('organisation_group_person').insert(added);
    const remove = (memberId: string) => codeOf(removeClassMember({ accountId: teacher, classId, memberId }));
    expect([await remove(joining), await remove(students[0]!)]).toEqual(['class.follows_group', 'class.follows_group']);
    const { members } = await listClassMembers({ accountId: teacher, classId });
    expect(members.flatMap(({ user_id, of_group: isOfGroup }) => (isOfGroup ? [user_id] : [])).toSorted()).toEqual(
      [joining, students[0]!].toSorted(),
    );
    await database()('organisation_group_person').where(added).delete();
    expect([await remove(students[0]!), await followGroups()]).toEqual(['done', 0]);
    await database()('organisation_group_person').where(person).delete();
    expect(await followGroups()).toBe(1);
    expect((await getClass({ accountId: teacher, classId })).students).toBe(students.length - 1);
  });

  it('is the only one that does, even if another one gets the group at the same moment', async () => {
    const { organisationId, teacher, classId } = await givenClass();
    const other = uuidv7();
    await createClass({ accountId: teacher, classId: other, name: '7c' });
    const group = { id: uuidv7(), organisation_id: organisationId, name: 'Form 7', source: 'scim' as const };
    await database()('organisation_group').insert(group);
    const first = await database().transaction();
    await first('classroom').where({ id: other }).update({ group_id: group.id });
    const second = codeOf(updateClass({ accountId: teacher, classId, group_id: group.id }));
    await vi.waitUntil(async () => {
      const waiting = database()('pg_stat_activity').where({ wait_event_type: 'Lock' });
      return waiting.whereRaw('datname = current_database()').first('pid');
    });
    await first.commit();
    expect(await second).toBe('validation.failed');
  });
});

describe('an assigned course', () => {
  it('is opened as the student’s own copy, once, follows the teacher, and cannot be shared or changed', async () => {
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
    expect((await listOwnAssignments({ accountId: student })).assignments).toMatchObject([
      { has_update: true, completed_lessons: 1, lesson_count: 3 },
    ]);
    expect(await startAssignment({ accountId: student, assignmentId })).toBe(copyId);
    expect((await liveLessons(copyId)).map(({ title }) => title)).toContain('New');
    expect((await listOwnAssignments({ accountId: student })).assignments).toMatchObject([
      { has_update: false, completed_lessons: 1, lesson_count: 4, copy_id: copyId },
    ]);
    // a lesson that its teacher removes no longer counts as left to do
    await transact(async (trx) => {
      const course = await lockCourse(trx, teacher, courseId);
      const modules = course.content.modules.map((module) => ({
        ...module,
        lessons: module.lessons.filter(({ lesson_id: id }) => id !== lesson!.lesson_id),
      }));
      await writeVersion(trx, course, { content: { ...course.content, modules }, kind: 'edited', changed: [] });
    });
    await startAssignment({ accountId: student, assignmentId });
    const left = { completed_lessons: 0, lesson_count: 3 };
    expect((await listOwnAssignments({ accountId: student })).assignments).toMatchObject([left]);
    expect((await getAssignmentReport({ accountId: teacher, classId, assignmentId })).students).toMatchObject([left, left]);
    expect(await csvOf(teacher, classId)).toMatchObject([{ lessons: '3', completed_lessons: '0' }, { lessons: '3' }]);
    await withdrawAssignment({ accountId: teacher, classId, assignmentId });
    expect((await listOwnAssignments({ accountId: student })).assignments).toEqual([]);
    expect(await liveLessons(copyId)).toHaveLength(3);
  });

  it('may still be in progress; deleted before it was opened, it says so', async () => {
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
    const { title } = await findAssignment(classId, assignmentId);
    expect(title).toBe('Beekeeping for a first year');
    expect((await findAssignment(classId, assignmentId)).state).toBe('ready');
    expect(await csvOf(teacher, classId)).toMatchObject(students.map(() => ({ assignment: title, lessons: '3', completed_lessons: '0' })));
    await updateAssignment({ accountId: teacher, classId, assignmentId, student_ids: null });
    const questionId = uuidv7();
    await askTeacher({ accountId: students[0]!, assignmentId, questionId, text: 'Which queen leaves?' });
    expect((await listClassQuestions({ accountId: teacher, classId })).questions).toMatchObject([{ title }]);
    await answerClassQuestion({ accountId: teacher, classId, questionId, answer: 'The old one.' });
    expect(await database()('notification').where({ account_id: students[0]!, kind: 'class.answer' }).pluck('subject')).toEqual([title]);
    const copyId = await start();
    await database()('course').where({ id: courseId }).delete();
    expect(await start()).toBe(copyId);
    expect(await codeOf(startAssignment({ accountId: students[1]!, assignmentId }))).toBe('class.course_gone');
  });

  it('cannot be a run for the studio, which writes into an existing course, or one that has ended without a course', async () => {
    const { teacher, classId } = await givenClass();
    const assign = async (run: object) => {
      const taskId = await givenRun(teacher);
      await database()('run').where({ id: taskId }).update(run);
      return codeOf(createAssignment({ accountId: teacher, classId, assignmentId: uuidv7(), taskId }));
    };
    expect(await assign({ request: JSON.stringify({ ...buildForm(), creator_course_id: uuidv7() }) })).toBe('not_found');
    expect(await assign({ status: 'cancelled', finished_at: new Date() })).toBe('not_found');
  });

  it('remains the teacher’s, who opens the copy of a student', async () => {
    const { teacher, classId, courseId, assignmentId } = await givenAssigned();
    // like an imported course
    await database()('course').where({ id: courseId }).update({ run_id: null });
    const inClass = { classroom_id: classId, account_id: teacher };
    await database()('classroom_member').where(inClass).update({ role: 'student' });
    await startAssignment({ accountId: teacher, assignmentId });
    await database()('classroom_member').where(inClass).update({ role: 'teacher' });
    await withdrawAssignment({ accountId: teacher, classId, assignmentId });
    expect(await codeOf(createAssignment({ accountId: teacher, classId, assignmentId: uuidv7(), courseId }))).toBe('done');
  });

  it('can be for some students; nobody else opens it, and only own courses can be assigned', async () => {
    const { teacher, owner, students, classId, courseId, assignmentId } = await givenAssigned();
    const [one, other] = students as [string, string];
    await updateAssignment({ accountId: teacher, classId, assignmentId, student_ids: [one] });
    expect(await codeOf(startAssignment({ accountId: other, assignmentId }))).toBe('not_found');
    expect(await codeOf(askTeacher({ accountId: other, assignmentId, questionId: uuidv7(), text: 'May I?' }))).toBe('not_found');
    expect((await getAssignmentReport({ accountId: teacher, classId, assignmentId })).student_ids).toEqual([one]);
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
  it('lists the work of each student, by the fields that students are told about', async () => {
    const { teacher, students, classId, assignmentId } = await givenAssigned({ students: 3, due_at: YESTERDAY });
    const copies = await Promise.all(students.slice(0, 2).map((accountId) => startAssignment({ accountId, assignmentId })));
    await givenCompleted(copies[0]!);
    await database()('course_completion').insert({ account_id: students[0]!, course_id: copies[0]! });
    await answer(students[0]!, copies[0]!, false);
    await answer(students[0]!, copies[0]!, true);
    await answer(students[1]!, copies[1]!, true);
    const report = await getClassReport({ accountId: teacher, classId });
    expect(report.totals).toEqual({ assigned: 3, completed: 1, overdue: 2, late: 1 });
    expect(
      report.students.map(({ assigned, completed, overdue, answered, right }) => [assigned, completed, overdue, answered, right]),
    ).toEqual([
      [1, 1, 0, 1, 0],
      [1, 0, 1, 1, 1],
      [1, 0, 1, 0, 0],
    ]);
    expect(TEACHERS_SEE).toEqual(expect.arrayContaining(Object.values(SEEN_AS)));
    const shown = [
      report.students[0]!,
      (await getAssignmentReport({ accountId: teacher, classId, assignmentId })).students[0]!,
      (await listClassMembers({ accountId: teacher, classId })).members.at(-1)!,
    ].flatMap(Object.keys);
    const fields = [...new Set(shown)].filter((field) => !['user_id', 'role', 'of_group'].includes(field));
    expect(fields.toSorted()).toEqual(Object.keys(SEEN_AS).toSorted());
    expect(await csvOf(teacher, classId)).toHaveLength(3);
    expect(await codeOf(getClassReport({ accountId: students[0]!, classId }))).toBe('class.not_teacher');
  });

  it('names the questions that most get wrong, from five people on', async () => {
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
      .whereIn('account_id', [teacher, one, other])
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
});

describe('the limits of a class', () => {
  const reserve = (accountId: string, centitokens: number) =>
    transact((trx) =>
      reserveWork(trx, { accountId, jobId: uuidv7(), centitokens, expiresAt: new Date(Date.now() + 60_000), cause: 'Course: Beekeeping' }),
    );

  it('limit the tokens that a student takes from the pool, including reservations; teachers have no limit', async () => {
    const { organisationId, owner, teacher, students, classId } = await givenClass();
    await givenTokens(organisationOwner(organisationId), 1_000);
    await updateClass({ accountId: owner, classId, tokens_each: 10, tokens_all: 15 });
    expect(await codeOf(updateClass({ accountId: teacher, classId, tokens_each: 99 }))).toBe('class.not_administrator');
    const [one, other] = students as [string, string];
    const mayTake = async (accountId: string) => (await walletBalance(accountId)).organisation_available;
    expect([await mayTake(one), await mayTake(teacher)]).toEqual([10, 11_000]);
    expect(await reserve(one, 800)).toMatchObject({ from: 'organisation' });
    expect(await reserve(one, 300)).toMatchObject({ from: 'own' });
    expect(await mayTake(one)).toBe(2);
    expect(await reserve(other, 800)).toMatchObject({ from: 'own' });
    expect(await reserve(other, 700)).toMatchObject({ from: 'organisation' });
    expect(await reserve(teacher, 5_000)).toMatchObject({ from: 'organisation' });
    expect((await listAssignments({ accountId: teacher, classId })).assignments).toEqual([]);
  });

  /** A class whose administrator lets its students spend nothing. */
  async function givenLimited() {
    const given = await givenClass();
    const { organisationId, owner, students, classId } = given;
    await givenTokens(organisationOwner(organisationId), 1_000);
    await updateClass({ accountId: owner, classId, tokens_each: 0 });
    const [one] = students as [string];
    const left = async () => (await walletBalance(one)).organisation_available;
    expect(await left()).toBe(0);
    return { ...given, one, left };
  }

  it('are not lifted by a second class without limits, nor by teaching in one', async () => {
    const { owner, teacher, one, left } = await givenLimited();
    const second = uuidv7();
    await createClass({ accountId: teacher, classId: second, name: '6b' });
    await addClassMembers({ accountId: teacher, classId: second, people: [one], role: 'student' });
    expect(await left()).toBe(0);
    await addClassMembers({ accountId: owner, classId: second, people: [one], role: 'teacher' });
    expect(await left()).toBe(0);
    expect(await reserve(one, 100)).toMatchObject({ from: 'own' });
  });

  it('are not lifted by archiving, only with the place in the class', async () => {
    const { owner, teacher, classId, one, left } = await givenLimited();
    await updateClass({ accountId: teacher, classId, archived: true });
    expect(await left()).toBe(0);
    expect(await codeOf(removeClassMember({ accountId: teacher, classId, memberId: one }))).toBe('class.not_administrator');
    expect(await left()).toBe(0);
    await removeClassMember({ accountId: owner, classId, memberId: one });
    expect(await left()).toBe(11_000);
  });

  it('are the strictest of several', async () => {
    const { organisationId, owner, teacher, students, classId } = await givenClass();
    await givenTokens(organisationOwner(organisationId), 1_000);
    const [one] = students as [string];
    const second = uuidv7();
    await createClass({ accountId: teacher, classId: second, name: '6b' });
    await addClassMembers({ accountId: teacher, classId: second, people: [one], role: 'student' });
    await updateClass({ accountId: owner, classId, tokens_each: 100 });
    await updateClass({ accountId: owner, classId: second, tokens_each: 30, tokens_all: 20 });
    expect((await walletBalance(one)).organisation_available).toBe(20);
  });

  const comeBack = async (accountId: string, organisationId: string) => {
    await givenMember(organisationId, accountId);
    return accountId;
  };
  /** The ways in which a place ends although nobody who sets limits has ended it. @returns the account that comes back */
  const WAYS_OUT: Readonly<Record<string, (given: { one: string; owner: string; organisationId: string }) => Promise<string>>> = {
    'leaving the organisation': async ({ one, organisationId }) => {
      await leaveOrganisation(one);
      return comeBack(one, organisationId);
    },
    'being removed from the organisation': async ({ one, owner, organisationId }) => {
      await removePerson({ accountId: owner, personId: await personIdOf(organisationId, await emailOf(one)) });
      return comeBack(one, organisationId);
    },
    'being deactivated and activated by a directory': async ({ one, organisationId }) => {
      const [email, caller] = [await emailOf(one), { organisationId, tokenId: uuidv7(), makesAdministrators: false }];
      await givenDomain(organisationId, email.split('@')[1]!);
      const { id } = await createUser(caller, { userName: email });
      for (const active of [false, true]) await replaceUser({ ...caller, id }, { userName: email, active });
      return one;
    },
    'being deleted by a directory': async ({ one, organisationId }) => {
      const [email, caller] = [await emailOf(one), { organisationId, tokenId: uuidv7(), makesAdministrators: false }];
      await deleteUser({ ...caller, id: (await createUser(caller, { userName: email })).id });
      return comeBack(one, organisationId);
    },
    'another organisation meanwhile': async ({ one, owner, organisationId }) => {
      await givenLapse(organisationId);
      const other = await givenOrganisation();
      await comeBack(one, other.id);
      await leaveOrganisation(one);
      await database()('organisation')
        .where({ id: organisationId })
        .update({ ends_at: new Date(Date.now() + 86_400_000) });
      expect(owner).not.toBe(one);
      return comeBack(one, organisationId);
    },
    'a new account with the same address': async ({ one, organisationId }) => {
      const email = await emailOf(one);
      await database()('account')
        .where({ id: one })
        .update({ deletion_due_at: new Date(Date.now() - 1_000) });
      await purgeAccounts();
      return comeBack(await insertAccount(database(), { email, email_verified_at: new Date(), birth_year: 1990 }), organisationId);
    },
  };
  it.each(Object.entries(WAYS_OUT))('are not lifted by %s, only by ending the place', async (_, leaveAndReturn) => {
    const { organisationId, owner, classId, one } = await givenLimited();
    await updateClass({ accountId: owner, classId, tokens_each: 10, tokens_all: 12 });
    expect(await reserve(one, 800)).toMatchObject({ from: 'organisation' });
    const back = await leaveAndReturn({ one, owner, organisationId });
    expect((await listClassMembers({ accountId: owner, classId })).members.map(({ user_id: id }) => id)).not.toContain(back);
    expect((await walletBalance(back)).organisation_available).toBe(2);
    expect(await reserve(back, 300)).toMatchObject({ from: 'own' });
    expect(await reserve(back, 200)).toMatchObject({ from: 'organisation' });
    expect((await walletBalance(back)).organisation_available).toBe(0);
    await addClassMembers({ accountId: owner, classId, people: [back], role: 'student' });
    expect((await walletBalance(back)).organisation_available).toBe(0);
    await removeClassMember({ accountId: owner, classId, memberId: back });
    expect((await walletBalance(back)).organisation_available).toBe(10_990);
  });

  it('count what former students spent, until an administrator ended their place', async () => {
    const { organisationId, owner, students, classId } = await givenClass();
    await givenTokens(organisationOwner(organisationId), 1_000);
    await updateClass({ accountId: owner, classId, tokens_all: 15 });
    const [one, other] = students as [string, string];
    const left = async () => (await walletBalance(other)).organisation_available;
    expect(await reserve(one, 800)).toMatchObject({ from: 'organisation' });
    await leaveOrganisation(one);
    expect(await left()).toBe(7);
    await comeBack(one, organisationId);
    expect(await reserve(one, 100)).toMatchObject({ from: 'organisation' });
    expect(await left()).toBe(6);
    await addClassMembers({ accountId: owner, classId, people: [one], role: 'student' });
    await addClassMembers({ accountId: owner, classId, people: [one], role: 'teacher' });
    expect(await reserve(one, 5_000)).toMatchObject({ from: 'organisation' });
    expect(await left()).toBe(6);
  });

  it('end with the group that a class follows', async () => {
    const { organisationId, owner, classId } = await givenLimited();
    const group = uuidv7();
    await database()('organisation_group').insert({ id: group, organisation_id: organisationId, name: group, source: 'scim' });
    const two = await givenInside(organisationId, 'member');
    const person_id = await personIdOf(organisationId, await emailOf(two));
    await database()('organisation_group_person').insert({ group_id: group, person_id });
    await updateClass({ accountId: owner, classId, group_id: group });
    expect((await walletBalance(two)).organisation_available).toBe(0);
    await database()('organisation_group_person').where({ group_id: group }).delete();
    await followGroups();
    expect((await walletBalance(two)).organisation_available).toBe(11_000);
  });

  it('are not lifted by a teacher who lets the class follow another group', async () => {
    const { organisationId, owner, teacher, classId } = await givenLimited();
    const [group, other] = [uuidv7(), uuidv7()];
    for (const id of [group, other])
      await database()('organisation_group').insert({ id, organisation_id: organisationId, name: id, source: 'scim' });
    expect(await codeOf(updateClass({ accountId: teacher, classId, group_id: group }))).toBe('class.not_administrator');
    await updateClass({ accountId: owner, classId, group_id: group });
    expect(await codeOf(updateClass({ accountId: teacher, classId, group_id: null }))).toBe('class.not_administrator');
    // a form sends what it has loaded
    await updateClass({ accountId: teacher, classId, group_id: group, name: '7c' });
  });
});

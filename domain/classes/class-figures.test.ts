import { beforeAll, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { captureHold, reserveWork } from '#domain/billing/ledger/hold.commands.ts';
import { organisationOwner } from '#domain/billing/ledger/owner.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { buildContent, givenCourse } from '#domain/courses/content/course.factory.ts';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { completeLesson } from '#domain/progress/lesson-progress.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createAssignment, startAssignment } from './assignment.commands.ts';
import { listAssignments, listOwnAssignments } from './assignment.queries.ts';
import { setMark } from './class-mark.commands.ts';
import { answerClassQuestion, askTeacher } from './class-question.commands.ts';
import { listClassQuestions } from './class-question.queries.ts';
import { getAssignmentReport, getClassReport } from './class-report.queries.ts';
import { givenClass } from './class.factory.ts';
import { getClass, listClasses } from './class.queries.ts';

useTestDatabase();

const STUDENTS = 7;
const DAY_MS = 86_400_000;
let group: Awaited<ReturnType<typeof givenClass>>;
let assignments: { readonly id: string; readonly courseId: string }[];

const one = async <Row>(statement: Sql): Promise<Row> => (await rowsOf<Row>(database(), statement))[0]!;
const count = async (statement: Sql): Promise<number> => (await one<{ n: number }>(sql`select count(*)::int as n ${statement}`)).n;

async function answer(accountId: string, courseId: string, lessonId: string, tries: readonly boolean[]): Promise<void> {
  for (const [place, isRight] of tries.entries())
    await database()('question_answer').insert({
      account_id: accountId,
      id: uuidv7(),
      course_id: courseId,
      lesson_id: lessonId,
      question_id: 'q1',
      is_right: isRight,
      chosen_ids: [],
      answered_at: new Date(Date.now() - DAY_MS + place * 1000),
    });
}

/**
 * A class with an overdue course for all, one for some, and one that nobody has opened. Students have completed all, a part or nothing,
 * answered once or again, asked questions, and spent tokens of the pool, one of them last month.
 */
beforeAll(async () => {
  group = await givenClass({ students: STUDENTS });
  const { organisationId, teacher, classId, students } = group;
  assignments = [];
  for (const [n, changes] of [
    { due_at: new Date(Date.now() - DAY_MS).toISOString() },
    { student_ids: students.slice(0, 4) },
    {},
  ].entries()) {
    const courseId = await givenCourse(teacher, { document: buildContent({ title: `Course ${n}` }) });
    const id = uuidv7();
    await createAssignment({ accountId: teacher, classId, assignmentId: id, courseId, ...changes });
    assignments.push({ id, courseId });
  }
  for (const [n, accountId] of students.slice(0, 6).entries())
    for (const { id } of assignments.slice(0, n < 4 ? 2 : 1)) {
      const courseId = await startAssignment({ accountId, assignmentId: id });
      const lessons = await liveLessons(courseId);
      for (const { lesson_id: lessonId } of lessons.slice(0, n)) await completeLesson({ accountId, courseId, lessonId });
      for (const [place, { lesson_id: lessonId }] of lessons.entries())
        await answer(accountId, courseId, lessonId, place === 0 ? [n % 3 === 0, true] : n % 2 === 0 ? [false, true, false] : []);
    }
  for (const [n, accountId] of students.slice(0, 3).entries())
    await askTeacher({ accountId, assignmentId: assignments[0]!.id, questionId: uuidv7(), text: `Why, ${n}?` });
  const { questions } = await listClassQuestions({ accountId: teacher, classId });
  await answerClassQuestion({ accountId: teacher, classId, questionId: questions[0]!.question_id, answer: 'Because.' });
  const marked = { accountId: teacher, classId, assignmentId: assignments[0]!.id, studentId: students[5]! };
  await setMark({ ...marked, markId: uuidv7(), mark: '2', reason: 'Well told' });
  await givenTokens(organisationOwner(organisationId), 1_000);
  for (const [n, accountId] of [students[0]!, students[1]!, students[1]!, teacher].entries()) {
    const jobId = uuidv7();
    const centitokens = 100 * (n + 1);
    await transact((trx) =>
      reserveWork(trx, { accountId, jobId, centitokens, expiresAt: new Date(Date.now() + 60_000), cause: 'Course: Bees' }),
    );
    await transact((trx) => captureHold(trx, { jobId, centitokens: centitokens - 25 }));
  }
});

/** Pairs of an assignment and a student it is for, with the student's copy. */
const PAIRS = sql`(
  select a.id as assignment_id, m.account_id, a.due_at, c.course_id,
         (select count(*) from lesson_completion l where l.account_id = m.account_id and l.course_id = c.course_id)::int as lessons,
         exists (select from course_completion w where w.account_id = m.account_id and w.course_id = c.course_id) as is_done,
         exists (select from course_completion w where w.account_id = m.account_id and w.course_id = c.course_id and w.completed_at > a.due_at) as is_late
    from assignment a join classroom_member m on m.classroom_id = a.classroom_id and m.role = 'student'
    left join assignment_copy c on c.assignment_id = a.id and c.account_id = m.account_id
   where a.for_all or m.account_id in (select account_id from assignment_person p where p.assignment_id = a.id)) pair`;

/** The first answers that students gave in their copies. */
const FIRST_ANSWERS = sql`(
  select q.account_id, q.course_id, q.lesson_id, q.question_id, q.is_right
    from question_answer q
   where q.answered_at = (select min(answered_at) from question_answer e
          where (e.account_id, e.course_id, e.lesson_id, e.question_id) = (q.account_id, q.course_id, q.lesson_id, q.question_id))) answer`;

const spentBy = (accounts: readonly string[]) =>
  one<{ tokens: number }>(sql`
    select coalesce(sum(e.amount), 0)::float8 / 100 as tokens
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
     where a.kind = 'spent' and t.kind = 'capture' and t.unit = 'TOK' and t.owner_id = ${group.organisationId} and t.actor_id = any(${accounts}::text[])
       and t.at at time zone 'UTC' >= date_trunc('month', now() at time zone 'UTC')`);

it('every figure on the page and in the list of a class equals a count by SQL', async () => {
  const { teacher, classId, students } = group;
  const [listed] = (await listClasses({ accountId: teacher })).classes;
  const shown = await getClass({ accountId: teacher, classId });
  const { tokens } = await spentBy(students);
  expect(tokens).toBeGreaterThan(0);
  expect(shown.tokens_this_month).toBe(tokens);
  for (const row of [shown, listed!])
    expect([row.students, row.assignments]).toEqual([
      await count(sql`from classroom_member where classroom_id = ${classId} and role = 'student'`),
      await count(sql`from assignment where classroom_id = ${classId}`),
    ]);
  const questions = await listClassQuestions({ accountId: teacher, classId });
  expect(questions.open).toBe(await count(sql`from class_question where answer is null`));
  expect([questions.open, questions.questions.length]).toEqual([2, 3]);
});

it('every figure of the report of a class equals a count by SQL, for each student and in total', async () => {
  const { teacher, classId } = group;
  const { students, totals } = await getClassReport({ accountId: teacher, classId });
  expect(students).toHaveLength(STUDENTS);
  const counted = (who: Sql) =>
    one<Record<string, number>>(sql`
      select count(*)::int as assigned, count(*) filter (where is_done)::int as completed,
             count(*) filter (where not is_done and due_at < now())::int as overdue, count(*) filter (where is_late)::int as late from ${PAIRS} where ${who}`);
  for (const { user_id: id, name, assigned, completed, overdue, late, answered, right, tokens_this_month: tokens } of students) {
    expect({ assigned, completed, overdue, late }, name).toEqual(await counted(sql`account_id = ${id}`));
    const answers = sql`from ${FIRST_ANSWERS} where account_id = ${id} and course_id in (select course_id from assignment_copy)`;
    expect([answered, right], name).toEqual([await count(answers), await count(sql`${answers} and is_right`)]);
    expect(tokens, name).toBe((await spentBy([id])).tokens);
  }
  expect(totals).toEqual(await counted(sql`true`));
  // sums of 0 would prove nothing
  expect(
    Math.min(
      totals.completed,
      totals.overdue,
      totals.late,
      ...['answered', 'right'].map((of) => Math.max(...students.map((row: any) => row[of]))),
    ),
  ).toBeGreaterThan(0);
});

it('every figure of an assignment equals a count by SQL, in the list, in its report and for each student', async () => {
  const { teacher, classId, students } = group;
  const { assignments: listed } = await listAssignments({ accountId: teacher, classId });
  for (const { id, courseId } of assignments) {
    const of = sql`from ${PAIRS} where assignment_id = ${id}`;
    const lessons = (await liveLessons(courseId)).length;
    const expected = {
      students: await count(of),
      begun: await count(sql`${of} and course_id is not null`),
      completed: await count(sql`${of} and is_done`),
      late: await count(sql`${of} and is_late`),
      extended: await count(sql`from assignment_extension where assignment_id = ${id}`),
      open_questions: await count(sql`from class_question where assignment_id = ${id} and answer is null`),
      lesson_count: lessons,
    };
    const report = await getAssignmentReport({ accountId: teacher, classId, assignmentId: id });
    const inList = listed.find(({ assignment_id: one }) => one === id)!;
    for (const row of [report.assignment, inList]) expect(row).toMatchObject(expected);
    const isMarked = sql`exists (select from assignment_mark m where (m.assignment_id, m.account_id) = (pair.assignment_id, pair.account_id))`;
    expect(inList.to_mark).toBe(await count(sql`${of} and is_done and not ${isMarked}`));
    expect(report.students).toHaveLength(expected.students);
    for (const student of report.students) {
      const [pair] = await rowsOf<{ lessons: number; course_id: string | null }>(
        database(),
        sql`select lessons, course_id ${of} and account_id = ${student.user_id}`,
      );
      const answers = sql`from ${FIRST_ANSWERS} where account_id = ${student.user_id} and course_id = ${pair!.course_id}`;
      expect(student).toMatchObject({
        completed_lessons: pair!.lessons,
        lesson_count: lessons,
        answered: await count(answers),
        right: await count(sql`${answers} and is_right`),
      });
      const own = (await listOwnAssignments({ accountId: student.user_id })).assignments.find(({ assignment_id: one }) => one === id)!;
      expect(own).toMatchObject({ completed_lessons: pair!.lessons, lesson_count: lessons });
    }
    const wrong = await rowsOf<{ lesson_id: string; answered: number; wrong: number }>(
      database(),
      sql`select lesson_id, count(*)::int as answered, count(*) filter (where not is_right)::int as wrong
            from ${FIRST_ANSWERS} where course_id in (select course_id from assignment_copy where assignment_id = ${id})
           group by 1 having count(*) >= 5 and count(*) filter (where not is_right) > 0`,
    );
    expect(report.hardest.map(({ lesson_id, answered, wrong: of }) => ({ lesson_id, answered, wrong: of }))).toEqual(wrong);
  }
  expect(students).toHaveLength(STUDENTS);
});

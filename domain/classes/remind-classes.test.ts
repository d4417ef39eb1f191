import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { givenCompleted, givenRun } from '#domain/courses/content/course.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { createAssignment, startAssignment, updateAssignment } from './assignment.commands.ts';
import { givenAssigned } from './class.factory.ts';
import { mailClassWeeks, remindClasses } from './remind-classes.commands.ts';

useTestDatabase();

const DAY = 86_400_000;
const TOMORROW = new Date(Date.now() + 20 * 3_600_000).toISOString();

describe('students', () => {
  it('are reminded once of a date, again of a changed one, and never of completed work', async () => {
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

  it('are not reminded of work that cannot be opened, nor once the organisation’s year has ended', async () => {
    const { teacher, organisationId, classId } = await givenAssigned({ due_at: TOMORROW });
    const runId = await givenRun(teacher);
    await createAssignment({ accountId: teacher, classId, assignmentId: uuidv7(), taskId: runId, due_at: TOMORROW });
    const ends = (at: number) =>
      database()('organisation')
        .where({ id: organisationId })
        .update({ ends_at: new Date(at) });
    const { ends_at } = (await database()('organisation').where({ id: organisationId }).first('ends_at'))!;
    await ends(Date.now() - 1_000);
    expect(await remindClasses()).toBe(0);
    await ends(ends_at.getTime());
    expect(await remindClasses(), 'of the course that is there').toBe(2);
  });
});

describe('teachers', () => {
  it('get one email about the past week, if their class is older than that week', async () => {
    setConfig({ ...config(), mail: { smtpUrl: 'smtp://u:p@127.0.0.1:1', from: 'Us <us@example.com>' } });
    const { rows } = await database().raw(`select date_trunc('week', now(), 'UTC') as monday`);
    const monday: number = rows[0].monday.getTime();
    const { classId, students, assignmentId } = await givenAssigned({ students: 4, due_at: new Date(monday - DAY).toISOString() });
    await database()('classroom').whereNot({ id: classId }).update({ weekly_mail: false });
    expect(await mailClassWeeks()).toBe(0);
    await database()('classroom')
      .where({ id: classId })
      .update({ created_at: new Date(monday - 21 * DAY) });
    // in that week, before it and after it; the fourth does nothing
    for (const [n, at] of [monday - DAY, monday - 10 * DAY, monday].entries()) {
      const [account_id, completed_at] = [students[n]!, new Date(at)];
      const course_id = await startAssignment({ accountId: account_id, assignmentId });
      await givenCompleted(course_id);
      await database()('lesson_completion').where({ course_id }).update({ completed_at });
      await database()('course_completion').insert({ account_id, course_id, completed_at });
    }
    expect(await mailClassWeeks()).toBe(1);
    expect(await mailClassWeeks()).toBe(0);
    const [mail, ...others] = await database()('outgoing_mail').where({ kind: 'class-week' }).pluck('data');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ what: '7b', students: 4, completed: 1, active: 1, overdue: 1, questions: 0 });
  });
});

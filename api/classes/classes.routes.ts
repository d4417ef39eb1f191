import * as assignments from '#contract/classes/assignments.contract.ts';
import * as contract from '#contract/classes/classes.contract.ts';
import * as calendar from '#contract/classes/due-calendar.contract.ts';
import * as marks from '#contract/classes/class-marks.contract.ts';
import * as questions from '#contract/classes/class-questions.contract.ts';
import { createAssignment, startAssignment, updateAssignment, withdrawAssignment } from '#domain/classes/assignment.commands.ts';
import { openDueCalendar, readDueCalendar, revokeDueCalendar } from '#domain/classes/due-calendar.commands.ts';
import { copyClass } from '#domain/classes/copy-class.command.ts';
import { extendAssignment } from '#domain/classes/extend-assignment.command.ts';
import { findAssignment, listAssignments, listOwnAssignments } from '#domain/classes/assignment.queries.ts';
import { setMark } from '#domain/classes/class-mark.commands.ts';
import { listMarks } from '#domain/classes/class-mark.queries.ts';
import { answerClassQuestion, askTeacher } from '#domain/classes/class-question.commands.ts';
import { listClassQuestions } from '#domain/classes/class-question.queries.ts';
import { classReportCsv, getAssignmentReport, getClassReport } from '#domain/classes/class-report.queries.ts';
import { addClassMembers, createClass, removeClassMember, updateClass } from '#domain/classes/class.commands.ts';
import { getClass, listClassCandidates, listClasses, listClassGroups, listClassMembers } from '#domain/classes/class.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { sendText } from '#api/media/send-text.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts an organisation's classes, their assignments and the students' questions. */
export function mountClasses(router: ApiRouter): void {
  const named = (user: { userId: string }, params: { class_id: string }) => ({ accountId: user.userId, classId: params.class_id });

  mount(router, contract.listClasses, async ({ user, query }) => ({
    status: 200,
    body: await listClasses({ accountId: user.userId, ...query }),
  }));
  mount(router, contract.createClass, async ({ user, body: { class_id, ...given } }) => {
    const isNew = await createClass({ accountId: user.userId, classId: class_id, ...given });
    return { status: isNew ? 201 : 200, body: { class: await getClass(named(user, { class_id })) } };
  });
  mount(router, contract.copyClass, async ({ user, params, body: { new_class_id, ...given } }) => {
    const leftOut = await copyClass({ ...named(user, params), ...given, newClassId: new_class_id });
    const body = { class: await getClass(named(user, { class_id: new_class_id })) };
    return leftOut === null ? { status: 200, body } : { status: 201, body: { ...body, left_out: leftOut } };
  });
  mount(router, contract.listClassGroups, async ({ user }) => ({ status: 200, body: await listClassGroups(user.userId) }));
  mount(router, contract.getClass, async ({ user, params }) => ({ status: 200, body: { class: await getClass(named(user, params)) } }));
  mount(router, contract.updateClass, async ({ user, params, body }) => {
    await updateClass({ ...named(user, params), ...body });
    return { status: 200, body: { class: await getClass(named(user, params)) } };
  });

  mount(router, contract.listClassMembers, async ({ user, params, query }) => ({
    status: 200,
    body: await listClassMembers({ ...named(user, params), ...query }),
  }));
  mount(router, contract.listClassCandidates, async ({ user, params, query }) => ({
    status: 200,
    body: await listClassCandidates({ ...named(user, params), ...query }),
  }));
  mount(router, contract.addClassMembers, async ({ user, params, body }) => ({
    status: 200,
    body: await addClassMembers({ ...named(user, params), ...body }),
  }));
  mount(router, contract.removeClassMember, async ({ user, params }) => {
    await removeClassMember({ ...named(user, params), memberId: params.member_id });
    return { status: 200, body: { removed: true } };
  });

  mount(router, assignments.getClassReport, async ({ user, params, query }) => ({
    status: 200,
    body: await getClassReport({ ...named(user, params), ...query }),
  }));
  mount(router, assignments.getClassReportCsv, async ({ user, params }) => ({
    status: 200,
    body: await classReportCsv(named(user, params)),
    headers: { 'Content-Disposition': 'attachment; filename="coursewright-class.csv"' },
  }));

  mount(router, assignments.listAssignments, async ({ user, params, query }) => ({
    status: 200,
    body: await listAssignments({ ...named(user, params), ...query }),
  }));
  mount(router, assignments.createAssignment, async ({ user, params, body: { assignment_id, course_id, task_id, ...given } }) => {
    const isNew = await createAssignment({
      ...named(user, params),
      ...given,
      assignmentId: assignment_id,
      courseId: course_id,
      taskId: task_id,
    });
    return { status: isNew ? 201 : 200, body: { assignment: await findAssignment(params.class_id, assignment_id) } };
  });
  mount(router, assignments.updateAssignment, async ({ user, params, body }) => {
    await updateAssignment({ ...named(user, params), assignmentId: params.assignment_id, ...body });
    return { status: 200, body: { assignment: await findAssignment(params.class_id, params.assignment_id) } };
  });
  mount(router, assignments.extendAssignment, async ({ user, params, body: { student_ids, due_at } }) => {
    await extendAssignment({ ...named(user, params), assignmentId: params.assignment_id, studentIds: student_ids, dueAt: due_at });
    return { status: 200, body: { assignment: await findAssignment(params.class_id, params.assignment_id) } };
  });
  mount(router, assignments.withdrawAssignment, async ({ user, params }) => {
    await withdrawAssignment({ ...named(user, params), assignmentId: params.assignment_id });
    return { status: 200, body: { removed: true } };
  });
  mount(router, assignments.getAssignmentReport, async ({ user, params, query }) => ({
    status: 200,
    body: await getAssignmentReport({ ...named(user, params), assignmentId: params.assignment_id, ...query }),
  }));

  mount(router, assignments.listOwnAssignments, async ({ user, query }) => ({
    status: 200,
    body: await listOwnAssignments({ accountId: user.userId, ...query }),
  }));
  mount(router, assignments.startAssignment, async ({ user, params }) => ({
    status: 200,
    body: { course_id: await startAssignment({ accountId: user.userId, assignmentId: params.assignment_id }) },
  }));

  const ofStudent = (user: { userId: string }, params: { class_id: string; assignment_id: string; student_id: string }) => ({
    ...named(user, params),
    assignmentId: params.assignment_id,
    studentId: params.student_id,
  });
  mount(router, marks.listMarks, async ({ user, params }) => ({ status: 200, body: await listMarks(ofStudent(user, params)) }));
  mount(router, marks.setMark, async ({ user, params, body: { mark_id, mark, reason } }) => {
    await setMark({ ...ofStudent(user, params), markId: mark_id, mark, reason });
    return { status: 200, body: await listMarks(ofStudent(user, params)) };
  });

  mount(router, calendar.openDueCalendar, async ({ user }) => ({
    status: 200,
    body: { calendar_url: await openDueCalendar({ accountId: user.userId, sessionId: user.sessionId }) },
  }));
  mount(router, calendar.revokeDueCalendar, async ({ user }) => ({
    status: 200,
    body: { revoked: (await revokeDueCalendar(user.userId)) > 0 },
  }));
  mount(router, calendar.dueCalendar, async ({ params }) => sendText(await readDueCalendar(params.token)));

  mount(router, questions.listClassQuestions, async ({ user, params }) => ({
    status: 200,
    body: await listClassQuestions(named(user, params)),
  }));
  mount(router, questions.askTeacher, async ({ user, params, body }) => {
    await askTeacher({ accountId: user.userId, assignmentId: params.assignment_id, questionId: body.question_id, text: body.text });
    return { status: 200, body: { asked: true } };
  });
  mount(router, questions.answerClassQuestion, async ({ user, params, body }) => {
    await answerClassQuestion({ ...named(user, params), questionId: params.question_id, answer: body.answer });
    return { status: 200, body: { answered: true } };
  });
}

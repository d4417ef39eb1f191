import { randomUUID } from 'node:crypto';
import { MAX_CLASS_MEMBERS_AT_ONCE } from '#contract/classes/classes.contract.ts';
import { createAssignment } from '#domain/classes/assignment.commands.ts';
import { addClassMembers, createClass } from '#domain/classes/class.commands.ts';
import { givenInside } from '#domain/classes/class.factory.ts';
import { askTeacher } from '#domain/classes/class-question.commands.ts';
import { buildContent, givenCourse } from '#domain/courses/content/course.factory.ts';
import { eventsOf } from '#contract/webhooks/webhook-events.ts';
import { ownOrganisation } from './business-states.ts';
import { words, type Given, type Owner, type State } from './state.ts';

/** Seats of the organisation besides the owner's. `npm run bench -- classes` measures classes of a thousand. */
const STUDENTS = 45;

interface OwnClass {
  readonly class_id: string;
  readonly assignment_id: string;
  readonly course_id: string;
  readonly students: readonly string[];
}

/** Creates a class of the account, with as many students as there are seats and a course assigned to all. */
async function ownClass(owner: Owner): Promise<OwnClass> {
  const { accountId } = owner;
  const organisationId = await ownOrganisation(owner);
  const [classId, assignmentId] = [randomUUID(), randomUUID()];
  await createClass({ accountId, classId, name: '7b' });
  const students: string[] = [];
  for (let n = 0; n < STUDENTS; n += 1) students.push(await givenInside(organisationId, 'member', `Student ${n}`));
  await addClassMembers({ accountId, classId, people: students, role: 'student' });
  const courseId = await givenCourse(accountId, { document: buildContent() });
  await createAssignment({ accountId, classId, assignmentId, courseId });
  return { class_id: classId, assignment_id: assignmentId, course_id: courseId, students };
}

/** @param more what the operation needs besides the class's ids */
const inClass =
  (more: (made: OwnClass, owner: Owner) => Given | Promise<Given> = () => ({})): State =>
  async (owner) => {
    const made = await ownClass(owner);
    const { class_id, assignment_id, course_id } = made;
    return { class_id, assignment_id, course_id, ...(await more(made, owner)) };
  };

/** A class that the account also teaches, and one of its students. */
const taught = (more: Given = {}): State =>
  inClass(async ({ class_id, students }, { accountId, knex }) => {
    await knex('classroom_member').insert({ classroom_id: class_id, account_id: accountId, role: 'teacher' });
    return { student_id: students[0], ...more };
  });

const HOOK = 'https://hooks.example/bees';
const EVENTS = eventsOf('account');

/** A webhook of the account, to an address that does not answer. */
const ownWebhook =
  (more: Given = {}): State =>
  async ({ knex, accountId, session }) => {
    await knex('webhook').where({ account_id: accountId }).del();
    const wanted = { url: HOOK, events: EVENTS };
    const { webhook } = await session.json<{ webhook: { webhook_id: string } }>('POST', '/api/programs/webhooks/account', wanted);
    return { holder: 'account', webhook_id: webhook.webhook_id, ...more };
  };

/** What must exist for operations on classes and webhooks to be accepted. */
export const CLASS_STATES: Readonly<Record<string, State>> = {
  updateClass: inClass(() => ({ name: words(60) })),
  getClass: inClass(),
  listClassMembers: inClass(),
  listClassCandidates: inClass(),
  addClassMembers: inClass(({ students }) => ({
    people: Array.from({ length: MAX_CLASS_MEMBERS_AT_ONCE }, (_, at) => students[at] ?? randomUUID()),
    role: 'student',
  })),
  removeClassMember: inClass(({ students }) => ({ member_id: students[0] })),
  getClassReport: inClass(),
  getClassReportCsv: inClass(),
  listAssignments: inClass(),
  getAssignmentReport: inClass(),
  createAssignment: inClass(async ({ students }, { accountId }) => ({
    assignment_id: randomUUID(),
    course_id: await givenCourse(accountId, { document: buildContent() }),
    student_ids: students,
    task_id: undefined,
    due_at: undefined,
  })),
  updateAssignment: inClass(({ students }) => ({ student_ids: students, due_at: undefined })),
  copyClass: inClass(() => ({ new_class_id: randomUUID(), name: words(60), days: 7 })),
  extendAssignment: inClass(async ({ assignment_id, students }, { knex }) => {
    await knex('assignment').where({ id: assignment_id }).update({ due_at: '2026-12-01T00:00:00Z' });
    return { student_ids: students, due_at: '2027-12-01T00:00:00Z' };
  }),
  listMarks: taught(),
  setMark: taught({ mark_id: randomUUID(), mark: '1+', reason: words(400) }),
  withdrawAssignment: inClass(),
  listClassQuestions: inClass(),
  answerClassQuestion: inClass(async ({ assignment_id: assignmentId, students }) => {
    const questionId = randomUUID();
    await askTeacher({ accountId: students[0]!, assignmentId, questionId, text: words(1_000) });
    return { question_id: questionId };
  }),
  createWebhook: ownWebhook({ url: HOOK, events: EVENTS }),
  updateWebhook: ownWebhook({ url: HOOK, events: EVENTS }),
  rotateWebhookSecret: ownWebhook(),
  testWebhook: ownWebhook(),
  deleteWebhook: ownWebhook(),
  listWebhookDeliveries: ownWebhook(),
};

import * as z from 'zod/mini';
import { identifier, moment } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { CLASS_PAGE, classPage, inClass, LATE_WORK, MAX_CLASS_MEMBERS_AT_ONCE, type ClassMember } from './classes.contract.ts';

/** Maximum number of assignments of a class. */
export const MAX_ASSIGNMENTS = 500;
/** The share of wrong answers to a question is shown once this many people have answered. */
export const FEWEST_ANSWERERS = 5;

/**
 * What teachers see of a student, which students are told on the page of their class. Every field of `studentProgress` names the one it
 * belongs to.
 */
export const TEACHERS_SEE = ['name', 'lessons', 'answers', 'last_active', 'questions', 'tokens', 'marks'] as const;

const studentProgress = z.object({
  user_id: z.string(),
  name: z.string(),
  /** Of what is assigned to the student. */
  assigned: z.int(),
  completed: z.int(),
  overdue: z.int(),
  /** Of those completed: after their date. */
  late: z.int(),
  /** First answers to the questions of those courses. */
  answered: z.int(),
  right: z.int(),
  /** When they last completed a lesson of them or answered a question; null: never. */
  last_active_at: z.nullable(z.string()),
  /** Spent from the pool since the first of the month (UTC). */
  tokens_this_month: z.number(),
});
export type StudentProgress = z.infer<typeof studentProgress>;

type SeenField = Exclude<keyof StudentProgress | keyof AssignedStudent | keyof ClassMember, 'user_id' | 'role' | 'of_group'>;
/** Which of `TEACHERS_SEE` each field of a student is, in reports and in the list of people. */
export const SEEN_AS: Readonly<Record<SeenField, (typeof TEACHERS_SEE)[number]>> = {
  name: 'name',
  email: 'name',
  platform: 'name',
  joined_at: 'name',
  completed_lessons: 'lessons',
  lesson_count: 'lessons',
  completed_at: 'lessons',
  due_at: 'lessons',
  is_extended: 'lessons',
  late: 'lessons',
  closed: 'lessons',
  mark: 'marks',
  mark_reason: 'marks',
  marked_at: 'marks',
  assigned: 'lessons',
  completed: 'lessons',
  overdue: 'lessons',
  answered: 'answers',
  right: 'answers',
  last_active_at: 'last_active',
  tokens_this_month: 'tokens',
};

export const getClassReport = defineEndpoint({
  name: 'getClassReport',
  method: 'GET',
  path: '/api/classes/:class_id/report',
  summary: 'Each student’s progress in all assignments, by name, a page at a time; for the class’s managers.',
  auth: 'user',
  scopes: ['classes'],
  params: inClass,
  query: z.object({ cursor: z.optional(identifier), limit: z._default(wholeText(1, 100), CLASS_PAGE) }),
  responses: {
    200: z.object({
      students: z.array(studentProgress),
      next_cursor: z.nullable(z.string()),
      /** Of all students: pairs of student and assignment. */
      totals: z.object({ assigned: z.int(), completed: z.int(), overdue: z.int(), late: z.int() }),
    }),
  },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

export const getClassReportCsv = defineEndpoint({
  name: 'getClassReportCsv',
  method: 'GET',
  path: '/api/classes/:class_id/report.csv',
  summary: 'The same as a table, whole: a row for each student and assignment.',
  auth: 'user',
  scopes: ['classes'],
  params: inClass,
  media: 'text/csv',
  responses: { 200: fileBody },
  errors: ['not_found', 'class.not_teacher'],
  limit: 'export',
});

const assignmentSchema = z.object({
  assignment_id: z.string(),
  class_id: z.string(),
  class_name: z.string(),
  title: z.string(),
  note: z.string(),
  /** Of the course, for those who manage the class; null while it is being written, or when it was deleted. */
  course_id: z.nullable(z.string()),
  /** `writing`: its run is not finished; `gone`: the course was deleted, and only those who had begun have it, or its run has ended without one. */
  state: z.enum(['ready', 'writing', 'gone']),
  lesson_count: z.int(),
  due_at: z.nullable(z.string()),
  /** In which that day ends for who set it; null: not known. */
  time_zone: z.nullable(z.string()),
  /** The rule for work after its due date. */
  late_work: z.enum(LATE_WORK),
  for_all: z.boolean(),
  created_at: z.string(),
});

const managedAssignment = z.extend(assignmentSchema, {
  /** Whether it says so itself; else the class does. */
  has_late_work: z.boolean(),
  /** How many students have a later date. */
  extended: z.int(),
  /** Of those completed: after their date. */
  late: z.int(),
  /** To how many students it is assigned, and how many have begun and completed it. */
  students: z.int(),
  begun: z.int(),
  completed: z.int(),
  open_questions: z.int(),
});
export type ManagedAssignment = z.infer<typeof managedAssignment>;

/** A student's result in an assignment. */
const standing = {
  completed_lessons: z.int(),
  /** When all of it was done, as far as it counts: not what is done once it is closed. */
  completed_at: z.nullable(z.string()),
  /** Not completed, and its date is over. */
  overdue: z.boolean(),
  /** Completed after its date, where that is marked. */
  late: z.boolean(),
  /** Its date is over, and what is done now does not count. */
  closed: z.boolean(),
  /** The date is a later one, for this student. */
  is_extended: z.boolean(),
  /** First answers to its questions, and how many of these were right. */
  answered: z.int(),
  right: z.int(),
  /** By a teacher, in the school's own scale; null without one. For the student and the teachers of the class. */
  mark: z.nullable(z.string()),
  /** Why it is that one; null without one. */
  mark_reason: z.nullable(z.string()),
  marked_at: z.nullable(z.string()),
};

const ownAssignment = z.extend(assignmentSchema, {
  ...standing,
  /** The student's own copy; null until it is opened. */
  copy_id: z.nullable(z.string()),
  /** The teacher has changed the course since: opening it brings the changes. */
  has_update: z.boolean(),
});
export type OwnAssignment = z.infer<typeof ownAssignment>;

export const listAssignments = defineEndpoint({
  name: 'listAssignments',
  method: 'GET',
  path: '/api/classes/:class_id/assignments',
  summary: 'The assignments of a class, newest first; for its managers.',
  auth: 'user',
  scopes: ['classes'],
  params: inClass,
  query: classPage,
  responses: { 200: z.object({ assignments: z.array(managedAssignment), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

export const listOwnAssignments = defineEndpoint({
  name: 'listOwnAssignments',
  method: 'GET',
  path: '/api/assignments',
  summary: 'The caller’s assignments: by due date, then without a date, then completed; at most 200.',
  auth: 'user',
  scopes: ['learn'],
  query: z.object({ class_id: z.optional(identifier), open: z.optional(z.enum(['true'])) }),
  responses: { 200: z.object({ assignments: z.array(ownAssignment) }) },
  errors: ['validation.failed'],
});

const assignmentChanges = z.object({
  note: z.optional(z.string().check(z.trim(), z.maxLength(1_000))),
  due_at: z.optional(z.nullable(moment)),
  /** Null: as the class has it. */
  late_work: z.optional(z.nullable(z.enum(LATE_WORK))),
  /** Students of the class; null: all, also those who join later. */
  student_ids: z.optional(z.nullable(z.array(identifier).check(z.minLength(1), z.maxLength(MAX_CLASS_MEMBERS_AT_ONCE)))),
});

/** Names one of the caller's own courses, or the run that is writing it. Repeating the id changes nothing. */
export const createAssignment = defineEndpoint({
  name: 'createAssignment',
  method: 'POST',
  path: '/api/classes/:class_id/assignments',
  summary: 'Assign one of the caller’s courses to a class or to some of its students, with or without a due date.',
  auth: 'user',
  scopes: ['classes'],
  readBy: 'class',
  params: inClass,
  body: z.extend(assignmentChanges, {
    assignment_id: z.uuid(),
    course_id: z.optional(identifier),
    task_id: z.optional(identifier),
  }),
  example: { assignment_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a17', course_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a18' },
  responses: { 200: z.object({ assignment: managedAssignment }), 201: z.object({ assignment: managedAssignment }) },
  errors: [
    'validation.failed',
    'not_found',
    'class.not_teacher',
    'class.archived',
    'class.not_yours',
    'class.too_many',
    'class.assigned_already',
  ],
});

export const updateAssignment = defineEndpoint({
  name: 'updateAssignment',
  method: 'PATCH',
  path: '/api/classes/:class_id/assignments/:assignment_id',
  summary: 'Change an assignment’s due date, note, rule for late work, or students.',
  auth: 'user',
  scopes: ['classes'],
  readBy: 'class',
  params: z.extend(inClass, { assignment_id: z.string() }),
  body: assignmentChanges,
  example: {},
  responses: { 200: z.object({ assignment: managedAssignment }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher', 'class.archived', 'class.assigned_already'],
});

export const withdrawAssignment = defineEndpoint({
  name: 'withdrawAssignment',
  method: 'DELETE',
  path: '/api/classes/:class_id/assignments/:assignment_id',
  summary: 'Withdraw an assignment; students who have opened it keep their copies.',
  auth: 'user',
  scopes: ['classes'],
  params: z.extend(inClass, { assignment_id: z.string() }),
  responses: { 200: z.object({ removed: z.boolean() }) },
  errors: ['not_found', 'class.not_teacher'],
});

export const startAssignment = defineEndpoint({
  name: 'startAssignment',
  method: 'POST',
  path: '/api/assignments/:assignment_id/start',
  summary: 'Open an assignment: the first call makes the caller’s copy, later calls bring the teacher’s changes.',
  auth: 'user',
  scopes: ['learn'],
  params: z.object({ assignment_id: z.string() }),
  responses: { 200: z.object({ course_id: z.string() }) },
  errors: ['not_found', 'class.course_gone', 'class.course_unfinished', 'class.closed'],
});

/** A date of `null` takes a later one back. Repeating it changes nothing. */
export const extendAssignment = defineEndpoint({
  name: 'extendAssignment',
  method: 'PUT',
  path: '/api/classes/:class_id/assignments/:assignment_id/extensions',
  summary: 'Give some students a later date, or take it back.',
  auth: 'user',
  scopes: ['classes'],
  readBy: 'class',
  params: z.extend(inClass, { assignment_id: z.string() }),
  body: z.object({
    student_ids: z.array(identifier).check(z.minLength(1), z.maxLength(MAX_CLASS_MEMBERS_AT_ONCE)),
    due_at: z.nullable(moment),
  }),
  example: { student_ids: ['6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a18'], due_at: '2099-01-01T00:00:00Z' },
  responses: { 200: z.object({ assignment: managedAssignment }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher', 'class.archived'],
});

const assignedStudent = z.object({
  ...standing,
  user_id: z.string(),
  name: z.string(),
  lesson_count: z.int(),
  /** When it is due for this student. */
  due_at: z.nullable(z.string()),
  last_active_at: z.nullable(z.string()),
});
export type AssignedStudent = z.infer<typeof assignedStudent>;

const hardQuestion = z.object({
  lesson_id: z.string(),
  lesson_title: z.string(),
  question: z.string(),
  /** How many students have answered it, and how many were wrong the first time. */
  answered: z.int(),
  wrong: z.int(),
});
export type HardQuestion = z.infer<typeof hardQuestion>;

export const getAssignmentReport = defineEndpoint({
  name: 'getAssignmentReport',
  method: 'GET',
  path: '/api/classes/:class_id/assignments/:assignment_id/report',
  summary:
    'Each student’s progress in an assignment, by name, and the most frequent mistakes (from five students on); for the class’s managers.',
  auth: 'user',
  scopes: ['classes'],
  params: z.extend(inClass, { assignment_id: z.string() }),
  query: z.object({ cursor: z.optional(identifier), limit: z._default(wholeText(1, 100), CLASS_PAGE) }),
  responses: {
    200: z.object({
      assignment: managedAssignment,
      /** Whether the caller teaches the class, and sees its marks. */
      teaches: z.boolean(),
      /** The students of the class that it is for; null: all. */
      student_ids: z.nullable(z.array(z.string())),
      students: z.array(assignedStudent),
      next_cursor: z.nullable(z.string()),
      hardest: z.array(hardQuestion),
    }),
  },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

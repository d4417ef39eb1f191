import * as z from 'zod/mini';
import { identifier, moment } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { CLASS_PAGE, classPage, inClass, LATE_WORK, MAX_CLASS_MEMBERS_AT_ONCE, type ClassMember } from './classes.contract.ts';

/** Maximum number of assignments of a class. */
export const MAX_ASSIGNMENTS = 500;
/** Minimum number of answers to a question before its share of wrong answers is shown. */
export const FEWEST_ANSWERERS = 5;

/**
 * Kinds of data about a student that teachers see; the page of the class lists them for its students. Every field of `studentProgress`
 * belongs to one of them.
 */
export const TEACHERS_SEE = ['name', 'lessons', 'answers', 'last_active', 'questions', 'tokens', 'marks'] as const;

const studentProgress = z.object({
  user_id: z.string(),
  name: z.string(),
  /** Number of courses assigned to the student. */
  assigned: z.int(),
  completed: z.int(),
  overdue: z.int(),
  /** Completed after the due date; included in `completed`. */
  late: z.int(),
  /** First answers to the questions of the assigned courses. */
  answered: z.int(),
  right: z.int(),
  /** When the student last completed a lesson of an assigned course or answered one of its questions; null if never. */
  last_active_at: z.nullable(z.string()),
  /** Tokens spent from the pool since the first of the month (UTC). */
  tokens_this_month: z.number(),
});
export type StudentProgress = z.infer<typeof studentProgress>;

type SeenField = Exclude<keyof StudentProgress | keyof AssignedStudent | keyof ClassMember, 'user_id' | 'role' | 'of_group'>;
/** The kind of `TEACHERS_SEE` to which each field of a student belongs, in reports and in the list of people. */
export const SEEN_AS: Readonly<Record<SeenField, (typeof TEACHERS_SEE)[number]>> = {
  name: 'name',
  email: 'name',
  platform: 'name',
  joined_at: 'name',
  completed_lessons: 'lessons',
  lesson_count: 'lessons',
  completed_at: 'lessons',
  arrived_at: 'lessons',
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
      /** Counts over all students: pairs of student and assignment. */
      totals: z.object({ assigned: z.int(), completed: z.int(), overdue: z.int(), late: z.int() }),
    }),
  },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

export const getClassReportCsv = defineEndpoint({
  name: 'getClassReportCsv',
  method: 'GET',
  path: '/api/classes/:class_id/report.csv',
  summary: 'The complete progress as a CSV table, with a row per student and assignment.',
  auth: 'user',
  scopes: ['classes'],
  marks: 'people',
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
  /** The assigned course, for people who manage the class; null while it is being written, or after it was deleted. */
  course_id: z.nullable(z.string()),
  /**
   * `writing`: the course's run has not ended; `gone`: the course was deleted, so only students who had begun have copies, or its run ended
   * without a course.
   */
  state: z.enum(['ready', 'writing', 'gone']),
  lesson_count: z.int(),
  due_at: z.nullable(z.string()),
  /** The time zone of the teacher who set the due date, in which the day ends; null if unknown. */
  time_zone: z.nullable(z.string()),
  /** The rule for work after the due date. */
  late_work: z.enum(LATE_WORK),
  for_all: z.boolean(),
  created_at: z.string(),
});

const managedAssignment = z.extend(assignmentSchema, {
  /** Whether the assignment has its own rule; otherwise the class's rule applies. */
  has_late_work: z.boolean(),
  /** Number of students with a later due date. */
  extended: z.int(),
  /** Completed after the due date; included in `completed`. */
  late: z.int(),
  /** Number of students to whom it is assigned, and how many of them have begun and completed it. */
  students: z.int(),
  begun: z.int(),
  completed: z.int(),
  open_questions: z.int(),
});
export type ManagedAssignment = z.infer<typeof managedAssignment>;

const listedAssignment = z.extend(managedAssignment, {
  /**
   * Number of students who have completed it and have no mark. 0 in a class whose teachers have given no marks so far; null for people who
   * do not teach the class.
   */
  to_mark: z.nullable(z.int()),
});
export type ListedAssignment = z.infer<typeof listedAssignment>;

/** A student's result in an assignment. */
const standing = {
  completed_lessons: z.int(),
  /** When the student completed everything that counts; work after the assignment is closed does not count. */
  completed_at: z.nullable(z.string()),
  /** When the last of it arrived here: later than it was completed, if that was without a connection. */
  arrived_at: z.nullable(z.string()),
  /** Not completed, and past the due date. */
  overdue: z.boolean(),
  /** Completed after the due date, where late work is marked. */
  late: z.boolean(),
  /** Past the due date, and work done now does not count. */
  closed: z.boolean(),
  /** This student has a later due date. */
  is_extended: z.boolean(),
  /** The student's first answers to its questions, and how many were right. */
  answered: z.int(),
  right: z.int(),
  /** The teacher's mark, in the school's own scale; null without one. Only the student and the teachers of the class see it; keys do not. */
  mark: z.nullable(z.string()),
  /** The reason for the mark; null if none was given. */
  mark_reason: z.nullable(z.string()),
  marked_at: z.nullable(z.string()),
};

const ownAssignment = z.extend(assignmentSchema, {
  ...standing,
  /** The student's own copy; null until it is opened. */
  copy_id: z.nullable(z.string()),
  /** The teacher has changed the course since; opening the copy applies the changes. */
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
  marks: 'people',
  params: inClass,
  query: classPage,
  responses: { 200: z.object({ assignments: z.array(listedAssignment), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

export const listOwnAssignments = defineEndpoint({
  name: 'listOwnAssignments',
  method: 'GET',
  path: '/api/assignments',
  summary: 'The caller’s assignments: by due date, then without a date, then completed; at most 200.',
  auth: 'user',
  scopes: ['learn'],
  marks: 'people',
  query: z.object({ class_id: z.optional(identifier), open: z.optional(z.enum(['true'])) }),
  responses: { 200: z.object({ assignments: z.array(ownAssignment) }) },
  errors: ['validation.failed'],
});

const assignmentChanges = z.object({
  note: z.optional(z.string().check(z.trim(), z.maxLength(1_000))),
  due_at: z.optional(z.nullable(moment)),
  /** Null applies the class's rule. */
  late_work: z.optional(z.nullable(z.enum(LATE_WORK))),
  /** Students of the class; null for all, including students who join later. */
  student_ids: z.optional(z.nullable(z.array(identifier).check(z.minLength(1), z.maxLength(MAX_CLASS_MEMBERS_AT_ONCE)))),
});

/** `course_id` must be one of the caller's courses, or `task_id` the run that is writing it. Repeating the id changes nothing. */
export const createAssignment = defineEndpoint({
  name: 'createAssignment',
  method: 'POST',
  path: '/api/classes/:class_id/assignments',
  summary: 'Assign one of the caller’s courses to a class or to some of its students, with or without a due date.',
  auth: 'user',
  offline: 'never',
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
  offline: 'never',
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
  offline: 'never',
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
  offline: 'network',
  scopes: ['learn'],
  params: z.object({ assignment_id: z.string() }),
  responses: { 200: z.object({ course_id: z.string() }) },
  errors: ['not_found', 'class.course_gone', 'class.course_unfinished', 'class.closed'],
});

/** A date of `null` removes the extension. Repeating the call changes nothing. */
export const extendAssignment = defineEndpoint({
  name: 'extendAssignment',
  method: 'PUT',
  path: '/api/classes/:class_id/assignments/:assignment_id/extensions',
  summary: 'Give some students a later due date, or withdraw it.',
  auth: 'user',
  offline: 'never',
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
  /** The due date of this student. */
  due_at: z.nullable(z.string()),
  last_active_at: z.nullable(z.string()),
});
export type AssignedStudent = z.infer<typeof assignedStudent>;

const hardQuestion = z.object({
  lesson_id: z.string(),
  lesson_title: z.string(),
  question: z.string(),
  /** Number of students who answered the question, and how many of them were wrong the first time. */
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
  marks: 'people',
  params: z.extend(inClass, { assignment_id: z.string() }),
  query: z.object({ cursor: z.optional(identifier), limit: z._default(wholeText(1, 100), CLASS_PAGE) }),
  responses: {
    200: z.object({
      assignment: managedAssignment,
      /** Whether the caller teaches the class and can see its marks. */
      teaches: z.boolean(),
      /** The students to whom it is assigned; null for the whole class. */
      student_ids: z.nullable(z.array(z.string())),
      students: z.array(assignedStudent),
      next_cursor: z.nullable(z.string()),
      hardest: z.array(hardQuestion),
    }),
  },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

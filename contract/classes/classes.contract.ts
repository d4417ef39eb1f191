import * as z from 'zod/mini';
import { identifier, moment } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { whole, wholeText } from '#contract/platform/numbers.ts';
import { searchText, visibleName } from '#contract/platform/visible-name.ts';

/** Default page size of classes and of their people. */
export const CLASS_PAGE = 50;
/** Maximum number of people per call, and of classes that an organisation has at a time. */
export const MAX_CLASS_MEMBERS_AT_ONCE = 200;
export const MAX_CLASSES = 2_000;
export const MAX_ASSIGNMENTS = 500;
/** Maximum number of people in one class. */
export const MAX_CLASS_MEMBERS = 1_000;
/** What a question gets wrong is shown from this many people on. */
export const FEWEST_ANSWERERS = 5;

const CLASS_ROLES = ['teacher', 'student'] as const;

/**
 * What teachers see of a student, which students are told on the page of their class. Every field of `studentProgress` names the one it
 * belongs to.
 */
export const TEACHERS_SEE = ['name', 'lessons', 'answers', 'last_active', 'questions', 'tokens'] as const;

const page = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(wholeText(1, 100), CLASS_PAGE),
});
const inClass = z.object({ class_id: z.string() });

const classSchema = z.object({
  class_id: z.string(),
  name: z.string(),
  /** The term, `2026-09-01`; null: without one. */
  starts_on: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
  /** The caller's part in it: an administrator manages every class of the organisation. */
  my_role: z.enum([...CLASS_ROLES, 'administrator']),
  students: z.int(),
  /** Names of its teachers. */
  teachers: z.array(z.string()),
  assignments: z.int(),
  archived: z.boolean(),
  /** For those who manage it: what its students may spend of the pool in a month (UTC), in tokens; null: no limit. */
  tokens_each: z.nullable(z.int()),
  tokens_all: z.nullable(z.int()),
  /** What they have spent since the first of the month; null for students. */
  tokens_this_month: z.nullable(z.number()),
  weekly_mail: z.boolean(),
  /** The group whose people are its students; null: they are added by hand, and for students. */
  group_id: z.nullable(z.string()),
});
export type Class = z.infer<typeof classSchema>;

const classBody = z.object({
  name: visibleName(120),
  starts_on: z.optional(z.nullable(z.iso.date())),
  ends_on: z.optional(z.nullable(z.iso.date())),
  tokens_each: z.optional(z.nullable(whole(0, 1_000_000))),
  tokens_all: z.optional(z.nullable(whole(0, 10_000_000))),
  weekly_mail: z.optional(z.boolean()),
  group_id: z.optional(z.nullable(identifier)),
});
export type ClassChanges = z.infer<typeof classBody>;

export const listClasses = defineEndpoint({
  name: 'listClasses',
  method: 'GET',
  path: '/api/classes',
  summary: 'The classes the caller teaches or learns in, newest first; for owners and administrators, all of the organisation.',
  auth: 'user',
  turns: ['q'],
  query: z.extend(page, { q: z.optional(searchText(200)), archived: z.optional(z.enum(['true'])) }),
  responses: {
    200: z.object({
      classes: z.array(classSchema),
      next_cursor: z.nullable(z.string()),
      /** Whether the caller may make one. */
      may_create: z.boolean(),
    }),
  },
  errors: ['validation.failed'],
});

export const createClass = defineEndpoint({
  name: 'createClass',
  method: 'POST',
  path: '/api/classes',
  summary: 'Make a class; a teacher who makes it teaches it.',
  auth: 'user',
  body: z.extend(classBody, { class_id: z.uuid() }),
  responses: { 200: z.object({ class: classSchema }), 201: z.object({ class: classSchema }) },
  errors: [
    'validation.failed',
    'not_found',
    'organisation.none',
    'organisation.not_allowed',
    'organisation.ended',
    'class.not_administrator',
    'class.too_many',
  ],
});

export const listClassGroups = defineEndpoint({
  name: 'listClassGroups',
  method: 'GET',
  path: '/api/class-groups',
  summary: 'The groups of the organisation, from lists and directories, that a class may follow: the first 200, by name.',
  auth: 'user',
  responses: {
    200: z.object({
      groups: z.array(
        z.object({
          group_id: z.string(),
          name: z.string(),
          people: z.int(),
          /** The class that follows it already. */
          class_id: z.nullable(z.string()),
        }),
      ),
    }),
  },
  errors: ['organisation.none', 'organisation.not_allowed'],
});

export const getClass = defineEndpoint({
  name: 'getClass',
  method: 'GET',
  path: '/api/classes/:class_id',
  summary: 'A class of the caller.',
  auth: 'user',
  params: inClass,
  responses: { 200: z.object({ class: classSchema }) },
  errors: ['not_found'],
});

export const updateClass = defineEndpoint({
  name: 'updateClass',
  method: 'PATCH',
  path: '/api/classes/:class_id',
  summary: 'Change its name, term, limits or mail, or end it; who teaches it or administers the organisation.',
  auth: 'user',
  params: inClass,
  body: z.partial(z.extend(classBody, { archived: z.boolean() })),
  responses: { 200: z.object({ class: classSchema }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher', 'class.not_administrator'],
});

const classMember = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(CLASS_ROLES),
  joined_at: z.string(),
});
export type ClassMember = z.infer<typeof classMember>;

export const listClassMembers = defineEndpoint({
  name: 'listClassMembers',
  method: 'GET',
  path: '/api/classes/:class_id/members',
  summary: 'The people of a class, teachers first; for those who manage it.',
  auth: 'user',
  turns: ['q'],
  params: inClass,
  query: z.extend(page, { q: z.optional(searchText(200)) }),
  responses: { 200: z.object({ members: z.array(classMember), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

export const listClassCandidates = defineEndpoint({
  name: 'listClassCandidates',
  method: 'GET',
  path: '/api/classes/:class_id/candidates',
  summary: 'Members of the organisation who are not in the class, by name or address: the first 20.',
  auth: 'user',
  turns: ['q'],
  params: inClass,
  query: z.object({ q: z.optional(searchText(200)) }),
  responses: { 200: z.object({ people: z.array(z.object({ user_id: z.string(), name: z.string(), email: z.string() })) }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

/** People are named by id or by address; each must belong to the organisation. Who is in the class already gets the role. */
export const addClassMembers = defineEndpoint({
  name: 'addClassMembers',
  method: 'POST',
  path: '/api/classes/:class_id/members',
  summary: 'Add people of the organisation to a class. Only administrators add teachers.',
  auth: 'user',
  params: inClass,
  body: z.object({
    people: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(254)))
      .check(z.minLength(1), z.maxLength(MAX_CLASS_MEMBERS_AT_ONCE)),
    role: z.enum(CLASS_ROLES),
  }),
  responses: {
    200: z.object({
      added: z.int(),
      /** Who is not in the organisation: they have to be invited first. */
      unknown: z.array(z.string()),
    }),
  },
  errors: ['validation.failed', 'not_found', 'class.not_teacher', 'class.not_administrator', 'class.archived', 'class.full'],
});

export const removeClassMember = defineEndpoint({
  name: 'removeClassMember',
  method: 'DELETE',
  path: '/api/classes/:class_id/members/:member_id',
  summary: 'Take somebody out of a class; their own copies of its courses stay with them.',
  auth: 'user',
  params: z.extend(inClass, { member_id: z.string() }),
  responses: { 200: z.object({ removed: z.boolean() }) },
  errors: ['not_found', 'class.not_teacher', 'class.not_administrator'],
});

const studentProgress = z.object({
  user_id: z.string(),
  name: z.string(),
  /** Of what is assigned to the student. */
  assigned: z.int(),
  completed: z.int(),
  overdue: z.int(),
  /** First answers to the questions of those courses. */
  answered: z.int(),
  right: z.int(),
  /** When they last completed a lesson of them or answered a question; null: never. */
  last_active_at: z.nullable(z.string()),
  /** Spent from the pool since the first of the month (UTC). */
  tokens_this_month: z.number(),
});
export type StudentProgress = z.infer<typeof studentProgress>;

/** Which of `TEACHERS_SEE` each field of a student in a report is. */
export const SEEN_AS: Readonly<Record<Exclude<keyof StudentProgress, 'user_id'>, (typeof TEACHERS_SEE)[number]>> = {
  name: 'name',
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
  summary: 'What each student has done of what is assigned, by name, a page at a time; for those who manage the class.',
  auth: 'user',
  params: inClass,
  query: z.object({ cursor: z.optional(identifier), limit: z._default(wholeText(1, 100), CLASS_PAGE) }),
  responses: {
    200: z.object({
      students: z.array(studentProgress),
      next_cursor: z.nullable(z.string()),
      /** Of all students: pairs of student and assignment. */
      totals: z.object({ assigned: z.int(), completed: z.int(), overdue: z.int() }),
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
  /** `writing`: its run is not finished; `gone`: the course was deleted, and only those who had begun have it. */
  state: z.enum(['ready', 'writing', 'gone']),
  lesson_count: z.int(),
  due_at: z.nullable(z.string()),
  for_all: z.boolean(),
  created_at: z.string(),
});

const managedAssignment = z.extend(assignmentSchema, {
  /** To how many students it is assigned, and how many have begun and completed it. */
  students: z.int(),
  begun: z.int(),
  completed: z.int(),
  open_questions: z.int(),
});
export type ManagedAssignment = z.infer<typeof managedAssignment>;

const ownAssignment = z.extend(assignmentSchema, {
  /** The student's own copy; null until it is opened. */
  copy_id: z.nullable(z.string()),
  completed_lessons: z.int(),
  completed_at: z.nullable(z.string()),
  overdue: z.boolean(),
  /** The teacher has changed the course since: opening it brings the changes. */
  has_update: z.boolean(),
});
export type OwnAssignment = z.infer<typeof ownAssignment>;

export const listAssignments = defineEndpoint({
  name: 'listAssignments',
  method: 'GET',
  path: '/api/classes/:class_id/assignments',
  summary: 'What a class is assigned, newest first; for those who manage it.',
  auth: 'user',
  params: inClass,
  query: page,
  responses: { 200: z.object({ assignments: z.array(managedAssignment), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

export const listOwnAssignments = defineEndpoint({
  name: 'listOwnAssignments',
  method: 'GET',
  path: '/api/assignments',
  summary: 'What is assigned to the caller: what is due first, then without a date, then what is completed; at most 200.',
  auth: 'user',
  query: z.object({ class_id: z.optional(identifier), open: z.optional(z.enum(['true'])) }),
  responses: { 200: z.object({ assignments: z.array(ownAssignment) }) },
  errors: ['validation.failed'],
});

const assignmentChanges = z.object({
  note: z.optional(z.string().check(z.trim(), z.maxLength(1_000))),
  due_at: z.optional(z.nullable(moment)),
  /** Students of the class; null: all, also those who join later. */
  student_ids: z.optional(z.nullable(z.array(identifier).check(z.minLength(1), z.maxLength(MAX_CLASS_MEMBERS_AT_ONCE)))),
});

/** Names one of the caller's own courses, or the run that is writing it. Repeating the id changes nothing. */
export const createAssignment = defineEndpoint({
  name: 'createAssignment',
  method: 'POST',
  path: '/api/classes/:class_id/assignments',
  summary: 'Assign one of your own courses to a class, or to some of it, with or without a date.',
  auth: 'user',
  params: inClass,
  body: z.extend(assignmentChanges, {
    assignment_id: z.uuid(),
    course_id: z.optional(identifier),
    task_id: z.optional(identifier),
  }),
  responses: { 200: z.object({ assignment: managedAssignment }), 201: z.object({ assignment: managedAssignment }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher', 'class.archived', 'class.not_yours', 'class.too_many'],
});

export const updateAssignment = defineEndpoint({
  name: 'updateAssignment',
  method: 'PATCH',
  path: '/api/classes/:class_id/assignments/:assignment_id',
  summary: 'Change its date, its note, or whom it is for.',
  auth: 'user',
  params: z.extend(inClass, { assignment_id: z.string() }),
  body: assignmentChanges,
  responses: { 200: z.object({ assignment: managedAssignment }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher', 'class.archived'],
});

export const withdrawAssignment = defineEndpoint({
  name: 'withdrawAssignment',
  method: 'DELETE',
  path: '/api/classes/:class_id/assignments/:assignment_id',
  summary: 'Take it back; whoever has opened it keeps the copy.',
  auth: 'user',
  params: z.extend(inClass, { assignment_id: z.string() }),
  responses: { 200: z.object({ removed: z.boolean() }) },
  errors: ['not_found', 'class.not_teacher'],
});

export const startAssignment = defineEndpoint({
  name: 'startAssignment',
  method: 'POST',
  path: '/api/assignments/:assignment_id/start',
  summary: "Open it: the first time makes the caller's own copy, later ones bring what the teacher has changed since.",
  auth: 'user',
  params: z.object({ assignment_id: z.string() }),
  responses: { 200: z.object({ course_id: z.string() }) },
  errors: ['not_found', 'class.course_gone', 'class.course_unfinished'],
});

const assignedStudent = z.object({
  user_id: z.string(),
  name: z.string(),
  completed_lessons: z.int(),
  lesson_count: z.int(),
  completed_at: z.nullable(z.string()),
  overdue: z.boolean(),
  answered: z.int(),
  right: z.int(),
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
  summary: 'What each student has done of it, by name, and what most get wrong (from five people on); for those who manage the class.',
  auth: 'user',
  params: z.extend(inClass, { assignment_id: z.string() }),
  query: z.object({ cursor: z.optional(identifier), limit: z._default(wholeText(1, 100), CLASS_PAGE) }),
  responses: {
    200: z.object({
      assignment: managedAssignment,
      students: z.array(assignedStudent),
      next_cursor: z.nullable(z.string()),
      hardest: z.array(hardQuestion),
    }),
  },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

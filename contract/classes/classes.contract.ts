import * as z from 'zod/mini';
import { day, identifier } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { whole, wholeText } from '#contract/platform/numbers.ts';
import { timeZoneName } from '#contract/platform/time-zone.ts';
import { searchText, visibleName } from '#contract/platform/visible-name.ts';

/** Default page size of classes and of their people. */
export const CLASS_PAGE = 50;
/** Maximum number of people per call, and of an organisation's classes at a time. */
export const MAX_CLASS_MEMBERS_AT_ONCE = 200;
export const MAX_CLASSES = 2_000;
/** Maximum number of people in one class. */
export const MAX_CLASS_MEMBERS = 1_000;

const CLASS_ROLES = ['teacher', 'student'] as const;

/**
 * The rule for work after its due date: `accept` treats it as on time, `mark` accepts it and marks it as late, `close` does not count it.
 * Individual students can have a later date.
 */
export const LATE_WORK = ['accept', 'mark', 'close'] as const;
export type LateWork = (typeof LATE_WORK)[number];

/**
 * What decides whether work that was done without a connection is late: when it arrived, or when it was done by the student's device, which we
 * cannot check.
 */
export const LATE_BY = ['arrival', 'own_time'] as const;
export type LateBy = (typeof LATE_BY)[number];

/** Where to continue a list, and the maximum number of entries. */
export const classPage = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(wholeText(1, 100), CLASS_PAGE),
});
export const inClass = z.object({ class_id: z.string() });

const classSchema = z.object({
  class_id: z.string(),
  name: z.string(),
  /** First day of the term, `2026-09-01`; null without a term. */
  starts_on: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
  /** The caller's role in the class: an administrator manages every class of the organisation. */
  my_role: z.enum([...CLASS_ROLES, 'administrator']),
  /** Whether the caller is one of the teachers, who alone set and see marks. */
  teaches: z.boolean(),
  students: z.int(),
  /** The teachers' names. */
  teachers: z.array(z.string()),
  assignments: z.int(),
  archived: z.boolean(),
  /** For people who manage the class: the monthly limits (UTC) on tokens from the pool, per student and for all; null for no limit. */
  tokens_each: z.nullable(z.int()),
  tokens_all: z.nullable(z.int()),
  /** Tokens spent since the first of the month; null for students. */
  tokens_this_month: z.nullable(z.number()),
  /** The rule for work after its due date, unless an assignment has its own. */
  late_work: z.enum(LATE_WORK),
  late_by: z.enum(LATE_BY),
  /** The time zone in which due dates end; null if unknown. */
  time_zone: z.nullable(z.string()),
  weekly_mail: z.boolean(),
  /** The directory group whose people are the students; null if students are added by hand, and for students. */
  group_id: z.nullable(z.string()),
});
export type Class = z.infer<typeof classSchema>;

const classBody = z.object({
  name: visibleName(120),
  starts_on: z.optional(z.nullable(day)),
  ends_on: z.optional(z.nullable(day)),
  tokens_each: z.optional(z.nullable(whole(0, 1_000_000))),
  tokens_all: z.optional(z.nullable(whole(0, 10_000_000))),
  weekly_mail: z.optional(z.boolean()),
  late_work: z.optional(z.enum(LATE_WORK)),
  late_by: z.optional(z.enum(LATE_BY)),
  time_zone: z.optional(timeZoneName),
  group_id: z.optional(z.nullable(identifier)),
});
export type ClassChanges = z.infer<typeof classBody>;

export const listClasses = defineEndpoint({
  name: 'listClasses',
  method: 'GET',
  path: '/api/classes',
  summary: 'The classes the caller teaches or learns in, newest first; for owners and administrators, all of the organisation.',
  auth: 'user',
  scopes: ['learn', 'classes'],
  turns: ['q'],
  query: z.extend(classPage, { q: z.optional(searchText(200)), archived: z.optional(z.enum(['true'])) }),
  responses: {
    200: z.object({
      classes: z.array(classSchema),
      next_cursor: z.nullable(z.string()),
      /** Whether the caller can create a class. */
      may_create: z.boolean(),
    }),
  },
  errors: ['validation.failed'],
});

export const createClass = defineEndpoint({
  name: 'createClass',
  method: 'POST',
  path: '/api/classes',
  summary: 'Create a class; a teacher who creates it teaches it.',
  auth: 'user',
  offline: 'never',
  scopes: ['classes'],
  readBy: 'class',
  body: z.extend(classBody, { class_id: z.uuid() }),
  example: { class_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1b', name: '8b' },
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

/** Maximum number of days by which due dates can be moved. */
export const MAX_MOVED_DAYS = 3_650;

/** Repeating the call with the new class's id changes nothing. */
export const copyClass = defineEndpoint({
  name: 'copyClass',
  method: 'POST',
  path: '/api/classes/:class_id/copy',
  summary: 'Copy a class for the next term: the assignments of the whole class with new dates, without its people.',
  auth: 'user',
  offline: 'never',
  scopes: ['classes'],
  readBy: 'class',
  params: inClass,
  body: z.object({
    new_class_id: z.uuid(),
    name: visibleName(120),
    starts_on: z.optional(z.nullable(day)),
    ends_on: z.optional(z.nullable(day)),
    /** Number of days by which due dates move. Default: the time between the first days of both terms. */
    days: z.optional(whole(-MAX_MOVED_DAYS, MAX_MOVED_DAYS)),
  }),
  example: { new_class_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1a', name: '8b', days: 7 },
  responses: {
    200: z.object({ class: classSchema }),
    201: z.object({
      class: classSchema,
      /** Number of assignments that were not copied: those for individual students, and those whose course was deleted. */
      left_out: z.int(),
    }),
  },
  errors: [
    'validation.failed',
    'not_found',
    'organisation.none',
    'organisation.not_allowed',
    'organisation.ended',
    'class.not_teacher',
    'class.too_many',
  ],
});

export const listClassGroups = defineEndpoint({
  name: 'listClassGroups',
  method: 'GET',
  path: '/api/class-groups',
  summary: 'The organisation’s groups, from rosters and directories, that a class can follow: the first 200, by name.',
  auth: 'user',
  scopes: ['classes'],
  responses: {
    200: z.object({
      groups: z.array(
        z.object({
          group_id: z.string(),
          name: z.string(),
          people: z.int(),
          /** The class that already follows the group. */
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
  scopes: ['learn', 'classes'],
  params: inClass,
  responses: { 200: z.object({ class: classSchema }) },
  errors: ['not_found'],
});

export const updateClass = defineEndpoint({
  name: 'updateClass',
  method: 'PATCH',
  path: '/api/classes/:class_id',
  summary: 'Change a class’s name, term, limits or emails, or end it; for its teachers and the organisation’s administrators.',
  auth: 'user',
  offline: 'never',
  scopes: ['classes'],
  readBy: 'class',
  params: inClass,
  body: z.partial(z.extend(classBody, { archived: z.boolean() })),
  example: {},
  responses: { 200: z.object({ class: classSchema }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher', 'class.not_administrator', 'class.too_many'],
});

const candidate = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  /**
   * The learning platform that identifies this person, who then has no email address; null for others, and after the platform was removed.
   */
  platform: z.nullable(z.string()),
});
export type ClassCandidate = z.infer<typeof candidate>;

const classMember = z.extend(candidate, {
  role: z.enum(CLASS_ROLES),
  /** The person belongs to the group that the class follows, and cannot be removed by hand. */
  of_group: z.boolean(),
  joined_at: z.string(),
});
export type ClassMember = z.infer<typeof classMember>;

export const listClassMembers = defineEndpoint({
  name: 'listClassMembers',
  method: 'GET',
  path: '/api/classes/:class_id/members',
  summary: 'The people of a class, teachers first; for its managers.',
  auth: 'user',
  scopes: ['classes'],
  turns: ['q'],
  params: inClass,
  query: z.extend(classPage, { q: z.optional(searchText(200)) }),
  responses: { 200: z.object({ members: z.array(classMember), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

export const listClassCandidates = defineEndpoint({
  name: 'listClassCandidates',
  method: 'GET',
  path: '/api/classes/:class_id/candidates',
  summary: 'Members of the organisation who are not in the class, by name or address: the first 20.',
  auth: 'user',
  scopes: ['classes'],
  turns: ['q'],
  params: inClass,
  query: z.object({ q: z.optional(searchText(200)) }),
  responses: { 200: z.object({ people: z.array(candidate) }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher'],
});

/**
 * People are identified by id or by email address; each must belong to the organisation. People who are already in the class get the role.
 */
export const addClassMembers = defineEndpoint({
  name: 'addClassMembers',
  method: 'POST',
  path: '/api/classes/:class_id/members',
  summary: 'Add people of the organisation to a class. Only administrators add teachers.',
  auth: 'user',
  offline: 'never',
  scopes: ['classes'],
  readBy: 'class',
  params: inClass,
  body: z.object({
    people: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(254)))
      .check(z.minLength(1), z.maxLength(MAX_CLASS_MEMBERS_AT_ONCE)),
    role: z.enum(CLASS_ROLES),
  }),
  example: { people: ['bo@example.com'], role: 'student' },
  responses: {
    200: z.object({
      added: z.int(),
      /** Addresses of people outside the organisation, who must be invited first. */
      unknown: z.array(z.string()),
    }),
  },
  errors: ['validation.failed', 'not_found', 'class.not_teacher', 'class.not_administrator', 'class.archived', 'class.full'],
});

export const removeClassMember = defineEndpoint({
  name: 'removeClassMember',
  method: 'DELETE',
  path: '/api/classes/:class_id/members/:member_id',
  summary: 'Remove a person from a class; they keep their copies of its courses.',
  auth: 'user',
  offline: 'never',
  scopes: ['classes'],
  params: z.extend(inClass, { member_id: z.string() }),
  responses: { 200: z.object({ removed: z.boolean() }) },
  errors: ['not_found', 'class.not_teacher', 'class.not_administrator', 'class.follows_group'],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { visibleText } from '#contract/platform/visible-name.ts';
import { MARKET_TEXT_LENGTH } from './market.contract.ts';

/** Messages a creator may send within a day. */
export const MESSAGES_A_DAY = 5;
export const STUDENTS_PER_PAGE = 50;
export const MESSAGE_SUBJECT_LENGTH = 120;

/** Somebody who has a course. Name, progress and last activity only of those who agreed. */
const studentSchema = z.object({
  student_id: z.string(),
  course: z.object({ id: z.string(), title: z.string() }),
  enrolled_at: z.string(),
  name: z.nullable(z.string()),
  progress: z.nullable(z.int()),
  /** Null also when they have not begun. */
  last_active_at: z.nullable(z.string()),
  shares_progress: z.boolean(),
  receives_messages: z.boolean(),
});
export type Student = z.infer<typeof studentSchema>;

export const listStudents = defineEndpoint({
  name: 'listStudents',
  method: 'GET',
  path: '/api/creator/students',
  summary: "Who has the caller's courses, newest first; what each agreed to show.",
  auth: 'user',
  owner: 'self',
  query: z.object({
    course: z.optional(z.string().check(z.maxLength(60))),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 1),
  }),
  responses: { 200: z.object({ students: z.array(studentSchema), total: z.int() }) },
  errors: ['validation.failed'],
});

export const getStudentsCsv = defineEndpoint({
  name: 'getStudentsCsv',
  method: 'GET',
  path: '/api/creator/students.csv',
  summary: 'The same list as a table, whole.',
  auth: 'user',
  owner: 'self',
  media: 'text/csv',
  responses: { 200: fileBody },
  errors: [],
  limit: 'export',
});

export const messageStudents = defineEndpoint({
  name: 'messageStudents',
  method: 'POST',
  path: '/api/creator/courses/:course_id/messages',
  summary: 'Write to all students of a course who receive messages, or to some of them: in the product and by mail.',
  auth: 'user',
  owner: 'row',
  params: z.object({ course_id: z.string() }),
  body: z.object({
    /** Of the message, made by the client: sent again it is the same message. */
    message_id: z.uuid(),
    subject: visibleText(MESSAGE_SUBJECT_LENGTH),
    text: visibleText(MARKET_TEXT_LENGTH),
    student_ids: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(500))),
  }),
  responses: { 200: z.object({ recipients: z.int() }) },
  errors: ['validation.failed', 'not_found', 'market.message_limit', 'market.nobody_receives', 'chat.refused', 'safety.suspended'],
});

const messageSchema = z.object({ message_id: z.string(), subject: z.string(), text: z.string(), sent_at: z.string() });

const sharing = z.object({ shares_progress: z.boolean(), receives_messages: z.boolean() });

export const getCourseContact = defineEndpoint({
  name: 'getCourseContact',
  method: 'GET',
  path: '/api/market/courses/:course_id/contact',
  summary: 'What the caller shows to the creator of a course they have, and the newest 20 messages they had.',
  auth: 'user',
  owner: 'self',
  params: z.object({ course_id: z.string() }),
  responses: { 200: z.extend(sharing, { messages: z.array(messageSchema) }) },
  errors: ['not_found'],
});

export const saveCourseContact = defineEndpoint({
  name: 'saveCourseContact',
  method: 'PUT',
  path: '/api/market/courses/:course_id/contact',
  summary: 'Choose what the creator of a course sees of the caller, and whether their messages come.',
  auth: 'user',
  owner: 'self',
  params: z.object({ course_id: z.string() }),
  body: z.partial(sharing),
  responses: { 200: z.extend(sharing, { messages: z.array(messageSchema) }) },
  errors: ['validation.failed', 'not_found'],
});

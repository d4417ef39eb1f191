import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleName, visibleText } from '#contract/platform/visible-name.ts';
import { inClass } from './classes.contract.ts';

/** Maximum length of a mark in characters, in any school's scale: `1+`, `B`, `17/20`, `85 %`. */
export const MARK_LENGTH = 12;
/** Maximum length of the reason for a mark. */
export const MARK_REASON_LENGTH = 500;

const markSchema = z.object({
  mark_id: z.string(),
  /** Null if the mark was withdrawn. */
  mark: z.nullable(z.string()),
  /** The previous mark; null if there was none. */
  before: z.nullable(z.string()),
  reason: z.string(),
  /** The teacher's name; null if that account was deleted. */
  by: z.nullable(z.string()),
  marked_at: z.string(),
});
export type ClassMark = z.infer<typeof markSchema>;

const ofStudent = z.extend(inClass, { assignment_id: z.string(), student_id: z.string() });

export const listMarks = defineEndpoint({
  name: 'listMarks',
  method: 'GET',
  path: '/api/classes/:class_id/assignments/:assignment_id/marks/:student_id',
  summary:
    "A student's mark for an assignment and the previous marks, latest first, at most 50; for that student and the class's teachers.",
  auth: 'user',
  personOnly: 'own_word',
  marks: 'people',
  params: ofStudent,
  responses: { 200: z.object({ marks: z.array(markSchema) }) },
  errors: ['not_found', 'class.not_teacher'],
});

/** Repeating the call with the same id changes nothing. */
export const setMark = defineEndpoint({
  name: 'setMark',
  method: 'POST',
  path: '/api/classes/:class_id/assignments/:assignment_id/marks/:student_id',
  summary: 'Set, change or withdraw a student’s mark for an assignment, with a reason; only for teachers of the class.',
  auth: 'user',
  offline: 'never',
  personOnly: 'own_word',
  marks: 'people',
  readBy: 'class',
  params: ofStudent,
  body: z.object({
    mark_id: z.uuid(),
    /** Null withdraws the mark. */
    mark: z.nullable(visibleName(MARK_LENGTH)),
    reason: visibleText(MARK_REASON_LENGTH),
  }),
  example: { mark_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a19', mark: '1+', reason: 'Read it aloud' },
  responses: { 200: z.object({ marks: z.array(markSchema) }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher', 'chat.refused', 'safety.suspended'],
});

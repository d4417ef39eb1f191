import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleText } from '#contract/platform/visible-name.ts';

/** Maximum length of a question to a teacher, and of its answer. */
export const CLASS_QUESTION_LENGTH = 2_000;

const questionSchema = z.object({
  question_id: z.string(),
  assignment_id: z.string(),
  /** The title of the assignment. */
  title: z.string(),
  text: z.string(),
  /** Name of the student who asked. */
  by: z.string(),
  is_own: z.boolean(),
  answer: z.nullable(z.string()),
  /** Who answered; null if nobody has, or if that account was deleted. */
  answered_by: z.nullable(z.string()),
  created_at: z.string(),
});
export type ClassQuestion = z.infer<typeof questionSchema>;

export const listClassQuestions = defineEndpoint({
  name: 'listClassQuestions',
  method: 'GET',
  path: '/api/classes/:class_id/questions',
  summary:
    'Questions about assignments: all questions for the class’s managers, unanswered ones first; for students their own. At most 100.',
  auth: 'user',
  personOnly: 'own_word',
  params: z.object({ class_id: z.string() }),
  responses: { 200: z.object({ questions: z.array(questionSchema), open: z.int() }) },
  errors: ['not_found'],
});

export const askTeacher = defineEndpoint({
  name: 'askTeacher',
  method: 'POST',
  path: '/api/assignments/:assignment_id/questions',
  summary: 'Ask the teachers of the class about an assignment; only they can read it. Repeating the id changes nothing.',
  auth: 'user',
  offline: 'queued',
  personOnly: 'own_word',
  readBy: 'class',
  params: z.object({ assignment_id: z.string() }),
  body: z.object({ question_id: z.uuid(), text: visibleText(CLASS_QUESTION_LENGTH) }),
  example: { question_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a16', text: 'When does the swarm leave?' },
  responses: { 200: z.object({ asked: z.boolean() }) },
  errors: ['validation.failed', 'not_found', 'class.archived', 'chat.refused', 'safety.suspended'],
  limit: 'market-question',
});

export const answerClassQuestion = defineEndpoint({
  name: 'answerClassQuestion',
  method: 'PUT',
  path: '/api/classes/:class_id/questions/:question_id',
  summary: 'Answer a question of a student, or change the answer; its author is notified once.',
  auth: 'user',
  offline: 'never',
  personOnly: 'own_word',
  readBy: 'class',
  params: z.object({ class_id: z.string(), question_id: z.string() }),
  body: z.object({ answer: visibleText(CLASS_QUESTION_LENGTH) }),
  example: { answer: 'In May' },
  responses: { 200: z.object({ answered: z.boolean() }) },
  errors: ['validation.failed', 'not_found', 'class.not_teacher', 'chat.refused', 'safety.suspended'],
});

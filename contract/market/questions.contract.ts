import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleText } from '#contract/platform/visible-name.ts';
import { MARKET_TEXT_LENGTH } from './market.contract.ts';

const questionSchema = z.object({
  question_id: z.string(),
  text: z.string(),
  /** First name of the question's author. */
  by: z.string(),
  is_own: z.boolean(),
  answer: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  created_at: z.string(),
});
export type LessonQuestion = z.infer<typeof questionSchema>;

const ofLesson = z.object({ course_id: z.string(), lesson_id: z.string() });
const besideLesson = z.object({
  /** Whether the course comes from a creator whom the learner can ask. */
  can_ask: z.boolean(),
  questions: z.array(questionSchema),
});

export const listLessonQuestions = defineEndpoint({
  name: 'listLessonQuestions',
  method: 'GET',
  path: '/api/courses/:course_id/lessons/:lesson_id/questions',
  summary: "Answered questions about a lesson of an enrolled course, and the caller's own; newest first, at most 50.",
  auth: 'user',
  personOnly: 'own_word',
  params: ofLesson,
  responses: { 200: besideLesson },
  errors: ['not_found'],
});

export const askLessonQuestion = defineEndpoint({
  name: 'askLessonQuestion',
  method: 'POST',
  path: '/api/courses/:course_id/lessons/:lesson_id/questions',
  summary: 'Ask the creator of an enrolled course about a lesson. Repeating the id returns the same question.',
  auth: 'user',
  offline: 'queued',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  params: ofLesson,
  body: z.object({ question_id: z.uuid(), text: visibleText(MARKET_TEXT_LENGTH) }),
  example: { question_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a16', text: 'When?' },
  responses: { 200: besideLesson },
  errors: ['validation.failed', 'not_found', 'market.no_creator', 'limits.rate', 'chat.refused', 'safety.suspended'],
  limit: 'market-question',
});

const askedSchema = z.extend(questionSchema, {
  course: z.object({ id: z.string(), title: z.string() }),
  /** Empty if the published version no longer has the lesson. */
  lesson_title: z.string(),
});
export type AskedQuestion = z.infer<typeof askedSchema>;
const questionList = z.object({ questions: z.array(askedSchema), open: z.int() });

export const listAskedQuestions = defineEndpoint({
  name: 'listAskedQuestions',
  method: 'GET',
  path: '/api/creator/questions',
  summary: "Questions about lessons of the caller's courses, unanswered ones first, at most 100.",
  auth: 'user',
  personOnly: 'own_word',
  responses: { 200: questionList },
  errors: [],
});

export const answerLessonQuestion = defineEndpoint({
  name: 'answerLessonQuestion',
  method: 'PUT',
  path: '/api/creator/questions/:question_id/answer',
  summary: 'Answer a question, or change the answer. Everyone who has the course sees it beside the lesson.',
  auth: 'user',
  offline: 'never',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  params: z.object({ question_id: z.string() }),
  body: z.object({ answer: visibleText(MARKET_TEXT_LENGTH) }),
  example: { answer: 'In May' },
  responses: { 200: questionList },
  errors: ['validation.failed', 'not_found', 'chat.refused', 'safety.suspended'],
});

import * as z from 'zod/mini';
import { QUESTION_KINDS, QUIZ_LIMITS } from '#contract/courses/quiz.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Questions of one sitting: about five minutes. */
export const REVIEW_SIZE = 12;

/** `is_right` of each question's latest answer counts. */
const scoreSchema = z.object({ right: z.int(), answered: z.int(), questions: z.int() });
export type Score = z.infer<typeof scoreSchema>;

const answered = z.object({
  question_id: z.string(),
  /** Options, in the order in which they were put; none of an answer in words. */
  chosen_ids: z.array(z.string()),
  is_right: z.boolean(),
  answered_at: z.string(),
  /** How often it was answered. */
  attempts: z.int(),
});
export type Answered = z.infer<typeof answered>;

export const answerQuestion = defineEndpoint({
  name: 'answerQuestion',
  method: 'POST',
  path: '/api/practice/answers',
  summary: 'Answer a question of a quiz. The server marks it; the same answer sent again is marked once.',
  auth: 'user',
  owner: 'row',
  body: z.object({
    /** Made by the client. */
    answer_id: z.uuid(),
    course_id: z.string(),
    /** Its lasting id, or `0_1` in the live version. */
    lesson_id: z.string(),
    question_id: z.string().check(z.minLength(1), z.maxLength(60)),
    /** Options: one, all that are right, or all in their order, as the question's kind asks for. */
    chosen_ids: z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.minLength(1), z.maxLength(QUIZ_LIMITS.options)),
  }),
  responses: {
    200: z.object({
      is_right: z.boolean(),
      /** The right options, in their order where that is asked for, and why. */
      right_ids: z.array(z.string()),
      explanation: z.string(),
      score: scoreSchema,
      /** When the question comes up for review again. */
      due_at: z.string(),
    }),
  },
  errors: ['validation.failed', 'not_found'],
  limit: 'poll',
});

export const listAnswers = defineEndpoint({
  name: 'listAnswers',
  method: 'GET',
  path: '/api/courses/:course_id/lessons/:lesson_id/answers',
  summary: "The caller's latest answer to each question of a lesson, and the score.",
  auth: 'user',
  owner: 'row',
  params: z.object({ course_id: z.string(), lesson_id: z.string() }),
  responses: { 200: z.object({ answers: z.array(answered), score: scoreSchema }) },
  errors: ['validation.failed', 'not_found'],
});

const card = z.object({
  course_id: z.string(),
  course_title: z.string(),
  language: z.string(),
  lesson_id: z.string(),
  lesson_title: z.string(),
  /** Of the lesson, from 0. */
  module: z.int(),
  lesson: z.int(),
  question_id: z.string(),
  kind: z.enum(QUESTION_KINDS),
  question: z.string(),
  /** In another order each day; which are right is told after the answer. */
  options: z.array(z.object({ id: z.string(), text: z.string() })),
  due_at: z.string(),
});
export type ReviewCard = z.infer<typeof card>;

export const listReview = defineEndpoint({
  name: 'listReview',
  method: 'GET',
  path: '/api/review',
  summary: 'Questions that are due for review, the longest overdue first.',
  auth: 'user',
  owner: 'self',
  responses: {
    200: z.object({
      /** All that are due now, and when the next one is; null: none at all. */
      due: z.int(),
      next_at: z.nullable(z.string()),
      cards: z.array(card),
    }),
  },
  errors: [],
});

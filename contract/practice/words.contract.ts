import * as z from 'zod/mini';
import { ANSWER_LENGTH } from '#contract/courses/quiz.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';

/** Of the points of a rubric, this share makes an answer right. */
export const RIGHT_SHARE = 0.6;

const gradeSchema = z.object({
  /** Of the rubric, in its order. */
  points: z.array(z.object({ point: z.string(), is_met: z.boolean(), reason: z.string() })),
  feedback: z.string(),
  is_right: z.boolean(),
  service: z.enum(SERVICES),
});
export type Grade = z.infer<typeof gradeSchema>;

const wordsAnswerSchema = z.object({
  answer_id: z.string(),
  question_id: z.string(),
  text: z.string(),
  written_at: z.string(),
  /** `failed`: no service could grade it, nothing was charged, and it may be sent again; `contested`: a second service is at it. */
  status: z.enum(['grading', 'graded', 'failed', 'contested']),
  grade: z.nullable(gradeSchema),
  /** Of the second service, once the first grade was contested: it counts. */
  second: z.nullable(gradeSchema),
  /** A full answer; '' before the grade is there. */
  explanation: z.string(),
  may_contest: z.boolean(),
});
export type WordsAnswer = z.infer<typeof wordsAnswerSchema>;

const answered = z.object({ answer: wordsAnswerSchema });

export const answerInWords = defineEndpoint({
  name: 'answerInWords',
  method: 'POST',
  path: '/api/practice/words',
  summary: 'Answer a question in words, to be graded by a service; counts as one answer of the mentor. Sent again it is the same answer.',
  auth: 'user',
  owner: 'row',
  body: z.object({
    /** Made by the client. */
    answer_id: z.uuid(),
    course_id: z.string(),
    /** Its lasting id, or `0_1` in the live version. */
    lesson_id: z.string(),
    question_id: z.string().check(z.minLength(1), z.maxLength(60)),
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(ANSWER_LENGTH), z.regex(VISIBLE)),
  }),
  responses: { 200: answered },
  errors: ['validation.failed', 'not_found', 'tokens.insufficient', 'spend.user_cap', 'spend.install_cap', 'queue.full', 'limits.rate'],
  limit: 'mentor',
});

export const contestGrade = defineEndpoint({
  name: 'contestGrade',
  method: 'POST',
  path: '/api/practice/words/:answer_id/contest',
  summary: 'Have a second service grade an answer, once and for nothing; its grade counts.',
  auth: 'user',
  owner: 'row',
  params: z.object({ answer_id: z.string() }),
  responses: { 200: answered },
  errors: ['not_found', 'spend.user_cap', 'spend.install_cap', 'queue.full', 'limits.rate'],
  limit: 'mentor',
});

export const listWords = defineEndpoint({
  name: 'listWords',
  method: 'GET',
  path: '/api/courses/:course_id/lessons/:lesson_id/words',
  summary: "The caller's latest answer in words to each question of a lesson.",
  auth: 'user',
  owner: 'row',
  params: z.object({ course_id: z.string(), lesson_id: z.string() }),
  responses: { 200: z.object({ answers: z.array(wordsAnswerSchema) }) },
  errors: ['validation.failed', 'not_found'],
  limit: 'poll',
});

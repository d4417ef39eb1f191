import * as z from 'zod/mini';
import { optionFeedbackSchema, QUESTION_KINDS, QUIZ_LIMITS } from '#contract/courses/quiz.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Maximum and minimum number of questions of a test, and the share of right answers to pass. */
export const FINAL_TEST = { most: 20, least: 5, passShare: 0.7 } as const;

const openQuestion = z.object({
  kind: z.enum(QUESTION_KINDS),
  question: z.string(),
  options: z.array(z.object({ id: z.string(), text: z.string() })),
});
const openTest = z.object({ test_id: z.string(), questions: z.array(openQuestion) });
const attempt = z.object({ test_id: z.string(), right: z.int(), total: z.int(), passed: z.boolean(), finished_at: z.string() });
export type TestAttempt = z.infer<typeof attempt>;
export type OpenTest = z.infer<typeof openTest>;

const ofCourse = z.object({ course_id: z.string() });

export const getFinalTest = defineEndpoint({
  name: 'getFinalTest',
  method: 'GET',
  path: '/api/courses/:course_id/final-test',
  summary: 'The final test of a course with certification: its requirements and the caller’s attempts.',
  auth: 'user',
  scopes: ['learn'],
  params: ofCourse,
  responses: {
    200: z.object({
      /** A certificate of this course requires a passed test. */
      is_needed: z.boolean(),
      /** It also requires the final task, most of whose points have to be met. */
      is_task_needed: z.boolean(),
      questions: z.int(),
      /** Number of right answers needed to pass. */
      pass_mark: z.int(),
      open: z.nullable(openTest),
      /** Newest first. */
      attempts: z.array(attempt),
    }),
  },
  errors: ['not_found'],
});

export const startFinalTest = defineEndpoint({
  name: 'startFinalTest',
  method: 'POST',
  path: '/api/courses/:course_id/final-test',
  summary: 'Start a final test from the questions of a completed course; returns an unfinished attempt if there is one.',
  auth: 'user',
  offline: 'network',
  scopes: ['learn'],
  params: ofCourse,
  responses: { 200: z.object({ open: openTest }) },
  errors: ['not_found', 'certificate.not_completed'],
});

export const finishFinalTest = defineEndpoint({
  name: 'finishFinalTest',
  method: 'POST',
  path: '/api/courses/:course_id/final-test/:test_id',
  summary: 'Submit a final test, which the server marks. Repeating the call marks it only once.',
  auth: 'user',
  offline: 'network',
  scopes: ['learn'],
  readBy: 'sender',
  params: z.object({ course_id: z.string(), test_id: z.string() }),
  body: z.object({
    /** In the order of the questions; unanswered questions are wrong. */
    answers: z
      .array(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(QUIZ_LIMITS.options)))
      .check(z.maxLength(FINAL_TEST.most)),
  }),
  example: { answers: [] },
  responses: {
    200: z.object({
      attempt,
      /** `feedback`: on the chosen wrong options. */
      marks: z.array(
        z.object({
          is_right: z.boolean(),
          right_ids: z.array(z.string()),
          explanation: z.string(),
          feedback: z.array(optionFeedbackSchema),
        }),
      ),
    }),
  },
  errors: ['validation.failed', 'not_found'],
});

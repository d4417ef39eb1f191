import { answerFinalTask } from '#contract/practice/final-task.contract.ts';
import { answerInWords } from '#contract/practice/words.contract.ts';
import * as z from 'zod';
import { MENTOR_ANSWER_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { orderOfOne } from '#domain/platform/runs/known-steps.ts';
import { OWN } from '#domain/platform/export-part.ts';
import { defineKind } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';

const requestSchema = z.object({
  answer_id: z.uuid(),
  /** Whether the first grade was contested. */
  is_second: z.boolean(),
});
export type GradeRequest = z.infer<typeof requestSchema>;

export const GRADE_KIND = 'answer.grade';
export const gradeKey = ({ answer_id, is_second }: GradeRequest): string => `${GRADE_KIND}:${answer_id}:${is_second ? 2 : 1}`;

/** Grades a text answer in one call, which counts as an answer of the mentor; a second opinion is free. */
export const answerGradeKind = defineKind<GradeRequest, null>({
  name: GRADE_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['grading'],
  begins: { stage: 'grading', progress: 10, message: toSentence('Your answer is being graded.') },
  price: {
    orderedBy: [answerInWords, answerFinalTask],
    cost: ({ is_second }) => (is_second ? 0 : MENTOR_ANSWER_CENTITOKENS),
    quota: {
      feature: 'mentor_answer',
      units: () => 1,
      reserved: toSentence('It uses one AI Mentor answer from your plan.'),
      used: toSentence('It used one AI Mentor answer from your plan.'),
    },
    cause: (about) => toSentence('Answer graded: {about}', { about }),
  },
  order: orderOfOne({ job: 'grade-answer', key: 'grade' }, { stage: 'grading', progress: 10 }),
  exported: [
    {
      file: 'answers-in-words',
      description: 'What you answered to questions in your own words, and the grades it got.',
      table: 'words_answer',
      condition: OWN,
      columns: ['account_id id course_id lesson_id question_id asked text grade second written_at'],
      key: { id: 'uuid' },
    },
  ],
  again: {
    completed: { nothing: 'The answer has its grade.' },
    failed: { retry: 'Its only call.' },
    cancelled: { nothing: 'Grading is a single call and was not charged; the learner can answer again.' },
  },
  // graded once: a repeat returns the same grade
  repeatWindow: '100 years',
  retryNeeds: sql`exists (select from words_answer where words_answer.id::text = run.request->>'answer_id')`,
  reasons: { 'vendors.failed': toSentence('No AI service could grade the answer. Nothing was charged.') },
});

import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { LESSON_AWAITS, statusEnvelopeSchema } from '#contract/generation/course-status.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { courseSchema, lessonSchema, COURSE_QUALITY } from '#contract/courses/courses.contract.ts';

/** The full body of a completed generation (GEN-02), plus `task_id`. */
export const generatedCourseSchema = z.object({
  task_id: z.string(),
  course_id: z.string(),
  course: courseSchema,
  /** Services that wrote or checked parts of the course. */
  ai_services_used: z.array(z.enum(SERVICES)),
  ai_orchestration_status: z.object({
    successful_services: z.array(z.enum(SERVICES)),
    ai_services_used: z.array(z.enum(SERVICES)),
    /** Percentage of the planned lessons that were delivered, by however many services. */
    success_rate: z.number(),
    quality_level: z.enum(COURSE_QUALITY),
  }),
});
export type GeneratedCourse = z.infer<typeof generatedCourseSchema>;

export const generateCourse = defineEndpoint({
  name: 'generateCourse',
  method: 'POST',
  path: '/api/generate-course',
  summary:
    'Start writing a course. Waits for it by default; with `Prefer: respond-async` returns 202 immediately. Sending the same form again returns the ' +
    'existing run, until ten minutes after its completion, with `Idempotent-Replayed: true`; a new Idempotency-Key starts another run.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  readBy: 'sender',
  headers: ['Idempotency-Key', 'Prefer'],
  body: courseFormSchema,
  example: { age: 30, topic: 'Bees', learning_goals: 'Keep one colony' },
  responses: { 200: generatedCourseSchema, 202: statusEnvelopeSchema },
  errors: [
    'source.not_ready',
    'vendors.context_too_small',
    'validation.failed',
    'idempotency.body_mismatch',
    'limits.rate',
    'tokens.insufficient',
    'spend.user_cap',
    'spend.install_cap',
    'queue.full',
    'vendors.all_down',
    'vendors.refused',
    'vendors.broken_output',
    'vendors.failed',
    'run.no_lessons',
    'run.cancelled',
    'service.unavailable',
  ],
  limit: 'generate',
});

export const getGenerationStatus = defineEndpoint({
  name: 'getGenerationStatus',
  method: 'GET',
  path: '/api/generate-course/status/:task_id',
  summary: 'The status envelope of one run.',
  auth: 'user',
  scopes: ['courses:read', 'generate'],
  params: z.object({ task_id: z.string() }),
  responses: { 200: statusEnvelopeSchema },
  errors: ['not_found'],
  limit: 'poll',
});

export const getGenerationLesson = defineEndpoint({
  name: 'getGenerationLesson',
  method: 'GET',
  path: '/api/generate-course/:task_id/lessons/:lesson_id',
  summary: 'A lesson that is readable while the rest of its course, or its own text, is still being written.',
  auth: 'user',
  scopes: ['courses:read', 'generate'],
  params: z.object({ task_id: z.string(), lesson_id: z.string() }),
  responses: {
    200: z.object({
      lesson: lessonSchema,
      course_title: z.string(),
      module_title: z.string(),
      /** The parts still missing, as in the lesson's item of the status; null when the lesson is final. */
      awaits: z.nullable(z.enum(LESSON_AWAITS)),
      /** Why the previous text was discarded while streaming: `rejected` by a check, or `interrupted`; null if there was none. */
      anew: z.nullable(z.enum(['rejected', 'interrupted'])),
    }),
  },
  errors: ['not_found'],
  limit: 'poll',
});

import * as z from 'zod/mini';
import { whole } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { finalTaskSchema, threadSchema } from '#contract/courses/course-plan.contract.ts';
import { OUTLINE_LIMITS } from './run-control.contract.ts';

const key = z.string().check(z.minLength(1), z.maxLength(64));
/** Can be empty while typing; validated when the outline is approved. */
const title = z.string().check(z.maxLength(OUTLINE_LIMITS.title));
const removed = z.optional(z.literal(true));

/**
 * An outline that its learner is editing and has not approved yet. Removed parts stay in place, so that they can be restored; `key`
 * identifies parts while they are moved, and a lesson from the service's draft has its `id`.
 */
export const outlineDraftSchema = z.object({
  title,
  modules: z
    .array(
      z.object({
        key,
        title,
        removed,
        lessons: z.array(z.object({ key, id: z.optional(key), title, removed })).check(z.maxLength(200)),
      }),
    )
    .check(z.maxLength(60)),
  /** Absent while they are as the service drafted them; null when the learner has removed them. */
  thread: z.optional(z.nullable(threadSchema)),
  final_task: z.optional(z.nullable(finalTaskSchema)),
});
export type OutlineDraft = z.infer<typeof outlineDraftSchema>;

const ofRun = z.object({ task_id: z.string() });

export const getOutlineDraft = defineEndpoint({
  name: 'getOutlineDraft',
  method: 'GET',
  path: '/api/generate-course/:task_id/outline-draft',
  summary: 'The learner’s edited version of an outline that waits for approval; null, with version 0, if it was not edited.',
  auth: 'user',
  scopes: ['courses:read', 'generate'],
  params: ofRun,
  responses: { 200: z.object({ draft: z.nullable(outlineDraftSchema), version: z.int() }) },
  errors: ['not_found'],
});

/** Saving an unchanged draft has no effect. */
export const keepOutlineDraft = defineEndpoint({
  name: 'keepOutlineDraft',
  method: 'PUT',
  path: '/api/generate-course/:task_id/outline-draft',
  summary: 'Save the edited outline for all devices, until it is approved or the run ends. An outdated `base_version` is refused.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  readBy: 'sender',
  params: ofRun,
  body: z.object({ draft: outlineDraftSchema, base_version: whole(0) }),
  example: { draft: { title: 'Bees', modules: [] }, base_version: 0 },
  responses: { 200: z.object({ version: z.int() }) },
  errors: ['not_found', 'validation.failed', 'run.not_waiting', 'course.version_conflict'],
});

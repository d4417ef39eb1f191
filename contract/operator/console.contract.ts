import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { lostWorkerSchema, SERVICES } from '#contract/platform/status.contract.ts';
import { PAUSE_SCOPES } from './control.contract.ts';

/**
 * An item that waits for a person and is not an alert: a paused batch or one that waits after its trial, an incomplete comparison, a
 * reported course.
 */
export const NEEDS = ['batch', 'comparison', 'report'] as const;
/** Maximum number of items of each kind. */
export const NEEDS_SHOWN = 3;

const need = z.object({
  kind: z.enum(NEEDS),
  /** The id of the batch, the comparison or the course. */
  id: z.string(),
  name: z.string(),
  /** Why the batch is paused, or why the course was reported. */
  reason: z.nullable(z.string()),
});
export type Need = z.infer<typeof need>;

const state = z.object({
  at: z.string(),
  /** Work that operators have paused, oldest first. */
  paused: z.array(z.object({ scope: z.enum(PAUSE_SCOPES), name: z.string() })),
  /** Services that are not called at the moment, because they asked us to wait or do not answer. */
  recovering: z.array(z.enum(SERVICES)),
  workers: z.int(),
  /** Workers that died, with their steps and the seconds until other workers take over. */
  lost: z.array(lostWorkerSchema),
  /** Number of active alerts, and of those without an owner. */
  alerts: z.object({ open: z.int(), unowned: z.int() }),
  /** Number of batches that wait for an operator. */
  batches: z.int(),
  /** Number of runs that failed in the last day. */
  failed: z.int(),
  /** Number of payment alarms not yet acknowledged. */
  payments: z.int(),
  /** Number of texts that wait for a moderator. */
  texts: z.int(),
  /** Number of reported courses without a decision. */
  reports: z.int(),
  /** Items that wait for a person, newest first. */
  needs: z.array(need),
});
export type ConsoleState = z.infer<typeof state>;

export const readConsoleState = defineEndpoint({
  name: 'readConsoleState',
  method: 'GET',
  path: '/api/operator/state',
  summary: 'A summary of the installation: paused work, recovering services, live workers, items that wait for an operator.',
  auth: 'operator',
  scopes: ['operate:read'],
  responses: { 200: state },
  errors: ['access.denied'],
  limit: 'poll',
});

export const readConsoleCourse = defineEndpoint({
  name: 'readConsoleCourse',
  method: 'GET',
  path: '/api/operator/courses/:course_id',
  summary: 'The live text of any user’s course, with its owner.',
  auth: 'operator',
  personOnly: 'other_people',
  params: z.object({ course_id: z.uuid() }),
  responses: {
    200: z.object({
      course_id: z.string(),
      title: z.string(),
      description: z.string(),
      language: z.string(),
      version: z.int(),
      created_at: z.string(),
      owner: z.object({ user_id: z.string(), email: z.string(), name: z.string() }),
      modules: z.array(
        z.object({
          title: z.string(),
          lessons: z.array(z.object({ lesson_id: z.string(), title: z.string(), content: z.string() })),
        }),
      ),
    }),
  },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});

/** Maximum number of results of each kind. */
export const CONSOLE_HITS = 6;
/** Minimum length of a search: shorter texts occur in too many rows. */
export const CONSOLE_QUERY_MIN = 3;

const hits = z.object({
  runs: z.array(
    z.object({
      task_id: z.string(),
      kind: z.string(),
      status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
      name: z.string(),
      email: z.nullable(z.string()),
      error_code: z.nullable(z.string()),
      created_at: z.string(),
    }),
  ),
  people: z.array(z.object({ user_id: z.string(), email: z.string(), name: z.string() })),
  courses: z.array(z.object({ course_id: z.string(), title: z.string(), email: z.string() })),
});
export type ConsoleHits = z.infer<typeof hits>;

export const searchConsole = defineEndpoint({
  name: 'searchConsole',
  method: 'GET',
  path: '/api/operator/search',
  summary: 'Runs by id, subject or error, people by name or email, and courses by title: the newest six of each.',
  auth: 'operator',
  personOnly: 'installation',
  turns: ['q'],
  query: z.object({ q: z.string().check(z.trim(), z.minLength(CONSOLE_QUERY_MIN), z.maxLength(100)) }),
  responses: { 200: hits },
  errors: ['validation.failed', 'access.denied'],
});

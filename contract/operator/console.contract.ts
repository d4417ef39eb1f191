import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { lostWorkerSchema, SERVICES } from '#contract/platform/status.contract.ts';
import { PAUSE_SCOPES } from './control.contract.ts';

/** What waits for a person without being an alert: a batch that has paused or waits after its trial, a comparison that lacks lessons, a reported course. */
export const NEEDS = ['batch', 'comparison', 'report'] as const;
/** Of each sort. */
export const NEEDS_SHOWN = 3;

const need = z.object({
  kind: z.enum(NEEDS),
  /** Of the batch, the comparison or the course. */
  id: z.string(),
  name: z.string(),
  /** Why a batch has paused; what a course was reported for. */
  reason: z.nullable(z.string()),
});
export type Need = z.infer<typeof need>;

const state = z.object({
  at: z.string(),
  /** What operators have paused, oldest first. */
  paused: z.array(z.object({ scope: z.enum(PAUSE_SCOPES), name: z.string() })),
  /** Services that are not asked at the moment, because they asked for a pause or do not answer. */
  recovering: z.array(z.enum(SERVICES)),
  workers: z.int(),
  /** Workers that are gone without having said so: the steps they held, and the seconds until others have taken those over. */
  lost: z.array(lostWorkerSchema),
  /** Alerts that burn, and those of them that are nobody's yet. */
  alerts: z.object({ open: z.int(), unowned: z.int() }),
  /** Batches that wait for an operator. */
  batches: z.int(),
  /** Runs that failed within a day. */
  failed: z.int(),
  /** Payment alarms that nobody has looked at. */
  payments: z.int(),
  /** Texts that wait for a moderator. */
  texts: z.int(),
  /** Reported courses that nobody has decided on. */
  reports: z.int(),
  /** What of these leads straight to its place, the newest first. */
  needs: z.array(need),
});
export type ConsoleState = z.infer<typeof state>;

export const readConsoleState = defineEndpoint({
  name: 'readConsoleState',
  method: 'GET',
  path: '/api/operator/state',
  summary: 'The installation in a few words: what is paused, which services recover, how many workers live, what waits for an operator.',
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
  summary: 'The live text of a course of anybody, with its owner.',
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

/** Results of a sort. */
export const CONSOLE_HITS = 6;
/** Shorter texts are in too many rows to be worth a search. */
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
  summary: 'Runs by id, subject or error, people by name or email, and courses by title: six of each, the newest first.',
  auth: 'operator',
  personOnly: 'installation',
  turns: ['q'],
  query: z.object({ q: z.string().check(z.trim(), z.minLength(CONSOLE_QUERY_MIN), z.maxLength(100)) }),
  responses: { 200: hits },
  errors: ['validation.failed', 'access.denied'],
});

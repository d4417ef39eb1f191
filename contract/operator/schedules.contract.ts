import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

const schedule = z.object({
  name: z.string(),
  /** The schedule's purpose, in English. */
  does: z.string(),
  /** When the queue's scheduler runs it: every so many seconds, or at a time of day; announced work also runs in between. */
  runs: z.union([
    z.object({ every_s: z.number() }),
    /** `weekday`: 0 is Sunday; null for every day. `zone`: IANA's name. */
    z.object({ hour: z.int(), minute: z.int(), weekday: z.nullable(z.int()), zone: z.string() }),
  ]),
  is_paused: z.boolean(),
  /** An operator has requested a run, which has not ended yet. */
  is_asked: z.boolean(),
  /** The newest run (scheduled or manual) or failure that the queue still keeps; null without one. */
  last_started_at: z.nullable(z.string()),
  last_took_s: z.nullable(z.number()),
  /** null if it succeeded. */
  last_error: z.nullable(z.string()),
  next_at: z.nullable(z.string()),
  /** The newest runs that the queue still keeps, oldest first. */
  recent: z.array(z.object({ at: z.string(), took_s: z.number(), failed: z.boolean() })),
});
export type Schedule = z.infer<typeof schedule>;
const answer = { 200: z.object({ schedules: z.array(schedule) }) } as const;

export const listSchedules = defineEndpoint({
  name: 'listSchedules',
  method: 'GET',
  path: '/api/operator/schedules',
  summary: 'The queue’s job schedulers: when each runs, its last run with the outcome, and its next run.',
  auth: 'operator',
  scopes: ['operate:read'],
  responses: answer,
  errors: ['access.denied'],
});

export const SCHEDULE_ACTS = ['run', 'pause', 'resume'] as const;
export type ScheduleAct = (typeof SCHEDULE_ACTS)[number];

/** Audited. A pause survives a restart; a requested run happens once within seconds, even while the schedule is paused. */
export const actOnSchedule = defineEndpoint({
  name: 'actOnSchedule',
  method: 'POST',
  path: '/api/operator/schedules/:name/acts',
  summary: 'Run periodic work now, pause it, or resume it.',
  auth: 'operator',
  scopes: ['operate'],
  params: z.object({ name: z.string().check(z.maxLength(80)) }),
  body: z.object({ act: z.enum(SCHEDULE_ACTS) }),
  example: { act: 'run' },
  responses: answer,
  errors: ['validation.failed', 'access.denied', 'not_found'],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { SCENE_LIMITS, sceneSchema } from './scene.contract.ts';

/** Maximum number of simulations per course. */
export const SIMULATIONS_A_COURSE = 4;

const simulationSchema = z.object({
  simulation_id: z.string(),
  /** The phenomenon to show. */
  wish: z.string(),
  state: z.enum(['being_made', 'ready', 'failed']),
  /** The run that makes it, for its progress and retries; null for a copy of another creator's course. */
  task_id: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  scene: z.nullable(sceneSchema),
  written_by: z.nullable(z.enum(SERVICES)),
  /** Null if no other service could check it. */
  checked_by: z.nullable(z.enum(SERVICES)),
  /** Indexes of the tasks that the caller has solved, from 0. */
  solved: z.array(z.int()),
});
export type SimulationView = z.infer<typeof simulationSchema>;

const ofCourse = z.object({ course_id: z.string() });

export const courseSimulations = defineEndpoint({
  name: 'courseSimulations',
  method: 'GET',
  path: '/api/course-simulations/:course_id',
  summary: 'The simulations of one of the caller’s courses, including those being made.',
  auth: 'user',
  scopes: ['courses:read'],
  params: ofCourse,
  responses: {
    200: z.object({
      /** False for a copy of another creator's course, which shows the original's. */
      may_change: z.boolean(),
      simulations: z.array(simulationSchema),
    }),
  },
  errors: ['not_found'],
  limit: 'poll',
});

/** Repeating the call with the same Idempotency-Key makes only one simulation. */
export const makeSimulation = defineEndpoint({
  name: 'makeSimulation',
  method: 'POST',
  path: '/api/course-simulations/:course_id',
  summary: 'Make another simulation for one of the caller’s courses.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  readBy: 'sender',
  headers: ['Idempotency-Key'],
  params: ofCourse,
  body: z.object({
    /** The phenomenon to show. */
    wish: z.string().check(z.trim(), z.minLength(3), z.maxLength(300), z.meta({ examples: ['How a pendulum swings'] })),
  }),
  example: { wish: 'How bees see' },
  responses: { 202: z.object({ task_id: z.string() }) },
  errors: [
    'validation.failed',
    'not_found',
    'market.not_yours',
    'simulation.too_many',
    'simulation.none_fits',
    'service.unavailable',
    'tokens.insufficient',
    'spend.user_cap',
    'spend.install_cap',
    'queue.full',
    'idempotency.body_mismatch',
  ],
  limit: 'generate',
});

/** Solved tasks stay solved; sending them again changes nothing. */
export const solveTasks = defineEndpoint({
  name: 'solveTasks',
  method: 'POST',
  path: '/api/simulations/:simulation_id/solved',
  summary: 'Mark tasks of a simulation in one of the caller’s courses as solved.',
  auth: 'user',
  offline: 'queued',
  scopes: ['learn'],
  readBy: 'no_text',
  params: z.object({ simulation_id: z.string() }),
  body: z.object({
    /** Their indexes, from 0. */
    tasks: z
      .array(z.int().check(z.minimum(0), z.maximum(SCENE_LIMITS.tasks.most - 1)))
      .check(z.minLength(1), z.maxLength(SCENE_LIMITS.tasks.most)),
  }),
  example: { tasks: [0] },
  responses: { 200: z.object({ solved: z.array(z.int()) }) },
  errors: ['validation.failed', 'not_found'],
  limit: 'poll',
});

export const removeSimulation = defineEndpoint({
  name: 'removeSimulation',
  method: 'DELETE',
  path: '/api/simulations/:simulation_id',
  summary: 'Remove a simulation from one of the caller’s courses.',
  auth: 'user',
  offline: 'network',
  scopes: ['courses:write'],
  params: z.object({ simulation_id: z.string() }),
  responses: { 200: z.object({ simulation_id: z.string() }) },
  errors: ['not_found', 'simulation.being_made'],
  limit: 'default',
});

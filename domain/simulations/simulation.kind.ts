import { generateCourse } from '#contract/generation/generation.contract.ts';
import { makeSimulation } from '#contract/simulations/simulations.contract.ts';
import type { Knex } from 'knex';
import * as z from 'zod';
import { COST_ESTIMATE, FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { courseHome } from '#domain/courses/pictures/course-pictures.queries.ts';
import { failureOf, knownSteps } from '#domain/platform/runs/known-steps.ts';
import { OWN } from '#domain/platform/export-part.ts';
import { defineKind, type Order, type OrderedStep, type RunRef } from '#domain/platform/runs/run-kind.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { NewStep } from '#domain/platform/steps/step.commands.ts';

const requestSchema = z.object({
  simulation_id: z.uuid(),
  topic: z.string(),
  /** The phenomenon to show. */
  wish: z.string(),
  language: z.enum(FORM_OPTIONS.language_preference),
  /** Age of the audience; null when unknown. */
  age: z.int().nullable(),
});
export type SimulationRequest = z.infer<typeof requestSchema>;

export const SIMULATION_KIND = 'simulation';

interface Step extends OrderedStep {
  /** For the step `check`: the flaws that another service found. */
  readonly findings: readonly string[] | null;
}

/** One service writes the scene, another checks it; flaws that it finds are corrected. */
function order(_context: null, steps: readonly Step[]): Order {
  const known = knownSteps(steps);
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed) return { add: [], stage: 'writing', progress: 10, failed: failureOf(failed) };
  const next = (key: string, job: NewStep['job'], stage: string, progress: number): Order | null =>
    known.isDone(key) ? null : { add: known.missing([{ job, key }]), stage, progress };
  return (
    next('write', 'write-simulation', 'writing', 10) ??
    next('check', 'check-simulation', 'checking', 60) ??
    next('correct', 'correct-simulation', 'correcting', 80) ?? { add: [], stage: 'correcting', progress: 95 }
  );
}

/** Deletes a simulation that a batch could not make: the course's owner did not order it, and the batch makes it again. */
async function forgetUnasked(trx: Knex.Transaction, { notifiedId, request }: RunRef): Promise<void> {
  if (notifiedId === null)
    await trx('simulation')
      .where({ id: (request as SimulationRequest).simulation_id })
      .del();
}

/** The course it belongs to, of the account that ordered it; there is none yet while its lessons are being written. */
async function courseIdOf(trx: Knex.Transaction, { accountId, request }: RunRef): Promise<string | undefined> {
  const [course] = await rowsOf<{ id: string }>(
    trx,
    sql`select course.id from simulation join course on course.account_id = ${accountId} and ${courseHome(sql`course`)} = simulation.home_id
         where simulation.id = ${(request as SimulationRequest).simulation_id}`,
  );
  return course?.id;
}

/** Makes one simulation of a course. The course neither waits for it nor fails with it. */
export const simulationKind = defineKind<SimulationRequest, null, Step>({
  name: SIMULATION_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['writing', 'checking', 'correcting'],
  begins: { stage: 'writing', progress: 5, message: toSentence('The simulation is being written.') },
  price: {
    orderedBy: [generateCourse, makeSimulation],
    cost: () => COST_ESTIMATE.ar_vr,
    quota: {
      feature: 'ar_vr_simulation',
      units: () => 1,
      reserved: toSentence('One simulation from your plan is reserved.'),
      used: toSentence('It used one simulation from your plan.'),
    },
    cause: (about) => toSentence('Simulation: {about}', { about }),
  },
  source: { step: sql`jsonb_build_object('findings', case when step.key = 'check' then step.output->'findings' end)` },
  order,
  exported: [
    {
      file: 'simulations',
      description: 'Simulations of your courses: the scene of each as data, what it was to show, and which services wrote and checked it.',
      table: 'simulation',
      condition: OWN,
      columns: ['id home_id place account_id run_id wish scene written_by checked_by created_at'],
      key: { created_at: 'timestamptz', id: 'uuid' },
      page: 100,
    },
    {
      file: 'solved-tasks',
      description: 'Tasks of simulations that you have solved.',
      table: 'solved_task',
      condition: OWN,
      columns: ['account_id simulation_id task solved_at'],
      key: { solved_at: 'timestamptz', simulation_id: 'uuid', task: 'int' },
    },
  ],
  again: {
    completed: { nothing: 'The simulation is complete and checked.' },
    failed: { retry: 'The failed part: the scene or its check.' },
    cancelled: { nothing: 'There are no partial simulations; a stopped one charges nothing.' },
  },
  retryNeeds: sql`exists (select from simulation where simulation.id::text = run.request->>'simulation_id')`,
  retryMessage: toSentence('The simulation is being written again.'),
  noticeCourse: courseIdOf,
  hooks: { failed: forgetUnasked, stopping: forgetUnasked },
  reasons: { 'vendors.failed': toSentence('No AI service could write this simulation. Nothing was charged. Please try again.') },
});

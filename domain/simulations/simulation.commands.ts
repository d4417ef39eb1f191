import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { sceneProblems } from '#contract/simulations/compile-scene.ts';
import { sceneSchema, type Scene } from '#contract/simulations/scene.contract.ts';
import { SIMULATIONS_A_COURSE } from '#contract/simulations/simulations.contract.ts';
import { courseHome } from '#domain/courses/pictures/course-pictures.queries.ts';
import { actTime } from '#domain/platform/acts/act.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError, notFound } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { acceptRun, addRun, type Acceptance } from '#domain/platform/runs/accept-run.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import { isDemo } from '#domain/vendors/llm/voices.ts';
import { fittingParts } from '#domain/courses/library/library.queries.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { askIfPossible, askServices, type Answered, type Work } from '#domain/vendors/llm/ask-services.ts';
import { hasSimulation, readHome, type Home } from './simulation.queries.ts';
import { declareAnswer, hinted } from '#domain/vendors/llm/answer-schema.ts';
import { SIMULATION_KIND, type SimulationRequest } from './simulation.kind.ts';

/**
 * Orders a simulation with a new course, in the transaction that accepts the course's run.
 * @throws ProductError tokens.insufficient
 */
export async function addSimulation(
  trx: Knex.Transaction,
  { accountId, runId, form, requestId }: { accountId: string; runId: string; form: CourseForm; requestId: string },
): Promise<void> {
  const id = uuidv7();
  const request: SimulationRequest = {
    simulation_id: id,
    topic: form.topic,
    wish: form.learning_goals,
    language: form.language_preference,
    age: form.age,
  };
  const making = uuidv7();
  const given = {
    kind: SIMULATION_KIND,
    accountId,
    request,
    subject: form.topic,
    requestId,
    parentId: runId,
    fingerprint: null,
    dedupeKey: null,
  };
  await addRun(trx, given, making);
  await trx('simulation').insert({ id, home_id: runId, place: 1, account_id: accountId, run_id: making, wish: form.topic });
}

interface NewSimulation {
  readonly accountId: string;
  readonly courseId: string;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Starts another simulation for the caller's own course. A repeated key returns the same run.
 * @param input `wish`: the phenomenon to show
 * @returns id of its run
 * @throws ProductError not_found; market.not_yours; simulation.too_many; simulation.none_fits in a demo whose library has no scene on the wish;
 * service.unavailable; tokens.insufficient; spend.user_cap, spend.install_cap
 */
export async function startSimulation(input: NewSimulation & { readonly wish: string }): Promise<string> {
  const { accountId, courseId, wish, idempotencyKey: key } = input;
  const home = await ownHome(input);
  const fingerprint = ['simulation', courseId, wish];
  const earlier = await findRunByKey(database(), { accountId, key, fingerprint });
  if (earlier) return earlier;
  if ((await fittingParts({ title: home.title, wish }))?.scene === false) throw new ProductError('simulation.none_fits');
  return accept(input, home, wish, { fingerprint });
}

/**
 * Starts the first simulation of a course, about its topic, for a batch. The installation pays unless the batch is the owner's own, and no
 * notification is sent. A repeated key returns the same run.
 * @returns id of its run, or null when the course has one by now
 * @throws ProductError like `startSimulation`
 */
export async function startMissingSimulation(
  input: NewSimulation & { readonly batchId: string; readonly ownerPays: boolean },
): Promise<string | null> {
  const { accountId, courseId, batchId, ownerPays, idempotencyKey: key } = input;
  const fingerprint = ['simulation', batchId, courseId];
  const earlier = await findRunByKey(database(), { accountId, key, fingerprint });
  if (earlier) return earlier;
  const home = await ownHome(input);
  const [{ there }] = (await rowsOf<{ there: boolean }>(database(), sql`select ${hasSimulation(sql`${home.homeId}::uuid`)} as there`)) as [
    { there: boolean },
  ];
  if (there) return null;
  const payerId = ownerPays ? accountId : null;
  const terms = { fingerprint, parentId: batchId, lane: 'batch', payerId, cappedId: payerId, notifiedId: null } as const;
  return accept(input, home, home.title, terms);
}

async function ownHome({ accountId, courseId }: NewSimulation): Promise<Home> {
  const home = await readHome(accountId, courseId);
  if (home.isCopy) throw new ProductError('market.not_yours', 'This course was made by another creator, so its simulations are theirs.');
  return home;
}

/** Accepts the run that makes a simulation, at the first free place of its course. */
async function accept(
  { accountId, requestId, idempotencyKey }: NewSimulation,
  { homeId, title, language }: Home,
  wish: string,
  terms: Pick<Acceptance, 'fingerprint'> & Partial<Acceptance>,
): Promise<string> {
  const id = uuidv7();
  const request: SimulationRequest = { simulation_id: id, topic: title, wish, language, age: null };
  const { runId } = await acceptRun({
    kind: SIMULATION_KIND,
    accountId,
    request,
    subject: wish,
    requestId,
    idempotencyKey,
    dedupeKey: null,
    ...terms,
    async begin(trx, run_id) {
      // without locking rows: an ending run writes one before it takes the wallet, which is already locked here
      await lockName(trx, `simulations:${homeId}`);
      const taken: number[] = await trx('simulation').where({ home_id: homeId }).pluck('place');
      const place = Array.from({ length: SIMULATIONS_A_COURSE }, (_, n) => n + 1).find((one) => !taken.includes(one));
      if (place === undefined) throw new ProductError('simulation.too_many');
      await trx('simulation').insert({ id, home_id: homeId, place, account_id: accountId, run_id, wish });
    },
  });
  return runId;
}

const render = promptsIn(new URL('./prompts/', import.meta.url));
const MOST_ANSWER_TOKENS = 12_000;

const sceneDocument = declareAnswer('scene', sceneSchema);

const checkSchema = declareAnswer(
  'simulation check',
  z.object({
    findings: hinted(z.array(z.string().trim().min(1).max(600)).max(6), { absent: [] }),
    scene_verdict: z.enum(['accept', 'revise']),
  }),
);

type Simulated = Work<SimulationRequest>;

const failure = () => new ProductError('vendors.failed', 'No AI service could write this simulation. Nothing was charged.');

const wantedOf = ({ topic, wish, language, age }: SimulationRequest) => ({ topic, wish, language, age });

/** Asks for a scene. An unusable scene is requested again, with its flaws. */
const askForScene = (work: Simulated, scene: Scene | null, findings: readonly string[]): Promise<Answered<Scene>> =>
  askServices(work, {
    purpose: 'simulation',
    prompt: (problems) => render('write-simulation', { wanted: wantedOf(work.step.request), scene, findings, problems }),
    schema: sceneDocument,
    maxOutputTokens: MOST_ANSWER_TOKENS,
    problemsOf: sceneProblems,
    failure,
  });

/**
 * Lets a service write the scene; others take over when it fails or its scene cannot be shown.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function writeSimulation(work: Simulated): Promise<void> {
  const { value, ...answer } = await askForScene(work, null, []);
  const message = toSentence('{service} wrote the simulation {title}.', { service: SERVICE_NAMES[answer.service], title: value.title });
  await completeStep(work.step, { output: { scene: value }, ...answer, event: { name: 'simulation.written', message } });
}

/**
 * Lets another service check the scene. When it accepts the scene, or there is no other service, the simulation is ready.
 * @throws StepLost; CallAborted
 */
export async function checkSimulation(work: Simulated): Promise<void> {
  const { step } = work;
  const { scene, service } = await writtenScene(step.runId);
  const checked = await askIfPossible(work, {
    purpose: 'simulation-check',
    prompt: (problems) => render('check-simulation', { wanted: wantedOf(step.request), scene, problems }),
    schema: checkSchema,
    maxOutputTokens: 2_000,
    problemsOf: ({ scene_verdict: verdict, findings }) =>
      verdict === 'revise' && findings.length === 0 ? ['a revision needs findings'] : [],
    barred: service,
  });
  const findings = checked?.value.scene_verdict === 'revise' ? checked.value.findings : [];
  const { value: _, ...answer } = checked ?? { value: null };
  const message = checked
    ? toSentence('{service} checked the simulation.', { service: SERVICE_NAMES[checked.service] })
    : toSentence('No other service could check the simulation.');
  await completeStep(step, {
    output: { findings },
    ...answer,
    event: { name: checked ? 'simulation.checked' : 'simulation.not_checked', message },
    ...(findings.length === 0 && {
      also: async (trx) => {
        await trx('simulation')
          .where({ id: step.request.simulation_id })
          .update({ scene: JSON.stringify(scene), ...named(service, checked?.service ?? null) });
        await completeRun(trx, { runId: step.runId });
      },
    }),
  });
}

/**
 * Lets a service correct the flaws that the check found; the simulation is then ready.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function correctSimulation(work: Simulated): Promise<void> {
  const { step } = work;
  const { scene } = await writtenScene(step.runId);
  const check = (await database()('step').where({ run_id: step.runId, key: 'check' }).first('output', 'service'))!;
  const { findings } = check.output as { findings: string[] };
  const { value, ...answer } = await askForScene(work, scene, findings);
  await completeStep(step, {
    output: {},
    ...answer,
    also: async (trx) => {
      await trx('simulation')
        .where({ id: step.request.simulation_id })
        .update({ scene: JSON.stringify(value), ...named(answer.service, check.service as Service | null) });
      await completeRun(trx, { runId: step.runId });
    },
  });
}

/** Returns who is named for a scene: nobody where people made it, for the demo library. */
const named = (author: Service, checker: Service | null) =>
  isDemo() ? { written_by: null, checked_by: null } : { written_by: author, checked_by: checker };

async function writtenScene(runId: string): Promise<{ scene: Scene; service: Service }> {
  const row = (await database()('step').where({ run_id: runId, key: 'write' }).first('output', 'service'))!;
  return { scene: (row.output as { scene: Scene }).scene, service: row.service as Service };
}

/**
 * Removes a simulation from the caller's own course, which makes room for another. One that is being made must first be stopped, by its
 * run.
 * @throws ProductError not_found; simulation.being_made while it is being made
 */
export async function removeSimulation({ accountId, simulationId }: { accountId: string; simulationId: string }): Promise<void> {
  if (!isUuid(simulationId)) throw notFound('simulation');
  await transact(async (trx) => {
    const row = await trx('simulation').where({ id: simulationId, account_id: accountId }).forUpdate().first('run_id', 'scene');
    if (!row) throw notFound('simulation');
    const live = row.run_id && (await trx('run').where({ id: row.run_id }).whereIn('status', ['queued', 'running']).first('id'));
    if (live) throw new ProductError('simulation.being_made');
    await trx('simulation').where({ id: simulationId }).del();
  });
}

/** Removes the simulation that a run has made, when the run is taken back. */
export const removeRunSimulation = async (runId: string): Promise<void> =>
  void (await database()('simulation').where({ run_id: runId }).del());

interface Solved {
  readonly accountId: string;
  readonly simulationId: string;
  /** Numbers of tasks in the scene, from 0. */
  readonly tasks: readonly number[];
}

/**
 * Marks tasks as solved.
 * @returns all solved tasks
 * @throws ProductError not_found for a simulation that is in none of the account's courses
 */
export async function solveTasks({ accountId, simulationId, tasks }: Solved): Promise<number[]> {
  if (!isUuid(simulationId)) throw notFound('simulation');
  return transact(async (trx) => {
    const [there] = await rowsOf<{ tasks: number }>(
      trx,
      sql`select jsonb_array_length(simulation.scene->'tasks') as tasks from simulation
           where simulation.id = ${simulationId} and scene is not null
             and exists (select from course where course.account_id = ${accountId} and ${courseHome(sql`course`)} = simulation.home_id)`,
    );
    if (!there) throw notFound('simulation');
    const rows = tasks
      .filter((task) => task < there.tasks)
      .map((task) => ({ account_id: accountId, simulation_id: simulationId, task, solved_at: actTime() }));
    if (rows.length > 0) await trx('solved_task').insert(rows).onConflict().ignore();
    return trx('solved_task').where({ account_id: accountId, simulation_id: simulationId }).orderBy('task').pluck('task');
  });
}

import * as z from 'zod';
import { sceneProblems } from '#contract/simulations/compile-scene.ts';
import { sceneSchema, type Scene } from '#contract/simulations/scene.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { askIfPossible, askServices, type Answered, type Work } from '#domain/vendors/llm/ask-services.ts';
import type { SimulationRequest } from './simulation.kind.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));
const MOST_ANSWER_TOKENS = 12_000;

const checkSchema = z.object({
  scene_verdict: z.enum(['accept', 'revise']),
  findings: z.array(z.string().trim().min(1).max(600)).max(6),
});

type Simulated = Work<SimulationRequest>;

const failure = () => new ProductError('vendors.failed', 'No AI service could write this simulation. Nothing was charged.');

const wantedOf = ({ topic, wish, language, age }: SimulationRequest) => ({ topic, wish, language, age });

/** Asks for a scene; one that cannot be shown is asked for again with what is wrong with it. */
const askForScene = (work: Simulated, scene: Scene | null, findings: readonly string[]): Promise<Answered<Scene>> =>
  askServices(work, {
    purpose: 'simulation',
    prompt: (problems) => render('write-simulation', { wanted: wantedOf(work.step.request), scene, findings, problems }),
    schema: sceneSchema,
    maxOutputTokens: MOST_ANSWER_TOKENS,
    problemsOf: sceneProblems,
    failure,
  });

/**
 * Has a service write the scene, the others in turn when it fails or its scene cannot be shown.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function writeSimulation(work: Simulated): Promise<void> {
  const { value, ...answer } = await askForScene(work, null, []);
  const message = toSentence('{service} wrote the simulation {title}.', { service: SERVICE_NAMES[answer.service], title: value.title });
  await completeStep(work.step, { output: { scene: value }, ...answer, event: { name: 'simulation.written', message } });
}

/**
 * Has another service check the scene. When it accepts it, or none is left to check it, the simulation is ready.
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
          .update({ scene: JSON.stringify(scene), written_by: service, checked_by: checked?.service ?? null });
        await completeRun(trx, { runId: step.runId });
      },
    }),
  });
}

/**
 * Has what the check found wrong corrected; then the simulation is ready.
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
        .update({ scene: JSON.stringify(value), written_by: answer.service, checked_by: check.service });
      await completeRun(trx, { runId: step.runId });
    },
  });
}

async function writtenScene(runId: string): Promise<{ scene: Scene; service: Service }> {
  const row = (await database()('step').where({ run_id: runId, key: 'write' }).first('output', 'service'))!;
  return { scene: (row.output as { scene: Scene }).scene, service: row.service as Service };
}

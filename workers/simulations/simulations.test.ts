import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { compileScene } from '#contract/simulations/compile-scene.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { retryRun } from '#domain/platform/runs/retry.commands.ts';
import { listSimulations } from '#domain/simulations/simulation.queries.ts';
import { startSimulation, removeSimulation } from '#domain/simulations/simulation.commands.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { SHORT, usePipeline } from '#workers/generation/pipeline.factory.ts';

const { database, control, write } = usePipeline();

const NOTHING = { veo3_enabled: false, imagen_enabled: false, genie3_enabled: false, vortex_enabled: false };
const SIMULATED = {
  ...SHORT,
  topic: 'The solar system',
  ai_components: { ...NOTHING, genie3_enabled: true },
  duration: '1 week intensive',
} as const;

const runsOf = (accountId: string) => database.knex('run').where({ account_id: accountId, kind: 'simulation' }).orderBy('created_at');
const ended = (accountId: string) =>
  vi.waitUntil(async () => (await runsOf(accountId)).every(({ status }) => ['completed', 'failed', 'cancelled'].includes(status)), {
    timeout: 60_000,
    interval: 20,
  });
const courseOf = async (accountId: string): Promise<string> =>
  (await database.knex('course').where({ account_id: accountId }).first('id'))!.id;
const told = (accountId: string) =>
  database.knex('notification').where({ account_id: accountId }).whereLike('kind', 'simulation.%').orderBy('id');
async function simulated() {
  const accountId = await givenOwner();
  await write(SIMULATED, accountId);
  await ended(accountId);
  return { accountId, courseId: await courseOf(accountId) };
}
const order = (accountId: string, courseId: string, wish: string, key?: string) =>
  startSimulation({ accountId, courseId, wish, requestId: randomUUID(), idempotencyKey: key });

describe('simulations of a course', () => {
  it('BLD-17 one is made beside the lessons: written by a service, checked by another, for half a token', async () => {
    const { accountId, courseId } = await simulated();
    const { may_change, simulations } = await listSimulations(accountId, courseId);
    expect(may_change).toBe(true);
    expect(simulations).toMatchObject([
      { state: 'ready', problem: null, scene: { title: 'Planets: distance from the sun and length of a year' } },
    ]);
    const [{ scene, written_by, checked_by }] = simulations as [(typeof simulations)[number]];
    expect(compileScene(scene!).bodies.length).toBeGreaterThan(5);
    expect(checked_by).not.toBeNull();
    expect(checked_by).not.toBe(written_by);
    const [run] = await runsOf(accountId);
    expect(run).toMatchObject({ status: 'completed', tokens_reserved: 50, tokens_charged: 50 });
    expect(await told(accountId)).toMatchObject([{ kind: 'simulation.completed', task_id: run!.id }]);
    await callsSettled();
    const calls = await database.knex('vendor_call').where({ run_id: run!.id }).orderBy('started_at').pluck('purpose');
    expect(calls).toEqual(['simulation', 'simulation-check']);
  });

  it('the check’s findings are corrected before anyone sees it', async () => {
    await control('PUT', 'review', { revise_share: 1 });
    const { accountId, courseId } = await simulated();
    expect((await listSimulations(accountId, courseId)).simulations).toMatchObject([{ state: 'ready' }]);
    const [run] = await runsOf(accountId);
    expect(await database.knex('step').where({ run_id: run!.id, state: 'completed' }).orderBy('created_at').pluck('key')).toEqual([
      'write',
      'check',
      'correct',
    ]);
  });

  it('a course has at most four; removing one makes room, and a repeated order is one', async () => {
    const { accountId, courseId } = await simulated();
    const key = randomUUID();
    const made = await Promise.all([1, 2].map(() => order(accountId, courseId, 'How a pendulum swings', key)));
    expect(new Set(made).size).toBe(1);
    await order(accountId, courseId, 'How a lens works');
    await order(accountId, courseId, 'How gears turn');
    await expect(order(accountId, courseId, 'How heat flows')).rejects.toMatchObject({ code: 'simulation.too_many' });
    await ended(accountId);
    const { simulations } = await listSimulations(accountId, courseId);
    expect(simulations.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready']);
    await removeSimulation({ accountId, simulationId: simulations[1]!.simulation_id });
    const runId = await order(accountId, courseId, 'How heat flows');
    const [, second] = (await listSimulations(accountId, courseId)).simulations;
    expect(second).toMatchObject({ wish: 'How heat flows', state: 'being_made', task_id: runId });
    await expect(removeSimulation({ accountId, simulationId: second!.simulation_id })).rejects.toMatchObject({
      code: 'simulation.being_made',
    });
    await ended(accountId);
  });

  it('that no service writes costs nothing, gives the reason, and is made at the next request', async () => {
    const { accountId, courseId } = await simulated();
    await control('PUT', 'faults', { service: '*', mode: 'garbage' });
    const runId = await order(accountId, courseId, 'How sound travels');
    await ended(accountId);
    expect((await listSimulations(accountId, courseId)).simulations[1]).toMatchObject({
      state: 'failed',
      problem: 'No AI service could write this simulation. Nothing was charged. Please try again.',
    });
    expect(await database.knex('run').where({ id: runId }).first()).toMatchObject({ status: 'failed', tokens_charged: 0 });
    const notice = { subject: 'How sound travels', task_id: runId, course_id: courseId };
    expect((await told(accountId)).slice(1)).toMatchObject([{ kind: 'simulation.failed', ...notice }]);
    await control('DELETE', 'faults');
    await retryRun({ runId, accountId, idempotencyKey: undefined });
    await ended(accountId);
    expect((await listSimulations(accountId, courseId)).simulations[1]).toMatchObject({ state: 'ready', problem: null });
    expect((await told(accountId)).slice(1)).toMatchObject([{ kind: 'simulation.completed', ...notice }]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { startEngine } from '#domain/kinds.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { atSandbox } from '#domain/platform/settings/model-settings.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { claimStep } from '#domain/platform/steps/lease.commands.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { patience } from '#ops/testing/slowness.ts';
import type { SimulationRequest } from './simulation.kind.ts';
import { listSimulations } from './simulation.queries.ts';
import { startSimulation, checkSimulation, correctSimulation, writeSimulation } from './simulation.commands.ts';

const COMMANDS = { write: writeSimulation, check: checkSimulation, correct: correctSimulation } as const;

/** Sets up simulations in processes that are killed; call it once at the top of a test file. */
export function useKilledSimulations() {
  const database = useTestDatabase();
  const knex = (table: string) => database.knex(table);
  let sandbox: Sandbox;
  startEngine();

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, reviseShare: 1 });
  });
  beforeEach(() => {
    const settings = config();
    const vendors = atSandbox(settings.vendors, sandbox.url);
    setConfig({ ...settings, vendors, accounts: vendors, vendor: { ...settings.vendor, requestsPerMinute: 0, tokensPerMinute: 0 } });
    setJobSink(async () => {});
  });
  afterAll(() => sandbox.close());

  /** Plays an api process and a worker for a simulation: orders it, and continues its steps from wherever they stopped. */
  async function live(accountId: string, courseId: string, idempotencyKey: string): Promise<void> {
    const runId = await startSimulation({ accountId, courseId, wish: 'How gears turn', requestId: randomUUID(), idempotencyKey });
    await admitRuns();
    // the dead worker's lease ends
    await knex('step')
      .where({ run_id: runId, state: 'running' })
      .update({ lease_until: new Date(0) });
    for (const key of ['write', 'check', 'correct'] as const) {
      const open = await knex('step').where({ run_id: runId, key }).whereIn('state', ['queued', 'running']).first('id');
      const claim = open && (await claimStep(open.id, 'worker'));
      if (claim?.kind !== 'claimed') continue;
      await COMMANDS[key]({ step: claim.step as ClaimedStep<SimulationRequest>, signal: AbortSignal.timeout(patience(60_000)) });
    }
    await callsSettled();
  }

  /**
   * Makes a simulation in a process that is killed after this many lasting changes, and then in another.
   * @returns whether the first was killed
   */
  async function makeKilledAfter(changes: number): Promise<boolean> {
    const mortal = killableProcess();
    try {
      const accountId = await givenOwner({ tokens: 10 });
      const [courseId, key] = [await givenCourse(accountId), randomUUID()];
      // the course's own run has no work here, and would take a place
      await knex('run').where({ kind: 'course' }).update({ status: 'completed', finished_at: new Date() });
      mortal.killAfter(changes);
      await live(accountId, courseId, key).catch(() => undefined);
      const wasKilled = mortal.isDead();
      await mortal.revive();
      await live(accountId, courseId, key);
      const when = `killed after ${changes}`;
      expect((await listSimulations(accountId, courseId)).simulations, when).toMatchObject([
        { state: 'ready', scene: { title: 'Two gears: slower and stronger' } },
      ]);
      expect(await knex('run').where({ account_id: accountId, kind: 'simulation' }), when).toMatchObject([
        { status: 'completed', tokens_charged: 50 },
      ]);
      const held = knex('token_hold').where({ owner_id: accountId });
      expect(await held.select('state', 'captured'), when).toEqual([{ state: 'captured', captured: 50 }]);
      return wasKilled;
    } finally {
      mortal.restore();
    }
  }

  return { makeKilledAfter };
}

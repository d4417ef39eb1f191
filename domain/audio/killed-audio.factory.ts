import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { audioCost } from '#contract/audio/audio.contract.ts';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { atSandbox } from '#domain/platform/settings/model-settings.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { claimStep } from '#domain/platform/steps/lease.commands.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { patience } from '#ops/testing/slowness.ts';
import type { AudioRequest } from './audio.kind.ts';
import { showAudio } from './audio.queries.ts';
import { speakScript } from './speak-script.command.ts';
import { startAudio, closeAudio } from './audio.commands.ts';
import { correctScript, writeScript, checkScript } from './script.commands.ts';

/** Sets up audio production in processes that are killed; call it once at the top of a test file. */
export function useKilledAudio() {
  const database = useTestDatabase();
  const knex = (table: string) => database.knex(table);
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, reviseShare: 1 });
  });
  beforeEach(() => {
    const settings = config();
    const vendors = atSandbox(settings.vendors, sandbox.url);
    setConfig({
      ...settings,
      vendors,
      accounts: vendors,
      google: { ...settings.google, ...sandboxGoogle(sandbox.url) },
      services: { ...settings.services, speech: true },
      vendor: { ...settings.vendor, requestsPerMinute: 0, tokensPerMinute: 0 },
    });
    setJobSink(async () => {});
  });
  afterAll(() => sandbox.close());

  /** Plays an api process and a worker for a lesson's audio: orders it, and continues its steps from wherever they stopped. */
  const live = async (accountId: string, courseId: string, idempotencyKey: string): Promise<void> => {
    const { lessons } = await showAudio({ accountId, courseId });
    const named = [lessons[0]!.lesson_id];
    const order = {
      accountId,
      courseId,
      language: 'english',
      style: 'voice',
      lessons: named,
      requestId: randomUUID(),
      idempotencyKey,
    } as const;
    const runId = (await startAudio(order))!;
    await admitRuns();
    // the dead worker's lease ends
    await knex('step')
      .where({ run_id: runId, state: 'running' })
      .update({ lease_until: new Date(0) });
    for (const [key, command] of [
      [`script-${named[0]}`, writeScript],
      [`check-${named[0]}`, checkScript],
      [`correct-${named[0]}`, correctScript],
      [`speech-${named[0]}`, speakScript],
      ['close', closeAudio],
    ] as const) {
      const open = await knex('step').where({ run_id: runId, key }).whereIn('state', ['queued', 'running']).first('id');
      const claim = open && (await claimStep(open.id, 'worker'));
      if (claim?.kind !== 'claimed') continue;
      await command({ step: claim.step as ClaimedStep<AudioRequest, null>, signal: AbortSignal.timeout(patience(60_000)) });
    }
    await callsSettled();
  };

  return {
    /**
     * Makes a lesson's audio in a process that is killed after this many lasting changes, and then in another.
     * @returns whether the first was killed
     */
    async makeKilledAfter(changes: number): Promise<boolean> {
      const mortal = killableProcess();
      try {
        const accountId = await givenOwner({ tokens: 10 });
        const [courseId, key] = [await givenCourse(accountId), randomUUID()];
        // the course's own run has no work here, and would take a place
        await knex('run').where({ kind: 'course' }).update({ status: 'completed', finished_at: new Date() });
        const before = sandbox.calls('openai').filter(({ purpose }) => purpose === 'speech').length;
        mortal.killAfter(changes);
        await live(accountId, courseId, key).catch(() => undefined);
        const isKilled = mortal.isDead();
        await mortal.revive();
        await live(accountId, courseId, key);
        const when = `killed after ${changes}`;
        const { lessons } = await showAudio({ accountId, courseId });
        expect(lessons[0], when).toMatchObject({ state: 'ready' });
        const spoken = sandbox
          .calls('openai')
          .filter(({ purpose }) => purpose === 'speech')
          .slice(before);
        expect(new Set(spoken.map((call) => call.key)).size, when).toBe(spoken.length);
        const runs = await knex('run').where({ account_id: accountId, kind: 'audio' }).select('status', 'tokens_charged');
        expect(runs, when).toEqual([{ status: 'completed', tokens_charged: audioCost(Math.ceil(lessons[0]!.seconds! / 60)) }]);
        const held = knex('token_hold').where({ owner_id: accountId });
        expect(await held.select('state', 'captured'), when).toEqual([{ state: 'captured', captured: runs[0]!.tokens_charged }]);
        return isKilled;
      } finally {
        mortal.restore();
      }
    },
  };
}

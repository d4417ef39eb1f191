import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Part } from '#contract/operator/evaluation-plan.contract.ts';
import { USUAL_BRIEFS } from '#contract/operator/usual-briefs.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { atSandbox } from '#domain/platform/settings/model-settings.ts';
import { admitRuns } from '#domain/platform/runs/admit-runs.command.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { claimStep } from '#domain/platform/steps/lease.commands.ts';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { readEvaluation } from './evaluation.queries.ts';
import { judgeSamples } from './verdict.commands.ts';
import { startEvaluation } from './evaluation.commands.ts';
import { closeEvaluation, correctSample, draftSample, questionSample, researchBrief, checkSample, writeSample } from './sample.commands.ts';

/** Commands by job; a step's payload depends on its kind. */
const WORK: Readonly<Record<string, (work: never) => Promise<void>>> = {
  'research-brief': researchBrief,
  'draft-sample': draftSample,
  'write-sample': writeSample,
  'question-sample': questionSample,
  'review-sample': checkSample,
  'correct-sample': correctSample,
  'judge-pair': judgeSamples,
  'close-evaluation': closeEvaluation,
};

/** Steps: research; of each of two samples its outline, text, questions, check and correction; and a verdict in both orders. */
const CALLS = 1 + 2 * 5 + 2;

/** Compares two models on one brief in processes that are killed; call it once at the top of a test file. */
export function useKilledEvaluation() {
  const database = useTestDatabase();
  let sandbox: Sandbox;

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

  const part = (service: Service): Part => ({ service, model: config().vendors[service].model });
  const cast = (service: Service) => ({
    name: service,
    roles: { outline: part(service), lesson: part(service), practice: part(service), review: part('gemini') },
  });

  /** Does a worker's job: takes the open steps of a run one after the other, until there are none. */
  const live = async (runId: string): Promise<void> => {
    await admitRuns();
    // the lease of a dead worker ends
    await database
      .knex('step')
      .where({ run_id: runId, state: 'running' })
      .update({ lease_until: new Date(0) });
    for (;;) {
      const open = await database
        .knex('step')
        .where({ run_id: runId })
        .whereIn('state', ['queued', 'running'])
        .orderBy('created_at')
        .first('id', 'job');
      const claim = open && (await claimStep(open.id, 'worker'));
      if (claim?.kind !== 'claimed') break;
      await WORK[open!.job]!({ step: claim.step, signal: AbortSignal.timeout(60_000) } as never);
    }
    await callsSettled();
  };

  return {
    /** Makes a comparison whose process is killed after this many lasting changes, and then continues it. @returns whether it was killed */
    async compareKilledAfter(changes: number): Promise<boolean> {
      const mortal = killableProcess();
      try {
        const plan = {
          name: 'Killed',
          language: 'english' as const,
          briefs: [USUAL_BRIEFS[0]!],
          casts: [cast('claude'), cast('openai')],
          judges: [part('grok')],
        };
        const id = await startEvaluation(plan, { accountId: null, script: 'test', requestId: 'test' });
        const before = sandbox.calls().length;
        mortal.killAfter(changes);
        await live(id).catch(() => undefined);
        const isKilled = mortal.isDead();
        await mortal.revive();
        await live(id);
        const when = `killed after ${changes}`;
        const { evaluation, standings } = await readEvaluation(id, null);
        expect(evaluation.status, when).toBe('completed');
        expect(
          standings.map(({ written, corrected, ties }) => ({ written, corrected, ties })),
          when,
        ).toEqual([
          { written: 1, corrected: 1, ties: 1 },
          { written: 1, corrected: 1, ties: 1 },
        ]);
        const verdicts = await database
          .knex('evaluation_verdict')
          .where({ evaluation_id: id })
          .orderBy('first_cast')
          .select('first_cast', 'judge');
        expect(verdicts, when).toEqual([
          { first_cast: 0, judge: 0 },
          { first_cast: 1, judge: 0 },
        ]);
        // every arrived answer is bought once; the call that the crash cut off may be made again
        const repeated = sandbox.calls().length - before - CALLS;
        expect(repeated, when).toBeLessThanOrEqual(isKilled ? 1 : 0);
        return isKilled;
      } finally {
        mortal.restore();
      }
    },
  };
}

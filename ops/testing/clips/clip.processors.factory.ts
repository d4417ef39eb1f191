import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import type { CLIP_JOBS } from './clip.jobs.ts';
import type { ClipBatch, ClipRequest } from './clip.kind.ts';
import type { Processor, StepWork } from '#workers/platform/processor.ts';

/** A fake vendor of clips, controlled by the test. */
export const studio = {
  /** The orders it received, by scene. */
  orders: [] as string[],
  isReady: false,
  /** Errors with which cutting fails, in order. */
  cutting: [] as Error[],
  /** While set, cutting does not finish by itself. */
  isSlow: false,
};

export const POLL_AFTER_MS = 20_000;
export const POLL_WITHIN_MS = 300_000;

type Step<Payload = unknown> = ClaimedStep<ClipRequest, Payload>;

export const CLIP_PROCESSORS: Readonly<Record<keyof typeof CLIP_JOBS, Processor>> = {
  'film-clip': {
    async work({ step }: StepWork<Step<{ order: number } | null>>) {
      // ordered once, however often it is polled
      const order = step.payload?.order ?? studio.orders.push(step.request.scene);
      if (!studio.isReady) return { afterMs: POLL_AFTER_MS, withinMs: POLL_WITHIN_MS, payload: { order } };
      await completeStep(step, { output: { order } });
    },
    settle: settleFailure,
  },
  'cut-clip': {
    async work({ step, signal }: StepWork<Step>) {
      if (studio.isSlow) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
      const error = studio.cutting.shift();
      if (error) throw error;
      const delivered = (reserved: number) => Math.floor(reserved / 2);
      await completeStep(step, {
        output: {},
        async also(trx) {
          const file = `${step.request.scene}.mp4`;
          const order = studio.orders.lastIndexOf(step.request.scene) + 1;
          await rowsOf(
            trx,
            sql`insert into clip (run_id, account_id, scene, file, vendor_order)
                values (${step.runId}, ${step.accountId}, ${step.request.scene}, ${file}, ${order})`,
          );
          await completeRun(trx, { runId: step.runId, result: { clip: file }, share: delivered });
        },
      });
      await admitAfter('a clip was cut');
    },
    settle: settleFailure,
  },
  'start-clips': {
    async work({ step }: StepWork<ClaimedStep<ClipBatch>>) {
      const { runId } = step;
      if (step.key === 'finish') return completeStep(step, { output: {}, also: (trx) => completeRun(trx, { runId }) });
      for (const scene of step.request.scenes)
        await acceptRun({
          kind: 'clip',
          accountId: null,
          cappedId: null,
          parentId: runId,
          request: { scene, seconds: 8 },
          subject: scene,
          requestId: step.requestId,
          lane: 'batch',
          fingerprint: null,
          // restarted after a crash, it adds no duplicates
          dedupeKey: `${runId}:${scene}`,
        });
      await completeStep(step, { output: {} });
    },
    settle: settleFailure,
  },
};

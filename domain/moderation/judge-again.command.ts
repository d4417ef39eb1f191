import { config } from '#domain/platform/config.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';
import type { Work } from '#domain/vendors/llm/ask-services.ts';
import { judgeHeldText } from './judge-held-text.command.ts';
import type { JudgementRequest } from './judgement.kind.ts';

/** Pauses between two tries, in multiples of the configured base: half a minute by default. */
const PAUSE = 75;
const WITHIN_MS = 86_400_000;

/** Asks the second judge again about a text that it could not look at. @returns when to ask again; nothing when it was judged */
export async function judgeAgain({ step, signal }: Work<JudgementRequest>): Promise<PollLater | void> {
  const { runId, stepId, request } = step;
  const isJudged = await judgeHeldText(request, { runId, stepId, signal });
  if (!isJudged) return { afterMs: PAUSE * config().vendor.retryBaseMs, withinMs: WITHIN_MS };
  await completeStep(step, { output: {}, also: (trx) => completeRun(trx, { runId, result: {} }) });
}

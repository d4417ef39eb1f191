import type { RunError } from '#contract/platform/status.contract.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import { runCalls } from './engine.ts';
import type { FailedRun } from './run-kind.ts';

/** Returns what the services did that a run failed for, in a sentence; null: they did different things, or it failed for something else. */
export function failureReason({ operator_detail: detail }: Pick<FailedRun, 'operator_detail'>): string | null {
  const reason = detail && runCalls().reasonOf(JSON.parse(detail) as FailedAttempt[]);
  return reason ? inEnglish(reason) : null;
}

/** Returns the error of a run for its owner; nothing when it did not fail. */
export function runError(run: FailedRun): { error?: RunError } {
  if (run.error_code === null) return {};
  const reason = failureReason(run);
  return { error: { code: run.error_code, detail: run.error_detail ?? '', ...(reason && { reason }) } };
}

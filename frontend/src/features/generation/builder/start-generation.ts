import { generateCourse } from '#contract/generation/generation.contract.ts';
import { callWithStatus } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import type { TokenBalance } from '#frontend/lib/token-balance.ts';
import { estimateCost } from './cost-estimate.ts';
import { idempotencyKeyFor } from './course-draft.ts';
import { FORM_DEFAULTS, toPayload, type FieldName, type FormValues } from './form-values.ts';
import { rememberRun } from '#frontend/features/generation/runs/recent-runs.ts';

/** The studio's course that the lessons are for, and the key of this request; each press is a separate request. */
export interface ForStudio {
  readonly courseId: string;
  readonly key: string;
}

interface Start {
  readonly userId: string;
  readonly values: FormValues;
  /** Together with the values, it determines the price that the form shows. */
  readonly balance: TokenBalance | undefined;
  readonly studio?: ForStudio;
}

/**
 * Requests the course and returns the id of its run, even if the same form has been written before.
 * @throws ApiError
 */
export async function startGeneration({ userId, values, balance, studio }: Start): Promise<string> {
  const key = studio?.key ?? idempotencyKeyFor(userId, values);
  const { body } = await callWithStatus(generateCourse, {
    body: { ...toPayload(values, userId), ...(studio && { creator_course_id: studio.courseId }) },
    acceptedPrice: estimateCost(values, balance).usual,
    headers: { prefer: 'respond-async', ...(key !== undefined && { 'idempotency-key': key }) },
  });
  rememberRun(userId, { task_id: body.task_id, values, isRepeat: 'result' in body });
  return body.task_id;
}

/** The alert for a rejected generation (GEN-08, GEN-09). */
export function alertFor(error: unknown): string {
  if (error instanceof ApiError && error.status === 408) {
    return t('Course generation is taking longer than expected. Please try a more specific topic, or try again.');
  }
  return t('Course generation failed: {reason}', { reason: error instanceof Error ? error.message : String(error) });
}

/** Rejections by form field. Their paths may contain the part of the request (`body.age`) and deeper parts. */
export function fieldErrorsOf(error: unknown): Partial<Record<FieldName, string>> {
  const found: Partial<Record<FieldName, string>> = {};
  if (!(error instanceof ApiError)) return found;
  for (const { path, message } of error.errors) {
    const field = path.split(/[./[\]]+/).find((part) => part in FORM_DEFAULTS) as FieldName | undefined;
    if (field) found[field] ??= message;
  }
  return found;
}

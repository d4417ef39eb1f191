import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { CONSENT_AGE, type ConsentGiver } from '#contract/identity/parental-consent.ts';
import { recordConsent, refuseWithoutConsent } from '#domain/identity/accounts/parental-consent.command.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { hashOf, normalForm } from '#domain/platform/runs/request-hash.ts';

export interface StartRun {
  readonly accountId: string;
  readonly form: CourseForm;
  /** Who has agreed, when the learner is under 13 (G33). */
  readonly consentBy?: ConsentGiver | undefined;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Accepts a course request: one run, whatever happens (`acceptRun`). Without a key the same form of the same person attaches to the live
 * run, or to one completed in the last ten minutes (decision G29).
 *
 * @returns the run, and whether this call created it
 * @throws ProductError validation.failed when nobody has agreed for a child; idempotency.body_mismatch, spend.user_cap, spend.install_cap; tokens.insufficient with `needed` and `available`
 */
export async function startRun({
  accountId,
  form,
  consentBy,
  requestId,
  idempotencyKey,
}: StartRun): Promise<{ runId: string; created: boolean }> {
  const isChild = form.age < CONSENT_AGE;
  if (isChild && !consentBy) refuseWithoutConsent();
  const { user_id: _, ...request } = form;
  const asked = comparableForm(request);
  return acceptRun({
    kind: 'course',
    accountId,
    request,
    subject: request.topic,
    requestId,
    idempotencyKey,
    asked,
    dedupeKey: idempotencyKey === undefined ? hashOf(asked) : null,
    begin: async (trx, runId) => {
      await trx('course_run').insert({ run_id: runId });
      if (isChild && consentBy) await recordConsent(trx, { accountId, givenBy: consentBy, courseRunId: runId });
    },
  });
}

/** A form as it is compared: a list whose order means nothing is sorted and without repeats. What is written follows the form as it was sent. */
export const comparableForm = (form: Omit<CourseForm, 'user_id'>): unknown =>
  normalForm({ ...form, accessibility_options: [...new Set(form.accessibility_options)].toSorted() });

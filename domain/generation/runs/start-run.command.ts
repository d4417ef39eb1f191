import { FORM_LIMITS, type CourseForm } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { addPictures } from '#domain/generation/pictures/start-pictures.command.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { useSources } from '#domain/sources/use-sources.command.ts';
import { hashOf, normalForm } from '#domain/platform/runs/request-hash.ts';

export interface StartRun {
  readonly accountId: string;
  readonly form: CourseForm;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Accepts a course request: exactly one run, whatever happens (`acceptRun`). Without a key the same form of the same user returns the live
 * run, or one completed in the last ten minutes (decision G29).
 *
 * @returns the run, and whether this call created it
 * @throws ProductError validation.failed for a child without an agreement (G33); source.not_ready; idempotency.body_mismatch,
 * spend.user_cap, spend.install_cap; tokens.insufficient with `needed` and `available`
 */
export async function startRun({ accountId, form, requestId, idempotencyKey }: StartRun): Promise<{ runId: string; created: boolean }> {
  if (form.age < FORM_LIMITS.agreement_below && !form.guardian_agreement) throw noAgreement();
  const { user_id: _, ...request } = form;
  const fingerprint = comparableForm(request);
  return acceptRun({
    kind: 'course',
    accountId,
    request,
    subject: request.topic,
    requestId,
    idempotencyKey,
    fingerprint,
    dedupeKey: idempotencyKey === undefined ? hashOf(fingerprint) : null,
    async begin(trx, runId) {
      await trx('course_run').insert({ run_id: runId });
      await useSources(trx, { accountId, runId, sourceIds: request.source_ids });
      await addPictures(trx, { accountId, runId, form, requestId });
    },
  });
}

function noAgreement(): ProductError {
  const message = toSentence('must be true for learners under 13: a parent, a guardian or their school has to agree');
  return new ProductError('validation.failed', 'For learners under 13, a parent or their school has to agree.', {
    data: { errors: [fieldProblem('guardian_agreement', message)] },
  });
}

/**
 * Normalises a form for comparison: lists without a meaningful order are sorted and deduplicated. The course is written from the form as it
 * was sent.
 */
export const comparableForm = (form: Omit<CourseForm, 'user_id'>): unknown =>
  normalForm({ ...form, accessibility_options: [...new Set(form.accessibility_options)].toSorted() });

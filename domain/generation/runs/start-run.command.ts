import type { Knex } from 'knex';
import { FORM_LIMITS, type CourseForm } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { addSimulation } from '#domain/simulations/start-simulation.command.ts';
import { insufficient } from '#domain/billing/ledger/reserve-tokens.command.ts';
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
      for (const add of [addPictures, addSimulationIfChosen])
        await add(trx, { accountId, runId, form, requestId }).catch(async (error: unknown) => {
          throw await withReserved(trx, runId, error);
        });
    },
  });
}

const addSimulationIfChosen: typeof addSimulation = async (trx, course) => {
  if (course.form.ai_components.genie3_enabled) await addSimulation(trx, course);
};

/** Adds what is reserved already for the course and its parts to the error's sum, which is what the learner needs in total. */
async function withReserved(trx: Knex.Transaction, runId: string, error: unknown): Promise<unknown> {
  if (!(error instanceof ProductError) || error.code !== 'tokens.insufficient') return error;
  const row = await trx('run').where({ id: runId }).orWhere({ parent_id: runId }).sum({ sum: 'tokens_reserved' }).first();
  const reserved = Number(row?.['sum'] ?? 0);
  const { needed, available } = error.data as { needed: number; available: number };
  return insufficient(Math.round(needed * 100) + reserved, Math.round(available * 100) + reserved);
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

import { createHash } from 'node:crypto';
import * as z from 'zod';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/end-run.command.ts';
import { noteCall } from '#domain/platform/steps/note-call.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { answerFor, AnswerStored, storeAnswer } from '#domain/platform/steps/store-answer.command.ts';
import { askModel } from '#domain/vendors/llm/llm.client.ts';
import { recordLostCalls } from '#domain/vendors/llm/record-lost-calls.command.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { AllowanceWait, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import type { Knex } from 'knex';
import type { JudgementRequest } from './judgement.kind.ts';
import { excerptOf } from './public-text.queries.ts';
import { tellCleared } from './tell-cleared.command.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));
const MOST_ANSWER_TOKENS = 400;
const answerSchema = z.object({ judgement: z.enum(['harmless', 'abusive', 'unsure']), reason: z.string().trim().min(1).max(500) });
type Answer = z.infer<typeof answerSchema>;

interface Work {
  readonly step: ClaimedStep<JudgementRequest>;
  readonly signal: AbortSignal;
}

/**
 * Has one service judge a held text, the others in turn when it fails. Harmless is shown; abusive is removed, which its author may appeal;
 * unsure goes on waiting for a moderator. A text that was edited or decided meanwhile stays as it is.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function judgeHeldText({ step, signal }: Work): Promise<void> {
  if (step.callBegun) await recordLostCalls(database(), [{ ...step, accountId: step.cappedId, call: step.callBegun }]);
  const { type, id, version } = step.request;
  const row = await database()('public_text').where({ subject_type: type, subject_id: id, version, state: 'held' }).first('text');
  if (!row) {
    await completeStep(step, { output: {}, also: (trx) => completeRun(trx, { runId: step.runId, result: {} }) });
    return;
  }
  const { instructions, prompt } = render('judge-text', { public_text: { text: row.text } });
  const inputHash = createHash('sha256').update(instructions).update(prompt).digest('hex');
  const availability = await vendorAvailability();
  const services = SERVICES.filter((service) => availability[service].configured).toSorted(
    (one, other) => Number(availability[other].available) - Number(availability[one].available),
  );
  for (const [attempt, service] of services.entries()) {
    try {
      const { value, callId } = await askOnce({ step, signal }, { service, attempt, instructions, prompt, inputHash });
      await completeStep(step, {
        output: {},
        service,
        inputHash,
        callId,
        also: async (trx) => {
          await settle(trx, step.request, value);
          await completeRun(trx, { runId: step.runId, result: value });
        },
      });
      return;
    } catch (error) {
      if (!(error instanceof VendorFailure || error instanceof AllowanceWait)) throw error;
    }
  }
  throw new ProductError('vendors.failed', 'No AI service could look at the text now.');
}

async function settle(trx: Knex.Transaction, { type, id, version }: JudgementRequest, { judgement, reason }: Answer): Promise<void> {
  const state = judgement === 'harmless' ? 'clear' : judgement === 'abusive' ? 'removed' : 'held';
  const [row] = await trx('public_text')
    .where({ subject_type: type, subject_id: id, version, state: 'held' })
    .whereNull('decision')
    .update({
      judgement,
      judgement_reason: reason,
      state,
      // what was reported or appealed is still a moderator's
      waits_since: judgement === 'unsure' ? trx.raw('waits_since') : openReports(trx, type, id),
    })
    .returning(['author_id', 'text']);
  if (!row || judgement === 'unsure') return;
  const kind = judgement === 'harmless' ? 'text.cleared' : 'text.removed';
  await addNotification(trx, { accountId: row.author_id, kind, cause: `${kind}:${type}:${id}:${version}`, subject: excerptOf(row.text) });
  if (judgement === 'harmless') await tellCleared(trx, { type, id });
  await recordAudit({ actor: 'system:moderation', action: kind, subject: `${type}:${id}`, detail: { version } }, trx);
}

const openReports = (trx: Knex.Transaction, type: string, id: string) =>
  trx.raw('(select min(created_at) from text_report where subject_type = ? and subject_id = ? and closed_at is null)', [type, id]);

interface Asked {
  readonly service: Service;
  readonly attempt: number;
  readonly instructions: string;
  readonly prompt: string;
  readonly inputHash: string;
}

/** One call, or its stored answer: a worker that died after it was paid did not lose it. */
async function askOnce(
  { step, signal }: Work,
  { service, attempt, instructions, prompt, inputHash }: Asked,
): Promise<{ value: Answer; callId: string }> {
  const stored = answerFor(step.answer, { inputHash, attempt });
  if (stored) return { value: stored.value as Answer, callId: stored.callId };
  try {
    const { value, callId } = await askModel({
      service,
      purpose: 'moderation',
      instructions,
      prompt,
      schema: answerSchema,
      maxOutputTokens: MOST_ANSWER_TOKENS,
      lane: step.lane,
      accountId: step.cappedId,
      runId: step.runId,
      stepId: step.stepId,
      signal,
      beforeCall: ({ id, model }) =>
        noteCall({ hold: step, call: { id, service, model, purpose: 'moderation' }, inputHash, attempt, passedOver: [] }),
    });
    await storeAnswer(step, { callId, service, inputHash, attempt, value });
    return { value, callId };
  } catch (error) {
    if (error instanceof AnswerStored) return { value: error.answer.value as Answer, callId: error.answer.callId };
    throw error;
  }
}

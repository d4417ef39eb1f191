import * as z from 'zod';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/end-run.command.ts';
import { askServices, type Work } from '#domain/vendors/llm/ask-services.ts';
import type { Knex } from 'knex';
import type { JudgementRequest } from './judgement.kind.ts';
import { excerptOf } from './public-text.queries.ts';
import { notifyOfClearedText } from './notify-cleared.command.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));
const MOST_ANSWER_TOKENS = 400;
const answerSchema = z.object({ judgement: z.enum(['harmless', 'abusive', 'unsure']), reason: z.string().trim().min(1).max(500) });
type Answer = z.infer<typeof answerSchema>;

/**
 * Asks one service to judge a held text, the others in turn when it fails. A harmless text is published; an abusive one is removed, which
 * its author may appeal; an unsure one waits for a moderator. A text that was edited or decided meanwhile does not change.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function judgeHeldText(work: Work<JudgementRequest>): Promise<void> {
  const { step } = work;
  const { type, id, version } = step.request;
  const row = await database()('public_text').where({ subject_type: type, subject_id: id, version, state: 'held' }).first('text');
  if (!row) {
    await completeStep(step, { output: {}, also: (trx) => completeRun(trx, { runId: step.runId, result: {} }) });
    return;
  }
  const { value, ...answer } = await askServices(work, {
    purpose: 'moderation',
    prompt: () => render('judge-text', { public_text: { text: row.text } }),
    schema: answerSchema,
    maxOutputTokens: MOST_ANSWER_TOKENS,
    failure: () => new ProductError('vendors.failed', 'No AI service could look at the text now.'),
  });
  await completeStep(step, {
    output: {},
    ...answer,
    also: async (trx) => {
      await settle(trx, step.request, value);
      await completeRun(trx, { runId: step.runId, result: value });
    },
  });
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
      // reported and appealed texts still need a moderator
      waits_since: judgement === 'unsure' ? trx.raw('waits_since') : openReports(trx, type, id),
    })
    .returning(['author_id', 'text']);
  if (!row || judgement === 'unsure') return;
  const kind = judgement === 'harmless' ? 'text.cleared' : 'text.removed';
  await addNotification(trx, { accountId: row.author_id, kind, cause: `${kind}:${type}:${id}:${version}`, subject: excerptOf(row.text) });
  if (judgement === 'harmless') await notifyOfClearedText(trx, { type, id });
  await recordAudit({ actor: 'system:moderation', action: kind, subject: `${type}:${id}`, detail: { version } }, trx);
}

const openReports = (trx: Knex.Transaction, type: string, id: string) =>
  trx.raw('(select min(created_at) from text_report where subject_type = ? and subject_id = ? and closed_at is null)', [type, id]);

import type { Knex } from 'knex';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { AllowanceWait, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { scoreText } from '#domain/vendors/moderation/moderation.client.ts';
import type { JudgementRequest } from './judgement.kind.ts';
import { judgeScores, type Judgement } from './judge-scores.ts';
import { notifyOfNewState } from './notify-of-new-state.command.ts';
import type { PublicText } from './public-text.model.ts';
import { excerptOf, lockTexts } from './public-text.queries.ts';
import { awaitsOnlySecondJudge } from './second-judge.ts';

interface Call {
  /** Null: the call belongs to no run. */
  readonly runId: string | null;
  readonly stepId: string | null;
  readonly signal: AbortSignal;
}

type Unjudged = Pick<PublicText, 'author_id' | 'text' | 'state' | 'reasons'>;

const STATES = { harmless: 'clear', help: 'clear', unsure: 'held', abusive: 'removed' } as const;
const NOTICES = { harmless: 'text.cleared', help: 'text.help', abusive: 'text.removed' } as const;

/**
 * Has the second judge look at a held text once, and does what follows: a harmless text is published, also one whose author needs help, who
 * is told where it is; an abusive one is removed, which its author may appeal; an unsure one waits for a moderator. When the service is
 * away, a text in which the rules found nothing is published and stays in the moderators' queue until it was judged; any other stays held.
 * A text that was edited or decided meanwhile does not change.
 * @returns false when the service is away
 * @throws CallAborted
 */
export async function judgeHeldText(request: JudgementRequest, call: Call): Promise<boolean> {
  const row = await unjudged(database(), request);
  if (!row) return true;
  try {
    const scores = await scoreText({ text: row.text, ...call });
    await settle(request, row.author_id, judgeScores(scores, row.reasons));
    return true;
  } catch (error) {
    if (!(error instanceof VendorFailure || error instanceof AllowanceWait)) throw error;
    if (row.state === 'held' && awaitsOnlySecondJudge(row.reasons)) await release(request, row.author_id);
    return false;
  }
}

const unjudged = (store: Knex, { type, id, version }: JudgementRequest): Promise<Unjudged | undefined> =>
  store('public_text')
    .where({ subject_type: type, subject_id: id, version })
    .whereNull('judgement')
    .whereNull('decision')
    .where(expression(store, sql`(state = 'held' or (state = 'clear' and waits_since is not null))`))
    .first('author_id', 'text', 'state', 'reasons');

async function settle(
  request: JudgementRequest,
  authorId: string,
  { judgement, reason }: { judgement: Judgement; reason: string },
): Promise<void> {
  const { type, id, version } = request;
  const key = { subject_type: type, subject_id: id };
  await transact(async (trx) => {
    await lockTexts(trx, authorId);
    const row = await unjudged(trx, request);
    if (!row) return;
    // for moderators: what it is unsure of, whoever needs help, and what was reported
    const isWaiting = judgement === 'unsure' || judgement === 'help';
    await trx('public_text')
      .where(key)
      .update({
        judgement,
        judgement_reason: reason,
        state: STATES[judgement],
        ...(!isWaiting && { waits_since: trx('text_report').where(key).whereNull('closed_at').min('created_at') }),
      });
    if (STATES[judgement] !== row.state) await notifyOfNewState(trx, { type, id, state: STATES[judgement] });
    if (judgement === 'unsure' || (judgement === 'harmless' && awaitsOnlySecondJudge(row.reasons))) return;
    const kind = NOTICES[judgement];
    await addNotification(trx, { accountId: authorId, kind, cause: `${kind}:${type}:${id}:${version}`, subject: excerptOf(row.text) });
    await recordAudit({ actor: 'system:moderation', action: kind, subject: `${type}:${id}`, detail: { version } }, trx);
  });
}

/** Publishes a text that waited for the judge alone, unjudged: moderators see it in their queue. */
async function release(request: JudgementRequest, authorId: string): Promise<void> {
  const { type, id } = request;
  await transact(async (trx) => {
    await lockTexts(trx, authorId);
    if ((await unjudged(trx, request))?.state !== 'held') return;
    await trx('public_text').where({ subject_type: type, subject_id: id }).update({ state: 'clear' });
    await notifyOfNewState(trx, { type, id, state: 'clear' });
  });
}

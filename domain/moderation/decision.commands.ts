import type { Knex } from 'knex';
import type { Decision, SubjectType, TextState } from '#contract/moderation/moderation.contract.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { config } from '#domain/platform/config.ts';
import { transact, database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';
import type { Work } from '#domain/vendors/llm/ask-services.ts';
import { AllowanceWait, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { scoreText } from '#domain/vendors/moderation/moderation.client.ts';
import { judgeScores, type Judgement } from './judge-scores.ts';
import type { JudgementRequest } from './judgement.kind.ts';
import { moderatedSubjects } from './moderation.ports.ts';
import type { PublicText } from './public-text.model.ts';
import { excerptOf, lockTexts, WAITS_SINCE } from './public-text.queries.ts';
import { awaitsOnlySecondJudge } from './second-judge.ts';

interface Given {
  readonly moderatorId: string;
  readonly type: SubjectType;
  readonly id: string;
  /** The version that the moderator has seen. */
  readonly version: number;
  readonly action: Decision;
  readonly note: string;
  /** Length of a suspension. */
  readonly days: number;
}

const NOTICES = { approve: 'text.cleared', remove: 'text.removed', warn: 'author.warned', suspend: 'author.suspended' } as const;

/**
 * Decides about a waiting text: clears it, removes it, removes it with a warning, or removes it and suspends its author. Closes its
 * reports, notifies the author of consequences, and writes an audit entry. Clearing a text also ends a suspension that came with it.
 * @throws ProductError not_found; safety.changed when its author edited it meanwhile; access.denied for the moderator's own text;
 *   validation.failed for any decision but clearing on a reported error in a lesson
 */
export async function decide({ moderatorId, type, id, version, action, note, days }: Given): Promise<TextState> {
  return transact(async (trx) => {
    const key = { subject_type: type, subject_id: id };
    const author = await trx('public_text').where(key).first('author_id');
    if (author) await lockTexts(trx, author.author_id);
    const row = await trx('public_text').where(key).forUpdate().first('author_id', 'text', 'version', 'state', 'decision');
    if (!row) throw notFound('text');
    // a passage of a lesson has no author: whoever handles the error closes the case
    if (type === 'lesson' && action !== 'approve')
      throw new ProductError('validation.failed', 'A reported error can only be closed, not removed.');
    if (row.author_id === moderatorId && type !== 'lesson')
      throw new ProductError('access.denied', 'Another moderator must decide about your own text.');
    if (row.version !== version)
      throw new ProductError('safety.changed', 'The author has changed it in the meantime. Please review it again.');
    const state: TextState = action === 'approve' ? 'clear' : 'removed';
    await trx('public_text')
      .where(key)
      .update({ state, waits_since: null, decision: action, decision_note: note, decided_at: trx.fn.now(), decided_by: moderatorId });
    await trx('text_report').where(key).whereNull('closed_at').update({ closed_at: trx.fn.now() });
    if (action === 'suspend') {
      const until = expression(trx, sql`now() + make_interval(days => ${days})`);
      await trx('writing_suspension')
        .insert({ account_id: row.author_id, until, note, suspended_by: moderatorId })
        .onConflict('account_id')
        .merge(['until', 'note', 'suspended_by']);
    }
    if (action === 'approve' && row.decision === 'suspend') await trx('writing_suspension').where({ account_id: row.author_id }).del();
    if (state !== row.state || action === 'warn' || action === 'suspend') {
      const kind = NOTICES[action];
      const cause = `${kind}:${type}:${id}:${version}:${row.decision ?? 'first'}`;
      await addNotification(trx, { accountId: row.author_id, kind, cause, subject: excerptOf(row.text) });
    }
    if (state !== row.state) await notifyOfNewState(trx, { type, id, state });
    const detail = { text: `${type}:${id}`, version, note, ...(action === 'suspend' && { days }) };
    await recordAudit(
      { actor: `account:${moderatorId}`, action: `moderation.${action}`, subject: `account:${row.author_id}`, detail },
      trx,
    );
    return state;
  });
}

interface Call {
  /** Null when the call belongs to no run. */
  readonly runId: string | null;
  readonly stepId: string | null;
  readonly signal: AbortSignal;
}

type Unjudged = Pick<PublicText, 'author_id' | 'text' | 'state' | 'reasons'>;

const STATES = { harmless: 'clear', help: 'clear', unsure: 'held', abusive: 'removed' } as const;
const JUDGEMENT_NOTICES = { harmless: 'text.cleared', help: 'text.help', abusive: 'text.removed' } as const;

/**
 * Lets the second judge look at a held text once, and applies its verdict. A harmless text is published; so is one whose author needs help,
 * and the author is told where to find it. An abusive text is removed, and its author may appeal; an unsure one waits for a moderator. If
 * the service is unavailable, a text in which the rules found nothing is published but stays in the moderators' queue until it is judged;
 * any other stays held. A text that was edited or decided meanwhile does not change.
 * @returns false when the service is unavailable
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
    // for moderators: unsure texts, authors who need help, and reported texts
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
    const kind = JUDGEMENT_NOTICES[judgement];
    await addNotification(trx, { accountId: authorId, kind, cause: `${kind}:${type}:${id}:${version}`, subject: excerptOf(row.text) });
    await recordAudit({ actor: 'system:moderation', action: kind, subject: `${type}:${id}`, detail: { version } }, trx);
  });
}

/** Publishes, unjudged, a text that waited only for the judge; moderators see it in their queue. */
async function release(request: JudgementRequest, authorId: string): Promise<void> {
  const { type, id } = request;
  await transact(async (trx) => {
    await lockTexts(trx, authorId);
    if ((await unjudged(trx, request))?.state !== 'held') return;
    await trx('public_text').where({ subject_type: type, subject_id: id }).update({ state: 'clear' });
    await notifyOfNewState(trx, { type, id, state: 'clear' });
  });
}

/** Pause between two tries, in multiples of the configured base: half a minute by default. */
const PAUSE = 75;
const WITHIN_MS = 86_400_000;

/** Tries a text again that the second judge could not judge. @returns when to try again, or nothing once it is judged */
export async function judgeAgain({ step, signal }: Work<JudgementRequest>): Promise<PollLater | void> {
  const { runId, stepId, request } = step;
  const isJudged = await judgeHeldText(request, { runId, stepId, signal });
  if (!isJudged) return { afterMs: PAUSE * config().vendor.retryBaseMs, withinMs: WITHIN_MS };
  await completeStep(step, { output: {}, also: (trx) => completeRun(trx, { runId, result: {} }) });
}

interface Appeal {
  readonly accountId: string;
  readonly type: SubjectType;
  readonly id: string;
  readonly text: string;
}

/** Appeals the removal of one of the account's texts, once per decision. @throws ProductError not_found; safety.appealed */
export async function appealDecision({ accountId, type, id, text }: Appeal): Promise<{ appealed: true }> {
  const mine = database()('public_text').where({ subject_type: type, subject_id: id, author_id: accountId, state: 'removed' });
  const changed = await mine
    .clone()
    .whereNull('appeal')
    .update({ appeal: text, appealed_at: database().fn.now(), waits_since: expression(database(), WAITS_SINCE) });
  if (changed > 0) return { appealed: true };
  const found = await mine.first('appeal');
  if (!found) throw notFound('text');
  if (found.appeal === text) return { appealed: true };
  throw new ProductError('safety.appealed', 'You have already requested a review.');
}

interface NewState {
  readonly type: SubjectType;
  readonly id: string;
  readonly state: TextState;
}

/** Informs the text's feature of its new state: a chat room changes at once, and subscribers learn of a released text. */
async function notifyOfNewState(trx: Knex.Transaction, { type, id, state }: NewState): Promise<void> {
  if (type !== 'lesson') await moderatedSubjects()[type].changed?.(trx, id, state);
}

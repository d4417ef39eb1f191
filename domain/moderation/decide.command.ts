import type { Decision, SubjectType, TextState } from '#contract/moderation/moderation.contract.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { notifyOfNewState } from './notify-of-new-state.command.ts';
import { excerptOf, lockTexts } from './public-text.queries.ts';

interface Given {
  readonly moderatorId: string;
  readonly type: SubjectType;
  readonly id: string;
  /** The version the moderator has seen. */
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
 * @throws ProductError not_found; safety.changed when its author edited it meanwhile; access.denied for the moderator's own text
 */
export async function decide({ moderatorId, type, id, version, action, note, days }: Given): Promise<TextState> {
  return transact(async (trx) => {
    const key = { subject_type: type, subject_id: id };
    const author = await trx('public_text').where(key).first('author_id');
    if (author) await lockTexts(trx, author.author_id);
    const row = await trx('public_text').where(key).forUpdate().first('author_id', 'text', 'version', 'state', 'decision');
    if (!row) throw notFound('text');
    if (row.author_id === moderatorId) throw new ProductError('access.denied', 'Another moderator must decide about your own text.');
    if (row.version !== version) throw new ProductError('safety.changed', 'Its author has changed it meanwhile. Look at it again.');
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

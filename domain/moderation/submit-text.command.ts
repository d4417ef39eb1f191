import type { Knex } from 'knex';
import type { SubjectType, TextState } from '#contract/moderation/moderation.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { judgeText, type Trust } from '#domain/platform/safety/judge-text.ts';
import { join, preparedRowsOf, raw, sql } from '#domain/platform/sql.ts';
import { FIRST_TEXTS, firstTexts } from './second-judge.ts';
import { isDistinctive, MOST_REPEATS, PACE } from './plain-text.queries.ts';
import { authorPace, fingerprintOf, lockTexts } from './public-text.queries.ts';
import type { PublicText as StoredText } from './public-text.model.ts';
import { refuseSuspended } from './refuse-abuse.command.ts';

/** A text that others will see. */
export interface PublicText {
  readonly accountId: string;
  readonly type: SubjectType;
  readonly id: string;
  /** The complete text: title and text, or name and description. */
  readonly text: string;
  /** The screen that shows it. */
  readonly href: string;
}

/** SQL condition: a removed or doubtful text stays hidden after an edit, and is checked again. */
const STAYS_HIDDEN = sql`(old.state = 'removed' or (old.state = 'held' and (old.decision is not null or old.judgement in ('abusive', 'unsure'))))`;
/** SQL: keeps the findings about a text that stays hidden. */
const FINDINGS = join(
  ['judgement', 'judgement_reason', 'decision', 'decision_note', 'decided_at', 'decided_by'].map(
    (column) => sql`${raw(column)} = case when ${STAYS_HIDDEN} then old.${raw(column)} end`,
  ),
);

/**
 * Moderates a public text, in the transaction that stores it. A held text is visible only to its author (`isShown`) until a service or a
 * moderator has checked it; call `startJudgement` after the commit. The first texts of an author are held until the service has checked
 * them. An edit is a new version and is moderated again; an edit of a removed text is always held.
 * @returns `clear` when it is visible
 * @throws ProductError safety.suspended, safety.repeated; limits.rate with `retryAfterS`
 */
export async function submitText(
  trx: Knex.Transaction,
  { accountId, type, id, text, href }: PublicText,
): Promise<Exclude<TextState, 'removed'>> {
  await lockTexts(trx, accountId);
  const fingerprint = fingerprintOf(text);
  const needed = firstTexts();
  const author = await authorPace(trx, { accountId, type, id, fingerprint: isDistinctive(text) ? fingerprint : null, firstTexts: needed });
  const { trust } = author;
  refuseSuspended(author);
  refuseTooMany(type, author);
  const { verdict, reasons } = judgeText(text, trust);
  // the name of a room cannot wait, because there is no room without one
  const isFirst = needed > 0 && type !== 'room' && !author.isEstablishedAuthor;
  const state = isFirst || verdict === 'abusive' || (verdict === 'doubtful' && trust === 'new') ? 'held' : 'clear';
  const broken = isFirst ? [...reasons, FIRST_TEXTS] : reasons;
  const [changed] = await preparedRowsOf<Pick<StoredText, 'state'>>(
    trx,
    sql`insert into public_text as old (subject_type, subject_id, author_id, href, text, fingerprint, state, reasons, waits_since)
          values (${type}, ${id}, ${accountId}, ${href}, ${text}, ${fingerprint}, ${state}, ${broken}, ${state === 'held' ? sql`now()` : null})
        on conflict (subject_type, subject_id) do update
          set text = excluded.text, href = excluded.href, fingerprint = excluded.fingerprint, reasons = excluded.reasons,
              state = case when ${STAYS_HIDDEN} then 'held' else excluded.state end,
              waits_since = case when exists (select from text_report report where report.subject_type = old.subject_type
                                                and report.subject_id = old.subject_id and report.closed_at is null)
                                 then coalesce(old.waits_since, now())
                                 when ${STAYS_HIDDEN} then now() else excluded.waits_since end,
              version = old.version + 1, written_at = now(), ${FINDINGS}, appeal = null, appealed_at = null
        where old.text <> excluded.text returning state`,
  );
  // an unchanged text keeps its state
  const stored = changed ?? (await trx('public_text').where({ subject_type: type, subject_id: id }).first('state'));
  return stored?.state === 'clear' ? 'clear' : 'held';
}

/** Deletes the moderation record of a text that its author deleted, unless it was reported; moderators then still see it. */
export async function withdrawText(trx: Knex.Transaction, { type, id }: Pick<PublicText, 'type' | 'id'>): Promise<void> {
  const subject = { subject_type: type, subject_id: id };
  await trx('public_text').where(subject).whereNotExists(trx('text_report').where(subject).whereNull('closed_at')).delete();
}

/** Enforces the limits. @throws ProductError safety.repeated; limits.rate with `retryAfterS` */
function refuseTooMany(type: SubjectType, { trust, written, repeated }: { trust: Trust; written: number; repeated: number }): void {
  if (repeated >= MOST_REPEATS[trust])
    throw new ProductError('safety.repeated', 'You have already posted this. Please write something else.');
  if (written >= PACE[type][trust])
    throw new ProductError('limits.rate', 'You have written a lot within an hour. Please try again later.', { data: { retryAfterS: 600 } });
}

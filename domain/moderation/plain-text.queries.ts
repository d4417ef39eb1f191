import type { SubjectType } from '#contract/moderation/moderation.contract.ts';
import { lettersAndDigits } from '#domain/platform/safety/fold-words.ts';
import { judgeText, type Trust } from '#domain/platform/safety/judge-text.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';
import { firstTexts } from './second-judge.ts';
import { fingerprintOf, isEstablishedAuthor, literal } from './public-text.queries.ts';

/** Texts of one type per hour, by the author's trust. */
export const PACE: Readonly<Record<SubjectType, Readonly<Record<Trust, number>>>> = {
  post: { new: 10, known: 60 },
  reply: { new: 20, known: 120 },
  message: { new: 120, known: 1_200 },
  profile: { new: 20, known: 60 },
  group: { new: 3, known: 20 },
  place: { new: 5, known: 30 },
  event: { new: 5, known: 30 },
  room: { new: 10, known: 60 },
  lesson: { new: 20, known: 60 },
};
/** Allowed repetitions of the same words within a day; short texts (thanks!) are exempt. */
export const MOST_REPEATS = { new: 1, known: 3 } as const;
const TELLING_LENGTH = 24;

/** Tells whether a text is long enough that repeating it counts as spam. */
export const isDistinctive = (text: string): boolean => lettersAndDigits(text).length >= TELLING_LENGTH;

/** A text that passes the rules whatever its author's trust. */
export interface PlainText {
  readonly fingerprint: string;
  readonly isTelling: boolean;
}

/** Returns null for a text that must be judged with its author's standing (`submitText`). */
export function plainText(text: string): PlainText | null {
  const { verdict, reasons } = judgeText(text, 'new');
  return verdict === 'clear' && reasons.length === 0 ? { fingerprint: fingerprintOf(text), isTelling: isDistinctive(text) } : null;
}

/**
 * SQL condition for a statement that stores plain texts of several authors at once: the author is not suspended, need not wait for the
 * second judge, is within the limits of a new author, and no other transaction is storing one of their texts. If false, `submitText`
 * decides.
 * @param text alias of a row with `id`, `account_id`, `fingerprint` and `is_telling`; at most one per author
 */
export const mayStorePlain = (type: SubjectType, text: Sql): Sql =>
  sql`not exists (select from writing_suspension where account_id = ${text}.account_id and until > now())
   and (${firstTexts() === 0} or exists (select from account where account.id = ${text}.account_id and ${isEstablishedAuthor(firstTexts())}))
   and not exists (select from public_text where subject_type = ${literal(type)} and subject_id = ${text}.id::text)
   and (select count(*) filter (where written_at > now() - interval '1 hour') < ${PACE[type].new}
               and count(*) filter (where ${text}.is_telling and fingerprint = ${text}.fingerprint) < ${MOST_REPEATS.new}
          from public_text where author_id = ${text}.account_id and subject_type = ${literal(type)} and written_at > now() - interval '1 day')
   and pg_try_advisory_xact_lock(hashtextextended('texts:' || ${text}.account_id::text, 0))`;

/**
 * SQL statement that stores plain texts.
 * @param from relation with `id`, `account_id`, `href`, `content` and `fingerprint`
 */
export const storePlain = (type: SubjectType, from: Sql): Sql =>
  sql`insert into public_text (subject_type, subject_id, author_id, href, text, fingerprint, state)
      select ${literal(type)}, id::text, account_id, href, content, fingerprint, 'clear' from ${from}`;

import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { SubjectType } from '#contract/moderation/moderation.contract.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { lettersAndDigits } from '#domain/platform/safety/fold-words.ts';
import type { Trust } from '#domain/platform/safety/judge-text.ts';
import { preparedRowsOf, raw, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/**
 * SQL condition: a list may show a subject: others' texts when clear, the reader's own always.
 * @param id expression for the subject's id, of any type
 * @param viewer the reader's id
 */
export const isShown = (type: SubjectType, id: Sql, viewer: Sql | string): Sql =>
  sql`not exists (select from public_text hidden where hidden.subject_type = ${literal(type)} and hidden.subject_id = (${id})::text
                    and hidden.state <> 'clear' and hidden.author_id is distinct from ${viewer}::uuid)`;

/** SQL expression: a subject's state, for its author; unchecked subjects are clear. */
export const stateOf = (type: SubjectType, id: Sql): Sql =>
  sql`coalesce((select gated.state from public_text gated where gated.subject_type = ${literal(type)} and gated.subject_id = (${id})::text),
               'clear')`;

/** SQL: a type as a literal instead of a parameter, because the plan of a prepared statement depends on it. */
export const literal = (type: SubjectType): Sql => raw(`'${type}'`);

/** SQL expression: since when a text waits for a moderator; now if it did not. */
export const WAITS_SINCE = sql`coalesce(waits_since, now())`;

/** SQL condition: the author wrote the text. A reported passage of a lesson is not the course owner's writing. */
const IS_WRITTEN = sql`subject_type <> 'lesson'`;

/** SQL condition: the account is a moderator's. */
const IS_OPERATOR = sql`account.roles && '{operator,admin}'`;
const WITHOUT_REMOVAL = sql`not exists (select from public_text
  where author_id = account.id and state = 'removed' and written_at > now() - interval '30 days')`;

/**
 * SQL expression: whether texts of the row's `account` are shown without waiting for the second judge: enough of its texts stay published,
 * none was removed recently, and none that counts is still to be checked.
 */
export const isEstablishedAuthor = (texts: number): Sql => sql`(${IS_OPERATOR} or (${WITHOUT_REMOVAL}
  and (select count(*) from (select from public_text where author_id = account.id and ${IS_WRITTEN} and state = 'clear' and waits_since is null
                              limit ${texts}) stood) >= ${texts}))`;

const KNOWN_AFTER_DAYS = 3;
const KNOWN_AFTER_TEXTS = 3;

/** SQL expression: whether the row's account is known: some cleared texts over several days, and no recent removal. Operators are known. */
const IS_KNOWN = sql`(${IS_OPERATOR} or (
  account.created_at < now() - make_interval(days => ${KNOWN_AFTER_DAYS})
  and ${WITHOUT_REMOVAL}
  and (select count(*) from (select from public_text where author_id = account.id and ${IS_WRITTEN} and state = 'clear' limit ${KNOWN_AFTER_TEXTS}) stood)
        >= ${KNOWN_AFTER_TEXTS}))`;

/** An author's standing in moderation. */
export interface AuthorTrust {
  readonly trust: Trust;
  /** End of the moderators' suspension, or null. */
  readonly suspendedUntil: Date | null;
}

const WITH_SUSPENSION = sql`from account
  left join writing_suspension suspension on suspension.account_id = account.id and suspension.until > now()`;
interface TrustRow {
  readonly is_known: boolean;
  readonly until: Date | null;
}

/** Returns an author's trust, and whether they may write. */
export async function findAuthorTrust(store: Knex, accountId: string): Promise<AuthorTrust> {
  const [row] = await rowsOf<TrustRow>(
    store,
    sql`select ${IS_KNOWN} as is_known, suspension.until ${WITH_SUSPENSION} where account.id = ${accountId}`,
  );
  return { trust: row?.is_known ? 'known' : 'new', suspendedUntil: row?.until ?? null };
}

/**
 * Returns, in one statement, an author's trust, whether `firstTexts` of their texts stay published (`isEstablishedAuthor`), and the numbers
 * of their texts of a type within the hour and of repetitions of these words within the day.
 */
export async function authorPace(
  store: Knex,
  given: { accountId: string; type: SubjectType; id: string; fingerprint: string | null; firstTexts: number },
): Promise<AuthorTrust & { isEstablishedAuthor: boolean; written: number; repeated: number }> {
  const [row] = await preparedRowsOf<TrustRow & { is_established: boolean; written: number; repeated: number }>(
    store,
    sql`select ${IS_KNOWN} as is_known, ${isEstablishedAuthor(given.firstTexts)} as is_established, suspension.until, written, repeated
          ${WITH_SUSPENSION}
         cross join lateral (
           select count(*) filter (where written_at > now() - interval '1 hour')::int as written,
                  count(*) filter (where fingerprint = ${given.fingerprint})::int as repeated
             from public_text where author_id = account.id and subject_type = ${given.type} and subject_id <> ${given.id}
              and written_at > now() - interval '1 day') counted
         where account.id = ${given.accountId}`,
  );
  return {
    trust: row?.is_known ? 'known' : 'new',
    suspendedUntil: row?.until ?? null,
    isEstablishedAuthor: row?.is_established ?? false,
    written: row?.written ?? 0,
    repeated: row?.repeated ?? 0,
  };
}

/** Locks an author's texts, so that they are counted, judged and decided one at a time. Taken before any other lock. */
export async function lockTexts(trx: Knex.Transaction, accountId: string): Promise<void> {
  await lockName(trx, `texts:${accountId}`);
}

/** Returns a hash that is equal for texts of the same words. */
export const fingerprintOf = (text: string): string => createHash('sha256').update(lettersAndDigits(text)).digest('base64url').slice(0, 22);

const EXCERPT = 80;
/** Returns the beginning of a text, for notices and lists. */
export const excerptOf = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line;
};

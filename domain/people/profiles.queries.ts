import type { PublicProfile } from '#contract/people/people.contract.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError, fieldProblem } from '#domain/platform/errors.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { isAdult, notBlocked } from './people.queries.ts';

/**
 * Lists public profiles, newest account first (G26): of adults with a known year of birth who share their profile, without (pending)
 * deletion, and without a block between them and the viewer. No other data is returned.
 * @param given `after` is an earlier page's `next`
 * @throws ProductError validation.failed for an invalid `after`
 */
export async function listPublicProfiles(given: {
  viewerId: string;
  limit: number;
  after?: string | undefined;
}): Promise<{ profiles: PublicProfile[]; next: string | null }> {
  const { viewerId, limit, after } = given;
  const rows = await rowsOf<PublicProfile>(
    database(),
    sql`select account.id as user_id, trim(first_name || ' ' || last_name) as name, bio
          from user_settings shared join account on account.id = shared.account_id
         where data_sharing ${after === undefined ? empty : sql`and shared.account_id < ${readCursor(after)}`}
           and ${isAdult(sql`account`)} and deleted_at is null and deletion_due_at is null and ${notBlocked(sql`shared.account_id`, viewerId)}
           and ${isShown('profile', sql`shared.account_id`, viewerId)}
         order by shared.account_id desc limit ${limit + 1}`,
  );
  const profiles = rows.slice(0, limit);
  const last = profiles.at(-1);
  return { profiles, next: rows.length > limit && last ? Buffer.from(last.user_id).toString('base64url') : null };
}

function readCursor(text: string): string {
  const id = Buffer.from(text, 'base64url').toString('utf8');
  if (isUuid(id)) return id;
  const problem = fieldProblem('after', 'Must be the `next` of an earlier page.');
  throw new ProductError('validation.failed', 'The place to continue from is not valid.', { data: { errors: [problem] } });
}

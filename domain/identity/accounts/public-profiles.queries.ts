import { latestAdultYear } from '#contract/platform/age-rules.ts';
import type { PublicProfile } from '#contract/settings/profile.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError, fieldProblem } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/**
 * Public profiles, newest account first (G26): of adults who said their year of birth and share their profile, and who are neither deleted nor
 * waiting for it. Nothing else of them is told.
 * @param after an earlier page's `next`
 * @throws ProductError validation.failed for an `after` that is none
 */
export async function listPublicProfiles({
  limit,
  after,
}: {
  limit: number;
  after?: string | undefined;
}): Promise<{ profiles: PublicProfile[]; next: string | null }> {
  const { rows } = await database().raw(
    `select account.id as user_id, trim(first_name || ' ' || last_name) as name, bio
       from user_settings shared join account on account.id = shared.account_id
      where data_sharing ${after === undefined ? '' : 'and shared.account_id < :after'}
        and birth_year <= :latest and deleted_at is null and deletion_due_at is null
      order by shared.account_id desc limit :rows`,
    { after: after === undefined ? null : readCursor(after), latest: latestAdultYear(), rows: limit + 1 },
  );
  const profiles = (rows as PublicProfile[]).slice(0, limit);
  const last = profiles.at(-1);
  return { profiles, next: rows.length > limit && last ? Buffer.from(last.user_id).toString('base64url') : null };
}

function readCursor(text: string): string {
  const id = Buffer.from(text, 'base64url').toString('utf8');
  if (isUuid(id)) return id;
  const problem = fieldProblem('after', 'Must be the `next` of an earlier page.');
  throw new ProductError('validation.failed', 'The place to continue from is not valid.', { data: { errors: [problem] } });
}

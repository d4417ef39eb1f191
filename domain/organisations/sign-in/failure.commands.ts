import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';

/** Counts a refused sign-in of an organisation, in one row per day and reason, so that the table stays small. */
export async function recordFailure(organisationId: string, { reason, message, words }: SignInRefused): Promise<void> {
  // not a failure: a silent request found that the provider has to ask the person
  if (reason === 'login_needed') return;
  await rowsOf(
    database(),
    sql`insert into organisation_sign_in_failure as f (organisation_id, day, reason, last_detail, last_words)
        values (${organisationId}, (now() at time zone 'UTC')::date, ${reason}, ${message}, ${words})
        on conflict (organisation_id, day, reason) do update set count = f.count + 1, last_at = now(), last_detail = excluded.last_detail, last_words = excluded.last_words`,
  );
}

import type { SignInFailureReason } from '#contract/organisations/sign-in.contract.ts';
import { database } from '#domain/platform/database.ts';
import { storableText } from '#domain/platform/storable.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** Counts that an organisation's sign-in did not let somebody in. A row for each day and reason: however many, it stays small. */
export async function recordFailure(organisationId: string, reason: SignInFailureReason, detail: string): Promise<void> {
  await rowsOf(
    database(),
    sql`insert into organisation_sign_in_failure as f (organisation_id, day, reason, last_detail)
        values (${organisationId}, (now() at time zone 'UTC')::date, ${reason}, ${storableText(detail.slice(0, 300))})
        on conflict (organisation_id, day, reason) do update set count = f.count + 1, last_at = now(), last_detail = excluded.last_detail`,
  );
}

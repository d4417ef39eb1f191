import type { Knex } from 'knex';
import { rolesThatMay } from '#contract/organisations/roles.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import type { SignInNotice } from '#domain/mail/templates/sign-in-notice.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** Mails an organisation's owners and administrators about its sign-in, once per cause. */
export async function tellAdministrators(
  trx: Knex.Transaction,
  organisationId: string,
  notice: Omit<SignInNotice, 'organisation' | 'link'>,
  cause: string,
): Promise<void> {
  const people = await rowsOf<{ id: string; email: string; organisation: string }>(
    trx,
    sql`select a.id, a.email, o.name as organisation from organisation_member m join account a on a.id = m.account_id
          join organisation o on o.id = m.organisation_id
         where o.id = ${organisationId} and m.role = any(${rolesThatMay('set_sign_in')}::text[]) and a.deleted_at is null`,
  );
  for (const { id, email, organisation } of people) {
    await addMail(trx, {
      kind: 'sign-in-notice',
      cause: `sign-in-notice:${notice.change}:${organisationId}:${cause}:${id}`,
      accountId: id,
      to: email,
      data: { ...notice, organisation, link: '/organisation/sign-in' },
    });
  }
}

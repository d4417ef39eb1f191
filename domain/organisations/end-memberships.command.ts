import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { endSchoolConsents } from '#domain/identity/age/age.commands.ts';
import { endKeysIn, endOwnKeys } from '#domain/identity/api-keys/api-key.commands.ts';
import { revokeSessionsOf } from '#domain/identity/sessions/session.commands.ts';
import { addMails } from '#domain/mail/mail.commands.ts';
import { addNotifications } from '#domain/notifications/notification.commands.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { endWebhooksIn } from '#domain/webhooks/webhook.commands.ts';

interface Leaving {
  readonly organisation: { readonly organisationId: string; readonly name: string };
  readonly personIds: readonly string[];
  /** They leave by themselves: nobody has to tell them. */
  readonly isOwnWish?: boolean;
}

interface Leaver {
  readonly id: string;
  /** Null for who has not joined. */
  readonly account_id: string | null;
  readonly email: string;
  readonly is_theirs: boolean;
}

/**
 * Ends memberships and invites of a locked organisation, the one way of leaving it. What ends: the seat, the pool, the school's agreement,
 * API keys that act for them in it, and webhooks that they have made for it; sessions, own keys and connected apps too where the organisation decides how the address signs in
 * (`endsSessions`), for all of them came from its sign-in. What stays: the account
 * with its courses, certificates and tokens, and work under way. Whoever had joined is told by mail. Those who have left already stay as they
 * are. The caller has checked that an owner is left, and records who did it.
 * @returns ids of ended sessions, for `forgetSessions` after the commit
 */
export async function endMemberships(trx: Knex.Transaction, { organisation, personIds, isOwnWish = false }: Leaving): Promise<string[]> {
  const { organisationId, name } = organisation;
  const leavers = await rowsOf<Leaver>(
    trx,
    sql`with before as (
          select id, case when state = 'joined' then account_id end as account_id from organisation_person
           where id = any(${personIds}::uuid[]) and organisation_id = ${organisationId} and state <> 'left' order by id for update),
        gone as (
          delete from organisation_member m using before where m.account_id = before.account_id and m.organisation_id = ${organisationId}),
        withdrawn as (
          update organisation_invite i set ended_at = now(), ended_how = 'withdrawn' from before join organisation_person p using (id)
           where i.organisation_id = ${organisationId} and i.email = p.email and i.ended_at is null)
        update organisation_person p
           set state = 'left', left_at = now(), authorised_by = null, authorised_why = null, authorised_at = null, version = p.version + 1, changed_at = now()
          from before where p.id = before.id
        returning p.id, before.account_id, p.email, ${endsSessions(organisationId)} as is_theirs`,
  );
  const accounts = leavers.flatMap(({ account_id: accountId, ...leaver }) => (accountId === null ? [] : [{ accountId, ...leaver }]));
  if (accounts.length === 0) return [];
  const ids = accounts.map(({ accountId }) => accountId);
  await endSchoolConsents(trx, organisationId, ids);
  await endKeysIn(trx, organisationId, ids);
  await endWebhooksIn(trx, organisationId, ids);
  await endOwnKeys(
    trx,
    accounts.flatMap((one) => (one.is_theirs ? [one.accountId] : [])),
  );
  const ended: string[] = [];
  for (const { accountId, is_theirs: isTheirs } of accounts) {
    if (isTheirs) ended.push(...(await revokeSessionsOf(trx, { accountId }, 'left-organisation')));
  }
  const addresses = await trx('account').whereIn('id', ids).select('id', 'email');
  const theirs = new Map(accounts.map(({ accountId, is_theirs: isTheirs }) => [accountId, isTheirs]));
  const occasion = uuidv7();
  await addMails(
    trx,
    addresses.map(({ id, email }) => ({
      kind: 'organisation-left' as const,
      cause: `organisation-left:${occasion}:${id}`,
      accountId: id,
      to: email,
      data: { organisation: name, signed_out: theirs.get(id) ?? false, link: '/account' },
    })),
  );
  if (!isOwnWish) {
    await addNotifications(trx, ids, {
      kind: 'organisation.removed',
      cause: `organisation.removed:${organisationId}:${occasion}`,
      subject: name,
    });
  }
  return ended;
}

/**
 * Condition on a person `p`: leaving an organisation ends all sessions of the account. It does where the address is of a verified domain of an
 * organisation that enforces its own sign-in, which decides how it is signed in with. Sessions that came by its sign-in end in any case.
 */
export const endsSessions = (organisationId: string | Sql): Sql => sql`exists (
  select from organisation_domain d join organisation_sign_in s on s.organisation_id = d.organisation_id and s.mode = 'enforced'
   where d.organisation_id = ${organisationId} and d.verified_at is not null and d.domain = split_part(p.email, '@', 2))`;

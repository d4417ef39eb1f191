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
  /** They leave by themselves and need no mail. */
  readonly isOwnWish?: boolean;
}

interface Leaver {
  readonly id: string;
  /** Null for a person who has not joined. */
  readonly account_id: string | null;
  readonly email: string;
  readonly is_theirs: boolean;
}

/**
 * Ends memberships and invites of a locked organisation; every way of leaving it ends here. What ends: the seat, access to the pool, the
 * school's consent, API keys that act for these people in the organisation, and the webhooks they made for it; also sessions, own API keys
 * and connected apps, if the organisation decides how the address signs in (`endsSessions`), because all of them came from its sign-in.
 * What stays: the account with its courses, certificates and tokens, and running work. Former members are informed by mail; people who had
 * already left do not change. The caller has checked that an owner remains, and records the actor.
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
 * SQL condition: leaving an organisation ends all sessions of a person `p`, because the address is of a verified domain of an organisation
 * that enforces its own sign-in. Sessions opened through its sign-in end in any case.
 */
export const endsSessions = (organisationId: string | Sql): Sql => sql`exists (
  select from organisation_domain d join organisation_sign_in s on s.organisation_id = d.organisation_id and s.mode = 'enforced'
   where d.organisation_id = ${organisationId} and d.verified_at is not null and d.domain = split_part(p.email, '@', 2))`;

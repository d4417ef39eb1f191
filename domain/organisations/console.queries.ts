import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { ORGANISATIONS_SHOWN, type ConsoleOrganisation, type OrganisationDetails } from '#contract/operator/organisations.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { listOrganisations as endpoint } from '#contract/operator/organisations.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { folded, hasEveryWord, wordsOf } from '#domain/platform/normalised-text.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

interface Row extends Omit<ConsoleOrganisation, 'plan' | 'ends_at' | 'scim_last_at'> {
  readonly package_id: string;
  readonly ends_at: Date;
  readonly scim_last_at: Date | null;
}

/** SQL condition: a person `p` waits, and the newest invite `i` cannot be accepted: it is missing, expired, or was not delivered. */
const STUCK = sql`organisation_person p
  left join lateral (select i.id, i.sent_at, i.ended_at, i.expires_at <= now() as is_over,
                            exists (select from outgoing_mail mail where mail.cause = 'invite:' || i.id and mail.state = 'dead') as is_lost
                       from organisation_invite i where i.organisation_id = p.organisation_id and i.email = p.email order by i.id desc limit 1) i on true
 where p.state = 'waiting' and (i.id is null or i.ended_at is not null or i.is_over or i.is_lost)`;

const read = (where: Sql): Promise<Row[]> =>
  rowsOf<Row>(
    database(),
    sql`select o.id as organisation_id, o.name, o.package_id, o.seats, o.ends_at, o.ends_at > now() as active,
            (select a.email from organisation_member m join account a on a.id = m.account_id
              where m.organisation_id = o.id and m.role = 'owner' order by m.joined_at, m.account_id limit 1) as owner_email,
            (select count(*) from organisation_member m where m.organisation_id = o.id)::int as seats_taken,
            (select count(*) from organisation_invite i where i.organisation_id = o.id and i.ended_at is null and i.expires_at > now())::int as seats_invited,
            (select count(*) from ${STUCK} and p.organisation_id = o.id)::int as stuck,
            (select r.at from organisation_scim_request r where r.organisation_id = o.id order by r.id desc limit 1) as scim_last_at,
            (select count(*) from organisation_scim_request r
              where r.organisation_id = o.id and r.at > now() - interval '1 day' and r.status >= 400)::int as scim_refused
       from organisation o where ${where} order by o.ends_at < now(), o.ends_at, o.id limit ${ORGANISATIONS_SHOWN}`,
  );

const toWire = ({ package_id: packageId, ends_at: endsAt, scim_last_at: lastAt, ...row }: Row): ConsoleOrganisation => ({
  ...row,
  plan: planName(packageId),
  ends_at: endsAt.toISOString(),
  scim_last_at: lastAt?.toISOString() ?? null,
});
const planName = (packageId: string): string => organisationPlanById(packageId)?.name ?? packageId;

/** Lists organisations: those whose paid year ends soonest, or whose name or owner contains the words of `q`; with figures over all of them. */
export async function listOrganisations(q = ''): Promise<AnswerOf<typeof endpoint>> {
  const where =
    q === ''
      ? sql`true`
      : sql`(${hasEveryWord(folded(sql`o.name`), wordsOf(q))} or exists (
          select from organisation_member m join account a on a.id = m.account_id
           where m.organisation_id = o.id and m.role = 'owner' and ${hasEveryWord(folded(sql`a.email`), wordsOf(q))}))`;
  const [rows, [figures]] = await Promise.all([
    read(where),
    rowsOf<AnswerOf<typeof endpoint>['figures']>(
      database(),
      sql`select (select count(*) from organisation)::int as organisations,
              (select coalesce(sum(seats), 0) from organisation where ends_at > now())::int as seats,
              (select count(*) from organisation_member m join organisation o on o.id = m.organisation_id and o.ends_at > now())::int as seats_taken,
              (select count(*) from ${STUCK})::int as stuck,
              (select count(*) from organisation_scim_request where at > now() - interval '1 day' and status >= 400)::int as scim_refused`,
    ),
  ]);
  return { figures: figures!, organisations: rows.map(toWire) };
}

/** Reads an organisation for the console. @throws ProductError not_found */
export async function readConsoleOrganisation(organisationId: string): Promise<OrganisationDetails> {
  const [[row], stuck, terms] = await Promise.all([
    read(sql`o.id = ${organisationId}`),
    rowsOf<Omit<OrganisationDetails['stuck'][number], 'sent_at'> & { sent_at: Date | null }>(
      database(),
      sql`select p.id as person_id, p.email, trim(p.given_name || ' ' || p.family_name) as name, i.sent_at,
              case when i.id is null then 'uninvited' when i.is_lost then 'undelivered' else 'expired' end as problem
         from ${STUCK} and p.organisation_id = ${organisationId} order by p.created_at, p.id limit ${ORGANISATIONS_SHOWN}`,
    ),
    rowsOf<{ package_id: string; starts_at: Date; ends_at: Date; reference: string | null }>(
      database(),
      sql`select t.package_id, t.starts_at, t.ends_at, o.detail->>'reference' as reference
            from organisation_term t join billing_order o on o.id = t.order_id
           where t.organisation_id = ${organisationId} order by t.starts_at desc limit 20`,
    ),
  ]);
  if (!row) throw notFound('organisation');
  return {
    organisation: toWire(row),
    stuck: stuck.map((person) => ({ ...person, sent_at: person.sent_at?.toISOString() ?? null })),
    terms: terms.map((term) => ({
      plan: planName(term.package_id),
      starts_at: term.starts_at.toISOString(),
      ends_at: term.ends_at.toISOString(),
      reference: term.reference,
    })),
  };
}

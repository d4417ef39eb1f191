import type { Knex } from 'knex';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { findOrganisationSignIn } from '#contract/identity/organisation-sign-in.contract.ts';
import type {
  OrganisationDomain,
  SignInAttributes,
  SignInFailure,
  SignInSetup,
  SignInMode,
} from '#contract/organisations/sign-in.contract.ts';
import type { SignInOverview } from '#contract/organisations/sign-in-overview.contract.ts';
import { HAS_WAY_IN, owns } from '#domain/membership/ways-in.queries.ts';
import { database } from '#domain/platform/database.ts';
import { logoutUri, redirectUri, samlAddresses } from '#domain/vendors/identity-providers/connection-addresses.ts';
import { unseal } from '#domain/platform/secrets/sealed.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { recordName, recordValue } from '../domains/domain-record.ts';
import type { OrganisationSignIn, RoleRule } from './sign-in.model.ts';

/** An organisation's sign-in, with the values needed to use it. */
export interface Connection {
  readonly organisationId: string;
  /** Part of the addresses that the provider knows. It is the organisation's id, so that they stay when the connection is set up again. */
  readonly id: string;
  readonly name: string;
  readonly seats: number;
  /** Whether the current year is paid. */
  readonly active: boolean;
  readonly kind: 'oidc' | 'saml';
  readonly mode: SignInMode;
  readonly issuer: string;
  /** The provider's tenants whose people may come, where all tenants share the issuer. */
  readonly tenants: readonly string[];
  readonly clientId: string | null;
  readonly secret: string | null;
  readonly ssoAddress: string | null;
  /** Certificates in PEM that have not expired. */
  readonly certificates: readonly string[];
  readonly allowsUnsolicited: boolean;
  readonly joins: boolean;
  readonly attributes: Partial<SignInAttributes>;
  readonly roles: readonly RoleRule[];
}

/** The context under which a connection's secret is encrypted. */
export const secretContext = (organisationId: string): string => `organisation-sign-in:${organisationId}`;

type ConnectionRow = OrganisationSignIn & { name: string; seats: number; active: boolean; certificates: string[] };

async function readConnection(which: Sql, store: Knex): Promise<Connection | null> {
  const [row] = await rowsOf<ConnectionRow>(
    store,
    sql`select s.*, o.name, o.seats, o.ends_at > now() as active,
               array(select c.pem from organisation_certificate c
                      where c.organisation_id = s.organisation_id and c.ends_at > now() order by c.ends_at) as certificates
          from organisation_sign_in s join organisation o on o.id = s.organisation_id where ${which}`,
  );
  if (!row) return null;
  const secret = row.secret_sealed && unseal(row.secret_sealed, secretContext(row.organisation_id));
  return {
    organisationId: row.organisation_id,
    id: row.organisation_id,
    name: row.name,
    seats: row.seats,
    active: row.active,
    kind: row.kind,
    mode: row.mode,
    issuer: row.issuer,
    tenants: row.tenants,
    clientId: row.client_id,
    secret: secret?.toString() ?? null,
    ssoAddress: row.sso_address,
    certificates: row.certificates,
    allowsUnsolicited: row.allows_unsolicited,
    joins: row.joins,
    attributes: row.attributes,
    roles: row.roles,
  };
}

/** Returns a connection by the id in its addresses, or null. */
export const findConnection = async (id: string, store: Knex = database()): Promise<Connection | null> =>
  isUuid(id) ? readConnection(sql`s.organisation_id = ${id}`, store) : null;

/** Returns an organisation's connection, or null. */
export const connectionOf = (organisationId: string, store: Knex = database()): Promise<Connection | null> =>
  readConnection(sql`s.organisation_id = ${organisationId}`, store);

/**
 * Returns the connection for an email address, or for the name that an organisation chose. Reveals nothing about people, only about
 * domains, which are public.
 */
export async function findByHint(hint: string): Promise<AnswerOf<typeof findOrganisationSignIn>['found']> {
  const which = hint.includes('@') ? owns(sql`${hint}`) : sql`s.slug = ${hint}`;
  const [row] = await rowsOf<{ id: string; name: string; mode: SignInMode }>(
    database(),
    sql`select o.id, o.name, s.mode from organisation_sign_in s join organisation o on o.id = s.organisation_id
         where s.mode <> 'off' and ${which} limit 1`,
  );
  return row ? { connection_id: row.id, name: row.name, enforced: row.mode === 'enforced' } : null;
}

const FAILURES = sql`coalesce((select jsonb_agg(f order by f.last_at desc) from (
  select reason, sum(count)::int as count, max(last_at) as last_at, (array_agg(last_detail order by last_at desc))[1] as last_detail,
         (array_agg(last_words order by last_at desc))[1] as last_words
    from organisation_sign_in_failure where organisation_id = o.id and day > current_date - 30 group by reason) f), '[]')`;

const iso = (time: Date | string | null): string | null => (time === null ? null : new Date(time).toISOString());
const asFailures = (rows: readonly SignInFailure[]): SignInFailure[] => rows.map((row) => ({ ...row, last_at: iso(row.last_at)! }));

/** Returns the complete sign-in of an organisation for its setup page. */
export async function describeSetup(organisationId: string): Promise<SignInSetup> {
  const [row, certificates, domains, [facts]] = await Promise.all([
    database()('organisation_sign_in').where({ organisation_id: organisationId }).first(),
    database()('organisation_certificate').where({ organisation_id: organisationId }).orderBy('ends_at'),
    domainsOf(organisationId),
    rowsOf<{ failures: SignInFailure[]; owner_has_way_in: boolean }>(
      database(),
      sql`select ${FAILURES} as failures,
                 exists (select from organisation_member m where m.organisation_id = o.id and ${HAS_WAY_IN}) as owner_has_way_in
            from organisation o where o.id = ${organisationId}`,
    ),
  ]);
  const { acs, entityId } = samlAddresses(organisationId);
  return {
    connection: row
      ? {
          kind: row.kind,
          mode: row.mode,
          slug: row.slug,
          issuer: row.issuer,
          tenants: row.tenants,
          client_id: row.client_id,
          has_secret: row.secret_sealed !== null,
          sso_address: row.sso_address,
          metadata_address: row.metadata_address,
          metadata_read_at: iso(row.metadata_read_at),
          metadata_problem: row.metadata_problem,
          certificates: certificates.map((one) => ({
            fingerprint: one.fingerprint,
            starts_at: one.starts_at.toISOString(),
            ends_at: one.ends_at.toISOString(),
          })),
          allows_unsolicited: row.allows_unsolicited,
          joins: row.joins,
          attributes: { subject: '', email: '', first_name: '', last_name: '', role: '', ...row.attributes },
          roles: row.roles,
          idle_hours: row.idle_hours,
          longest_hours: row.longest_hours,
          tested_at: row.tested_revision === row.revision ? iso(row.tested_at) : null,
        }
      : null,
    ours: {
      redirect_uri: redirectUri(organisationId),
      acs,
      entity_id: entityId,
      metadata_address: entityId,
      logout_uri: logoutUri(organisationId),
    },
    domains,
    failures: asFailures(facts?.failures ?? []),
    owner_has_way_in: facts?.owner_has_way_in ?? false,
  };
}

async function domainsOf(organisationId: string): Promise<OrganisationDomain[]> {
  const rows = await database()('organisation_domain').where({ organisation_id: organisationId }).orderBy('domain');
  return rows.map((row) => ({
    domain: row.domain,
    record_name: recordName(row.domain),
    record_value: recordValue(row),
    verified_at: iso(row.verified_at),
    checked_at: iso(row.checked_at),
    missing_since: iso(row.missing_since),
    joins: row.joins,
  }));
}

const MOST_LISTED = 200;

/** Lists the sign-ins of organisations for operators; those with failures, or with the certificate that expires first, come first. */
export async function listSignIns(): Promise<SignInOverview[]> {
  const rows = await rowsOf<Omit<SignInOverview, 'certificate_ends_at'> & { certificate_ends_at: Date | null }>(
    database(),
    sql`select o.id as organisation_id, o.name, s.kind, s.mode, s.issuer, s.metadata_problem,
               array(select d.domain from organisation_domain d where d.organisation_id = o.id and d.verified_at is not null order by 1) as domains,
               (select min(c.ends_at) from organisation_certificate c where c.organisation_id = o.id and c.ends_at > now()) as certificate_ends_at,
               ${FAILURES} as failures
          from organisation_sign_in s join organisation o on o.id = s.organisation_id
         order by (select max(last_at) from organisation_sign_in_failure f where f.organisation_id = o.id) desc nulls last,
                  certificate_ends_at nulls last, o.name
         limit ${MOST_LISTED}`,
  );
  return rows.map((row) => ({ ...row, certificate_ends_at: iso(row.certificate_ends_at), failures: asFailures(row.failures) }));
}

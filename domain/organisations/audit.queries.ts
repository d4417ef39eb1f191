import { AUDIT_ACTS, type AuditTopic, type OrganisationAuditEntry } from '#contract/organisations/audit.contract.ts';
import { database } from '#domain/platform/database.ts';
import { csvHead, csvRows } from '#domain/platform/csv.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { findAllowed } from '#domain/membership/membership.queries.ts';

interface Sought {
  readonly accountId: string;
  readonly topic?: AuditTopic | undefined;
}

interface Page extends Sought {
  /** Only entries before this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

interface Audit {
  readonly entries: OrganisationAuditEntry[];
  readonly next_before: number | null;
}

/** Returns a page of the audit log of the caller's organisation, newest first. @throws ProductError organisation.none, organisation.not_allowed */
export async function listOrganisationAudit({ accountId, topic, before, limit }: Page): Promise<Audit> {
  const { organisationId } = await findAllowed(accountId, 'see_audit');
  return pageOf(organisationId, { topic, before, limit });
}

interface Row {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: OrganisationAuditEntry['act'];
  readonly detail: Readonly<Record<string, unknown>>;
  /** Null when the actor is no account, or its account was deleted. */
  readonly actor_account: { readonly name: string; readonly email: string } | null;
  readonly is_ours: boolean;
  readonly token: string | null;
  readonly person: { readonly name: string; readonly email: string } | null;
  readonly key: string | null;
}

const actsOf = (topic: AuditTopic | undefined): string[] => [
  ...(topic === undefined ? Object.values(AUDIT_ACTS).flat() : AUDIT_ACTS[topic]),
];

async function pageOf(
  organisationId: string,
  { topic, before, limit }: { topic?: AuditTopic | undefined; before?: number | undefined; limit: number },
): Promise<Audit> {
  const rows = await rowsOf<Row>(
    database(),
    // people who left remain in the list of people, so an account outside it is an operator's
    sql`with page as materialized (
          select e.* from audit_entry e
           where e.subject = ${`organisation:${organisationId}`} and e.action = any(${actsOf(topic)}::text[])
             ${before === undefined ? empty : sql`and e.id < ${before}`}
           order by e.id desc limit ${limit + 1})
        select e.id, e.at, e.actor, e.action, e.detail,
               case when a.id is not null then jsonb_build_object('name', trim(a.first_name || ' ' || a.last_name), 'email', a.email) end as actor_account,
               exists (select from organisation_person p where p.organisation_id = ${organisationId} and p.account_id = a.id) as is_ours,
               coalesce(t.ending, made.ending) as token,
               (select jsonb_build_object('name', coalesce(nullif(trim(p.given_name || ' ' || p.family_name), ''), trim(x.first_name || ' ' || x.last_name), ''), 'email', p.email)
                  from organisation_person p left join account x on x.id = p.account_id
                 where p.organisation_id = ${organisationId}
                   and (p.id::text = e.detail ->> 'person' or (e.detail ->> 'person' is null and p.account_id::text = e.detail ->> 'member')) limit 1) as person,
               k.name as key
          from page e
          left join account a on e.actor = 'account:' || a.id
          left join organisation_scim_token t on e.actor = 'scim:' || t.id and t.organisation_id = ${organisationId}
          left join organisation_scim_token made on made.id::text = e.detail ->> 'scim_token' and made.organisation_id = ${organisationId}
          left join api_key k on k.id::text = e.detail ->> 'api_key' and k.organisation_id = ${organisationId}
         order by e.id desc`,
  );
  const page = rows.slice(0, limit);
  return { entries: page.map(toEntry), next_before: rows.length > limit ? page.at(-1)!.id : null };
}

function actorOf({ actor, actor_account: account, is_ours: isOurs }: Row): OrganisationAuditEntry['actor'] {
  const kind = actor.split(':')[0];
  if (kind === 'account') return account === null ? 'gone' : isOurs ? 'person' : 'operators';
  const known = { scim: 'directory', organisation: 'provider', platform: 'platform', operator: 'operators', script: 'operators' } as const;
  return known[kind as keyof typeof known] ?? 'system';
}

function toEntry(row: Row): OrganisationAuditEntry {
  const { id, at, action, detail, token, person, key } = row;
  const actor = actorOf(row);
  const account = actor === 'person' ? row.actor_account : null;
  const device = detail['device'];
  return {
    entry_id: id,
    at: at.toISOString(),
    act: action,
    actor,
    actor_name: actor === 'directory' ? token : (account?.name ?? null),
    actor_email: account?.email ?? null,
    device: actor === 'person' && typeof device === 'string' ? device : null,
    api_key: action.startsWith('api_key.') ? null : key,
    person,
    facts: factsOf(row),
  };
}

/** Returns an entry's details in the contract's form; details that older entries lack are absent. */
function factsOf({ action, detail, token, key }: Row): OrganisationAuditEntry['facts'] {
  const has = (name: string) => detail[name] !== undefined && detail[name] !== null;
  const isMode = action === 'organisation.sign_in_mode';
  const lifetime = action === 'organisation.sign_in_lifetime' ? (detail['to'] as Record<string, unknown>) : {};
  const facts = {
    ...(!isMode && action !== 'organisation.sign_in_lifetime' && { from_role: detail['from'], to_role: detail['to'] ?? detail['role'] }),
    ...(isMode && { from_mode: detail['from'], to_mode: detail['to'] }),
    ...Object.fromEntries(
      ['domain', 'issuer', 'changed', 'certificates_added', 'certificates_removed', 'rules_added', 'rules_removed', 'sessions']
        .filter(has)
        .map((name) => [name, detail[name]]),
    ),
    ...(has('by') && { role_by: detail['by'] }),
    ...lifetime,
    ...(action.startsWith('organisation.scim_token') && token !== null && { token }),
    ...(action.startsWith('api_key.') && key !== null && { token: key }),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as OrganisationAuditEntry['facts'];
}

const CSV_HEAD = ['time_utc', 'act', 'by', 'by_name', 'by_email', 'device', 'api_key', 'person', 'person_email', 'from', 'to', 'details'];
const SLICE = 500;

/** Encodes the whole log as CSV, page by page, with times in UTC. @throws ProductError organisation.none, organisation.not_allowed */
export async function organisationAuditCsv({ accountId, topic }: Sought): Promise<AsyncGenerator<Uint8Array>> {
  const { organisationId } = await findAllowed(accountId, 'see_audit');
  return (async function* () {
    yield csvHead(CSV_HEAD);
    for (let before: number | null | undefined; before !== null;) {
      const page = await pageOf(organisationId, { topic, before, limit: SLICE });
      yield csvRows(page.entries.map(toCsv));
      before = page.next_before;
    }
  })();
}

function toCsv({ at, act, actor, actor_name, actor_email, device, api_key, person, facts }: OrganisationAuditEntry): string[] {
  const { from_role, to_role, from_mode, to_mode, ...rest } = facts;
  const details = Object.entries(rest).map(
    ([name, value]) => `${name}: ${Array.isArray(value) ? value.join('; ') : String(value ?? 'usual')}`,
  );
  return [
    at.replace('T', ' ').slice(0, 19),
    act,
    actor,
    actor_name ?? '',
    actor_email ?? '',
    device ?? '',
    api_key ?? '',
    person?.name ?? '',
    person?.email ?? '',
    from_role ?? from_mode ?? '',
    to_role ?? to_mode ?? '',
    details.filter((text) => !text.endsWith(': ')).join(', '),
  ];
}

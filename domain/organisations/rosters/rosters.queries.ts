import type { Roster, RosterKind, RosterRow } from '#contract/organisations/rosters.contract.ts';
import { platformNameOf } from '#domain/organisations/platform-name.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findAllowed } from '#domain/membership/membership.queries.ts';
import type { RosterFields } from './roster.model.ts';

/** Lists the newest lists of the caller's organisation. @throws ProductError organisation.none, organisation.not_allowed */
export async function listRosters(accountId: string): Promise<Roster[]> {
  const { organisationId } = await findAllowed(accountId, 'provision');
  return read(sql`r.organisation_id = ${organisationId}`);
}

/** Returns a list. @throws ProductError not_found, organisation.none, organisation.not_allowed */
export async function getRoster(accountId: string, rosterId: string): Promise<Roster> {
  const { organisationId } = await findAllowed(accountId, 'provision', 'list');
  const roster = isUuid(rosterId) ? await readRoster(organisationId, rosterId) : null;
  if (!roster) throw notFound('list');
  return roster;
}

/** Reads a list of an organisation; null when it has none with that id. */
export async function readRoster(organisationId: string, rosterId: string): Promise<Roster | null> {
  return (await read(sql`r.organisation_id = ${organisationId} and r.id = ${rosterId}`))[0] ?? null;
}

const MOST = 20;

interface Row extends Omit<Roster, 'created_at' | 'applied_at' | 'undone_at'> {
  readonly created_at: Date;
  readonly applied_at: Date | null;
  readonly undone_at: Date | null;
}

async function read(which: Sql): Promise<Roster[]> {
  const rows = await rowsOf<Row>(
    database(),
    sql`select r.id as roster_id, r.file_name, r.state, r.columns, r.reading, r.removes, r.authorise_why as authorise_reason, r.created_at, r.applied_at, r.undone_at,
            case when r.state in ('applying', 'undoing') then r.run_id end as task_id,
            c.counts, c.outcomes
       from organisation_roster r cross join lateral (
         select jsonb_build_object('added', count(*) filter (where kind = 'added'), 'changed', count(*) filter (where kind = 'changed'),
                  'removed', count(*) filter (where kind = 'removed'), 'same', count(*) filter (where kind = 'same'),
                  'refused', count(*) filter (where kind = 'refused')) as counts,
                jsonb_build_object('done', count(*) filter (where outcome = 'done'), 'not_done', count(*) filter (where outcome = 'not_done'),
                  'undone', count(*) filter (where outcome = 'undone'), 'kept', count(*) filter (where outcome = 'kept')) as outcomes
           from organisation_roster_row where roster_id = r.id) c
      where ${which} order by r.created_at desc, r.id desc limit ${MOST}`,
  );
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    applied_at: row.applied_at?.toISOString() ?? null,
    undone_at: row.undone_at?.toISOString() ?? null,
  }));
}

interface Page {
  readonly accountId: string;
  readonly rosterId: string;
  readonly kind?: RosterKind | undefined;
  /** The last line of the previous page; 0 for the first page. */
  readonly afterLine: number;
  readonly limit: number;
}

/** Lists the lines of a list. @throws ProductError not_found, organisation.none, organisation.not_allowed */
export async function listRosterRows({
  accountId,
  rosterId,
  kind,
  afterLine,
  limit,
}: Page): Promise<{ rows: RosterRow[]; next_line: number | null }> {
  await getRoster(accountId, rosterId);
  const rows = await rowsOf<Omit<RosterRow, 'before' | 'wanted'> & { before: RosterFields | null; wanted: RosterFields | null }>(
    database(),
    sql`select line, kind, email, ${platformNameOf(sql`organisation_roster_row.email`)} as platform, name, before, wanted, reason, outcome from organisation_roster_row
         where roster_id = ${rosterId} and line > ${afterLine} ${kind === undefined ? empty : sql`and kind = ${kind}`}
         order by line limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  return {
    rows: page.map((row) => ({ ...row, before: fieldsOf(row.before), wanted: fieldsOf(row.wanted) })),
    next_line: rows.length > limit ? page.at(-1)!.line : null,
  };
}

const fieldsOf = (fields: RosterFields | null): RosterRow['before'] =>
  fields && {
    name: `${fields.given_name ?? ''} ${fields.family_name ?? ''}`.trim(),
    role: fields.role ?? '',
    external_id: fields.external_id ?? null,
    birth_year: fields.birth_year ?? null,
    groups: fields.groups ? [...fields.groups] : null,
  };

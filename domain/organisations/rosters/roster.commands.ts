import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import type { AuditAct } from '#contract/organisations/audit.contract.ts';
import { ROSTER_COLUMNS, type Roster, type RosterReading } from '#contract/organisations/rosters.contract.ts';
import { ORGANISATION_ROLES } from '#contract/organisations/roles.ts';
import { TEXT_ENCODINGS, type TextEncoding } from '#contract/platform/text-encodings.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { database, isUniqueViolation, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { batchesIn } from '#domain/platform/restricted/answer-lines.ts';
import { isInputFailure, restricted } from '#domain/platform/restricted/restricted-process.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { SentFile } from '#domain/platform/storage/sent-file.ts';
import { columnsSent } from '#domain/platform/tables/table-columns.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { languagesOf } from '#domain/translation/chosen-languages.queries.ts';
import { seatsLeft } from '../admit-people.command.ts';
import { assertActive } from '../own-organisation.queries.ts';
import { findAllowed } from '#domain/membership/membership.queries.ts';
import type { ReadRow, RosterAsked } from './read-roster.task.ts';
import type { Placed, RememberedColumns } from './roster-columns.ts';
import { RosterDiff, type KnownPerson, type PlannedRow } from './roster-diff.ts';
import { ROSTER_KIND, type RosterRequest } from './roster.kind.ts';
import { readRoster } from './rosters.queries.ts';

interface NewRoster {
  readonly accountId: string;
  readonly file: SentFile;
  /** Remove people who are not in the list. */
  readonly removes: boolean;
  /** On what grounds the school consents for people under 13 in the list. */
  readonly authoriseReason?: string | undefined;
  /** Store nothing, and return only how the file is read. */
  readonly isLook?: boolean;
  /** Encoding of the file; detected if undefined. */
  readonly encoding?: TextEncoding | undefined;
  /** Text for `columnsSent`; columns are detected if undefined. */
  readonly columns?: string | undefined;
  /** Ends the reading with its request. */
  readonly signal: AbortSignal;
}

interface Uploaded {
  /** Null with `isLook`. */
  readonly roster: Roster | null;
  readonly reading: RosterReading;
}

const FILE_NAME_LENGTH = 120;
const ROWS_AT_ONCE = 1_000;
/** Maximum per organisation; the oldest choice is forgotten. */
const READINGS_REMEMBERED = 20;

/**
 * Reads a list of people and stores the changes it would make, without making them. Columns and encoding chosen by hand are remembered for
 * the next list.
 * @throws ProductError organisation.none, organisation.not_allowed, organisation.ended; roster.bad_file, file.bad_encoding,
 * roster.no_email, roster.too_many; age.unknown, age.too_young for a person who consents for pupils and has not confirmed being an adult;
 * limits.rate
 */
export async function createRoster({
  accountId,
  file,
  removes,
  authoriseReason,
  isLook = false,
  signal,
  ...given
}: NewRoster): Promise<Uploaded> {
  const own = await findAllowed(accountId, 'provision');
  assertActive(own);
  if (authoriseReason !== undefined) await assertAge(accountId, 'organisation_owner');
  const { encoding } = given;
  const placed = given.columns === undefined ? undefined : columnsSent(ROSTER_COLUMNS, given.columns);
  const asked: RosterAsked = {
    ...(await rememberedReadings(own.organisationId)),
    languages: await languagesOf(accountId),
    isLook,
    encoding,
    columns: placed,
  };
  const { reading, key, batches } = await readFile(await file.bytes(), { asked, accountId, signal });
  if (isLook) return { roster: null, reading };
  const diff = new RosterDiff(await knownPeople(own.organisationId), { accountId, role: own.role });
  const rows: PlannedRow[] = [];
  for await (const batch of batches) rows.push(...batch.map((row) => diff.plan(row)));
  if (removes) rows.push(...diff.missing());
  const planned = refuseBeyondSeats(rows, (await seatsLeft(database(), own)) + (await seatsFreedBy(rows)));
  const id = uuidv7();
  await transact(async (trx) => {
    await trx('organisation_roster').insert({
      id,
      organisation_id: own.organisationId,
      made_by: accountId,
      file_name: file.name.split(/[\\/]/).at(-1)!.slice(-FILE_NAME_LENGTH) || 'people.csv',
      removes,
      authorise_why: authoriseReason ?? null,
      columns: reading.columns.flatMap(({ column }) => column ?? []),
      reading,
    });
    await rememberReading(trx, { organisationId: own.organisationId, head: key, columns: placed, encoding });
    // in slices: writing one huge text would block other requests
    for (let from = 0; from < planned.length; from += ROWS_AT_ONCE) {
      await rowsOf(
        trx,
        sql`insert into organisation_roster_row (roster_id, line, kind, email, name, wanted, before, reason, person_id)
            select ${id}, line, kind, email, name, wanted, before, reason, person_id
              from jsonb_to_recordset(${JSON.stringify(planned.slice(from, from + ROWS_AT_ONCE))}::jsonb)
                   as one (line int, kind text, email text, name text, wanted jsonb, before jsonb, reason text, person_id uuid)`,
      );
    }
  });
  return { roster: await readRoster(own.organisationId, id), reading };
}

/** Counts the seats that the removals free. */
async function seatsFreedBy(rows: readonly PlannedRow[]): Promise<number> {
  const gone = rows.flatMap(({ kind, person_id: personId }) => (kind === 'removed' && personId ? [personId] : []));
  if (gone.length === 0) return 0;
  const [held] = await rowsOf<{ held: number }>(
    database(),
    sql`select count(*)::int as held from organisation_person p
         where p.id = any(${gone}::uuid[]) and (p.state = 'joined' or exists (
           select from organisation_invite i where i.organisation_id = p.organisation_id and i.email = p.email and i.ended_at is null and i.expires_at > now()))`,
  );
  return held!.held;
}

/** Refuses the lines for which no seat is left, in the order of the list. */
function refuseBeyondSeats(rows: readonly PlannedRow[], seats: number): PlannedRow[] {
  let left = seats;
  return rows.map((row) => {
    if (row.kind !== 'added') return row;
    left -= 1;
    return left >= 0 ? row : { ...row, kind: 'refused', reason: 'seats' };
  });
}

/** Returns everybody an organisation knows, in the form that lists are compared with. */
const knownPeople = (organisationId: string): Promise<KnownPerson[]> =>
  rowsOf<KnownPerson>(
    database(),
    sql`select p.id, p.account_id, p.email, p.role, p.state, p.given_name, p.family_name, p.external_id, p.birth_year,
            coalesce(g.groups, '{}') as groups
       from organisation_person p
       left join lateral (select array_agg(g.name order by g.name) as groups from organisation_group_person m
                            join organisation_group g on g.id = m.group_id where m.person_id = p.id and g.source = 'roster') g on true
      where p.organisation_id = ${organisationId}`,
  );

/** A list of 20,000 lines takes a second. */
const readList = restricted({
  module: new URL('read-roster.task.ts', import.meta.url),
  heapMb: 256,
  memoryBytes: 700_000_000,
  cpuMs: 6_000,
  withinMs: 60_000,
  answerBytes: 30_000_000,
  processes: 1,
  isFresh: false,
});

const rowSchema = z.array(
  z.object({
    line: z.int(),
    email: z.string(),
    given_name: z.string().nullable(),
    family_name: z.string().nullable(),
    whole_name: z.string().nullable(),
    role: z.enum(ORGANISATION_ROLES).nullable(),
    external_id: z.string().nullable(),
    birth_year: z.int().nullable(),
    groups: z.array(z.string()).nullable(),
    reason: z.string().nullable(),
  }),
);
const readingSchema = z.object({
  encoding: z.enum(TEXT_ENCODINGS),
  is_sure: z.boolean(),
  names: z.array(z.string()),
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()), column: z.enum(ROSTER_COLUMNS).nullable() })),
  head_line: z.int().nullable(),
});
const answerSchema = z.object({ reading: readingSchema, key: z.string() });
const CODES = ['roster.no_email', 'roster.too_many', 'file.bad_encoding'] as const;

/** @throws ProductError roster.bad_file, file.bad_encoding, roster.no_email, roster.too_many; limits.rate */
async function readFile(bytes: Uint8Array, { asked, accountId, signal }: Pick<NewRoster, 'accountId' | 'signal'> & { asked: RosterAsked }) {
  try {
    const { value, chunks } = await readList({ turn: { accountId }, signal, value: asked, bytes: [bytes] });
    return { ...answerSchema.parse(value), batches: rowsIn(chunks) };
  } catch (error) {
    if (!isInputFailure(error)) throw error;
    const code = CODES.find((one) => one === error.code) ?? 'roster.bad_file';
    throw new ProductError(code, undefined, { cause: error });
  }
}

async function* rowsIn(chunks: readonly Uint8Array[]): AsyncGenerator<ReadRow[]> {
  for await (const batch of batchesIn(chunks)) yield rowSchema.parse(batch) as ReadRow[];
}

interface Start {
  readonly accountId: string;
  readonly rosterId: string;
  readonly what: RosterRequest['what'];
  readonly requestId: string;
}
/** The states through which each action leads. */
const STATES = {
  apply: { from: 'ready', during: 'applying', after: 'applied' },
  undo: { from: 'applied', during: 'undoing', after: 'undone' },
} as const;

/** Names of the actions in the organisation's audit log. */
const AUDITED = { apply: 'organisation.roster_apply', undo: 'organisation.roster_undo' } as const satisfies Record<Start['what'], AuditAct>;

/**
 * Starts applying or undoing a list. Repeating it changes nothing, even if two people do so at the same time.
 * @throws ProductError not_found, organisation.none, organisation.not_allowed, organisation.ended; age.unknown, age.too_young as
 * `createRoster`; roster.not_now while another list of the organisation is being changed, and when this list is in the wrong state; as
 * `acceptRun`
 */
export async function startRoster({ accountId, rosterId, what, requestId }: Start): Promise<Roster> {
  const own = await findAllowed(accountId, 'provision', 'list');
  if (what === 'apply') assertActive(own);
  const roster = isUuid(rosterId) ? await readRoster(own.organisationId, rosterId) : null;
  if (!roster) throw notFound('list');
  // the person who applies the list consents for its pupils, not the person who uploaded it
  if (what === 'apply' && roster.authorise_reason !== null) await assertAge(accountId, 'organisation_owner');
  const { from, during, after } = STATES[what];
  if (roster.state === during || roster.state === after) return roster;
  if (roster.state !== from) throw notNow();
  const request: RosterRequest = { roster_id: rosterId, what };
  try {
    await acceptRun({
      kind: ROSTER_KIND,
      accountId,
      request,
      subject: roster.file_name,
      requestId,
      fingerprint: { kind: ROSTER_KIND, ...request },
      dedupeKey: `${ROSTER_KIND}:${rosterId}:${what}`,
      begin: async (trx, runId) => {
        const begun = await trx('organisation_roster').where({ id: rosterId, state: from }).update({ state: during, run_id: runId });
        if (begun === 0) throw notNow();
        const subject = `organisation:${own.organisationId}`;
        await recordAudit({ actor: `account:${accountId}`, action: AUDITED[what], subject, detail: { roster: rosterId } }, trx);
      },
    });
  } catch (error) {
    // a colleague started the same at the same time: return that list
    const theirs = await readRoster(own.organisationId, rosterId);
    if (theirs && (theirs.state === during || theirs.state === after)) return theirs;
    // another list of the organisation is being changed
    if (isUniqueViolation(error)) throw notNow();
    throw error;
  }
  return (await readRoster(own.organisationId, rosterId))!;
}

const notNow = () => new ProductError('roster.not_now', 'Another list is being applied, or this list has already been used.');

/** Returns an organisation's remembered choices: columns by their header, and encodings. */
async function rememberedReadings(organisationId: string): Promise<{ remembered: RememberedColumns[]; encodings: string[] }> {
  const rows = await database()('organisation_table_reading')
    .where({ organisation_id: organisationId })
    .orderBy('chosen_at', 'desc')
    .limit(READINGS_REMEMBERED)
    .select('head', 'columns', 'encoding');
  return {
    remembered: rows.flatMap(({ head, columns }) =>
      columns === null ? [] : [{ head, columns: columns.map((name) => ROSTER_COLUMNS.find((one) => one === name) ?? null) }],
    ),
    encodings: [...new Set(rows.flatMap(({ encoding }) => encoding ?? []))],
  };
}

interface Choice {
  readonly organisationId: string;
  /** In the form of `RosterTable.key`. */
  readonly head: string;
  readonly columns: Placed | undefined;
  readonly encoding: TextEncoding | undefined;
}

/** Remembers a choice for the next file with the same columns. */
async function rememberReading(trx: Knex.Transaction, { organisationId, head, columns, encoding }: Choice): Promise<void> {
  if (columns === undefined && encoding === undefined) return;
  const names = columns?.map((column) => column ?? '') ?? null;
  await rowsOf(
    trx,
    sql`insert into organisation_table_reading as kept (organisation_id, head, columns, encoding)
        values (${organisationId}, ${head}, ${names}::text[], ${encoding ?? null})
        on conflict (organisation_id, head) do update
          set columns = coalesce(excluded.columns, kept.columns), encoding = coalesce(excluded.encoding, kept.encoding), chosen_at = now()`,
  );
  await rowsOf(
    trx,
    sql`delete from organisation_table_reading where organisation_id = ${organisationId} and head not in (
          select head from organisation_table_reading where organisation_id = ${organisationId} order by chosen_at desc limit ${READINGS_REMEMBERED})`,
  );
}

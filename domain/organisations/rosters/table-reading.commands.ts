import type { Knex } from 'knex';
import { ROSTER_COLUMNS } from '#contract/organisations/rosters.contract.ts';
import type { TextEncoding } from '#contract/platform/text-encodings.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Placed, RememberedColumns } from './roster-columns.ts';

/** Of an organisation; the one chosen longest ago is forgotten. */
const MOST_REMEMBERED = 20;

/** Returns what somebody of an organisation has chosen before: columns by their names, and encodings. */
export async function rememberedReadings(organisationId: string): Promise<{ remembered: RememberedColumns[]; encodings: string[] }> {
  const rows = await database()('organisation_table_reading')
    .where({ organisation_id: organisationId })
    .orderBy('chosen_at', 'desc')
    .limit(MOST_REMEMBERED)
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
  /** As `RosterTable.key`. */
  readonly head: string;
  readonly columns: Placed | undefined;
  readonly encoding: TextEncoding | undefined;
}

/** Keeps what somebody chose, for the next file with the same columns. */
export async function rememberReading(trx: Knex.Transaction, { organisationId, head, columns, encoding }: Choice): Promise<void> {
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
          select head from organisation_table_reading where organisation_id = ${organisationId} order by chosen_at desc limit ${MOST_REMEMBERED})`,
  );
}

import { Model } from 'objection';
import type { RosterKind, RosterReading, RosterReason } from '#contract/organisations/rosters.contract.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { PersonState } from '../organisation.model.ts';

/** A list's data about a person; null or missing means unspecified. */
export interface RosterFields {
  readonly given_name?: string | null;
  readonly family_name?: string | null;
  readonly role?: OrganisationRole | null;
  readonly external_id?: string | null;
  readonly birth_year?: number | null;
  /** Names of classes and groups. */
  readonly groups?: readonly string[] | null;
}

/** A person's data before a list was applied. */
export interface RosterBefore extends RosterFields {
  readonly role: OrganisationRole;
  readonly state: PersonState;
}

/** An uploaded list of people. */
export class OrganisationRoster extends Model {
  static override tableName = 'organisation_roster';

  declare id: string;
  declare organisation_id: Ref<'organisation'>;
  declare made_by: Ref<'account'> | null;
  declare file_name: string;
  /** Whether people who are not in it are removed. */
  declare removes: boolean;
  /** On what grounds the school consents for people under 13 in it; null without consent. */
  declare authorise_why: string | null;
  declare state: 'ready' | 'applying' | 'applied' | 'undoing' | 'undone';
  /** Names from `ROSTER_COLUMNS`. */
  declare columns: string[];
  /** How its file was read; null for lists stored before this column existed. */
  declare reading: RosterReading | null;
  /** The run that last applied or undid it. */
  declare run_id: string | null;
  declare created_at: Date;
  declare applied_at: Date | null;
  declare undone_at: Date | null;
}

/** A line of a list, or a person missing from it. */
export class OrganisationRosterRow extends Model {
  static override tableName = 'organisation_roster_row';
  static override idColumn = ['roster_id', 'line'];

  declare roster_id: Ref<'organisation_roster'>;
  declare line: number;
  declare kind: RosterKind;
  declare email: string;
  declare name: string;
  declare wanted: RosterFields | null;
  declare before: RosterBefore | null;
  declare reason: RosterReason | null;
  /** The person; null for a new person until the list is applied. */
  declare person_id: string | null;
  /** Null until the list is applied, and for lines that change nothing. */
  declare outcome: 'done' | 'not_done' | 'undone' | 'kept' | null;
  /** The person's version after the list was applied; if it has changed since, the line is not undone. */
  declare applied_version: number | null;
}

/** An organisation's choice of how to read files with the same column names. */
export class OrganisationTableReading extends Model {
  static override tableName = 'organisation_table_reading';
  static override idColumn = ['organisation_id', 'head'];

  declare organisation_id: Ref<'organisation'>;
  /** The column names; for files without any, the number of columns. */
  declare head: string;
  /** Names from `ROSTER_COLUMNS`, or '' for an ignored column; null when only the encoding was chosen. */
  declare columns: string[] | null;
  /** Null when only the columns were chosen. */
  declare encoding: string | null;
  declare chosen_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    organisation_roster: Table<OrganisationRoster>;
    organisation_roster_row: Table<OrganisationRosterRow>;
    organisation_table_reading: Table<OrganisationTableReading>;
  }
}

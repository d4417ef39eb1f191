/**
 * One file of a data export: which rows of which table, and what of them. Every column of the table is named once, as exported or as withheld,
 * so a column that is added later is a decision and never slips out; a test holds the declarations against the schema.
 *
 * In its SQL `t` is the table, `:me` the account's id, and `:address` its verified email address, empty when it is not verified: whatever was
 * sent to an address belongs to whoever proved it.
 */
export interface ExportPart {
  /** Name in the zip, without `.json`. */
  readonly file: string;
  /** What it is, as a sentence for its owner. */
  readonly says: string;
  readonly table: string;
  /** Which rows are the person's. */
  readonly of: string;
  /** Columns: names between blanks, exported as they are stored, or a name with an expression that leaves out what is not the person's. */
  readonly columns: readonly (string | readonly [name: string, expression: string])[];
  /** Columns that stay here, with the reason. */
  readonly withheld?: Readonly<Record<string, string>>;
  /** Columns that order the rows and tell each from all others, with their types. Pages go on from them. */
  readonly key: Readonly<Record<string, 'uuid' | 'bigint' | 'text' | 'int' | 'timestamptz'>>;
  /** Rows read at a time; few where they are large. */
  readonly page?: number;
}

/** Why columns of several tables are withheld. */
export const WITHHELD = {
  secret: 'a secret that proves who somebody is',
  hash: 'a fingerprint that only tells whether two requests were the same',
  machine: 'state of the machinery',
  operator: 'a technical note for the operator',
  capability: 'a link that works for whoever holds it',
} as const;

/** The person's own rows, of a table with such a column. */
export const OWN = 't.account_id = :me';

/** The columns of a part, each with the expression it is read by. */
export const columnsOf = ({ columns }: ExportPart): (readonly [name: string, expression: string])[] =>
  columns.flatMap((column) => (typeof column === 'string' ? column.split(' ').map((name) => [name, `t.${name}`] as const) : [column]));

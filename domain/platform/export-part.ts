/**
 * Declares one file of a data export: the rows and columns of a table. Every column of the table is named once, as exported or as withheld,
 * so that a new column requires a decision; a test compares the declarations with the schema.
 * In its SQL, `t` is the table, `:me` the account's id, and `:address` its verified email address, empty when it is not verified: mails
 * belong to the user who has verified the address.
 */
export interface ExportPart {
  /** File name in the zip, without `.json`. */
  readonly file: string;
  /** A description for the account's owner. */
  readonly description: string;
  readonly table: string;
  /** SQL condition: the user's rows. */
  readonly condition: string;
  /** Exported columns: names separated by spaces, exported as stored, or a name with an expression that omits other users' data. */
  readonly columns: readonly (string | readonly [name: string, expression: string])[];
  /** Columns that are not exported, with the reason. */
  readonly withheld?: Readonly<Record<string, string>>;
  /** Unique sort key of the rows, with types. The next page continues after it. */
  readonly key: Readonly<Record<string, 'uuid' | 'bigint' | 'text' | 'int' | 'timestamptz'>>;
  /** Rows per page; few for large rows. */
  readonly page?: number;
}

/** Reasons for withholding columns of several tables. */
export const WITHHELD = {
  secret: 'a secret that proves who somebody is',
  hash: 'a fingerprint that only tells whether two requests were the same',
  machine: 'state of the machinery',
  operator: 'a technical note for the operator',
  capability: 'a link that works for whoever holds it',
  answer: 'what a course shows after one’s own answer',
} as const;

/** SQL condition: the user's own rows, for a table with that column. */
export const OWN = 't.account_id = :me';

/** Returns the columns of a part, each with its expression. */
export const columnsOf = ({ columns }: ExportPart): (readonly [name: string, expression: string])[] =>
  columns.flatMap((column) => (typeof column === 'string' ? column.split(' ').map((name) => [name, `t.${name}`] as const) : [column]));

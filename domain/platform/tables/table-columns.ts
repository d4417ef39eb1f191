import type { TableColumn } from '#contract/platform/table-columns.ts';
import { fromSpreadsheet } from '#contract/platform/csv-field.ts';
import { stripInvisible } from '#contract/platform/visible-text.ts';
import type { TableRecord } from './table-text.ts';

/** Columns by their place; null: it is not read. */
export type Placed<C extends string> = (C | null)[];

/** Cleans a cell: without invisible characters and without the apostrophe that keeps spreadsheets from reading it as a formula. */
export const plainCell = (cell: string | undefined): string =>
  stripInvisible(fromSpreadsheet(cell ?? ''))
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Reads columns as a form sends them (`sentColumns` of the contract): by name, in their order, separated by commas; columns without a name are not read. */
export const columnsSent = <C extends string>(names: readonly C[], sent: string): Placed<C> =>
  sent.split(',').map((name) => names.find((one) => one === name) ?? null);

/** Of each column so many cells are shown, and of each so many characters. */
const SAMPLES = 3;
export const SAMPLE_LENGTH = 60;

/** Returns the columns of a table with their detected meanings. @param head the row with their names; null without one */
export const shownColumns = <C extends string>(
  columns: Placed<C>,
  head: TableRecord | null,
  rows: readonly TableRecord[],
): TableColumn<C>[] =>
  columns.map((column, at) => ({
    title: plainCell(head?.cells[at]).slice(0, SAMPLE_LENGTH),
    samples: rows
      .slice(0, SAMPLES)
      .map(({ cells }) => plainCell(cells[at]).slice(0, SAMPLE_LENGTH))
      .filter((sample) => sample !== ''),
    column,
  }));

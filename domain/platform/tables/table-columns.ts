import type { TableColumn } from '#contract/platform/table-columns.ts';
import { fromSpreadsheet } from '#contract/platform/csv-field.ts';
import { stripInvisible } from '#contract/platform/visible-text.ts';
import type { TableRecord } from './table-text.ts';

/** Columns by their place; null: it is not read. */
export type Placed<C extends string> = (C | null)[];

/** Cleans a cell: without what nobody sees, and what keeps spreadsheets from taking it for a formula. */
export const plainCell = (cell: string | undefined): string =>
  stripInvisible(fromSpreadsheet(cell ?? ''))
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Reads columns as a form sends them (`sentColumns` of the contract): by name, in their order, separated by commas; what is empty is not read. */
export const columnsSent = <C extends string>(names: readonly C[], sent: string): Placed<C> =>
  sent.split(',').map((name) => names.find((one) => one === name) ?? null);

/** Of each column so many cells are shown, and of each so many characters. */
const SAMPLES = 3;
export const SAMPLE_LENGTH = 60;

/** Shows the columns of a table with what they are taken for. @param head the row with their names; null: it has none */
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

import type { TableColumn } from '#contract/platform/table-columns.ts';
import { fromSpreadsheet } from '#contract/platform/csv-field.ts';
import { stripInvisible } from '#contract/platform/visible-text.ts';
import type { TableRecord } from './table-text.ts';

/** The meaning of each column, by position; null: it is not read. */
export type Placed<C extends string> = (C | null)[];

/** Cleans a cell: removes invisible characters, and the apostrophe that keeps spreadsheets from reading it as a formula. */
export const plainCell = (cell: string | undefined): string =>
  stripInvisible(fromSpreadsheet(cell ?? ''))
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Reads columns in a form's format (`sentColumns` of the contract): names in the columns' order, separated by commas; columns without a
 * name are not read.
 */
export const columnsSent = <C extends string>(names: readonly C[], sent: string): Placed<C> =>
  sent.split(',').map((name) => names.find((one) => one === name) ?? null);

/** Number of cells shown of each column, and of characters of each cell. */
const SAMPLES = 3;
export const SAMPLE_LENGTH = 60;

/** Returns the columns of a table with their detected meanings. @param head the header row; null without one */
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

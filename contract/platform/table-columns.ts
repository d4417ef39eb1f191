import * as z from 'zod/mini';

/** A column of an uploaded table, shown with its detected meaning before anything is changed. @param names the possible meanings */
export const tableColumn = <const N extends readonly string[]>(names: N) =>
  z.object({
    /** Its name in the file; empty if it has none. */
    title: z.string(),
    /** The first cells of the column. */
    samples: z.array(z.string()),
    /** The detected meaning; null if the column is not read. */
    column: z.nullable(z.enum(names)),
  });
export interface TableColumn<C extends string> {
  title: string;
  samples: string[];
  column: C | null;
}

/** The meaning of each column, in the file's order, separated by commas; empty for columns that are not read. */
export const sentColumns = (names: readonly string[], example: string) =>
  z.string().check(z.maxLength(1_000), z.regex(new RegExp(`^(?:(?:${names.join('|')})?(?:,|$))*$`)), z.meta({ examples: [example] }));

import * as z from 'zod/mini';

/** A column of an uploaded table, shown with its detected meaning before anything is changed. @param names the possible meanings */
export const tableColumn = <const N extends readonly string[]>(names: N) =>
  z.object({
    /** As the file names it; empty where it does not. */
    title: z.string(),
    /** Its first cells. */
    samples: z.array(z.string()),
    /** The detected meaning; null: the column is not read. */
    column: z.nullable(z.enum(names)),
  });
export interface TableColumn<C extends string> {
  title: string;
  samples: string[];
  column: C | null;
}

/** A column of a file each, in their order, separated by commas; empty: it is not read. */
export const sentColumns = (names: readonly string[], example: string) =>
  z.string().check(z.maxLength(1_000), z.regex(new RegExp(`^(?:(?:${names.join('|')})?(?:,|$))*$`)), z.meta({ examples: [example] }));

/** The available ranges in months; the current month is the last of them. */
export const RANGES = [6, 12, 24] as const;
export type Range = (typeof RANGES)[number];
const USUAL: Range = 12;

/** The options of the trends, as in the URL. */
export interface FiguresSearch {
  /** 12 by default. */
  readonly months?: Range | undefined;
  /** Compares each month with the same month a year before. */
  readonly compare?: 'year' | undefined;
}

/** Parses the options from a URL; invalid parts, and the default range, are undefined. */
export const figuresSearch = ({ months, compare }: Record<string, unknown>): FiguresSearch => ({
  months: RANGES.find((known) => known === months && known !== USUAL),
  compare: compare === 'year' ? compare : undefined,
});

export const rangeOf = ({ months }: FiguresSearch): Range => months ?? USUAL;

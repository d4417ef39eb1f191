/** How many months the trends show; the month that runs is the last of them. */
export const RANGES = [6, 12, 24] as const;
export type Range = (typeof RANGES)[number];
const USUAL: Range = 12;

/** What the trends show, as it stands in the address. */
export interface FiguresSearch {
  /** Absent: 12. */
  readonly months?: Range | undefined;
  /** Beside each month the same one a year before. */
  readonly compare?: 'year' | undefined;
}

/** What an address asks for; parts that make no sense, and the usual range, are undefined. */
export const figuresSearch = ({ months, compare }: Record<string, unknown>): FiguresSearch => ({
  months: RANGES.find((known) => known === months && known !== USUAL),
  compare: compare === 'year' ? compare : undefined,
});

export const rangeOf = ({ months }: FiguresSearch): Range => months ?? USUAL;

import { formatMonth } from '#frontend/lib/format.ts';

/** Props that Recharts adds to a text element. */
interface Placed {
  readonly x?: number | string;
  readonly y?: number | string;
}

interface MonthTickProps extends Placed {
  /** The labelled months. */
  readonly ticks: readonly string[];
  readonly payload?: { readonly value: string };
}

/** The label of a month; the year is below it if it differs from the previous label's. */
export function MonthTick({ x = 0, y = 0, payload, ticks }: MonthTickProps) {
  const month = payload?.value ?? ticks[0]!;
  const before = ticks[ticks.indexOf(month) - 1];
  const year = formatMonth(month, 'year');
  const isNewYear = before === undefined || formatMonth(before, 'year') !== year;
  return (
    <text x={x} y={y} dy="1em" textAnchor="middle">
      <tspan>{formatMonth(month, 'short')}</tspan>
      {isNewYear && (
        <tspan x={x} dy="1.2em">
          {year}
        </tspan>
      )}
    </text>
  );
}

/** Distance between a bar and its label, px. */
const ABOVE = 6;

interface ValueLabelProps extends Placed {
  /** The shown values by month. */
  readonly texts: ReadonlyMap<string, string>;
  readonly value?: string;
  readonly width?: number | string;
  readonly height?: number | string;
}

/** The value of a month above its bar, which may be negative. */
export function ValueLabel({ x = 0, y = 0, width = 0, height = 0, value = '', texts }: ValueLabelProps) {
  return (
    <text data-value x={Number(x) + Number(width) / 2} y={Math.min(Number(y), Number(y) + Number(height)) - ABOVE} textAnchor="middle">
      {texts.get(value)}
    </text>
  );
}

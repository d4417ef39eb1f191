import type { Inline } from '#domain/platform/rich-text/rich-tree.ts';
import { inlineText } from '#domain/platform/rich-text/tree-text.ts';

/** A line of a page or column. */
export interface Line {
  readonly text: string;
  /** Its widely separated parts, which are cells if adjacent lines have as many. */
  readonly cells: readonly string[];
  readonly page: number;
  /** Height of its letters, and of its baseline above the bottom of the page. */
  readonly height: number;
  readonly y: number;
}

/** A text as placed on the page. */
interface Run {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly isRightToLeft: boolean;
  /** Whether the page marks a line end after it. */
  readonly endsLine: boolean;
}

/** Runs next to each other on one line, in the page's order. */
interface Segment {
  readonly runs: Run[];
  left: number;
  right: number;
  /** Height of its largest letters. */
  y: number;
  size: number;
}

/** Maximum distances in letter heights: of a raised text from its line, and between runs of one line. */
const SAME_LINE = 0.55;
const SAME_SEGMENT = 0.95;
/** Gaps, in letter heights, that count as a space, and that separate cells. */
const BLANK = 0.13;
const CELLS_APART = 1.2;
/** Superscripts and subscripts are smaller than the line by this factor, and this far off it. */
const RAISED = { size: 0.86, up: 0.15, down: 0.06 };

/**
 * Returns the lines of a page in reading order: column by column, each from its top, even if the page's own order interleaves them. Without
 * columns, the page's own order is used.
 */
export function linesOfPage(items: readonly object[], page: number): Line[] {
  return ordered(segmentsOf(runsIn(items)), 0).flatMap((column) => linesIn(column, page));
}

function runsIn(items: readonly object[]): Run[] {
  const runs: Run[] = [];
  for (const item of items) {
    if (!('str' in item) || typeof item.str !== 'string' || !('transform' in item) || !Array.isArray(item.transform)) continue;
    const [a, b, c, d, x, y] = item.transform.map(Number) as [number, number, number, number, number, number];
    const size = Math.hypot(c, d) || Number('height' in item && item.height) || 1;
    const width = Number('width' in item && item.width) || 0;
    // rotated text stays where the page has it
    const isUpright = Math.abs(b) < Math.abs(a) / 10 || a === 0;
    const endsLine = 'hasEOL' in item && item.hasEOL === true;
    const isRightToLeft = 'dir' in item && item.dir === 'rtl';
    runs.push({ text: item.str, left: x, right: x + (isUpright ? width : 0), y, size, isRightToLeft, endsLine });
  }
  return runs;
}

function segmentsOf(runs: readonly Run[]): Segment[] {
  const segments: Segment[] = [];
  let open: Segment | null = null;
  for (const run of runs) {
    const isBlank = run.text.trim() === '';
    if (!isBlank) {
      const size: number = Math.max(open?.size ?? 0, run.size);
      const gap: number = open ? Math.max(run.left - open.right, open.left - run.right) : Infinity;
      if (!open || Math.abs(run.y - open.y) > size * SAME_LINE || gap > size * SAME_SEGMENT)
        segments.push((open = { runs: [], left: run.left, right: run.right, y: run.y, size: run.size }));
      open.runs.push(run);
      open.left = Math.min(open.left, run.left);
      open.right = Math.max(open.right, run.right);
      if (run.size > open.size) [open.size, open.y] = [run.size, run.y];
    }
    // a line end may be marked after a superscript although the line goes on
    if (run.endsLine && open && run.size >= open.size * RAISED.size) open = null;
  }
  return segments;
}

/** Maximum nesting of columns; real pages have no more. */
const DEEPEST = 4;
/** Maximum number of segments that are searched for columns; a page with more is a drawing. */
const MOST_SEGMENTS = 3_000;
/** Number of positions across a page at which columns may be separated. */
const PLACES = 200;
/** Columns of prose have at least this many lines each, which fill this share of their width. */
const COLUMN = { lines: 2, fill: 0.6, words: 3 };

interface Row {
  readonly segments: Segment[];
  readonly y: number;
}

/** Returns the segments column by column. */
function ordered(segments: readonly Segment[], depth: number): (readonly Segment[])[] {
  if (segments.length < 2 * COLUMN.lines || segments.length > MOST_SEGMENTS || depth > DEEPEST) return [segments];
  const gutter = gutterOf(segments);
  if (gutter === null) return [segments];
  const crosses = ({ left, right }: Segment): boolean => left < gutter && right > gutter;
  // bands of the page: lines that span the columns, such as the title, and the parts between them
  const bands: { segments: Segment[]; isSplit: boolean }[] = [];
  for (const row of rowsOf(segments)) {
    const isSplit = !row.segments.some(crosses);
    const band = bands.at(-1);
    if (band?.isSplit === isSplit) band.segments.push(...row.segments);
    else bands.push({ segments: [...row.segments], isSplit });
  }
  const place = new Map(segments.map((segment, at) => [segment, at]));
  const asGiven = (some: readonly Segment[]): Segment[] => some.toSorted((a, b) => place.get(a)! - place.get(b)!);
  let isFound = false;
  const columns = bands.flatMap(({ segments: band, isSplit }) => {
    const [left, right] = [band.filter((one) => one.right <= gutter), band.filter((one) => one.right > gutter)];
    if (!isSplit || !areColumns(left, right)) return [asGiven(band)];
    isFound = true;
    return [...ordered(asGiven(left), depth + 1), ...ordered(asGiven(right), depth + 1)];
  });
  return isFound ? columns : [segments];
}

function rowsOf(segments: readonly Segment[]): Row[] {
  const rows: Row[] = [];
  for (const segment of segments.toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1);
    if (row && row.y - segment.y <= segment.size * SAME_LINE) row.segments.push(segment);
    else rows.push({ segments: [segment], y: segment.y });
  }
  return rows;
}

const extentOf = (segments: readonly Segment[]): [left: number, right: number] => [
  Math.min(...segments.map((one) => one.left)),
  Math.max(...segments.map((one) => one.right)),
];

/** Returns the position between the left and right part of the page that the fewest lines cross. */
function gutterOf(segments: readonly Segment[]): number | null {
  const [left, right] = extentOf(segments);
  const step = (right - left) / PLACES;
  if (!(step > 0)) return null;
  const changes = new Float64Array(PLACES + 2);
  for (const one of segments) {
    changes[Math.floor((one.left - left) / step)]! += 1;
    changes[Math.min(PLACES, Math.ceil((one.right - left) / step))]! -= 1;
  }
  let [covered, from] = [0, 0];
  let best = { crossed: Infinity, from: 0, width: 0 };
  let before = NaN;
  for (let place = 0; place <= PLACES * 0.85; place += 1) {
    covered += changes[place]!;
    if (place < PLACES * 0.15) continue;
    if (covered !== before) from = place;
    before = covered;
    const width = place - from + 1;
    if (covered < best.crossed || (covered === best.crossed && width > best.width)) best = { crossed: covered, from, width };
  }
  return best.crossed * 2 > segments.length ? null : left + (best.from + best.width / 2) * step;
}

/** Tells whether two parts of a page are columns of prose, as opposed to columns of a table. */
function areColumns(left: readonly Segment[], right: readonly Segment[]): boolean {
  return [left, right].every((part) => {
    const rows = rowsOf(part);
    if (rows.length < COLUMN.lines) return false;
    const widthOf = (some: readonly Segment[]): number => extentOf(some)[1] - extentOf(some)[0];
    const fills = rows.map(({ segments }) => widthOf(segments) / widthOf(part));
    const words = rows.map(({ segments }) => segments.reduce((sum, { runs }) => sum + wordsIn(runs), 0));
    return median(fills) >= COLUMN.fill && median(words) >= COLUMN.words;
  });
}

/** Counts words; in scripts without spaces, two characters count as one word. */
const wordsIn = (runs: readonly Run[]): number =>
  runs.reduce(
    (sum, { text }) =>
      sum +
      Math.max(
        text.trim().split(/\s+/).length,
        (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0) / 2,
      ),
    0,
  );

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Joins the texts on one line of a column; superscripts and subscripts stay separate. */
function linesIn(segments: readonly Segment[], page: number): Line[] {
  const lines: Segment[] = [];
  for (const segment of segments) {
    const line = lines.at(-1);
    if (line && Math.abs(line.y - segment.y) <= Math.max(line.size, segment.size) * SAME_LINE) {
      for (const run of segment.runs) line.runs.push(run);
      line.left = Math.min(line.left, segment.left);
      line.right = Math.max(line.right, segment.right);
      if (segment.size > line.size) [line.size, line.y] = [segment.size, segment.y];
    } else lines.push({ ...segment, runs: [...segment.runs] });
  }
  return lines.map((line) => {
    const cells = cellsOf(line).map((cell) => inlineText(cell).replaceAll(/\s+/g, ' ').trim());
    return { text: cells.join(' '), cells, page, height: line.size, y: line.y };
  });
}

function cellsOf({ runs, y, size }: Segment): Inline[][] {
  const isRightToLeft = runs.filter((run) => run.isRightToLeft).length * 2 > runs.length;
  const cells: Inline[][] = [[]];
  let before: Run | null = null;
  for (const run of runs.toSorted((a, b) => (isRightToLeft ? b.right - a.right : a.left - b.left))) {
    const gap: number = before ? (isRightToLeft ? before.left - run.right : run.left - before.right) : 0;
    if (gap > CELLS_APART * size) cells.push([]);
    const inlines = cells.at(-1)!;
    if (gap > BLANK * Math.min(size, before?.size ?? size)) inlines.push({ type: 'text', value: ' ' });
    const isSmall = run.size <= size * RAISED.size;
    const text: Inline = { type: 'text', value: run.text };
    if (isSmall && run.y - y >= size * RAISED.up) inlines.push({ type: 'superscript', children: [text] });
    else if (isSmall && y - run.y >= size * RAISED.down) inlines.push({ type: 'subscript', children: [text] });
    else inlines.push(text);
    before = run;
  }
  return cells;
}

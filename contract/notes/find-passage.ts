/** Maximum length of a note's passage, and length of the context stored on either side, in characters without blanks. */
export const QUOTE_LENGTH = 2_000;
export const CONTEXT_LENGTH = 32;

/** A quote of this length that occurs once is the passage, wherever it is; a shorter quote needs its context. */
const CONCLUSIVE_LENGTH = 24;
/** Minimum number of matching characters of context on one side that identify a place. */
const TELLING_CONTEXT = 8;
/** Share of a passage that must be unchanged for it to be recognised: within its context, and without it. */
const SAME_SHARE = 0.6;
const SAME_SHARE_ALONE = 0.7;
/** Fragments by which a changed passage is found: their length, and the distance between their starts. */
const PIECE = 6;
const STRIDE = 2;
/** Maximum number of places considered per fragment, and of fragments compared in all: repetitive texts have too many to tell apart. */
const PLACES = 50;
const COMPARED = 60_000;

export interface PassageWords {
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly position: number;
  readonly fingerprint: string;
}

export interface FoundPassage {
  /** Offset in the original text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly isChanged: boolean;
}

/**
 * A text without blanks and invisible characters, since spacing differs between Markdown and page, with the original offset of each
 * character.
 */
export interface Squeezed {
  readonly text: string;
  readonly at: readonly number[];
}

const UNWRITTEN = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

export function squeeze(text: string): Squeezed {
  const at: number[] = [];
  let squeezed = '';
  for (let index = 0; index < text.length; index += 1) {
    if (UNWRITTEN.test(text[index]!)) continue;
    squeezed += text[index];
    at.push(index);
  }
  return { text: squeezed, at };
}

/** Returns a value that identifies an unchanged text: its length and a 32-bit hash (FNV-1a). */
function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}:${(hash >>> 0).toString(36)}`;
}

/** Returns the passage between two offsets of a text; null when it is empty or too long to store. */
export function passageAt(text: string, start: number, end: number): PassageWords | null {
  const { text: squeezed, at } = squeeze(text);
  const from = lowerBound(at, start);
  const to = lowerBound(at, end);
  const quote = text.slice(at[from] ?? start, (at[to - 1] ?? start) + 1);
  if (to <= from || quote.length > QUOTE_LENGTH) return null;
  return {
    quote,
    prefix: squeezed.slice(Math.max(0, from - CONTEXT_LENGTH), from),
    suffix: squeezed.slice(to, to + CONTEXT_LENGTH),
    position: from,
    fingerprint: fingerprintOf(squeezed),
  };
}

/**
 * Finds a passage in a text that may have changed since. Prefers no result to a wrong one: in a changed text, a passage that occurs several
 * times in the same context is not found.
 * @returns null when the passage was removed, or is ambiguous
 */
export function findPassage(text: string | Squeezed, passage: PassageWords): FoundPassage | null {
  const squeezed = typeof text === 'string' ? squeeze(text) : text;
  const quote = squeeze(passage.quote).text;
  if (quote === '') return null;
  const context = { prefix: squeeze(passage.prefix).text, suffix: squeeze(passage.suffix).text };
  const isSameText = fingerprintOf(squeezed.text) === passage.fingerprint;
  if (isSameText && squeezed.text.startsWith(quote, passage.position))
    return placed(squeezed, passage.position, passage.position + quote.length, false);

  const places = occurrences(squeezed.text, quote);
  if (places.length > 0) {
    const judged = places
      .map((start) => ({ start, ...contextAt(squeezed.text, context, start, start + quote.length) }))
      .toSorted((a, b) => b.before + b.after - (a.before + a.after));
    const [best, second] = judged;
    const isDecided = isConclusive(best!, context) || (places.length === 1 && quote.length >= CONCLUSIVE_LENGTH);
    const isTied = second !== undefined && second.before + second.after === best!.before + best!.after;
    return isDecided && !isTied ? placed(squeezed, best!.start, best!.start + quote.length, false) : null;
  }
  return findChanged(squeezed, quote, context);
}

type Context = Pick<PassageWords, 'prefix' | 'suffix'>;

/** Returns how many characters of the context match on either side of an offset. */
function contextAt(text: string, { prefix, suffix }: Context, start: number, end: number): { before: number; after: number } {
  let before = 0;
  while (before < prefix.length && text[start - 1 - before] === prefix[prefix.length - 1 - before]) before += 1;
  let after = 0;
  while (after < suffix.length && text[end + after] === suffix[after]) after += 1;
  return { before, after };
}

const isConclusive = ({ before, after }: { before: number; after: number }, { prefix, suffix }: Context): boolean =>
  before >= TELLING_CONTEXT || after >= TELLING_CONTEXT || (before === prefix.length && after === suffix.length);

/** Finds a passage whose own words were changed, if most of its fragments still occur together and in order. */
function findChanged(squeezed: Squeezed, quote: string, context: Context): FoundPassage | null {
  const { text } = squeezed;
  if (quote.length < CONCLUSIVE_LENGTH) return null;
  // each fragment votes for a start of the passage
  const slack = Math.max(PIECE * 2, Math.floor(quote.length / 3));
  const votes: { start: number; offset: number; at: number }[] = [];
  const places = placesOf(text, quote);
  for (let offset = 0; offset + PIECE <= quote.length; offset += STRIDE) {
    for (const at of places.get(quote.slice(offset, offset + PIECE)) ?? []) votes.push({ start: at - offset, offset, at });
  }
  votes.sort((a, b) => a.start - b.start || a.offset - b.offset);
  const windows: { first: number; last: number }[] = [];
  for (let first = 0, last = 0; first < votes.length; first += 1) {
    if (first > 0 && votes[first]!.start === votes[first - 1]!.start) continue;
    while (last < votes.length && votes[last]!.start - votes[first]!.start <= slack) last += 1;
    // fewer fragments cannot cover enough of the passage
    if ((last - first) * PIECE >= quote.length * SAME_SHARE) windows.push({ first, last });
  }
  if (windows.reduce((sum, { first, last }) => sum + last - first, 0) > COMPARED) return null;
  const chains = windows.map(({ first, last }) => chainOf(votes.slice(first, last), quote.length));
  const [best] = chains.toSorted((a, b) => b.covered - a.covered);
  if (!best || best.covered / quote.length < SAME_SHARE) return null;
  const isTied = chains.some((one) => one.covered === best.covered && (one.start >= best.end || one.end <= best.start));
  if (isTied) return null;
  // words added around the fragments belong to the passage if its context follows directly
  const start = edge(text, context.prefix, best.start, -1, slack);
  const end = edge(text, context.suffix, best.end, 1, slack);
  const isAtHome = isConclusive(contextAt(text, context, start, end), context);
  if (!isAtHome && best.covered / quote.length < SAME_SHARE_ALONE) return null;
  return placed(squeezed, start, end, true);
}

/** Returns the first places in a text of each of a passage's fragments. */
function placesOf(text: string, quote: string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let offset = 0; offset + PIECE <= quote.length; offset += STRIDE) places.set(quote.slice(offset, offset + PIECE), []);
  for (let at = 0; at + PIECE <= text.length; at += 1) {
    const found = places.get(text.slice(at, at + PIECE));
    if (found && found.length < PLACES) found.push(at);
  }
  return places;
}

/** Selects fragments in the order of the passage, without overlaps. */
function chainOf(votes: readonly { offset: number; at: number }[], length: number): { covered: number; start: number; end: number } {
  let covered = 0;
  let end = -1;
  let start = -1;
  let nextOffset = 0;
  for (const { offset, at } of votes.toSorted((a, b) => a.offset - b.offset || a.at - b.at)) {
    // the next fragment must directly follow the last one, or be near it; a distant fragment belongs to another place
    const isNextTo = start >= 0 && at - offset === end - nextOffset && offset < nextOffset;
    if (!isNextTo && (offset < nextOffset || at < end || (start >= 0 && at - end > length / 2))) continue;
    if (start < 0) start = at;
    covered += offset + PIECE - Math.max(offset, nextOffset);
    end = at + PIECE;
    nextOffset = offset + PIECE;
  }
  return { covered, start: Math.max(0, start), end: Math.max(0, end) };
}

/** Returns the end of a passage whose last known fragment ends at `from`: the start of its context, if that is near. */
function edge(text: string, side: string, from: number, step: 1 | -1, slack: number): number {
  const known = step === 1 ? side.slice(0, TELLING_CONTEXT) : side.slice(-TELLING_CONTEXT);
  if (known.length < TELLING_CONTEXT)
    return side === '' ? (step === 1 ? Math.min(text.length, from + slack) : Math.max(0, from - slack)) : from;
  if (step === 1) {
    const at = text.indexOf(known, from);
    return at >= 0 && at - from <= slack ? at : from;
  }
  const at = text.lastIndexOf(known, from - known.length);
  return at >= 0 && from - (at + known.length) <= slack ? at + known.length : from;
}

function occurrences(text: string, piece: string, atMost = 1_000): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(piece); at >= 0 && found.length < atMost; at = text.indexOf(piece, at + 1)) found.push(at);
  return found;
}

const placed = ({ at }: Squeezed, start: number, end: number, isChanged: boolean): FoundPassage => ({
  start: at[start]!,
  end: at[end - 1]! + 1,
  isChanged,
});

/** Returns the first index whose value is not less than `value`. */
function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

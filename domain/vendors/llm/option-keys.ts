import { booleanIn, letters } from './near-values.ts';

/** A question's options as a model wrote them: each text, and the label of the option, if any. */
export interface LabelledTexts {
  readonly texts: readonly string[];
  readonly labels: readonly (string | null)[];
  /** The options that the list itself marks as right; null: it marks none. */
  readonly marked: readonly number[] | null;
}

type Holder = Readonly<Record<string, unknown>>;
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null && !Array.isArray(value);

const LABEL_NAMES = new Set(['id', 'key', 'label', 'letter', 'index', 'number', 'no', 'place', 'option']);
const RIGHT_NAMES = new Set(['correct', 'iscorrect', 'right', 'isright', 'isanswer']);
/** Values that only state the type of a part: `{"type": "text", "text": "…"}`. */
const TYPE_NAMES = new Set(['type', 'kind', 'role']);
const TYPE = /^[a-z][a-z_]{1,20}$/i;
const NAMING = '(?:(?:the\\s+)?(?:correct\\s+|right\\s+)?(?:option|answer|choice)(?:\\s+is)?[\\s_]*:?\\s*)?';
/** 'B', '2', 'b)', 'Б', 'Option B', 'option_b', 'Answer: B' */
const MARK = new RegExp(`^\\s*${NAMING}[([（]?\\s*(\\p{L}|\\d{1,2})\\s*[)\\].:）．：、]?\\s*$`, 'iu');
/** The same, followed by a text. */
const MARK_BEFORE = new RegExp(`^\\s*${NAMING}[([（]?(\\p{L}|\\d{1,2})(?:[)\\].:]\\s+|[）．：、]\\s*)(?=\\S)`, 'iu');
/** The same with a dash, in a key; in an option it may be a subtraction. */
const MARK_AND_DASH = new RegExp(`^\\s*${NAMING}(\\p{L}|\\d{1,2})\\s+[-–—]\\s+(?=\\S)`, 'iu');

const markIn = (text: string): string | null => MARK.exec(text)?.[1]?.toUpperCase() ?? null;
const labelBefore = (text: string): string | null => MARK_BEFORE.exec(text)?.[1]?.toUpperCase() ?? null;
const bare = (text: string): string => letters(text.replace(MARK_BEFORE, '')) || text.trim();

interface OneText {
  readonly text: string;
  readonly label: string | null;
  readonly isRight: boolean | null;
}

/** Returns the only text of an object, such as `{"point": "…"}` or `{"id": "b", "text": "…"}`; null when it has none, or several. */
export function oneText(entry: unknown): OneText | null {
  if (typeof entry === 'string') return { text: entry, label: null, isRight: null };
  if (!isHolder(entry)) return null;
  const parts = Object.entries(entry).filter(([, part]) => part !== null && part !== undefined);
  if (parts.some(([, part]) => typeof part === 'object')) return null;
  const isRightMark = ([one, part]: [string, unknown]) =>
    RIGHT_NAMES.has(letters(one)) && (typeof part === 'boolean' || booleanIn(part) !== undefined);
  const said = parts.filter((part) => typeof part[1] === 'string' && !isRightMark(part)) as [string, string][];
  const untyped = said.filter(([name, part]) => !(TYPE_NAMES.has(letters(name)) && TYPE.test(part)));
  const texts = untyped.length > 0 ? untyped : said;
  const isLabel = ([name, part]: [string, unknown]) => LABEL_NAMES.has(letters(name)) && MARK.test(String(part));
  const meant = texts.length === 1 ? texts : texts.filter((part) => !isLabel(part));
  if (meant.length !== 1) return null;
  const [name, text] = meant[0]!;
  const label = parts.find((part) => part[0] !== name && isLabel(part))?.[1] ?? (/^(?:[A-Za-z]|\d{1,2})$/.test(name) ? name : null);
  const right = parts.find(isRightMark)?.[1];
  return {
    text,
    label: label === null ? null : markIn(String(label)),
    isRight: typeof right === 'boolean' ? right : (booleanIn(right) ?? null),
  };
}

/** Reads a list of texts that may be written as objects or a map (`{"A": "…", "B": "…"}`); null for anything else. */
export function labelledTexts(value: unknown): LabelledTexts | null {
  const entries = Array.isArray(value) ? value.filter((entry) => entry !== null).map(oneText) : isHolder(value) ? mapped(value) : null;
  if (!entries || entries.some((entry) => entry === null)) return null;
  const all = entries as OneText[];
  const isMarked = all.length > 0 && all.every(({ isRight }) => isRight !== null);
  return {
    texts: all.map(({ text }) => text),
    labels: all.map(({ label }) => label),
    marked: isMarked ? all.flatMap(({ isRight }, at) => (isRight ? [at] : [])) : null,
  };
}

const SERIES = ['ABCDEFGHIJKL'.split(''), ...[0, 1].map((from) => Array.from({ length: 12 }, (_, at) => String(at + from)))];

/** Returns the entries of a map whose keys are consecutive letters or numbers from the first on. */
function mapped(map: Holder): OneText[] | null {
  const marks = Object.keys(map).map((name) => ({ name, mark: markIn(name) }));
  const series = SERIES.find(
    (one) => marks.length > 0 && one.slice(0, marks.length).every((mark) => marks.some((own) => own.mark === mark)),
  );
  if (!series) return null;
  return marks
    .toSorted((one, other) => series.indexOf(one.mark!) - series.indexOf(other.mark!))
    .flatMap(({ name, mark }) => {
      const text = map[name];
      return typeof text === 'string' ? [{ text, label: mark, isRight: null }] : [];
    });
}

/**
 * Returns the position of the option that a key names by letter, label, text or both; null when it names none, or several.
 * @param written 'B', 'b)', 'Option B', 'B) It dances', 'B - It dances', 'It dances'
 */
function placeOf(written: string, { texts, labels }: Pick<LabelledTexts, 'texts' | 'labels'>): number | null {
  const key = texts.some((text) => text.trim() === written.trim()) ? written : written.replace(MARK_AND_DASH, '$1) ');
  const mark = markIn(key);
  const before = labelBefore(key);
  const named = new Set<number>();
  const alike = [(text: string) => text.trim(), letters, bare].map((by) =>
    texts.flatMap((text, at) => (by(text) !== '' && by(text) === by(key) ? [at] : [])),
  );
  for (const at of alike.find((found) => found.length > 0) ?? []) named.add(at);
  if (mark !== null) {
    const own = labels.map((label, at) => label ?? labelBefore(texts[at]!));
    const byLabel = own.some((label) => label !== null) ? own.flatMap((label, at) => (label === mark ? [at] : [])) : [placeOfLetter(mark)];
    for (const at of byLabel) if (at >= 0 && at < texts.length) named.add(at);
  } else if (before !== null && named.size === 1) {
    // its letter must not belong to another option
    const [at] = named;
    const own = labels[at!] ?? labelBefore(texts[at!]!) ?? (/\d/.test(before) ? null : String.fromCharCode(65 + at!));
    if (own !== null && own !== before && letters(texts[at!]) !== letters(key)) return null;
  }
  return named.size === 1 ? [...named][0]! : null;
}

/** Returns the positions of the options that keys name, null for a key that is ambiguous. A lone key may name several, as 'A, C'. */
export function placesOf(keys: readonly string[], options: Pick<LabelledTexts, 'texts' | 'labels'>): (number | null)[] {
  const places = keys.map((key) => placeOf(key, options));
  if (keys.length !== 1 || places[0] !== null) return places;
  const parts = keys[0]!.split(AMONG_KEYS).filter(Boolean);
  return parts.length > 1 ? parts.map((part) => placeOf(part, options)) : places;
}

/**
 * Returns comments on options in the options' order, when they were written by name or letter and not for all: `{"A": "Too cold.", "C":
 * "Too old."}`. Anything else is returned as it is.
 */
export function byPlace(said: unknown, options: LabelledTexts | null): unknown {
  if (!options || options.texts.length === 0) return said;
  const listed = Array.isArray(said) ? said.filter((entry) => entry !== null).map(oneText) : [];
  const isLabelled = listed.length > 0 && listed.length === (said as unknown[]).length && listed.every((entry) => entry?.label);
  const named = isHolder(said)
    ? Object.entries(said).map(([name, text]) => ({ name, text }))
    : isLabelled
      ? listed.map((entry) => ({ name: entry!.label!, text: entry!.text }))
      : [];
  const letters = named.filter(({ name }) => !/^\s*\d/.test(name));
  // numbers may be counted from one
  if (letters.length === 0 || letters.length < named.length) return said;
  const places = named.map(({ name }) => placeOf(name, options));
  if (places.includes(null) || new Set(places).size < places.length) return said;
  return options.texts.map((_, at) => named[places.indexOf(at)]?.text ?? '').slice(0, Math.max(...(places as number[])) + 1);
}

/** Separators between several keys in one text, in the languages of courses. */
const AMONG_KEYS = /\s*(?:[,;&/、，]|\b(?:and|und|et|y|e)\b|(?<=\s)(?:и|و|और|和)(?=\s))\s*/;

/**
 * Returns the positions that truth values name: the options that read 'True' or 'No', or one value for each option; null when they are
 * ambiguous.
 */
export function placesOfTruth(keys: readonly unknown[], texts: readonly string[]): number[] | null {
  if (keys.length > 1 && keys.length === texts.length && keys.every((key) => typeof key === 'boolean'))
    return keys.flatMap((key, at) => (key === true ? [at] : []));
  const meant = typeof keys[0] === 'boolean' ? keys[0] : typeof keys[0] === 'string' ? booleanIn(keys[0]) : undefined;
  if (keys.length !== 1 || meant === undefined) return null;
  const places = texts.flatMap((text, at) => (booleanIn(text) === meant ? [at] : []));
  return places.length === 1 ? places : null;
}

const placeOfLetter = (mark: string): number => (/\d/.test(mark) ? -1 : mark.charCodeAt(0) - 65);

/** How a document writes its keys: positions from 0 as requested, positions from 1, names of options, or inconsistently. */
export type KeyStyle = 'from_zero' | 'from_one' | 'named' | 'unclear';

interface Keyed {
  readonly keys: readonly unknown[];
  readonly options: LabelledTexts | null;
}

/**
 * Returns a question's keys as a list. Several positions in one text are several keys, unless an option reads like that ('1,5'). A map says
 * for each option whether it is right.
 */
export function keysIn(raw: unknown, options: LabelledTexts | null): readonly unknown[] {
  if (Array.isArray(raw)) return raw;
  if (isHolder(raw) && Object.values(raw).every((part) => typeof part === 'boolean'))
    return Object.keys(raw).filter((name) => raw[name] === true);
  if (
    typeof raw === 'string' &&
    /^\s*\d{1,2}(?:\s*[,;&]\s*\d{1,2})+\s*$/.test(raw) &&
    !options?.texts.some((text) => text.trim() === raw.trim())
  )
    return raw.split(/[,;&]/);
  return raw === null || raw === undefined || raw === '' ? [] : [raw];
}

export const isPlace = (key: unknown): boolean =>
  typeof key === 'number' || (typeof key === 'string' && /^\s*\d{1,2}(?:\.0)?\s*$/.test(key));

/** Finds out how a document names right options, from all of its questions: a single one may be ambiguous. */
export function keyStyle(questions: readonly Keyed[]): KeyStyle {
  const asked = questions.filter(({ options }) => (options?.texts.length ?? 0) > 0);
  // truth values are neither positions nor names
  const keys = asked.flatMap((one) => one.keys).filter((key) => typeof key !== 'boolean');
  const numbers = keys.filter(isPlace);
  if (numbers.length === 0) return 'named';
  if (numbers.length < keys.length) return 'unclear';
  const allFrom = (first: number) =>
    asked.every((one) =>
      one.keys.every((key) => typeof key === 'boolean' || (Number(key) >= first && Number(key) < one.options!.texts.length + first)),
    );
  const isFromZero = allFrom(0);
  // '2' may be the option labelled or reading '2', or the third one
  const isCalled = (one: Keyed, key: unknown) => {
    const texts = one.options!.texts.map((text) => text.trim());
    const labels = one.options!.labels.map((label, at) => label ?? labelBefore(texts[at]!) ?? '');
    return [...labels.entries(), ...(typeof key === 'string' ? texts.entries() : [])].some(
      ([at, text]) => text === String(key).trim() && at !== Number(key),
    );
  };
  if (isFromZero && asked.some((one) => one.keys.some((key) => isCalled(one, key)))) return 'unclear';
  return isFromZero || !allFrom(1) ? 'from_zero' : 'from_one';
}

import { readLooseJson } from './read-loose-json.ts';

/**
 * Reads YAML as models write it in place of JSON: indented maps and lists, plain, quoted and block scalars, lists in brackets. No anchors,
 * tags, directives or further documents. It stops at the first line that it cannot read, and reads each line once: a general reader reports
 * every error of a text, which is expensive for a long text of errors only.
 */

class NotYaml extends Error {}

/** Deeper than any document we request. */
const MAX_DEPTH = 32;

const KEY =
  /^(?:"((?:[^"\\]|\\["\\/]){1,80})"|'((?:[^']|''){1,80})'|([^\s"'#&*!|>%@`[\]{},?:-][^:#\n]{0,80}?))[ \t]{0,8}:(?:[ \t]+(.*))?$/u;
const ITEM = /^-(?:([ \t]+)(.*))?$/u;
const BLOCK = /^([|>])([+-]?)([1-9]?)([+-]?)[ \t]*(?:[ \t]#.*)?$/u;
const REMARK = /^(?:#|[ \t]+#|[ \t]*$)/u;
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
const WORDS = new Map<string, unknown>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);
const ESCAPES = new Map<string, string>([
  ...[...'"\\/ '].map((char) => [char, char] as const),
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['0', '\0'],
  ['e', '\u001b'],
]);

interface Line {
  readonly indent: number;
  readonly text: string;
  /** With its indentation, as block scalars need it. */
  readonly raw: string;
}

/** Returns the value of a YAML text; undefined for any other text. */
export function readYaml(text: string): unknown {
  try {
    return new Reader(text).document();
  } catch (error) {
    if (error instanceof NotYaml) return undefined;
    throw error;
  }
}

class Reader {
  readonly #lines: Line[];
  #at = 0;

  constructor(text: string) {
    // the last line break ends a line: behind it is none
    this.#lines = text
      .replace(/\n$/, '')
      .split('\n')
      .map((raw) => {
        const text = raw.trimStart();
        return { indent: raw.length - text.length, text: text.trimEnd(), raw };
      });
  }

  document(): unknown {
    this.#skip();
    if (this.#line?.raw.trimEnd() === '---') this.#at += 1;
    const value = this.#node(0, 0);
    this.#skip();
    if (this.#line) throw new NotYaml();
    return value;
  }

  get #line(): Line | undefined {
    return this.#lines[this.#at];
  }

  /** Moves to the next line that is not blank. */
  #skip(): Line | undefined {
    while (this.#line && (this.#line.text === '' || this.#line.text.startsWith('#'))) this.#at += 1;
    if (this.#line && /^[ ]*\t/.test(this.#line.raw)) throw new NotYaml();
    return this.#line;
  }

  /** Reads a value that begins on a line by itself, at this indentation or deeper. */
  #node(least: number, depth: number): unknown {
    const line = this.#skip();
    if (depth > MAX_DEPTH) throw new NotYaml();
    if (!line || line.indent < least) return null;
    if (ITEM.test(line.text)) return this.#list(line.indent, depth);
    if (KEY.test(line.text)) return this.#map(line.indent, depth);
    this.#at += 1;
    return this.#scalar(line.text, least - 1);
  }

  #map(indent: number, depth: number): unknown {
    const map: Record<string, unknown> = {};
    for (let line = this.#skip(); line && line.indent === indent && !ITEM.test(line.text); line = this.#skip()) {
      const [whole, double, single, plain, rest = ''] = KEY.exec(line.text) ?? [];
      if (whole === undefined) throw new NotYaml();
      const key = plain ?? single?.replaceAll("''", "'") ?? unescaped(double!);
      if (Object.hasOwn(map, key)) throw new NotYaml();
      this.#at += 1;
      const value = REMARK.test(rest) ? this.#below(indent, depth) : this.#scalar(rest, indent);
      Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true });
    }
    if ((this.#line?.indent ?? 0) > indent) throw new NotYaml();
    return map;
  }

  /** Reads the value of a key with nothing beside it: the indented lines below; a list need not be indented. */
  #below(indent: number, depth: number): unknown {
    const next = this.#skip();
    if (!next || next.indent < indent) return null;
    if (next.indent > indent) return this.#node(indent + 1, depth + 1);
    return ITEM.test(next.text) ? this.#list(indent, depth + 1) : null;
  }

  #list(indent: number, depth: number): unknown[] {
    const list: unknown[] = [];
    for (let line = this.#skip(); line && line.indent === indent; line = this.#skip()) {
      const [item, blanks = '', rest = ''] = ITEM.exec(line.text) ?? [];
      if (item === undefined) break;
      if (rest === '' || rest.startsWith('#')) {
        this.#at += 1;
        list.push(this.#node(indent + 1, depth + 1));
      } else if (ITEM.test(rest) || KEY.test(rest)) {
        // content after the dash is read as if it began on the next line
        const inner = indent + 1 + blanks.length;
        this.#lines[this.#at] = { indent: inner, text: rest, raw: ' '.repeat(Math.min(inner, MAX_DEPTH * 4)) + rest };
        list.push(this.#node(inner, depth + 1));
      } else {
        this.#at += 1;
        list.push(this.#scalar(rest, indent));
      }
    }
    if ((this.#line?.indent ?? 0) > indent) throw new NotYaml();
    return list;
  }

  /** Reads a scalar that begins with `first` and continues in lines indented by more than `indent`. */
  #scalar(first: string, indent: number): unknown {
    const block = BLOCK.exec(first);
    if (block) return this.#block(block, indent);
    if (first.startsWith('"') || first.startsWith("'")) return this.#quoted(first, indent);
    if (first.startsWith('[') || first.startsWith('{')) return this.#flow(first, indent);
    if (/^[&*!|>%@`,\]}?]|^-(?:\s|$)|^:(?:\s|$)/.test(first)) throw new NotYaml();
    return plainValue(folded([first, ...this.#further(indent)].map(plainLine)));
  }

  /** Takes the lines that are indented by more than this, including blank ones between them. */
  #further(indent: number): string[] {
    const taken: string[] = [];
    let blanks = 0;
    for (let at = this.#at; at < this.#lines.length; at += 1) {
      const { text, indent: own } = this.#lines[at]!;
      if (text === '') blanks += 1;
      else if (own <= indent) break;
      else {
        taken.push(...Array.from({ length: blanks }, () => ''), text);
        blanks = 0;
        this.#at = at + 1;
      }
    }
    return taken;
  }

  #block([, style, before, digit, after]: RegExpExecArray, indent: number): string {
    const taken: Line[] = [];
    for (; this.#line && (this.#line.text === '' || this.#line.indent > indent); this.#at += 1) taken.push(this.#line);
    const first = taken.find(({ text }) => text !== '');
    if (first === undefined && (before || after) === '+') throw new NotYaml(); // without text, nothing shows how far the blank lines to keep are indented
    if (first === undefined) return '';
    const inner = digit ? Math.max(indent, 0) + Number(digit) : first.indent;
    // a tab belongs to the content, though it looks like indentation here
    if (taken.some(({ raw, text, indent: own }) => text !== '' && (own < inner || raw.slice(0, own).includes('\t')))) throw new NotYaml();
    const lines = taken.map(({ raw }) => raw.slice(inner));
    const last = lines.findLastIndex((line) => line !== '');
    const said = lines.slice(0, last + 1);
    const text = style === '|' ? said.join('\n') : foldedBlock(said);
    const chomp = before || after;
    return chomp === '-' ? text : chomp === '+' ? text + '\n'.repeat(lines.length - last) : `${text}\n`;
  }

  #quoted(first: string, indent: number): string {
    const quote = first[0]!;
    const lines: string[] = [];
    for (let line: string | undefined = first.slice(1); ;) {
      const end = quote === '"' ? endOfDouble(line) : endOfSingle(line);
      if (end >= 0) {
        if (!REMARK.test(line.slice(end + 1))) throw new NotYaml();
        lines.push(line.slice(0, end));
        break;
      }
      lines.push(line);
      const next = this.#line;
      if (!next || (next.text !== '' && next.indent <= indent)) throw new NotYaml();
      this.#at += 1;
      line = next.raw.trim();
    }
    return quote === '"' ? unescaped(foldedQuoted(lines)) : folded(lines).replaceAll("''", "'");
  }

  #flow(first: string, indent: number): unknown {
    const text = [first, ...this.#further(indent)].join('\n');
    const read = readLooseJson(text);
    if (read.ok && !read.isOpen && REMARK.test(text.slice(read.end))) return read.value;
    const [, inner] = /^\[([^[\]{}"'\n#]*)\]$/.exec(text) ?? [];
    if (inner === undefined || /:\s/.test(inner)) throw new NotYaml();
    return inner.split(',').map((word) => plainValue(word.trim()));
  }
}

/** Returns a line of a plain scalar without a trailing comment; a key within it means that it is not a scalar. */
function plainLine(line: string): string {
  const at = line.search(/[ \t]#/);
  const said = at < 0 ? line : line.slice(0, at);
  if (/:(?:[ \t]|$)/.test(said)) throw new NotYaml();
  return said.trim();
}

function plainValue(text: string): unknown {
  if (WORDS.has(text)) return WORDS.get(text);
  return NUMBER.test(text) ? Number(text) : text;
}

/**
 * Joins the lines of a flow scalar: a single line break becomes a space, each blank line a line break. Only spaces within its quotes stay
 * at its ends.
 */
function folded(lines: readonly string[]): string {
  if (lines.length === 1) return lines[0]!;
  const parts = [lines[0]!.trimEnd()];
  let breaks = 0;
  for (const [at, line] of lines.slice(1).entries()) {
    breaks += 1;
    const isLast = at === lines.length - 2;
    if (line.trim() === '' && !isLast) continue;
    parts.push(breaks > 1 ? '\n'.repeat(breaks - 1) : ' ', isLast ? line.trimStart() : line.trim());
    breaks = 0;
  }
  return parts.join('');
}

/** The same for a quoted text, where a backslash at the end of a line removes its line break. */
function foldedQuoted(lines: readonly string[]): string {
  const parts: string[][] = [[]];
  for (const [at, line] of lines.entries()) {
    const isJoined = at < lines.length - 1 && /(?<!\\)(?:\\\\)*\\$/.test(line.slice(-32));
    parts.at(-1)!.push(isJoined ? line.slice(0, -1) : line);
    if (isJoined) parts.push([]);
  }
  // spaces before a backslash are kept
  return parts.map((part) => folded(part)).join('');
}

/** Joins the lines of a folded block; lines with deeper indentation keep their line breaks. */
function foldedBlock(lines: readonly string[]): string {
  let text = '';
  let breaks = 0;
  let before: string | null = null;
  for (const line of lines) {
    if (line === '') {
      breaks += 1;
      continue;
    }
    const isKept = before === null || /^[ \t]/.test(line) || /^[ \t]/.test(before);
    const between = before === null ? breaks : isKept ? breaks + 1 : breaks;
    text += (between > 0 ? '\n'.repeat(between) : before === null ? '' : ' ') + line;
    before = line;
    breaks = 0;
  }
  return text;
}

function endOfDouble(line: string): number {
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === '"') return at;
  }
  return -1;
}

function endOfSingle(line: string): number {
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] !== "'") continue;
    if (line[at + 1] !== "'") return at;
    at += 1;
  }
  return -1;
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|(.))/gsu, (_, two, four, eight, char: string) => {
    const code = (two ?? four ?? eight) as string | undefined;
    if (code !== undefined) {
      if (parseInt(code, 16) > 0x10ffff) throw new NotYaml();
      return String.fromCodePoint(parseInt(code, 16));
    }
    const meant = ESCAPES.get(char);
    if (meant === undefined) throw new NotYaml();
    return meant;
  });

import { lookup } from '#contract/platform/lookup.ts';
import { ANSWER_MARK } from '#domain/platform/rich-text/tree-text.ts';
import { fromAnkiHtml } from './anki-text.ts';
import { questionOf, type Gapped } from './anki-gaps.ts';

/** An Anki note type: its fields, and how its cards show them. */
export interface NoteType {
  readonly isCloze: boolean;
  readonly fields: readonly string[];
  readonly templates: ReadonlyMap<number, Template>;
}

/** A card template of a note type. */
export interface Template {
  readonly front: Side;
  readonly back: Side;
}

/** A parsed field. */
export interface Field {
  /** Without gaps. */
  readonly text: string;
  readonly gaps: Gapped | null;
}

type Mark =
  | { readonly type: 'field'; readonly name: string; readonly filters: readonly string[] }
  | { readonly type: 'if' | 'unless' | 'end'; readonly name: string };
/** The lines of a side: texts, and marks for fields and conditions. */
type Side = readonly (readonly (string | Mark)[])[];

/** Limits that no real template exceeds. */
const MOST = { characters: 50_000, marks: 200 };
/** Characters around a mark's number while the HTML is read; they are removed from the input first. */
const [BEGIN, END] = ['\u{f0000}', '\u{f0001}'];
const MARK = /\{\{([#^/]?)([^{}]{1,200})\}\}/g;

function markOf(sign: string, inside: string): Mark {
  const name = inside.trim();
  if (sign === '#') return { type: 'if', name };
  if (sign === '^') return { type: 'unless', name };
  if (sign === '/') return { type: 'end', name };
  const parts = name.split(':');
  return { type: 'field', name: parts.at(-1)!.trim(), filters: parts.slice(0, -1).map((filter) => filter.trim().split(' ')[0]!) };
}

function sideOf(html: string): Side {
  const marks: Mark[] = [];
  const marked = html
    .replaceAll(BEGIN, '')
    .replaceAll(END, '')
    .replaceAll(MARK, (_, sign: string, inside: string) => `${BEGIN}${marks.push(markOf(sign, inside)) - 1}${END}`);
  if (marks.length > MOST.marks) throw new RangeError('a template with too many fields');
  const { text } = fromAnkiHtml(marked);
  // white space has no meaning in a template, but may have in a field
  return text.split('\n').map((line) =>
    line
      .trim()
      .split(/\u{f0000}(\d+)\u{f0001}/u)
      .map((part, at): string | Mark => (at % 2 === 0 ? part : marks[Number(part)]!)),
  );
}

/** Parses a template. @returns null when it cannot be parsed */
export function readTemplate(front: string, back: string): Template | null {
  if (front.length > MOST.characters || back.length > MOST.characters) return null;
  try {
    // everything before the beginning of the answer repeats the front
    const answer = sideOf(back);
    const at = answer.findIndex((line) => line.some((part) => typeof part === 'string' && part.includes(ANSWER_MARK)));
    return { front: sideOf(front), back: answer.slice(at + 1) };
  } catch {
    return null;
  }
}

export interface Sides {
  readonly front: string;
  readonly back: string;
}

/** Writes the sides of a card. @returns null when the card asks nothing, e.g. because its note no longer has the gap */
export function sidesOf({ fields: names, isCloze, templates }: NoteType, fields: readonly Field[], card: number): Sides | null {
  const template = templates.get(isCloze ? 0 : card);
  if (!template) return null;
  const named = new Map(names.map((name, at) => [name, fields[at] ?? { text: '', gaps: null }]));
  let hasGap = false;
  const write = (side: Side, isFront: boolean): string => {
    let hasField = false;
    const text = (mark: Mark & { type: 'field' }): string => {
      const field = named.get(mark.name);
      if (!field) return '';
      let shown = field.text;
      if (isFront && mark.filters.some((filter) => filter === 'type' || filter === 'hint')) return '';
      if (mark.filters.some((filter) => filter === 'tts' || filter === 'tts-voices')) return '';
      if (mark.filters.includes('cloze')) {
        if (mark.filters.includes('type')) return '';
        if (isFront) {
          const asked = field.gaps && questionOf(field.gaps, card + 1);
          if (asked !== null) hasGap = true;
          shown = asked ?? '';
        }
      }
      for (const filter of mark.filters) shown = READINGS[filter]?.(shown) ?? shown;
      if (shown !== '') hasField = true;
      return shown;
    };
    // a condition may begin in one line and end in another
    const conditions: { name: string; holds: boolean }[] = [];
    const lines: string[] = [];
    for (const line of side) {
      let written = '';
      const isConstant = line.every((part) => typeof part === 'string');
      for (const part of line) {
        if (typeof part !== 'string' && part.type !== 'field') {
          const opened = conditions.findLastIndex(({ name }) => name === part.name);
          if (part.type === 'end') conditions.splice(opened < 0 ? conditions.length : opened);
          else conditions.push({ name: part.name, holds: ((named.get(part.name)?.text ?? '') !== '') === (part.type === 'if') });
        } else if (conditions.every(({ holds }) => holds)) written += typeof part === 'string' ? part : text(part);
      }
      if (written.trim() !== '' || (isConstant && conditions.every(({ holds }) => holds))) lines.push(written);
    }
    return hasField ? lines.join('\n').trim() : '';
  };
  const front = write(template.front, true);
  const back = write(template.back, false);
  if (isCloze && !hasGap) return null;
  // some backs repeat the front without the usual field
  return { front, back: !isCloze && back.startsWith(`${front}\n`) ? back.slice(front.length + 1).trim() : back };
}

/** Filters for Japanese with readings, which are written as 漢字[かんじ]. */
const READINGS: Readonly<Record<string, (text: string) => string>> = lookup({
  furigana: (text) => withReadings(text, (word, reading) => `${word}(${reading})`),
  kanji: (text) => withReadings(text, (word) => word),
  kana: (text) => withReadings(text, (_, reading) => reading),
});

const withReadings = (text: string, show: (word: string, reading: string) => string): string =>
  text.replaceAll(/ ?([^ >\n[\]]{1,60})\[([^\]\n[]{1,60})\]/g, (_, word: string, reading: string) => show(word, reading));

/** Returns a note type for cards whose file has none: its fields in order, and reversed for a second card. */
export function typeByPlace(fields: readonly Field[]): NoteType {
  const names = fields.map((_, at) => String(at));
  const field = (name: string): Mark => ({ type: 'field', name, filters: [] });
  const side = (some: readonly string[]): Side => some.map((name) => [field(name)]);
  const isCloze = fields[0]?.gaps?.some((part) => typeof part !== 'string') ?? false;
  if (isCloze) {
    const gap: Side = [[{ type: 'field', name: '0', filters: ['cloze'] }]];
    return { isCloze, fields: names, templates: new Map([[0, { front: gap, back: gap }]]) };
  }
  const second = names.slice(1).find((name) => fields[Number(name)]!.text !== '') ?? '1';
  const templates: [number, Template][] = [
    [0, { front: side(['0']), back: side(names.slice(1)) }],
    [1, { front: side([second]), back: side(['0']) }],
  ];
  return { isCloze, fields: names, templates: new Map(templates) };
}

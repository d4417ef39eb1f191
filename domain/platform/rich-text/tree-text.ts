import type { Block, Inline } from './rich-tree.ts';

/** A piece of text on its own lines. */
export interface Piece {
  readonly text: string;
  /** 0: text. 1 to 6: a heading of that level. */
  readonly level: number;
  /** Whether its spaces and line breaks are significant: code, lists within lists. */
  readonly isSet: boolean;
}

interface Words {
  /** Returns the text of an image; absent: images are left out. */
  readonly image?: (alt: string) => string;
}

/** Marks where a card's answer begins. */
export const ANSWER_MARK = '\u{f8ff}';

/** Writes inline content. */
export function inlineText(inlines: readonly Inline[], words: Words = {}): string {
  let text = '';
  for (let at = 0; at < inlines.length; at += 1) {
    const node = inlines[at]!;
    if (node.type === 'text') text += node.value;
    else if (node.type === 'break') text += '\n';
    else if (node.type === 'inlineMath') text += `$${node.value}$`;
    else if (node.type === 'footnoteReference') text += `[${node.label}]`;
    else if (node.type === 'image') text += words.image?.(node.alt) ?? '';
    else if (node.type === 'ruby') {
      const reading = inlineText(node.reading, words).trim();
      text += inlineText(node.children, words).trimEnd() + (reading && `(${reading})`);
    } else {
      // authoring programs split runs that belong together
      const together = [...node.children];
      for (let next = inlines[at + 1]; next?.type === node.type && 'children' in next; next = inlines[at + 1]) {
        together.push(...next.children);
        at += 1;
      }
      text += raisedText(inlineText(together, words), node.type, text);
    }
  }
  return text;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Writes blocks, each on its own lines: table rows with separated cells, list entries with their numbers. */
export function* piecesOf(blocks: readonly Block[], words: Words = {}): Generator<Piece> {
  for (const block of blocks) {
    if (block.type === 'heading') yield { text: inlineText(block.children, words), level: block.depth, isSet: false };
    else if (block.type === 'paragraph') yield { text: inlineText(block.children, words), level: 0, isSet: false };
    else if (block.type === 'code') yield { text: inlineText(block.children, words), level: 0, isSet: true };
    else if (block.type === 'math') yield { text: `$$${block.value}$$`, level: 0, isSet: false };
    else if (block.type === 'thematicBreak') {
      if (block.id === 'answer') yield { text: ANSWER_MARK, level: 0, isSet: true };
    } else if (block.type === 'footnoteDefinition') yield* marked(`[${block.label}] `, block.children, words);
    else if (block.type === 'list') {
      for (const { marker, children } of block.children) yield* marked(`${marker} `, children, words);
    } else yield* rowsOf(block.rows, words);
  }
}

/** Puts the marker on the first line and indents the others below its text. */
function* marked(mark: string, blocks: readonly Block[], words: Words): Generator<Piece> {
  const pieces = [...piecesOf(blocks, words)].filter(({ text }) => text.trim() !== '');
  if (pieces.length === 0) yield { text: mark, level: 0, isSet: false };
  const indent = ' '.repeat(Math.min(mark.length, 4));
  for (const [at, { text, level, isSet }] of pieces.entries()) {
    const lines = isSet ? text.split('\n') : text.split('\n').map((line) => oneLine(line));
    yield { text: lines.map((line, n) => (at + n === 0 ? mark : indent) + line).join('\n'), level: at === 0 ? level : 0, isSet: true };
  }
}

type Rows = readonly (readonly (readonly Block[])[])[];

function* rowsOf(rows: Rows, words: Words): Generator<Piece> {
  const texts = rows.map((cells) => cells.map((cell) => [...piecesOf(cell, words)].filter(({ text }) => text.trim() !== '')));
  // pages also use tables for layout: a table with headings, or several paragraphs in many cells, is not data
  const cells = texts.flat();
  const isLayout =
    cells.some((cell) => cell.some(({ level }) => level > 0)) || cells.filter((cell) => cell.length > 3).length * 2 > cells.length;
  for (const row of texts) {
    if (isLayout) yield* row.flat();
    else {
      const line = row.map((cell) => oneLine(cell.map(({ text }) => text).join(' '))).join(' | ');
      if (/[^\s|]/.test(line)) yield { text: line, level: 0, isSet: true };
    }
  }
}

const UP = new Map(Object.entries({ '+': '⁺', '-': '⁻', '−': '⁻', '–': '⁻', '=': '⁼', '(': '⁽', ')': '⁾' }));
const DOWN = new Map(Object.entries({ '+': '₊', '-': '₋', '−': '₋', '–': '₋', '=': '₌', '(': '₍', ')': '₎' }));
for (const [signs, up, down] of [
  ['0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹', '₀₁₂₃₄₅₆₇₈₉'],
  ['abcdefghijklmnoprstuvwxyz', 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ', 'ₐ   ₑ  ₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥ ₓ  '],
] as const)
  [...signs].forEach((sign, at) => {
    UP.set(sign, [...up][at]!);
    if ([...down][at] !== ' ') DOWN.set(sign, [...down][at]!);
  });

/** Marks that are already superscript: of notes, of trade. */
const RAISED_ANYWAY = /^(?:[*†‡§¶°®™℠ªº′″]+|\[[^\]]*\])$/u;
const ORDINAL = /^(?:st|nd|rd|th|er|re|ère|nde|ème|eme)$/u;
const TRADE = new Map([
  ['TM', '™'],
  ['SM', '℠'],
]);

/**
 * Writes superscripts and subscripts so that they never become part of the number or word before them: 10²³, H₂O, x^(a/b).
 * @param before the preceding text
 */
function raisedText(text: string, place: 'superscript' | 'subscript', before: string): string {
  const inner = text.trim();
  if (inner === '') return text === '' ? '' : ' ';
  const isUp = place === 'superscript';
  if (isUp && RAISED_ANYWAY.test(inner)) return inner;
  if (isUp && ORDINAL.test(inner) && /\d$/.test(before)) return inner;
  if (isUp && TRADE.has(inner)) return TRADE.get(inner)!;
  const signs = [...inner.replaceAll(/\s/g, '')].map((sign) => (isUp ? UP : DOWN).get(sign));
  // words in superscript letters are hard to read
  if (signs.every((sign) => sign !== undefined) && !/[a-z]{2}/.test(inner)) return signs.join('');
  const mark = isUp ? '^' : '_';
  return [...inner].length === 1 || /^\d+$/.test(inner) ? mark + inner : `${mark}(${inner})`;
}

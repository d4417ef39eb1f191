import { lookup } from '#contract/platform/lookup.ts';
import { formulasIn } from '#contract/courses/lesson-maths.ts';
import { htmlTree } from '#domain/platform/rich-text/html-tree.ts';
import { piecesOf } from '#domain/platform/rich-text/tree-text.ts';

const ESCAPES: Readonly<Record<string, string>> = lookup({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' });

const escaped = (text: string): string => text.replaceAll(/[&<>\n]/g, (sign) => ESCAPES[sign]!);

/** Writes a side of a card as Anki stores it: HTML, with formulas for MathJax. */
export const toAnkiHtml = (text: string): string =>
  formulasIn(text)
    .map(({ text: piece, isFormula, marked }) => {
      // its own dollar signs would be lost when the file is imported again
      if (!isFormula || piece === '' || piece.startsWith('$')) return escaped(marked);
      return marked.startsWith('$$') ? String.raw`\[${escaped(marked.slice(2, -2))}\]` : String.raw`\(${escaped(piece)}\)`;
    })
    .join('');

/** Delimiters of formulas: those of MathJax, and those of Anki's LaTeX. */
const FORMULAS: readonly (readonly [string, string])[] = [
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['[$$]', '[/$$]'],
  ['[$]', '[/$]'],
  ['[latex]', '[/latex]'],
];
const SOUND = /\[sound:[^[\]]*\]|\[anki:play:[^[\]]{0,40}\]/g;
/** Longer names of pictures say nothing. */
const NAME_LENGTH = 60;
const PICTURE = /\[🖼[^\]]*\]/gu;

export interface AnkiText {
  /** Plain text, with the names of its pictures. */
  readonly text: string;
  /** Number of pictures and recordings in it, which are not imported. */
  readonly media: number;
}

/** Tells whether a text contains more than names of pictures. */
export const hasWords = (text: string): boolean => text.replaceAll(PICTURE, '').trim() !== '';

const namePicture = (alt: string): string => {
  const name = decoded(alt)
    .replaceAll(/[[\]\s]+/g, ' ')
    .trim()
    .slice(0, NAME_LENGTH);
  return name ? `[🖼 ${name}]` : '[🖼]';
};

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Reads the HTML of an Anki note or template as plain text. @throws RangeError when it is nested too deeply */
export function fromAnkiHtml(html: string): AnkiText {
  const sounds = html.match(SOUND)?.length ?? 0;
  // most fields have no markup
  if (!/[<&\r\n[\\]/.test(html)) return { text: html.trim(), media: 0 };
  const { blocks, media } = htmlTree(html.replaceAll(SOUND, ''), 'card');
  const lines = [...piecesOf(blocks, { image: namePicture })].map(({ text }) => text);
  return { text: withFormulas(lines.join('\n')).trim(), media: media + sounds };
}

/**
 * Puts formulas between dollar signs, as on our cards; an inline formula on one line and without outer spaces. Linear: every mark is read
 * once.
 */
function withFormulas(text: string): string {
  let read = '';
  let at = 0;
  const marks = /\\[([]|\[(?:\$\$?|latex)\]/g;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [, end = ''] = FORMULAS.find(([begin]) => begin === found![0])!;
    const from = found.index + found[0].length;
    const to = text.indexOf(end, from);
    // once a delimiter is not closed, no later one of its kind is
    if (to < 0) break;
    read += text.slice(at, found.index) + (found[0] === '\\[' ? blockFormula(text.slice(from, to)) : formulaOf(text.slice(from, to)));
    at = to + end.length;
    marks.lastIndex = at;
  }
  return read + text.slice(at);
}

/** Writes an inline formula; some people put dollar signs inside the delimiters too. */
function formulaOf(inner: string): string {
  const formula = inner
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
    .replaceAll(/^\$+|\$+$/g, '')
    .trim();
  return formula && `$${formula}$`;
}

/** Writes a display formula. One inside dollar signs stays inline, as our own export writes it. */
const blockFormula = (inner: string): string =>
  inner.trim() === '' || /^\s*\$[\s\S]*\$\s*$/.test(inner) ? formulaOf(inner) : `$$${inner}$$`;

import type { Values } from '#contract/platform/message.ts';

/** Code in a Markdown text, where `$` has no meaning: fences, including those in lists and quotations, then spans. */
const CODE = /(^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\2[`~]*[ \t]*$|(?![\s\S]))|(`+)(?!`)[\s\S]*?[^`]\3(?!`))/m;
const BLOCK = /\$\$[\s\S]+?\$\$/;
// Pandoc's rule: no blank inside the delimiters and no digit after them, so `$5 and $10` is money; `$10 a jar, US$` is not maths either
const INLINE = /(?<![\\$\w])\$(?![\s$/,.;:)]|\d[\d.,]*\s+[A-Za-z])(?:[^$\n\\]|\\[^\n])*?(?<![\s\\])\$(?![\d$])/;
const MATHS = new RegExp(`(${BLOCK.source}|${INLINE.source})`);
/** Characters that occur in expressions between TeX's brackets, but not in words between escaped brackets. */
const SIGN = /[\\^_=+]/;
/** An amount and words, such as `$1,000/month; cap=2000$`. In formulas, words are inside commands. */
const PRICE = /^\$\d[\d.,]*[^\\^_{}$]*\p{L}{3}[^\\^_{}$]*\$$/u;
/** A display formula whose delimiters are both on the same line. */
const ALONE = /^([ \t>]*)\$\$([^$\n]+)\$\$[ \t]*$/gm;
/** A list or quotation marker at the start of a line. */
const LINE_START = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|>)[ \t]+)*/;

/** Splits a text into code and the parts between. */
const partsOf = (markdown: string): { text: string; isCode: boolean }[] => {
  const parts: { text: string; isCode: boolean }[] = [];
  let rest = markdown;
  for (let code = CODE.exec(rest); code; code = CODE.exec(rest)) {
    parts.push({ text: rest.slice(0, code.index), isCode: false }, { text: code[0], isCode: true });
    rest = rest.slice(code.index + code[0].length);
  }
  return [...parts, { text: rest, isCode: false }];
};

/**
 * Replaces TeX's brackets around maths with dollar signs. It uses no regular expression, because brackets that never close would take
 * quadratic time.
 */
function withDollars(text: string): string {
  const closings = { '[': text.indexOf('\\]'), '(': text.indexOf('\\)') };
  let marked = '';
  let from = 0;
  for (const { index, 1: bracket } of text.matchAll(/\\([[(])/g)) {
    const kind = bracket as '[' | '(';
    if (index < from || closings[kind] < 0) continue;
    if (closings[kind] < index) closings[kind] = text.indexOf(kind === '[' ? '\\]' : '\\)', index);
    const end = closings[kind];
    const inner = text.slice(index + 2, end);
    if (end < 0 || !SIGN.test(inner) || (kind === '(' && inner.includes('\n'))) continue;
    marked +=
      text.slice(from, index) + (kind === '[' ? blockOf(text.slice(text.lastIndexOf('\n', index) + 1, index), inner) : `$${inner.trim()}$`);
    from = end + 2;
  }
  return marked + text.slice(from);
}

/**
 * Writes display maths with dollar signs, in the list or quotation of its line; in a table row it stays on one line.
 * @param before the part of the line before it
 */
function blockOf(before: string, inner: string): string {
  if (/^[ \t]*\|/.test(before)) return `$${inner.trim().replaceAll(/\s+/g, ' ')}$`;
  const start = LINE_START.exec(before)![0].replaceAll(/[^>\s]/g, ' ');
  const lines = [
    '',
    '$$',
    ...inner
      .trim()
      .split('\n')
      .map((line) => line.replace(/^[ \t>]*/, '')),
    '$$',
    '',
  ];
  return lines.join(`\n${start}`);
}

/**
 * Normalises maths in a text: maths gets dollar signs, and every other dollar sign is escaped, so that a maths parser neither mistakes
 * money for maths nor misses `\(x^2\)`. A text without maths is returned unchanged.
 */
export function markMaths(markdown: string): { markdown: string; hasMaths: boolean } {
  if (!/[$]|\\[([]/.test(markdown)) return { markdown, hasMaths: false };
  let hasMaths = false;
  const marked = partsOf(markdown).map(({ text, isCode }) => {
    if (isCode) return text;
    return mathsIn(text)
      .map(({ text: part, isMaths }) => {
        if (!isMaths) return part.replaceAll(/(?<!\\)\$/g, '\\$');
        hasMaths = true;
        // maths parsers know no escaped dollar signs: double delimiters allow one inside
        return !part.startsWith('$$') && part.includes('\\$') ? `$${part}$` : part;
      })
      .join('')
      .replaceAll(ALONE, '$1$$$$\n$1$2\n$1$$$$');
  });
  return hasMaths ? { markdown: marked.join(''), hasMaths } : { markdown, hasMaths };
}

/** Splits a text without code into maths, including its delimiters, and the text between. */
const mathsIn = (text: string): { readonly text: string; readonly isMaths: boolean }[] =>
  withDollars(text)
    .split(MATHS)
    .map((part, at) => ({ text: part, isMaths: at % 2 === 1 && !PRICE.test(part) }));

/** A piece of a plain text: words, or the TeX of a formula. */
export interface TextPiece {
  readonly text: string;
  readonly isFormula: boolean;
  /** A formula with its dollar signs, one or two on each side, and the blanks inside; for words, the text unchanged. */
  readonly marked: string;
}

/** Splits a plain text, such as a title, a question or a side of a card, into words and formulas; prices are words. */
export function formulasIn(text: string): TextPiece[] {
  if (!/[$]|\\[([]/.test(text)) return [wordsOf(text)];
  const pieces: TextPiece[] = [];
  for (const { text: part, isMaths } of mathsIn(text)) {
    const last = pieces.at(-1);
    if (isMaths) pieces.push({ text: part.replace(/^\${1,2}\s*/, '').replace(/\s*\${1,2}$/, ''), isFormula: true, marked: part });
    else if (last?.isFormula === false) pieces[pieces.length - 1] = wordsOf(last.text + words(part));
    else if (part !== '') pieces.push(wordsOf(words(part)));
  }
  return pieces;
}

const wordsOf = (text: string): TextPiece => ({ text, isFormula: false, marked: text });
const words = (part: string): string => part.replaceAll('\\$', '$');

/** Returns a course's plain text for places that cannot render formulas: their delimiters are removed. */
export const inPlainWords = (text: string): string =>
  formulasIn(text)
    .map((piece) => piece.text)
    .join('');

/** Names of message values that hold course texts: sentences, mails and notifications cannot render formulas. */
export const PLAIN_TEXTS: ReadonlySet<string> = new Set(['title', 'subject', 'about', 'topic', 'chosen', 'lesson', 'name', 'text', 'what']);

/** Returns the values of a message, with those named in `PLAIN_TEXTS` as plain words. */
export const withPlainTexts = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' && PLAIN_TEXTS.has(name) ? inPlainWords(value) : value]),
  );

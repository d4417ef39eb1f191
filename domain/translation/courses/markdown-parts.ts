import { shieldMarkdown } from '../shield.ts';

/** A part of Markdown: prose to translate, or text that must not change (code, formulas, line prefixes, line ends). */
interface Part {
  readonly isProse: boolean;
  readonly text: string;
}

const FENCE = /^\s{0,3}(```+|~~~+)/;
const MATHS = /^\s*\$\$/;
/** The prefix of a line: quotation, heading, list, task, footnote, indentation. */
const BEFORE = /^((?:\s*>)*\s*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+|\[\^[^\]]+\]:\s+)?)/s;
const RULE = /^\s{0,3}(?:[-*_=](?:\s*[-*_=]){2,}|=+|-+)\s*$/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^\s*(?:\|\s*)?:?-+:?(?:\s*\|\s*:?-+:?)*\s*(?:\|\s*)?$/;
const LINK_TARGET = /^\s{0,3}\[[^\]^]+\]:\s+\S+/;
const TAG = /^\s{0,3}<(?:!--|\/?[a-z][\w-]*[\s/>])/i;
const INDENTED_CODE = /^(?: {4}|\t)/;
const HAS_WORDS = /\p{L}/u;

/**
 * Splits a text into words with the spaces after them. Not by a regular expression, which would take quadratic time for long runs of
 * spaces.
 */
function withoutBlanks(text: string): [words: string, after: string] {
  const words = text.trimEnd();
  return [words, text.slice(words.length)];
}

/** Splits Markdown into parts whose concatenation is the original. A paragraph, a list item and a cell are one part of prose each. */
export function partsOf(markdown: string): Part[] {
  const parts: Part[] = [];
  const add = (isProse: boolean, text: string): void => {
    if (text === '') return;
    const last = parts.at(-1);
    if (!isProse && last && !last.isProse) parts[parts.length - 1] = { isProse, text: last.text + text };
    else parts.push({ isProse: isProse && HAS_WORDS.test(shieldMarkdown(text).text), text });
  };
  let fence: string | null = null;
  let isInMaths = false;
  let isAfterList = false;
  let isAfterBlank = true;
  for (const line of markdown.split(/(?<=\n)/)) {
    const [body, end] = line.endsWith('\n') ? [line.slice(0, -1), '\n'] : [line, ''];
    const opened = FENCE.exec(body)?.[1];
    if (fence !== null || opened !== undefined) {
      add(false, line);
      if (fence === null) fence = opened!;
      else if (opened?.startsWith(fence) && body.trim() === opened) fence = null;
      continue;
    }
    const signs = body.match(/\$\$/g)?.length ?? 0;
    if (isInMaths || MATHS.test(body)) {
      add(false, line);
      if (signs % 2 === 1) isInMaths = !isInMaths;
      continue;
    }
    const isBlank = body.trim() === '';
    const isCode = INDENTED_CODE.test(body) && isAfterBlank && !isAfterList;
    if (isBlank || isCode || RULE.test(body) || LINK_TARGET.test(body) || TAG.test(body) || TABLE_RULE.test(body)) add(false, line);
    else if (TABLE_ROW.test(body)) {
      for (const cell of body.split(/((?<!\\)\|)/)) {
        const [words, after] = withoutBlanks(cell.trimStart());
        add(false, cell.slice(0, cell.length - words.length - after.length));
        add(cell !== '|', words);
        add(false, after);
      }
      add(false, end);
    } else {
      const before = BEFORE.exec(body)![0];
      const [words, after] = withoutBlanks(body.slice(before.length));
      add(false, before);
      add(true, words);
      add(false, after + end);
      isAfterList = /(?:[-*+]|\d[.)])\s/.test(before) || (isAfterList && /^\s/.test(body));
    }
    isAfterBlank = isBlank;
  }
  return parts;
}

/** Maps each part of prose in Markdown. */
export const withProse = (markdown: string, say: (prose: string) => string): string =>
  partsOf(markdown)
    .map(({ isProse, text }) => (isProse ? say(text) : text))
    .join('');

/** Tells whether a text is a single line of prose that does not become a list, a heading or the like by itself. */
export const isOneLine = (text: string): boolean => {
  const parts = partsOf(text);
  return parts.length === 1 && parts[0]!.text === text;
};

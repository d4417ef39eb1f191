const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;
/** Characters per word in scripts without spaces, about two. */
const SIGNS_A_WORD = 2;

/** Removes code from Markdown, because code is quoted rather than said. */
export const withoutCode = (markdown: string): string => markdown.replace(CODE, ' ');

/** Applies a change to Markdown outside code. */
export function outsideCode(markdown: string, change: (prose: string) => string): string {
  const code = markdown.match(CODE) ?? [];
  return markdown
    .split(CODE)
    .map((prose, at) => change(prose) + (code[at] ?? ''))
    .join('');
}

/** Caches the result for the latest text: the checks of an answer request the same text in turn, for each of its texts. */
export function rememberLast<Found>(find: (text: string) => Found): (text: string) => Found {
  let newest: { readonly text: string; readonly found: Found } | undefined;
  return (text) => {
    if (newest?.text !== text) newest = { text, found: find(text) };
    return newest.found;
  };
}

/** Returns the words of a Markdown text that a reader sees: no code, URLs or markup; paragraphs stay separate. */
export const plainProse = rememberLast(strip);

/**
 * Strips markup. No pattern may look beyond the next occurrence of its first character: a text of only such characters would take quadratic
 * time.
 */
function strip(markdown: string): string {
  return withoutCode(markdown)
    .replace(/!?\[([^[\]]*)\]\([^()\n]*\)/g, '$1')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/<[^<>\n]{1,200}>/g, ' ')
    .replace(/^[ \t|:-]+$/gm, '')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, '')
    .replace(/[*_~|]+/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();
}

/** Counts words of a plain text in any script, as a reader would. */
export function countWords(plain: string): number {
  const dense = countMatches(plain, DENSE);
  const spaced = countMatches(dense > 0 ? plain.replace(DENSE, ' ') : plain, WORD);
  return spaced + Math.round(dense / SIGNS_A_WORD);
}

/** Counts without a string for each match: a long course has hundreds of thousands of matches, which would have to be garbage-collected. */
function countMatches(text: string, pattern: RegExp): number {
  pattern.lastIndex = 0;
  let count = 0;
  while (pattern.test(text)) count += 1;
  return count;
}

/** Returns the words in lower case; in scripts without spaces, the single characters. */
export const tokensOf = (plain: string): string[] =>
  plain
    .toLowerCase()
    .replace(DENSE, ' $& ')
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];

/** Returns all texts in a document, in order. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** In scripts without spaces about two signs make a word. */
const SIGNS_A_WORD = 2;

/** Markdown without its code: what is in code is quoted, not said. */
export const withoutCode = (markdown: string): string => markdown.replace(CODE, ' ');

/** Markdown with what is not code changed. */
export function outsideCode(markdown: string, change: (prose: string) => string): string {
  const code = markdown.match(CODE) ?? [];
  return markdown
    .split(CODE)
    .map((prose, at) => change(prose) + (code[at] ?? ''))
    .join('');
}

/** The newest answer: the checks of a lesson ask for the same text one after the other. */
let newest = { markdown: '', plain: '' };

/** The words people read of a Markdown text: no code, no addresses, no markup; paragraphs stay apart. */
export function plainProse(markdown: string): string {
  if (newest.markdown !== markdown) newest = { markdown, plain: strip(markdown) };
  return newest.plain;
}

/** No pattern may look further than the next sign it begins with: a text of nothing but such signs would take quadratic time. */
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

/** Words of a plain text in any script, as a reader would count them. */
export function countWords(plain: string): number {
  const dense = plain.match(DENSE)?.length ?? 0;
  const spaced = plain.replace(DENSE, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;
  return spaced + Math.round(dense / SIGNS_A_WORD);
}

/** Lower-case words; signs of scripts without spaces one by one. */
export const tokensOf = (plain: string): string[] =>
  plain
    .toLowerCase()
    .replace(DENSE, ' $& ')
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];

/** All texts in a document, in order. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

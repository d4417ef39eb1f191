import { lookup } from '#contract/platform/lookup.ts';
import { outsideCode } from '#domain/platform/prose/plain-prose.ts';

/**
 * Elements that run, load or send something; handlers in any element; Markdown that loads an image or runs a script. None works for a
 * reader, who sees the tags as text. An escaped one was meant to be shown.
 */
export const HTML =
  /(?<!\\)<\/?(?:script|iframe|img|style|object|embed|form|svg|link|meta|base|video|audio)\b|(?<!\\)<a\s[^<>]*>|(?<!\\)<[a-z][^<>]*\son[a-z]+\s*=|(?<!\\)\]\(\s*(?:javascript|data|vbscript):|(?<!\\)!\[[^[\]]*\]\(/i;
/**
 * An HTML block is shown as its source, including its content, and no Markdown is rendered in it. Inline, such an element is shown as it is
 * written and may be the line's topic, so only lines that begin with one count.
 */
export const HTML_BLOCK =
  /^[ \t]{0,3}(?:(?:[-*+>]|\d{1,3}[.)])[ \t]+)?(?:<\/?(?:address|article|aside|blockquote|body|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s>/]|$)|<!|<\/?[a-z][\w-]*(?:\s[^<>\n]*)?>[ \t]*$)/im;

/** Says that a text is about markup: there a tag may be what is taught. */
const OF_MARKUP = /\b(?:html5?|xml|svg|css|jsx|react\.?js|markup|web ?(?:pages?|sites?|dev\w*|design\w*))\b/i;
/** What a page has and no reader sees. */
const UNSEEN =
  /(?<!\\)<img\b[^<>]{0,400}>|<!--[\s\S]{0,2000}?-->|<(script|style|iframe|object|template)\b[^<>]*>[\s\S]{0,2000}?<\/\1\s*>/gi;
const TAG = (names: string) => new RegExp(`(?<!\\\\)<(/?)(${names})(?:\\s[^<>]{0,300})?/?>`, 'gi');
const HEADING = TAG('h[1-6]');
const ITEM = TAG('li');
const BLOCK = TAG('p|div|section|article|header|footer|main|aside|center|ul|ol|blockquote|details|summary|html|body|hr');
const BREAK = /(?<!\\)<br\s*\/?>\n?/gi;
const STRONG = TAG('b|strong');
const EMPHASIS = TAG('i|em');
const PLAIN = TAG('span|u|font|small|big|mark|a');
const SCRIPTS = lookup({ sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' });
const RAISED = /<(sup|sub)>(\d{1,6})<\/\1>/gi;
const ENTITIES = lookup({
  nbsp: ' ',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#34': '"',
  hellip: '…',
  mdash: '—',
  ndash: '–',
});

/**
 * Returns a text whose author wrote HTML instead of Markdown in Markdown: the same words, without tags. A text about markup stays as it is, and so does what
 * has no such meaning, such as a table: that is asked for again (`HTML`, `HTML_BLOCK`).
 * @param about what the author was sent
 */
export function withoutHtml(text: string, about: string): string {
  if (!/<[a-z!/]|&(?:[a-z]{2,6}|#\d\d);/i.test(text) || OF_MARKUP.test(about)) return text;
  // a topic or a question stands as it was typed, tags and all
  const tags = text.match(/<[^<>\n]{1,200}>/g) ?? [];
  const sent = about.replaceAll('\\u003c', '<');
  if (tags.length > 0 && tags.every((tag) => sent.includes(tag))) return text;
  const plain = outsideCode(text, (prose) =>
    prose
      .replaceAll(UNSEEN, '')
      .replaceAll(HEADING, (_, closes: string, name: string) => (closes ? '\n\n' : `\n\n${'#'.repeat(Math.max(2, Number(name[1])))} `))
      .replaceAll(ITEM, (_, closes: string) => (closes ? '' : '\n- '))
      .replaceAll(BLOCK, '\n\n')
      // a row of a table has no lines
      .replaceAll(/^[ \t]*\|.*$/gm, (row) => row.replaceAll(BREAK, ' '))
      .replaceAll(BREAK, '  \n')
      .replaceAll(STRONG, '**')
      .replaceAll(EMPHASIS, '*')
      .replaceAll(PLAIN, '')
      .replaceAll(RAISED, (_, name: string, digits: string) =>
        [...digits].map((digit) => SCRIPTS[name.toLowerCase()]![Number(digit)]).join(''),
      )
      .replaceAll(/&(nbsp|quot|apos|#39|#34|hellip|mdash|ndash);/g, (_, name: string) => ENTITIES[name]!),
  );
  if (plain === text) return text;
  // line by line: a pattern would go over a long run of blanks for each of them
  const lines = plain.split('\n').map((line) => (line.trim() === '' ? '' : line));
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Tells whether a text has HTML or images in it. @param text without code */
export const hasHtml = (text: string): boolean => HTML.test(text) || HTML_BLOCK.test(text);

import { lookup } from '#contract/platform/lookup.ts';
import { outsideCode } from '#domain/platform/prose/plain-prose.ts';

/**
 * Elements that run, load or send something; handlers in any element; Markdown that runs a script or loads an image other than the
 * product's own figures. None of them works for a reader, who sees the tags as text. Escaped tags were meant to be shown.
 */
export const HTML =
  /(?<!\\)<\/?(?:script|iframe|img|style|object|embed|form|svg|link|meta|base|video|audio)\b|(?<!\\)<a\s+[a-z-]+\s*=[^<>]*>|(?<!\\)<[a-z][^<>]*\son[a-z]+\s*=|(?<!\\)\]\(\s*(?:javascript|data|vbscript):|(?<!\\)!\[[^[\]]*\]\((?!\/figures\/[a-z\d-]{1,60}\.svg\))/i;
/**
 * An HTML block is shown as its source, including its content, and no Markdown is rendered in it. Inline, such an element is shown as
 * written and may be the line's topic, so only lines that begin with one count.
 */
export const HTML_BLOCK =
  /^[ \t]{0,3}(?:(?:[-*+>]|\d{1,3}[.)])[ \t]+)?(?:<\/?(?:address|article|aside|blockquote|body|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s>/]|$)|<!|<\/?[a-z][\w-]*(?:\s[^<>\n]*)?>[ \t]*$)/im;

/** Shows that a text is about markup, where a tag may be part of the lesson. */
const OF_MARKUP = /\b(?:html5?|xml|svg|css|jsx|react\.?js|markup|web ?(?:pages?|sites?|dev\w*|design\w*))\b/i;
/** Parts of a page that no reader sees. */
const UNSEEN =
  /(?<!\\)<img\b[^<>]{0,400}>|<!--(?:(?!<!--)[\s\S]){0,2000}?-->|<(script|style|iframe|object|template)\b[^<>]*>[\s\S]{0,2000}?<\/\1\s*>/gi;
/** What may follow a tag's name: `<i and j>` is not a tag. */
const ATTRIBUTES = `(?:\\s+(?:open|hidden|[a-z][\\w:-]{0,40}\\s*=\\s*(?:"[^"<>]{0,300}"|'[^'<>]{0,300}'|[^\\s"'<>=]{1,300})))*\\s*`;
const TAG = (names: string) => new RegExp(`(?<!\\\\)<(/?)(${names})${ATTRIBUTES}/?>`, 'gi');
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

/** Elements without an end. */
const VOID = /^(?:br|hr|img)$/i;
/** Elements that may hold several blocks. */
const HOLDS_BLOCKS =
  /^(?:h[1-6]|li|p|div|section|article|header|footer|main|aside|center|ul|ol|blockquote|details|summary|html|body|script|style|iframe|object|template)$/i;
const ANY_TAG = TAG('[a-z][a-z\\d]{0,20}');
const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g;
/** An amount of money does not close a formula: '$5 <b>now</b> and $6'. */
const FORMULA = /\$\$[^$]{1,2000}\$\$|\$(?![\s$])[^$\n]{1,400}(?<!\s)\$(?!\d)|\\\([^\n]{1,400}?\\\)|\\\[[^[\]]{1,2000}\\\]/g;
/** Stand-ins for a `<` and an `&` that are not HTML; no text contains them. */
const [LESS, AND] = ['\uE010', '\uE011'];

/**
 * Replaces every `<` that is not a tag of a whole element, or that is in a formula, with a stand-in. An element that is not closed within
 * its block is part of the lesson, or an unknown between two others.
 */
function withWholeElements(text: string): string {
  const prose = text.replaceAll(CODE, (code) => ' '.repeat(code.length));
  const signs = text.split('');
  for (const { index, 0: formula } of prose.matchAll(FORMULA))
    for (let at = index; at < index + formula.length; at += 1)
      signs[at] = signs[at] === '<' ? LESS! : signs[at] === '&' ? AND! : signs[at]!;
  const blocks = [...prose.matchAll(/\n[ \t]*\n/g)].map(({ index }) => index);
  const open = new Map<string, { at: number; block: number }[]>();
  let block = 0;
  for (const { index, 0: tag, 1: closes, 2: named } of prose.matchAll(ANY_TAG)) {
    if (VOID.test(named!) || tag.endsWith('/>') || signs[index] === LESS) continue;
    while (blocks[block] !== undefined && blocks[block]! < index) block += 1;
    const name = named!.toLowerCase();
    const earlier = open.get(name) ?? [];
    signs[index] = LESS!;
    if (closes === '') {
      earlier.push({ at: index, block });
      open.set(name, earlier);
    } else {
      const begun = earlier.pop();
      if (begun === undefined || (begun.block !== block && !HOLDS_BLOCKS.test(name))) continue;
      signs[index] = '<';
      signs[begun.at] = '<';
    }
  }
  return signs.join('');
}

/**
 * Converts HTML to Markdown: the same words, without tags. Texts about markup, formulas, unclosed tags, and elements without a Markdown
 * form, such as a table, stay unchanged; the last are asked for again (`HTML`, `HTML_BLOCK`).
 * @param about the prompt
 */
export function withoutHtml(text: string, about: string): string {
  if (!/<[a-z!/]|&(?:[a-z]{2,6}|#\d\d);/i.test(text) || OF_MARKUP.test(about)) return text;
  // a topic or a question is kept as it was typed, tags and all
  const tags = text.match(/<[^<>\n]{1,200}>/g) ?? [];
  const sent = about.replaceAll('\\u003c', '<');
  if (tags.length > 0 && tags.every((tag) => sent.includes(tag))) return text;
  const changed = outsideCode(withWholeElements(text), (prose) =>
    prose
      .replaceAll(UNSEEN, '')
      .replaceAll(HEADING, (_, closes: string, name: string) => (closes ? '\n\n' : `\n\n${'#'.repeat(Math.max(2, Number(name[1])))} `))
      .replaceAll(ITEM, (_, closes: string) => (closes ? '' : '\n- '))
      .replaceAll(BLOCK, '\n\n')
      // a table row has no lines
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
  const plain = changed.replaceAll(LESS!, '<').replaceAll(AND!, '&');
  if (plain === text) return text;
  // line by line: a pattern would rescan a long run of spaces for each of them
  const lines = plain.split('\n').map((line) => (line.trim() === '' ? '' : line));
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Tells whether a text contains HTML or images. @param text without code */
export const hasHtml = (text: string): boolean => HTML.test(text) || HTML_BLOCK.test(text);

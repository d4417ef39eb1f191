import { lookup } from '#contract/platform/lookup.ts';
import {
  itemBlocks,
  noteNumber,
  renderNode,
  type Inline,
  type LessonNode,
  type NodeOf,
  type NodeRenderers,
} from '#contract/courses/lesson-tree.ts';
import { inlineOf } from '#domain/courses/text/lesson-tree.queries.ts';
import type { Chapter } from './chapters.ts';
import { paragraph, plainList } from './course-blocks.ts';
import { isWebAddress } from './web-address.ts';
import type { ExportPicture } from './pictures.ts';
import { figureOf } from './shown-figure.ts';
import katex from 'katex';

/** The same limits as on lesson pages, so that formulas cannot run code or grow without bounds. */
const LIMITS = { trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20 } as const;

/** Converts a TeX formula to MathML, which reading systems and browsers render and read aloud; null when it is invalid. */
function mathmlOf(tex: string, isBlock: boolean): string | null {
  try {
    const drawn = katex.renderToString(tex, { ...LIMITS, output: 'mathml', displayMode: isBlock, throwOnError: true });
    return /<math[\s\S]*<\/math>/.exec(drawn)?.[0] ?? null;
  } catch {
    return null;
  }
}

const ENTITIES: Readonly<Record<string, string>> = lookup({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' });
/** Tells whether XML can contain a character: most control characters and lone surrogates are forbidden even as escapes. */
function isXml(character: string): boolean {
  const point = character.codePointAt(0)!;
  return point >= 0x20 ? (point < 0xd800 || point > 0xdfff) && point !== 0xfffe && point !== 0xffff : '\t\n\r'.includes(character);
}
const xmlCharacters = (text: string): string[] => [...text].filter(isXml);
export const escapeXml = (text: string): string =>
  xmlCharacters(text)
    .map((character) => ENTITIES[character] ?? character)
    .join('');

const xhtmlOf = (nodes: readonly LessonNode[], between = ''): string => nodes.map((node) => renderNode(NODES, node)).join(between);
const wrapped =
  (tag: string) =>
  ({ children }: { readonly children: readonly LessonNode[] }): string =>
    `<${tag}>${xhtmlOf(children)}</${tag}>`;

/** Renders a table; its first row is the header. */
function table({ children: [head, ...rest] }: NodeOf<'table'>): string {
  const row = (node: NodeOf<'tableRow'>, tag: string) => `<tr>${node.children.map(wrapped(tag)).join('')}</tr>`;
  const body = rest.length > 0 ? `<tbody>${rest.map((node) => row(node, 'td')).join('')}</tbody>` : '';
  return `<table>${head ? `<thead>${row(head, 'th')}</thead>` : ''}${body}</table>`;
}

/** Renders a list; a list that continues after a block states its first number. */
function list({ ordered, start, children }: NodeOf<'list'>): string {
  const from = ordered && typeof start === 'number' && start !== 1 ? ` start="${start}"` : '';
  return ordered ? `<ol${from}>${xhtmlOf(children)}</ol>` : `<ul>${xhtmlOf(children)}</ul>`;
}

/** Renders a formula, or its source if it is invalid. */
const formula = (value: string, isBlock: boolean): string => {
  const shown = mathmlOf(xmlCharacters(value).join(''), isBlock) ?? `<code>${escapeXml(value)}</code>`;
  return isBlock ? `<div>${shown}</div>` : shown;
};

const noteId = ({ identifier }: { readonly identifier: string }): string => `note-${identifier}`;

/** HTML in a text is treated as text (`lesson-tree.ts`), so it cannot run. */
const NODES: NodeRenderers<string> = {
  text: ({ value }) => escapeXml(value),
  // the page's title has the first rank
  heading: (node) => wrapped(`h${Math.min(6, node.depth + 1)}`)(node),
  paragraph: wrapped('p'),
  emphasis: wrapped('em'),
  strong: wrapped('strong'),
  delete: wrapped('del'),
  blockquote: wrapped('blockquote'),
  listItem: (node) => `<li>${xhtmlOf(itemBlocks(node))}</li>`,
  list,
  inlineCode: ({ value }) => `<code>${escapeXml(value)}</code>`,
  code: ({ value }) => `<pre><code>${escapeXml(value)}</code></pre>`,
  thematicBreak: () => '<hr/>',
  break: () => '<br/>',
  link: (node) => (isWebAddress(node.url) ? `<a href="${escapeXml(node.url)}">${xhtmlOf(node.children)}</a>` : xhtmlOf(node.children)),
  // an external picture is not in the file, so its alternative text replaces it
  image: ({ alt }) => (alt ? `<em>${escapeXml(alt)}</em>` : ''),
  table,
  tableRow: wrapped('tr'),
  tableCell: wrapped('td'),
  math: ({ value }) => formula(value, true),
  inlineMath: ({ value }) => formula(value, false),
  footnoteReference: (node) => `<sup><a href="#${noteId(node)}" epub:type="noteref">${noteNumber(node)}</a></sup>`,
  footnoteDefinition: (node) =>
    `<aside id="${noteId(node)}" epub:type="footnote"><p>${noteNumber(node)}.</p>${xhtmlOf(node.children)}</aside>`,
};

/** Renders a plain text with its formulas. */
const titleXhtml = (text: string): string => xhtmlOf(inlineOf(text) satisfies readonly Inline[]);

/** Returns a whole XHTML page. @param body XHTML */
export const xhtmlPage = (page: {
  readonly title: string;
  readonly lang: string;
  readonly style: string;
  readonly body: string;
  readonly head?: string;
}): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${page.lang}" xml:lang="${page.lang}" dir="${page.lang === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="UTF-8"/><title>${escapeXml(page.title)}</title><link rel="stylesheet" type="text/css" href="${page.style}"/>${page.head ?? ''}</head>
<body>${page.body}</body>
</html>
`;

const pictureXhtml = ({ name, alt }: ExportPicture): string => `<p><img src="pictures/${name}" alt="${escapeXml(alt)}"/></p>`;

/** Renders a chapter: title, opening picture, text, and closing simulations. */
export const chapterXhtml = ({ name, title, blocks }: Chapter, pictures: readonly ExportPicture[]): string => {
  const own = pictures.filter(({ chapter }) => chapter === name);
  const first = own.find(({ simulation, figure }) => !simulation && !figure);
  const simulations = own.flatMap((poster) => {
    if (!poster.simulation) return [];
    const { title: about, description, tasks } = poster.simulation;
    const text = xhtmlOf([paragraph(...inlineOf(description)), plainList(tasks, true)], '\n');
    return [`<h2>${titleXhtml(about)}</h2>${pictureXhtml(poster)}${text}`];
  });
  const text = blocks
    .map((block) => {
      const figure = figureOf(block, own);
      return figure ? pictureXhtml(figure) : xhtmlOf([block]);
    })
    .join('\n');
  return `<h1>${titleXhtml(title)}</h1>${first ? pictureXhtml(first) : ''}${text}${simulations.join('')}`;
};

export const STYLE = `body{max-width:42em;margin:0 auto;padding:1em;line-height:1.6;font-family:Georgia,serif}
h1,h2,h3,h4{line-height:1.25}pre{white-space:pre-wrap}code{font-family:monospace}
table{border-collapse:collapse}th,td{padding:.3em .6em;border:1px solid #888;text-align:start}
blockquote{margin-inline:1em;padding-inline-start:1em;border-inline-start:3px solid #888}
img{max-width:100%;height:auto}
button{font:inherit;padding:.5em 1em}
`;

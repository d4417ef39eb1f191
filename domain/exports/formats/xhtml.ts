import type { Chapter } from './chapters.ts';
import { blocksOf, isWebAddress, type MarkdownNode } from './markdown-tree.ts';
import type { ExportPicture } from './pictures.ts';
import katex from 'katex';

/** The same limits as on lesson pages: formulas cannot run code or grow without bounds. */
const LIMITS = { trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20 } as const;

/** Converts a TeX formula to MathML, which reading systems and browsers render and read aloud. Null: it is invalid. */
function mathmlOf(tex: string, isBlock: boolean): string | null {
  try {
    const drawn = katex.renderToString(tex, { ...LIMITS, output: 'mathml', displayMode: isBlock, throwOnError: true });
    return /<math[\s\S]*<\/math>/.exec(drawn)?.[0] ?? null;
  } catch {
    return null;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Tells whether XML can contain a character: most control characters and lone surrogates are forbidden even escaped. */
function isXml(character: string): boolean {
  const point = character.codePointAt(0)!;
  return point >= 0x20 ? (point < 0xd800 || point > 0xdfff) && point !== 0xfffe && point !== 0xffff : '\t\n\r'.includes(character);
}
const xmlCharacters = (text: string): string[] => [...text].filter(isXml);
export const escapeXml = (text: string): string =>
  xmlCharacters(text)
    .map((character) => ENTITIES[character] ?? character)
    .join('');

const inside = (node: MarkdownNode): string => (node.children ?? []).map(nodeXhtml).join('');
const wrapped =
  (tag: string) =>
  (node: MarkdownNode): string =>
    `<${tag}>${inside(node)}</${tag}>`;

/** Renders a table; its first row is the header. */
function table({ children = [] }: MarkdownNode): string {
  const row = (node: MarkdownNode, tag: string) =>
    `<tr>${(node.children ?? []).map((cell) => `<${tag}>${inside(cell)}</${tag}>`).join('')}</tr>`;
  const [head, ...rest] = children;
  const body = rest.length > 0 ? `<tbody>${rest.map((node) => row(node, 'td')).join('')}</tbody>` : '';
  return `<table>${head ? `<thead>${row(head, 'th')}</thead>` : ''}${body}</table>`;
}

/** Renders a formula, or its source if it is invalid. */
const formula = ({ type, value = '' }: MarkdownNode): string => {
  const isBlock = type === 'math';
  const shown = mathmlOf(xmlCharacters(value).join(''), isBlock) ?? `<code>${escapeXml(value)}</code>`;
  return isBlock ? `<div>${shown}</div>` : shown;
};

const NODES: Readonly<Record<string, (node: MarkdownNode) => string>> = {
  // the page's title is the first rank
  heading: (node) => wrapped(`h${Math.min(6, (node.depth ?? 6) + 1)}`)(node),
  paragraph: wrapped('p'),
  emphasis: wrapped('em'),
  strong: wrapped('strong'),
  delete: wrapped('del'),
  blockquote: wrapped('blockquote'),
  listItem: wrapped('li'),
  list: (node) => wrapped(node.ordered ? 'ol' : 'ul')(node),
  inlineCode: ({ value = '' }) => `<code>${escapeXml(value)}</code>`,
  code: ({ value = '' }) => `<pre><code>${escapeXml(value)}</code></pre>`,
  thematicBreak: () => '<hr/>',
  break: () => '<br/>',
  link: (node) => (isWebAddress(node.url) ? `<a href="${escapeXml(node.url)}">${inside(node)}</a>` : inside(node)),
  // an external picture is not part of the file: its alternative text replaces it
  image: ({ alt }) => (alt ? `<em>${escapeXml(alt)}</em>` : ''),
  table,
  math: formula,
  inlineMath: formula,
};

function nodeXhtml(node: MarkdownNode): string {
  const write = Object.hasOwn(NODES, node.type) ? NODES[node.type] : undefined;
  // unknown nodes, including HTML, become text
  return write ? write(node) : node.children ? inside(node) : escapeXml(node.value ?? '');
}

/** Converts Markdown to the contents of an XHTML body. HTML in it is shown as text, so it cannot run. */
export const xhtmlOf = (markdown: string): string =>
  blocksOf(markdown)
    .map((node) => (node.type === 'html' ? `<p>${nodeXhtml(node)}</p>` : nodeXhtml(node)))
    .join('\n');

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

/** Renders a chapter: its title, the picture that it begins with, its text, and the simulations that it ends with. */
export const chapterXhtml = ({ name, title, markdown }: Chapter, pictures: readonly ExportPicture[]): string => {
  const own = pictures.filter(({ chapter }) => chapter === name);
  const first = own.find(({ simulation }) => !simulation);
  const simulations = own.flatMap((poster) =>
    poster.simulation ? [`<h2>${escapeXml(poster.simulation.title)}</h2>${pictureXhtml(poster)}${xhtmlOf(poster.simulation.text)}`] : [],
  );
  return `<h1>${escapeXml(title)}</h1>${first ? pictureXhtml(first) : ''}${xhtmlOf(markdown)}${simulations.join('')}`;
};

export const STYLE = `body{max-width:42em;margin:0 auto;padding:1em;line-height:1.6;font-family:Georgia,serif}
h1,h2,h3,h4{line-height:1.25}pre{white-space:pre-wrap}code{font-family:monospace}
table{border-collapse:collapse}th,td{padding:.3em .6em;border:1px solid #888;text-align:start}
blockquote{margin-inline:1em;padding-inline-start:1em;border-inline-start:3px solid #888}
img{max-width:100%;height:auto}
button{font:inherit;padding:.5em 1em}
`;

import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { Blocks, Unreadable, type SourceDocument } from './source-document.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements that are not part of a page's text. */
const LEFT_OUT = new Set(
  'script style noscript template svg math head nav header footer aside form button select iframe object dialog menu canvas audio video'.split(
    ' ',
  ),
);
const BLOCK = new Set(
  'p div section article main li ul ol dl dt dd table tr caption blockquote pre figure figcaption h1 h2 h3 h4 h5 h6 hr body address details summary'.split(
    ' ',
  ),
);
const DEEPEST = 512;

const isElement = (node: Node): node is Element => 'tagName' in node;
const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);

/** Reads the visible text of a page: its main part if marked, without menus, forms and scripts. Nothing in it is executed or fetched. */
export function readHtml(html: string): SourceDocument {
  const page = parse(html);
  const blocks = new Blocks();
  addText(findFirst(page, 'main') ?? findFirst(page, 'article') ?? findFirst(page, 'body') ?? page, blocks);
  const title = findFirst(page, 'title');
  return { title: (title && textOf(title).trim()) || null, pages: null, blocks: blocks.list };
}

/** Adds a page's text to the blocks of a larger document. */
export function addHtml(html: string, blocks: Blocks): void {
  const page = parse(html);
  addText(findFirst(page, 'body') ?? page, blocks);
}

function addText(root: Node, blocks: Blocks): void {
  let text = '';
  let level = 0;
  const flush = (): void => {
    blocks.add(text, { level });
    text = '';
  };
  const walk = (node: Node, depth: number, isSet: boolean): void => {
    if (depth > DEEPEST) throw new Unreadable('source.unreadable', 'HTML: is nested too deeply');
    // line breaks in the source do not matter, except in preformatted text
    if ('value' in node && node.nodeName === '#text') text += isSet ? node.value : node.value.replaceAll(/\s+/g, ' ');
    if (!isElement(node)) return childrenOf(node).forEach((child) => walk(child, depth + 1, isSet));
    const { tagName } = node;
    if (LEFT_OUT.has(tagName) || isHidden(node)) return;
    if (tagName === 'br') text += '\n';
    if (tagName === 'td' || tagName === 'th') text += ' ';
    if (!BLOCK.has(tagName)) return childrenOf(node).forEach((child) => walk(child, depth + 1, isSet));
    flush();
    const outer = level;
    level = Number(/^h([1-6])$/.exec(tagName)?.[1] ?? 0);
    childrenOf(node).forEach((child) => walk(child, depth + 1, isSet || tagName === 'pre'));
    flush();
    level = outer;
  };
  walk(root, 0, false);
  flush();
}

/** Tells whether an element is hidden: hidden text may contain prompt injections. */
function isHidden({ attrs }: Element): boolean {
  return attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'aria-hidden' && value === 'true') ||
      (name === 'style' && /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d])/i.test(value)),
  );
}

function findFirst(root: Node, tagName: string): Element | null {
  const queue: Node[] = [root];
  for (let node = queue.shift(); node; node = queue.shift()) {
    if (isElement(node) && node.tagName === tagName) return node;
    for (const child of childrenOf(node)) queue.push(child);
  }
  return null;
}

const textOf = (node: Node): string => ('value' in node && node.nodeName === '#text' ? node.value : childrenOf(node).map(textOf).join(''));

import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { lookup } from '#contract/platform/lookup.ts';
import { texOf, type FormulaElement } from './formula-tex.ts';
import { counted, type Block, type Inline, type ListItem } from './rich-tree.ts';
import { inlineText } from './tree-text.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The source of the HTML: of a web page only the main part counts, of a book everything, of a card its spaces too. */
export type HtmlUse = 'page' | 'book' | 'card';

export interface HtmlTree {
  readonly title: string | null;
  readonly blocks: readonly Block[];
  /** Number of pictures, recordings and drawings. */
  readonly media: number;
}

const words = (text: string): Set<string> => new Set(text.split(' '));
const LEFT_OUT: Readonly<Record<HtmlUse, ReadonlySet<string>>> = {
  page: words('script style noscript template head nav header footer aside form button select dialog menu title rp'),
  book: words('script style noscript template head nav title rp'),
  card: words('script style noscript template head title rp'),
};
const MEDIA = words('img image audio video object embed iframe svg canvas');
const BLOCK = words(
  'p div section article main header footer aside nav form dialog menu li ul ol dl dt dd table tr caption blockquote pre figure figcaption h1 h2 h3 h4 h5 h6 hr body address details summary center fieldset legend',
);
const DEEPEST = 512;
const COUNTING: Readonly<Record<string, string>> = lookup({ a: 'lowerLetter', A: 'upperLetter', i: 'lowerRoman', I: 'upperRoman' });

const isElement = (node: Node): node is Element => 'tagName' in node;
const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);
const attributeOf = ({ attrs }: Element, wanted: string): string | undefined => attrs.find(({ name }) => name === wanted)?.value;
const textOf = (node: Node): string => ('value' in node && node.nodeName === '#text' ? node.value : childrenOf(node).map(textOf).join(''));
/** Books write the elements of MathML with a prefix. */
const nameOf = ({ tagName }: Element): string => tagName.slice(tagName.indexOf(':') + 1);

function findFirst(root: Node, tagName: string): Element | null {
  const queue: Node[] = [root];
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at]!;
    if (isElement(node) && node.tagName === tagName) return node;
    for (const child of childrenOf(node)) queue.push(child);
  }
  return null;
}

/** Tells whether an element is hidden: hidden text may contain prompt injections. */
function isHidden({ attrs }: Element): boolean {
  return attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'aria-hidden' && value === 'true') ||
      (name === 'style' && /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i.test(value)),
  );
}

type Raising = 'superscript' | 'subscript';

/** Returns where a style puts a text. Small shifts, which align pictures, do not count. */
function raisingOf(style: string): Raising | null {
  const [, value = ''] = /vertical-align\s*:\s*([\w.%+-]{1,20})/i.exec(style) ?? [];
  if (value === 'super' || value === 'text-top') return 'superscript';
  if (value === 'sub') return 'subscript';
  const [, sign, size, unit] = /^([+-]?)([\d.]{1,8})(em|rem|ex|pt|px|%)$/i.exec(value) ?? [];
  const least = unit === '%' ? 15 : /m$|x$/i.test(unit ?? '') && unit !== 'px' ? 0.15 : 1.5;
  if (!(Number(size) >= least)) return null;
  return sign === '-' ? 'subscript' : 'superscript';
}

/** Finds the classes of a style sheet that raise or lower a text: word processors mark it in no other way. */
export function raisedClasses(css: string): Map<string, Raising> {
  const classes = new Map<string, Raising>();
  for (const rule of css.split('}')) {
    const open = rule.lastIndexOf('{');
    const raising = open < 0 ? null : raisingOf(rule.slice(open));
    if (!raising) continue;
    // of a rule within a media query
    const selectors = rule.slice(rule.lastIndexOf('{', open - 1) + 1, open);
    for (const selector of selectors.split(',')) {
      const name = /\.([\w-]{1,80})$/.exec(selector.trim().slice(-81))?.[1];
      if (name) classes.set(name, raising);
    }
  }
  return classes;
}

function formulaOf(element: Element): FormulaElement {
  return {
    name: nameOf(element),
    attribute: (name) => attributeOf(element, name),
    children: childrenOf(element).flatMap((child): (FormulaElement | string)[] =>
      isElement(child) ? [formulaOf(child)] : 'value' in child && child.nodeName === '#text' ? [child.value] : [],
    ),
  };
}

/** A link to a note further below, within a raised mark or around it. */
const isNoteLink = (node: Node | null | undefined): boolean =>
  !!node &&
  isElement(node) &&
  node.tagName === 'a' &&
  (/#/.test(attributeOf(node, 'href') ?? '') || /noteref/.test(`${attributeOf(node, 'epub:type')} ${attributeOf(node, 'role')}`));
const isDeclaredNote = (node: Element): boolean =>
  node.tagName === 'a' && /noteref/.test(`${attributeOf(node, 'epub:type') ?? ''} ${attributeOf(node, 'role') ?? ''}`);
const NOTE = /^\[?([\p{L}\p{N}*†‡§]{1,4})\]?$/u;

/** Rewrites self-closing XHTML elements that HTML does not close. */
const withoutSelfClosing = (xhtml: string): string =>
  xhtml.replaceAll(
    /<([a-z][\w:.-]{0,60})((?:\s(?:"[^"<]{0,4000}"|'[^'<]{0,4000}'|[^'"<>])*?)?)\/>/gi,
    (whole, name: string, rest: string) =>
      /^(?:br|hr|img|input|meta|link|col|area|base|wbr|source|track|embed|param)$/i.test(name) ? whole : `<${name}${rest}></${name}>`,
  );

/**
 * Reads HTML as blocks. Nothing in it is executed or fetched.
 * @param raised classes from separate style sheets
 * @throws RangeError if it is nested too deeply
 */
export function htmlTree(html: string, use: HtmlUse, raised: ReadonlyMap<string, Raising> = new Map()): HtmlTree {
  const page = use === 'card' ? parseFragment(html) : parse(use === 'book' ? withoutSelfClosing(html) : html);
  const reader = new HtmlReader(use, new Map([...raised, ...raisedClasses(stylesIn(page))]));
  const root = use === 'page' ? (findFirst(page, 'main') ?? findFirst(page, 'article')) : null;
  const blocks = reader.read(root ?? findFirst(page, 'body') ?? page);
  const title = use === 'card' ? null : findFirst(page, 'title');
  return { title: (title && textOf(title).trim()) || null, blocks, media: reader.media };
}

function stylesIn(page: Node): string {
  const head = findFirst(page, 'head');
  return head
    ? childrenOf(head)
        .map((node) => (isElement(node) && node.tagName === 'style' ? textOf(node) : ''))
        .join('\n')
    : '';
}

class HtmlReader {
  media = 0;
  readonly #use: HtmlUse;
  readonly #classes: ReadonlyMap<string, Raising>;

  constructor(use: HtmlUse, classes: ReadonlyMap<string, Raising>) {
    this.#use = use;
    this.#classes = classes;
  }

  read(root: Node): Block[] {
    const isContent = isElement(root) && (root.tagName === 'main' || root.tagName === 'article');
    return this.#blocks(childrenOf(root), { depth: 0, isSet: false, isContent });
  }

  #isLeftOut(element: Element, isContent: boolean): boolean {
    if (isHidden(element)) return true;
    // an article's header is its title, a site's header is its menu
    if (element.tagName === 'header' && isContent) return false;
    return LEFT_OUT[this.#use].has(nameOf(element));
  }

  #raisingOf(element: Element): Raising | null {
    if (element.tagName === 'sup') return 'superscript';
    if (element.tagName === 'sub') return 'subscript';
    if (MEDIA.has(element.tagName)) return null;
    const named = (attributeOf(element, 'class') ?? '').split(/\s+/, 20).map((name) => this.#classes.get(name));
    return raisingOf(attributeOf(element, 'style') ?? '') ?? named.find(Boolean) ?? null;
  }

  /** Reads blocks and lines; lines between blocks become paragraphs. */
  #blocks(nodes: readonly Node[], place: Place): Block[] {
    const blocks: Block[] = [];
    let line: Inline[] = [];
    const flush = (): void => {
      if (line.length > 0) blocks.push({ type: place.isSet ? 'code' : 'paragraph', children: withoutLastBreak(line) });
      line = [];
    };
    this.#walk(nodes, place, {
      inline: (node) => void line.push(node),
      block: (more) => {
        flush();
        for (const one of more) blocks.push(one);
      },
    });
    flush();
    return blocks;
  }

  #walk(nodes: readonly Node[], place: Place, into: Into): void {
    if (place.depth > DEEPEST) throw new RangeError('HTML: is nested too deeply');
    const inner = { ...place, depth: place.depth + 1 };
    for (const node of nodes) {
      if ('value' in node && node.nodeName === '#text') {
        into.inline({ type: 'text', value: this.#written(node.value, place) });
        continue;
      }
      if (!isElement(node)) continue;
      const name = nameOf(node);
      const isMath = name === 'math';
      const fallback = name === 'img' && /math|tex\b|latex/i.test(attributeOf(node, 'class') ?? '') ? attributeOf(node, 'alt') : undefined;
      // a formula is hidden where a picture of it is shown
      if (fallback) into.inline({ type: 'inlineMath', value: fallback.replaceAll('$', '').trim() });
      else if (name === 'script' && /^math\/tex/i.test(attributeOf(node, 'type') ?? ''))
        into.inline({ type: 'inlineMath', value: textOf(node).trim() });
      else if (this.#isLeftOut(node, place.isContent)) continue;
      else if (MEDIA.has(name)) {
        this.media += 1;
        into.inline({ type: 'image', alt: attributeOf(node, 'alt')?.trim() || (attributeOf(node, 'src') ?? '').split('/').at(-1)! });
      } else if (isMath) {
        const value = texOf(formulaOf(node)) || (attributeOf(node, 'alttext') ?? '');
        if (value && attributeOf(node, 'display') === 'block' && this.#use !== 'card') into.block([{ type: 'math', value }]);
        else if (value) into.inline({ type: 'inlineMath', value });
      } else if (name === 'br') into.inline({ type: 'break' });
      else if (name === 'ruby') this.#ruby(node, inner, into);
      else if (BLOCK.has(name)) this.#block(node, name, inner, into);
      else this.#phrase(node, inner, into);
    }
  }

  #phrase(node: Element, place: Place, into: Into): void {
    const raising = this.#raisingOf(node);
    const isNote =
      isDeclaredNote(node) || (raising === 'superscript' && (isNoteLink(node.parentNode) || childrenOf(node).some(isNoteLink)));
    if (!raising && !isNote) return this.#walk(childrenOf(node), place, into);
    const children: Inline[] = [];
    // a block within it does not count
    this.#walk(childrenOf(node), place, {
      inline: (one) => void children.push(one),
      block: (blocks) => flatInlines(blocks).forEach((one) => children.push(one)),
    });
    const label = isNote ? NOTE.exec(inlineText(children).trim())?.[1] : undefined;
    if (label) into.inline({ type: 'footnoteReference', label });
    else if (raising) into.inline({ type: raising, children });
    else children.forEach(into.inline);
  }

  #ruby(node: Element, place: Place, into: Into): void {
    let [children, reading]: [Inline[], Inline[]] = [[], []];
    const flush = (): void => {
      if (children.length + reading.length > 0) into.inline({ type: 'ruby', children, reading });
      [children, reading] = [[], []];
    };
    const collect = (nodes: readonly Node[], list: Inline[]): void =>
      this.#walk(nodes, place, {
        inline: (one) => void list.push(one),
        block: (blocks) => flatInlines(blocks).forEach((one) => list.push(one)),
      });
    for (const child of childrenOf(node)) {
      const name = isElement(child) ? child.tagName : '';
      if (name === 'rp' || (name === '' && textOf(child).trim() === '')) continue;
      if (name === 'rt' || name === 'rtc') collect(childrenOf(child), reading);
      else {
        if (reading.length > 0) flush();
        collect(name === 'rb' ? childrenOf(child) : [child], children);
      }
    }
    flush();
  }

  #block(node: Element, name: string, place: Place, into: Into): void {
    const nodes = childrenOf(node);
    const depth = Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
    if (name === 'hr') into.block([{ type: 'thematicBreak', id: attributeOf(node, 'id') ?? '' }]);
    else if (name === 'ul' || name === 'ol' || name === 'menu') into.block(this.#list(node, place));
    else if (name === 'table') into.block(this.#table(node, place));
    else if (name === 'pre') into.block(this.#blocks(nodes, { ...place, isSet: true }));
    else if (depth > 0) {
      const blocks = this.#blocks(nodes, place);
      into.block(blocks.map((block) => (block.type === 'paragraph' ? { type: 'heading', depth, children: block.children } : block)));
    } else {
      // its content is not copied for every block around it
      into.block([]);
      this.#walk(nodes, { ...place, isContent: place.isContent || name === 'article' || name === 'main' }, into);
      into.block([]);
    }
  }

  #list(node: Element, place: Place): Block[] {
    const isOrdered = node.tagName === 'ol';
    const counting = COUNTING[attributeOf(node, 'type') ?? ''] ?? 'decimal';
    const step = attributeOf(node, 'reversed') === undefined ? 1 : -1;
    const whole = (value: string | undefined): number | null =>
      value !== undefined && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : null;
    const entries = childrenOf(node).filter((child) => isElement(child) && child.tagName === 'li').length;
    let number = whole(attributeOf(node, 'start')) ?? (step === 1 ? 1 : entries);
    const children: (ListItem & { readonly children: Block[] })[] = [];
    const others: Block[] = [];
    for (const child of childrenOf(node)) {
      if (!isElement(child) || this.#isLeftOut(child, place.isContent)) continue;
      const blocks = this.#blocks(child.tagName === 'li' ? childrenOf(child) : [child], { ...place, depth: place.depth + 1 });
      if (child.tagName !== 'li') {
        // word processors write lists directly within lists; they belong to the entry before
        const entry = children.at(-1)?.children ?? others;
        for (const block of blocks) entry.push(block);
        continue;
      }
      number = whole(attributeOf(child, 'value')) ?? number;
      children.push({ marker: isOrdered ? `${counted(number, counting)}.` : '-', children: blocks });
      number += step;
    }
    return [...others, ...(children.length > 0 ? [{ type: 'list' as const, children }] : [])];
  }

  #table(node: Element, place: Place): Block[] {
    const captions: Block[] = [];
    const rows: Block[][][] = [];
    const walk = (parent: Node, depth: number): void => {
      for (const child of childrenOf(parent)) {
        if (!isElement(child) || this.#isLeftOut(child, place.isContent)) continue;
        const name = child.tagName;
        if (name === 'caption') captions.push(...this.#blocks(childrenOf(child), { ...place, depth }));
        else if (name === 'tr') rows.push([]);
        if (name === 'td' || name === 'th')
          (rows.at(-1) ?? rows[rows.push([]) - 1]!).push(this.#blocks(childrenOf(child), { ...place, depth }));
        else if (name !== 'caption') walk(child, depth + 1);
      }
    };
    walk(node, place.depth + 1);
    return [...captions, { type: 'table', rows }];
  }

  /** Collapses line breaks of the source, except in preformatted text, and spaces, except on cards. */
  #written(text: string, { isSet }: Place): string {
    if (isSet) return text;
    return this.#use === 'card' ? text.replaceAll(/[\r\n]+/g, ' ') : text.replaceAll(/\s+/g, ' ');
  }
}

interface Place {
  readonly depth: number;
  /** Within preformatted text. */
  readonly isSet: boolean;
  /** Within an article. */
  readonly isContent: boolean;
}

interface Into {
  readonly inline: (node: Inline) => void;
  readonly block: (blocks: readonly Block[]) => void;
}

/** Drops a line break at the end of a block, which is not displayed. */
const withoutLastBreak = (line: readonly Inline[]): readonly Inline[] => (line.at(-1)?.type === 'break' ? line.slice(0, -1) : line);

const flatInlines = (blocks: readonly Block[]): Inline[] =>
  blocks.flatMap((block): Inline[] =>
    'children' in block && (block.type === 'paragraph' || block.type === 'code' || block.type === 'heading')
      ? [...block.children, { type: 'text', value: ' ' }]
      : [],
  );

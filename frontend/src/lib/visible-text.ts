/** Elements on the page that are not part of the text being read: the product's headings, rendered maths, captions, footnote marks. */
const ASIDE = '[data-unread], .katex, [data-footnote-ref], [data-footnote-backref], [id$="footnote-label"]';
const BLOCK = 'p, li, h1, h2, h3, h4, h5, h6, td, th, pre, dd, dt';

/** The text of a part of the page as one string, and the position of each text node in it. */
export interface VisibleText {
  readonly text: string;
  readonly nodes: readonly { readonly node: Text; readonly start: number }[];
}

/** Reads the text in `root`. A line ends where a block element does. */
export function readVisibleText(root: Element): VisibleText {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(ASIDE) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  let block: Element | null = null;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const own = node.parentElement!.closest(BLOCK);
    if (block !== null && own !== block) text += '\n';
    block = own;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  return { text, nodes };
}

/** The DOM range between two positions of the text; null when there is none. */
export function rangeOf({ nodes }: VisibleText, start: number, end: number): Range | null {
  const first = nodes.findLast((one) => one.start <= start);
  const last = nodes.findLast((one) => one.start < end);
  if (!first || !last) return null;
  const range = document.createRange();
  range.setStart(first.node, Math.min(start - first.start, first.node.length));
  range.setEnd(last.node, Math.min(end - last.start, last.node.length));
  return range.collapsed ? null : range;
}

/** Start and end of a DOM range in the text; null when the range contains none of it. */
export function offsetsOfRange({ nodes }: VisibleText, range: Range): { start: number; end: number } | null {
  const within = nodes.filter(({ node }) => range.intersectsNode(node));
  const first = within[0];
  const last = within.at(-1);
  if (!first || !last) return null;
  const start = first.start + (range.startContainer === first.node ? range.startOffset : 0);
  const end = last.start + (range.endContainer === last.node ? range.endOffset : last.node.length);
  return end > start ? { start, end } : null;
}

/** Highlights ranges under a name from the style sheet (CSS Custom Highlight API), where supported; the DOM does not change. */
export function highlightRanges(name: string, ranges: readonly Range[]): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/** Scrolls a range into view, below the sticky header. */
export function scrollToRange(range: Range, isSmooth: boolean): void {
  const { top } = range.getBoundingClientRect();
  window.scrollBy({ top: top - window.innerHeight / 3, behavior: isSmooth ? 'smooth' : 'instant' });
}

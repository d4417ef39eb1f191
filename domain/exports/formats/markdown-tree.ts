import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { markMaths } from '#contract/courses/lesson-maths.ts';

/** A Markdown node, with the fields the formats need. */
export interface MarkdownNode {
  readonly type: string;
  readonly children?: readonly MarkdownNode[];
  readonly value?: string;
  readonly depth?: number;
  readonly ordered?: boolean | null;
  readonly url?: string;
  readonly alt?: string | null;
  readonly lang?: string | null;
  readonly position?: { readonly start: Point; readonly end: Point } | undefined;
}
interface Point {
  readonly offset?: number | undefined;
}

const parser = unified().use(remarkParse).use(remarkGfm);
const mathsParser = unified().use(remarkParse).use(remarkGfm).use(remarkMath);

/** Parses the blocks of a Markdown text; maths between dollar signs, by the rules of lessons, becomes `math` or `inlineMath`. */
export function blocksOf(text: string): readonly MarkdownNode[] {
  const { markdown, hasMaths } = markMaths(text);
  const tree: MarkdownNode = (hasMaths ? mathsParser : parser).parse(markdown);
  return tree.children ?? [];
}

/** Shifts all headings of a text so that the highest has this rank: a lesson's own headings are below its title. */
export function rankHeadings(text: string, rank: number): string {
  const headings = blocksOf(text).filter(({ type }) => type === 'heading');
  const highest = Math.min(...headings.map(({ depth = 1 }) => depth));
  return headings.toReversed().reduce((ranked, { depth = 1, position }) => {
    const [start, end] = [position?.start.offset ?? 0, position?.end.offset ?? 0];
    // an underlined heading is rewritten on one line
    const words = ranked
      .slice(start, end)
      .replace(/^#+[ \t]*/, '')
      .replace(/\n[ \t]*[=-]+[ \t]*$/, '')
      .split('\n')
      .map((line) => line.trim())
      .join(' ');
    return `${ranked.slice(0, start)}${'#'.repeat(Math.min(6, rank + depth - highest))} ${words}${ranked.slice(end)}`;
  }, text);
}

/** Returns the plain words of a node. */
export const plainText = ({ value, alt, children }: MarkdownNode): string => value ?? alt ?? (children ?? []).map(plainText).join('');

/** Tells whether it is a link to a web page: nothing in the file may run or load anything else. */
export const isWebAddress = (url: string | undefined): url is string => /^https?:\/\//i.test(url ?? '');

import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { markMaths } from '#contract/courses/lesson-maths.ts';

/** A node of a Markdown text, as far as files need it. */
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

/** The blocks of a Markdown text; what stands between dollar signs as a lesson shows it is `math` or `inlineMath`. */
export function blocksOf(text: string): readonly MarkdownNode[] {
  const { markdown, hasMaths } = markMaths(text);
  const tree: MarkdownNode = (hasMaths ? mathsParser : parser).parse(markdown);
  return tree.children ?? [];
}

/** The text with its headings moved up or down together, so that the highest is of this rank: a lesson's own are below its title, wherever it stands. */
export function rankHeadings(text: string, rank: number): string {
  const headings = blocksOf(text).filter(({ type }) => type === 'heading');
  const highest = Math.min(...headings.map(({ depth = 1 }) => depth));
  return headings.toReversed().reduce((ranked, { depth = 1, position }) => {
    const [start, end] = [position?.start.offset ?? 0, position?.end.offset ?? 0];
    // one that is underlined is written in one line
    const words = ranked
      .slice(start, end)
      .replace(/^#+[ \t]*/, '')
      .replace(/\n[ \t]*[=-]+[ \t]*$/, '')
      .replaceAll(/\s*\n\s*/g, ' ');
    return `${ranked.slice(0, start)}${'#'.repeat(Math.min(6, rank + depth - highest))} ${words}${ranked.slice(end)}`;
  }, text);
}

/** The words of a node without their marks. */
export const plainText = ({ value, alt, children }: MarkdownNode): string => value ?? alt ?? (children ?? []).map(plainText).join('');

/** Only what leads out of the file to a page: nothing runs, nothing is fetched. */
export const isWebAddress = (url: string | undefined): url is string => /^https?:\/\//i.test(url ?? '');

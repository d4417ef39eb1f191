import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

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
}

const parser = unified().use(remarkParse).use(remarkGfm);

/** The blocks of a Markdown text. */
export const blocksOf = (markdown: string): readonly MarkdownNode[] => (parser.parse(markdown) as MarkdownNode).children ?? [];

/** The words of a node without their marks. */
export const plainText = ({ value, alt, children }: MarkdownNode): string => value ?? alt ?? (children ?? []).map(plainText).join('');

/** Only what leads out of the file to a page: nothing runs, nothing is fetched. */
export const isWebAddress = (url: string | undefined): url is string => /^https?:\/\//i.test(url ?? '');

/**
 * The tree of a Markdown text, as every renderer receives it: mdast with tables, maths and footnotes, independent of the surrounding text
 * so that trees can be joined. HTML is text, link references are links, and footnotes are numbered and moved to the end.
 */

interface Text {
  readonly type: 'text';
  readonly value: string;
}
interface InlineCode {
  readonly type: 'inlineCode';
  readonly value: string;
}
interface InlineMath {
  readonly type: 'inlineMath';
  /** TeX. */
  readonly value: string;
}
interface Break {
  readonly type: 'break';
}
interface Emphasis {
  readonly type: 'emphasis' | 'strong' | 'delete';
  readonly children: readonly Inline[];
}
interface Link {
  readonly type: 'link';
  readonly url: string;
  readonly children: readonly Inline[];
}
interface Image {
  readonly type: 'image';
  readonly url: string;
  readonly alt?: string | null | undefined;
}
interface FootnoteReference {
  readonly type: 'footnoteReference';
  readonly identifier: string;
  readonly label?: string | null | undefined;
}

interface Paragraph {
  readonly type: 'paragraph';
  readonly children: readonly Inline[];
}
interface Heading {
  readonly type: 'heading';
  readonly depth: 1 | 2 | 3 | 4 | 5 | 6;
  readonly children: readonly Inline[];
}
interface Blockquote {
  readonly type: 'blockquote';
  readonly children: readonly Block[];
}
interface List {
  readonly type: 'list';
  readonly ordered?: boolean | null | undefined;
  /** The number of the first item. */
  readonly start?: number | null | undefined;
  readonly spread?: boolean | null | undefined;
  readonly children: readonly ListItem[];
}
interface ListItem {
  readonly type: 'listItem';
  /** Whether a task is ticked; absent for ordinary items. */
  readonly checked?: boolean | null | undefined;
  readonly spread?: boolean | null | undefined;
  readonly children: readonly Block[];
}
interface Code {
  readonly type: 'code';
  readonly lang?: string | null | undefined;
  readonly value: string;
}
interface Maths {
  readonly type: 'math';
  /** TeX. */
  readonly value: string;
}
interface Table {
  readonly type: 'table';
  readonly align?: readonly ('left' | 'right' | 'center' | null)[] | null | undefined;
  /** The first row is the header. */
  readonly children: readonly TableRow[];
}
interface TableRow {
  readonly type: 'tableRow';
  readonly children: readonly TableCell[];
}
interface TableCell {
  readonly type: 'tableCell';
  readonly children: readonly Inline[];
}
interface ThematicBreak {
  readonly type: 'thematicBreak';
}
interface FootnoteDefinition {
  readonly type: 'footnoteDefinition';
  readonly identifier: string;
  readonly label?: string | null | undefined;
  readonly children: readonly Block[];
}

export type Inline = Text | InlineCode | InlineMath | Break | Emphasis | Link | Image | FootnoteReference;
export type Block = Paragraph | Heading | Blockquote | List | Code | Maths | Table | ThematicBreak | FootnoteDefinition;
/** Any node of the tree. */
export type LessonNode = Inline | Block | ListItem | TableRow | TableCell;
export type NodeOf<Type extends LessonNode['type']> = Extract<LessonNode, { readonly type: Type }>;

/** A renderer's functions by node type: a missing node type does not compile. */
export type NodeRenderers<Result, Args extends readonly unknown[] = []> = {
  readonly [Type in LessonNode['type']]: (node: NodeOf<Type>, ...args: Args) => Result;
};

/** Renders a node with the function of its type. */
export const renderNode = <Result, Args extends readonly unknown[]>(
  renderers: NodeRenderers<Result, Args>,
  node: LessonNode,
  ...args: Args
): Result => (renderers[node.type] as (node: LessonNode, ...args: Args) => Result)(node, ...args);

export const childrenOf = (node: LessonNode): readonly LessonNode[] => ('children' in node ? node.children : []);

/** Returns the words of a node on one line, with formulas between dollar signs: for titles and alternative texts. */
export function wordsOf(node: LessonNode): string {
  if (node.type === 'break') return ' ';
  if (node.type === 'inlineMath' || node.type === 'math') return `$${node.value}$`;
  if (node.type === 'image') return node.alt ?? '';
  if (node.type === 'footnoteReference') return '';
  if ('value' in node) return node.value;
  return childrenOf(node).map(wordsOf).join('');
}

const TICKS = { true: '☑ ', false: '☐ ' } as const;

/** Returns the blocks of a list item, for renderers without checkboxes: a task begins with its tick. */
export function itemBlocks({ checked, children }: ListItem): readonly Block[] {
  if (typeof checked !== 'boolean') return children;
  const tick: Text = { type: 'text', value: TICKS[`${checked}`] };
  const [first, ...rest] = children;
  return first?.type === 'paragraph'
    ? [{ ...first, children: [tick, ...first.children] }, ...rest]
    : [{ type: 'paragraph', children: [tick] }, ...children];
}

/** Returns the displayed number of a footnote, whose identifier also contains its owner. */
export const noteNumber = ({ identifier }: FootnoteReference | FootnoteDefinition): string =>
  identifier.slice(identifier.lastIndexOf('-') + 1);

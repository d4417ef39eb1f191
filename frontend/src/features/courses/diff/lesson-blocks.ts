import Markdown, { type ExtraProps } from 'react-markdown';
import { t } from '#frontend/lib/text.ts';
import { LESSON_SYNTAX } from '../lesson-syntax.ts';

/** One block of a lesson as it is shown, and compared: a paragraph, a heading, a list, a table, a piece of code. */
export type Block = NonNullable<ExtraProps['node']>;
export type Node = Block['children'][number];

const element = (tagName: string, children: Node[]): Block => ({ type: 'element', tagName, properties: {}, children });
const words = (value: string): Node => ({ type: 'text', value });

/** Text without any markup. */
export const plainBlock = (text: string): Block => element('p', [words(text)]);
export const listBlock = (points: readonly string[]): Block =>
  element(
    'ul',
    points.map((point) => element('li', [words(point)])),
  );
/** Blocks that stand or fall together. */
export const groupOf = (blocks: Block[]): Block => element('div', blocks);

/** The blocks that Markdown is shown as. */
export function blocksOf(markdown: string): Block[] {
  let blocks: Block[] = [];
  const take = () => (tree: { readonly children: readonly { readonly type: string }[] }) => {
    blocks = tree.children.filter((child): child is Block => child.type === 'element').map(asShown);
  };
  // A plain function of its text. What it would show can be had as a tree at the last of its steps.
  Markdown({ ...LESSON_SYNTAX, rehypePlugins: [...LESSON_SYNTAX.rehypePlugins, take], children: markdown });
  return blocks;
}

/** Without places in the source, pictures in words, and with the lesson's own struck words told apart from those that are left out. */
function asShown(block: Block): Block {
  const { tagName, properties, children } = block;
  const { alt } = properties;
  if (tagName === 'img') return element('em', typeof alt === 'string' && alt !== '' ? [words(t('[Picture: {alt}]', { alt }))] : []);
  return {
    type: 'element',
    tagName: tagName === 'del' ? 's' : tagName,
    properties,
    children: children.map((child) => (child.type === 'element' ? asShown(child) : child.type === 'text' ? words(child.value) : child)),
  };
}

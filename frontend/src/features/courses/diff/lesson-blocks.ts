import Markdown, { type ExtraProps } from 'react-markdown';
import { t } from '#frontend/lib/text.ts';
import { LESSON_SYNTAX } from '#frontend/features/courses/markdown/lesson-syntax.ts';

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
    blocks = tree.children.filter((child): child is Block => child.type === 'element').map((block) => asShown(block));
  };
  // A plain function of its text. What it would show can be had as a tree at the last of its steps.
  Markdown({ ...LESSON_SYNTAX, rehypePlugins: [...LESSON_SYNTAX.rehypePlugins, take], children: markdown });
  return blocks;
}

/** Without what nobody sees (places in the source, where its lines end, titles of links, languages of code), pictures in words, and with the lesson's own struck words told apart from those that are left out. */
function asShown(block: Block, isInCode = false): Block {
  const { tagName, properties, children } = block;
  const { alt, title: _, ...seen } = properties;
  if (tagName === 'code') delete seen.className;
  if (tagName === 'img') return element('em', typeof alt === 'string' && alt !== '' ? [words(t('[Picture: {alt}]', { alt }))] : []);
  return {
    type: 'element',
    tagName: tagName === 'del' ? 's' : tagName,
    properties: seen,
    children: children.map((child) => {
      if (child.type === 'element') return asShown(child, isInCode || tagName === 'pre');
      return child.type === 'text' ? words(isInCode ? child.value : child.value.replace(/(?<=\S)\n(?=\S)/g, ' ')) : child;
    }),
  };
}

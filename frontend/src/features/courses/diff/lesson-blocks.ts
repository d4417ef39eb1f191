import Markdown, { type ExtraProps } from 'react-markdown';
import { mendTables } from '#contract/courses/code-in-tables.ts';
import { t } from '#frontend/lib/text.ts';
import { LESSON_SYNTAX } from '#frontend/ui/markdown/lesson-syntax.ts';

/** A displayed block of a lesson, as the unit of comparison: a paragraph, heading, list, table, or code block. */
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
/** Wraps blocks so that they are compared as one. */
export const groupOf = (blocks: Block[]): Block => element('div', blocks);

/** Renders Markdown into blocks. */
export function blocksOf(markdown: string): Block[] {
  let blocks: Block[] = [];
  const take = () => (tree: { readonly children: readonly { readonly type: string }[] }) => {
    blocks = tree.children.filter((child): child is Block => child.type === 'element').map((block) => asShown(block));
  };
  // Markdown is a pure function of its text; a plugin at its last step takes the resulting tree.
  Markdown({ ...LESSON_SYNTAX, rehypePlugins: [...LESSON_SYNTAX.rehypePlugins, take], children: mendTables(markdown) });
  return blocks;
}

/**
 * Removes invisible data (source positions, trailing newlines, link titles, code languages), turns pictures into words, and distinguishes
 * words struck through by the lesson from removed ones.
 */
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

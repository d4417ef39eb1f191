import type { Block, LessonNode } from '#contract/courses/lesson-tree.ts';
import type { ExportPicture } from './pictures.ts';

// apart from `pictures.ts`, whose library for pictures the restricted process that writes a file cannot load
const isImage = (node: LessonNode): node is Extract<LessonNode, { type: 'image' }> => node.type === 'image';

/** The figure that a block shows and nothing else; null for any other. */
export function figureOf(block: Block, figures: readonly ExportPicture[]): ExportPicture | null {
  const [only, ...others] = block.type === 'paragraph' ? block.children : [];
  if (!only || others.length > 0 || !isImage(only)) return null;
  return figures.find(({ figure }) => figure?.address === only.url) ?? null;
}

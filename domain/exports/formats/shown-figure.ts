import type { Block, LessonNode } from '#contract/courses/lesson-tree.ts';
import type { ExportPicture } from './pictures.ts';

// not in `pictures.ts`: the restricted process that writes a file cannot load its image library
const isImage = (node: LessonNode): node is Extract<LessonNode, { type: 'image' }> => node.type === 'image';

/** Returns the figure of a block that shows nothing else, or null. */
export function figureOf(block: Block, figures: readonly ExportPicture[]): ExportPicture | null {
  const [only, ...others] = block.type === 'paragraph' ? block.children : [];
  if (!only || others.length > 0 || !isImage(only)) return null;
  return figures.find(({ figure }) => figure?.address === only.url) ?? null;
}

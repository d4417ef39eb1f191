import { htmlTree } from '#domain/platform/rich-text/html-tree.ts';
import { piecesOf } from '#domain/platform/rich-text/tree-text.ts';
import { Blocks, type SourceDocument } from './source-document.ts';

/**
 * Reads the visible text of a page: the main part if marked, without menus, forms and scripts. Nothing in the page is executed or fetched.
 */
export function readHtml(html: string): SourceDocument {
  const { title, blocks } = htmlTree(html, 'page');
  const read = new Blocks();
  read.addPieces(piecesOf(blocks));
  return { title, pages: null, blocks: read.list };
}

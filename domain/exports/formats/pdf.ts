import Pdf from 'pdfkit';
import type { Course } from '#contract/courses/courses.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { chaptersOf, languageOf } from './chapters.ts';
import { blocksOf, plainText, type MarkdownNode } from './markdown-tree.ts';

const BODY = { font: 'Times-Roman', size: 11.5 } as const;
const BOLD = 'Times-Bold';
const CODE = 'Courier';
const HEADINGS = [22, 17, 14, 12.5, 12, 12] as const;
const MARGIN = 64;

/** What the letters of the file have in their stead; the rest of what they lack becomes a question mark. */
const STAND_INS: Readonly<Record<string, string>> = {
  '→': '->',
  '←': '<-',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '−': '-',
  '✓': '*',
  '×': 'x',
  '\u202f': ' ',
};
const KNOWN = /[\n\t\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;
const settable = (text: string): string =>
  [...text.normalize('NFC')].map((character) => (KNOWN.test(character) ? character : (STAND_INS[character] ?? '?'))).join('');

type Doc = InstanceType<typeof Pdf>;
type Parent = ReturnType<Doc['struct']>;

/** Writes blocks below a part of the document's structure, each with the tag that says what it is. */
class Writer {
  private readonly doc: Doc;
  constructor(doc: Doc) {
    this.doc = doc;
  }

  private write(
    parent: Parent,
    tag: string,
    text: string,
    { font = BODY.font as string, size = BODY.size as number, indent = 0, after = 0.5 } = {},
  ): void {
    const { doc } = this;
    parent.add(
      doc.struct(tag, {}, () => {
        doc.font(font).fontSize(size);
        doc.text(settable(text), MARGIN + indent, undefined, { width: doc.page.width - 2 * MARGIN - indent, lineGap: 2 });
        doc.moveDown(after);
      }),
    );
  }

  heading(parent: Parent, level: number, text: string): void {
    const size = HEADINGS[level - 1] ?? BODY.size;
    // a heading does not stand alone at the end of a page
    if (this.doc.y > this.doc.page.height - MARGIN - 4 * size) this.doc.addPage();
    this.write(parent, `H${level}`, text, { font: BOLD, size, after: 0.4 });
  }

  blocks(parent: Parent, nodes: readonly MarkdownNode[], indent = 0): void {
    for (const node of nodes) this.block(parent, node, indent);
  }

  private block(parent: Parent, node: MarkdownNode, indent: number): void {
    if (node.type === 'heading') return this.heading(parent, Math.min(6, (node.depth ?? 1) + 2), plainText(node));
    if (node.type === 'list') return this.list(parent, node, indent);
    if (node.type === 'blockquote') return this.inside(parent, 'BlockQuote', node, indent + 16);
    if (node.type === 'code') return this.write(parent, 'Code', node.value ?? '', { font: CODE, size: 9.5, indent });
    if (node.type === 'table') return this.table(parent, node);
    if (node.type === 'thematicBreak') return;
    this.write(parent, 'P', plainText(node), { indent });
  }

  private inside(parent: Parent, tag: string, node: MarkdownNode, indent: number): void {
    const part = this.doc.struct(tag);
    parent.add(part);
    this.blocks(part, node.children ?? [], indent);
    part.end();
  }

  private list(parent: Parent, { children = [], ordered }: MarkdownNode, indent: number): void {
    const list = this.doc.struct('L');
    parent.add(list);
    for (const [index, item] of children.entries()) {
      const entry = this.doc.struct('LI');
      list.add(entry);
      const [first, ...rest] = item.children ?? [];
      const mark = ordered ? `${index + 1}.` : '•';
      this.write(entry, 'LBody', `${mark} ${first ? plainText(first) : ''}`, { indent: indent + 12, after: 0.2 });
      this.blocks(entry, rest, indent + 24);
      entry.end();
    }
    list.end();
    this.doc.moveDown(0.3);
  }

  /** Row by row, each cell named by its column: that reads well aloud, and needs no lines. */
  private table(parent: Parent, { children = [] }: MarkdownNode): void {
    const [head, ...rows] = children.map(({ children: cells = [] }) => cells.map(plainText));
    for (const row of rows) this.write(parent, 'P', row.map((cell, index) => `${head?.[index] ?? ''}: ${cell}`).join('; '));
  }
}

/** The course as a tagged PDF: its language, its headings as outline and structure. Pictures stand in it by their words. */
export async function pdfOf(course: Course): Promise<Uint8Array> {
  const doc = new Pdf({
    pdfVersion: '1.7',
    tagged: true,
    lang: languageOf(course),
    displayTitle: true,
    margin: MARGIN,
    info: { Title: course.title, Author: PRODUCT, Creator: PRODUCT, CreationDate: new Date(course.created_at) },
  });
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve);
    doc.once('error', reject);
  });
  const writer = new Writer(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  let module: string | null = null;
  for (const [index, chapter] of chaptersOf(course).entries()) {
    if (index > 0) doc.addPage();
    const part = doc.struct('Sect');
    root.add(part);
    if (chapter.module !== null && chapter.module !== module) writer.heading(part, 1, chapter.module);
    module = chapter.module;
    doc.outline.addItem(settable(chapter.title));
    writer.heading(part, index === 0 ? 1 : 2, chapter.title);
    writer.blocks(part, blocksOf(chapter.markdown));
    part.end();
  }
  root.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

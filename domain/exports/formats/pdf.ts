import type { Course } from '#contract/courses/courses.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { PICTURE_SIZE } from '#contract/courses/course-pictures.contract.ts';
import { chaptersOf } from './chapters.ts';
import { languageOf } from './language.ts';
import { blocksOf, isWebAddress, plainText, type MarkdownNode } from './markdown-tree.ts';
import { Glyphs, registerFonts, type Face, type Run } from '#domain/platform/pdf/fonts.ts';
import type { ExportPicture } from './pictures.ts';
import { escapeXml } from './xhtml.ts';

const BODY_SIZE = 11;
const HEADINGS = [22, 17, 14, 12.5, 12, 12] as const;
const MARGIN = 64;
const TABLE_SIZE = 10;

/** Plain, bold, italic, both. */
const FACES = ['text', 'bold', 'italic', 'boldItalic'] as const;

/** Joins adjacent runs of one face and drops empty ones, which the library takes for line ends. */
function joined(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const { text, font } of runs) {
    const last = merged.at(-1);
    if (last?.font === font) merged[merged.length - 1] = { text: last.text + text, font };
    else if (text !== '') merged.push({ text, font });
  }
  return merged;
}

/** Converts a line of Markdown to runs. On paper a link is its text and its URL. */
function runsOf(node: MarkdownNode, isBold = false, isItalic = false): Run[] {
  const font = FACES[(isBold ? 1 : 0) + (isItalic ? 2 : 0)]!;
  const inside = (node.children ?? []).flatMap((child) =>
    runsOf(child, isBold || node.type === 'strong', isItalic || node.type === 'emphasis'),
  );
  if (node.type === 'break') return [{ text: '\n', font }];
  if (node.type === 'inlineCode' || node.type === 'inlineMath') return [{ text: node.value ?? '', font: 'code' }];
  if (node.type === 'link' && isWebAddress(node.url) && plainText(node) !== node.url) return [...inside, { text: ` (${node.url})`, font }];
  if (node.children) return inside;
  return [{ text: plainText(node), font: node.type === 'image' ? 'italic' : font }];
}

type Doc = PDFKit.PDFDocument;
type Parent = ReturnType<Doc['struct']>;

/** Writes blocks into the document's structure, each with its tag. */
class Writer {
  private readonly doc: Doc;
  private readonly glyphs: Glyphs;
  constructor(doc: Doc) {
    this.doc = doc;
    this.glyphs = new Glyphs(doc);
  }

  private write(
    parent: Parent,
    tag: string,
    runs: readonly Run[],
    { size = BODY_SIZE as number, indent = 0, after = 0.5, alt = undefined as string | undefined } = {},
  ): void {
    const { doc } = this;
    const lines = joined(runs.flatMap((run) => this.glyphs.runs(run)));
    if (lines.length === 0) return;
    parent.add(
      doc.struct(tag, alt === undefined ? {} : { alt }, () => {
        const set = { width: doc.page.width - 2 * MARGIN - indent, lineGap: 2 };
        doc.fontSize(size).x = MARGIN + indent;
        for (const [index, { text, font }] of lines.entries()) doc.font(font).text(text, { ...set, continued: index < lines.length - 1 });
        doc.moveDown(after);
      }),
    );
  }

  heading(parent: Parent, level: number, text: string): void {
    const size = HEADINGS[level - 1] ?? BODY_SIZE;
    // no heading alone at the end of a page
    if (this.doc.y > this.doc.page.height - MARGIN - 4 * size) this.doc.addPage();
    this.write(parent, `H${level}`, [{ text, font: 'bold' }], { size, after: 0.4 });
  }

  blocks(parent: Parent, nodes: readonly MarkdownNode[], indent = 0): void {
    for (const node of nodes) this.block(parent, node, indent);
  }

  private block(parent: Parent, node: MarkdownNode, indent: number): void {
    if (node.type === 'heading') return this.heading(parent, Math.min(6, (node.depth ?? 1) + 2), plainText(node));
    if (node.type === 'list') return this.list(parent, node, indent);
    if (node.type === 'blockquote') return this.inside(parent, 'BlockQuote', node, indent + 16);
    if (node.type === 'code') return this.write(parent, 'Code', [{ text: node.value ?? '', font: 'code' }], { size: 9.5, indent });
    if (node.type === 'table') return this.table(parent, node);
    if (node.type === 'thematicBreak') return;
    if (node.type === 'math') return this.formula(parent, node.value ?? '', indent);
    this.write(parent, 'P', runsOf(node), { indent });
  }

  private formula(parent: Parent, tex: string, indent: number): void {
    this.write(parent, 'Formula', [{ text: tex, font: 'code' }], { size: 10.5, indent, alt: tex });
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
      this.write(entry, 'LBody', [{ text: `${mark} `, font: FACES[0] }, ...(first ? runsOf(first) : [])], {
        indent: indent + 12,
        after: 0.2,
      });
      this.blocks(entry, rest, indent + 24);
      entry.end();
    }
    list.end();
    this.doc.moveDown(0.3);
  }

  private table(parent: Parent, { children = [] }: MarkdownNode): void {
    const { doc } = this;
    const [head = [], ...rows] = children.map(({ children: cells = [] }) => cells.map(plainText));
    const set = (text: string, face: Face) => {
      const run = this.glyphs.inOneFace({ text, font: face });
      return { text: run.text, font: { src: run.font } };
    };
    const asHead = (text: string) => ({ ...set(text, 'bold'), type: 'TH' as const, scope: 'Column' as const });
    const table = {
      structParent: parent,
      position: { x: MARGIN, y: doc.y },
      defaultStyle: { padding: 4, borderColor: '#888888' },
      data: [head.map(asHead), ...rows.map((row) => head.map((_, column) => set(row[column] ?? '', 'text')))],
    };
    doc.font('text').fontSize(TABLE_SIZE);
    if (head.length > 0) doc.table(table);
    doc.moveDown(0.8);
  }

  /** Adds a picture in the width of the text, with its alternative text. */
  picture(parent: Parent, { bytes, alt }: ExportPicture): void {
    const { doc } = this;
    const width = doc.page.width - 2 * MARGIN;
    const height = (width * PICTURE_SIZE.height) / PICTURE_SIZE.width;
    if (doc.y + height > doc.page.height - MARGIN) doc.addPage();
    parent.add(
      doc.struct('Figure', { alt }, () => {
        doc.image(Buffer.from(bytes), MARGIN, doc.y, { fit: [width, height], align: 'center' });
      }),
    );
    doc.y += height;
    doc.moveDown(0.8);
  }
}

/** The library writes the title once as a string, and then unescaped into XML. */
function escapeMetadata(doc: Doc): void {
  const open = doc as Doc & { endMetadata: () => void };
  const write = open.endMetadata.bind(open);
  open.endMetadata = () => {
    doc.info.Title = escapeXml(doc.info.Title ?? '');
    write();
  };
}

/** Returns the course as a tagged PDF: with its language, its headings as outline and structure, tables, and pictures with alternative texts. */
export async function pdfOf(course: Course, pictures: readonly ExportPicture[] = []): Promise<Uint8Array> {
  // loaded by the first PDF: it takes 70 ms of every start
  const { default: Pdf } = await import('pdfkit');
  const doc = new Pdf({
    pdfVersion: '1.7',
    tagged: true,
    lang: languageOf(course),
    displayTitle: true,
    margin: MARGIN,
    info: { Title: course.title, Author: PRODUCT, Creator: PRODUCT, CreationDate: new Date(course.created_at) },
  });
  registerFonts(doc);
  escapeMetadata(doc);
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
    doc.outline.addItem(chapter.title);
    writer.heading(part, index === 0 ? 1 : 2, chapter.title);
    const own = pictures.filter(({ chapter: name }) => name === chapter.name);
    const picture = own.find(({ simulation }) => !simulation);
    if (picture) writer.picture(part, picture);
    writer.blocks(part, blocksOf(chapter.markdown));
    for (const poster of own) {
      if (!poster.simulation) continue;
      writer.heading(part, 3, poster.simulation.title);
      writer.picture(part, poster);
      writer.blocks(part, blocksOf(poster.simulation.text));
    }
    part.end();
  }
  root.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

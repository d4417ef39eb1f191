import type { Course } from '#contract/courses/courses.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { PICTURE_SIZE } from '#contract/courses/course-pictures.contract.ts';
import {
  childrenOf,
  itemBlocks,
  noteNumber,
  renderNode,
  wordsOf,
  type Block,
  type Inline,
  type LessonNode,
  type NodeOf,
  type NodeRenderers,
} from '#contract/courses/lesson-tree.ts';
import { inlineOf } from '#domain/courses/text/lesson-tree.queries.ts';
import { chaptersOf } from './chapters.ts';
import { paragraph, plainList } from './course-blocks.ts';
import { isWebAddress } from './web-address.ts';
import { languageOf } from './language.ts';
import { registerFonts, type Face, type Run } from '#domain/platform/pdf/fonts.ts';
import { Glyphs } from '#domain/platform/pdf/glyphs.ts';
import type { ExportPicture } from './pictures.ts';
import { figureOf } from './shown-figure.ts';
import { escapeXml } from './xhtml.ts';

const BODY_SIZE = 11;
const HEADINGS = [22, 17, 14, 12.5, 12, 12] as const;
const MARGIN = 64;
const TABLE_SIZE = 10;

/** Fonts: regular, bold, italic, bold italic. */
const FACES = ['text', 'bold', 'italic', 'boldItalic'] as const;

/** Joins adjacent runs of one font and drops empty ones, which the library would treat as line ends. */
function joined(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const { text, font } of runs) {
    const last = merged.at(-1);
    if (last?.font === font) merged[merged.length - 1] = { text: last.text + text, font };
    else if (text !== '') merged.push({ text, font });
  }
  return merged;
}

/** Style for the words of a line. */
interface Set {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isStruck: boolean;
}
const PLAIN: Set = { isBold: false, isItalic: false, isStruck: false };

/** Marks struck text by a character, so that people who hear or copy the text notice it, too. */
const STROKE = '\u0336';
const run = (text: string, { isBold, isItalic, isStruck }: Set): Run[] => [
  {
    text: isStruck ? [...text].map((character) => character + STROKE).join('') : text,
    font: FACES[(isBold ? 1 : 0) + (isItalic ? 2 : 0)]!,
  },
];
const asCode = ({ value }: { readonly value: string }): Run[] => [{ text: value, font: 'code' }];

/** Converts a line to runs. A link becomes its text followed by its URL, for paper. */
const runsOf = (nodes: readonly LessonNode[], set: Set): Run[] => nodes.flatMap((node) => renderNode(RUNS, node, set));
const inside = (node: LessonNode, set: Set): Run[] => runsOf(childrenOf(node), set);

const RUNS: NodeRenderers<Run[], [set: Set]> = {
  text: ({ value }, set) => run(value.replaceAll('\n', ' '), set),
  emphasis: (node, set) => inside(node, { ...set, isItalic: true }),
  strong: (node, set) => inside(node, { ...set, isBold: true }),
  delete: (node, set) => inside(node, { ...set, isStruck: true }),
  inlineCode: asCode,
  inlineMath: asCode,
  break: (_, set) => run('\n', { ...set, isStruck: false }),
  link: (node, set) => [...inside(node, set), ...(isWebAddress(node.url) && wordsOf(node) !== node.url ? run(` (${node.url})`, set) : [])],
  image: ({ alt }, set) => run(alt ?? '', { ...set, isItalic: true }),
  footnoteReference: (node, set) => run(`[${noteNumber(node)}]`, { ...set, isStruck: false }),
  paragraph: inside,
  heading: inside,
  blockquote: inside,
  list: inside,
  listItem: inside,
  code: asCode,
  math: asCode,
  table: inside,
  tableRow: inside,
  tableCell: inside,
  thematicBreak: () => [],
  footnoteDefinition: inside,
};

/** Points per pixel of a figure. */
const FIGURE_POINTS = 0.75;

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

  heading(parent: Parent, level: number, text: readonly Inline[]): void {
    const size = HEADINGS[level - 1] ?? BODY_SIZE;
    // keep a heading off the end of a page
    if (this.doc.y > this.doc.page.height - MARGIN - 4 * size) this.doc.addPage();
    this.write(parent, `H${level}`, runsOf(text, { ...PLAIN, isBold: true }), { size, after: 0.4 });
  }

  blocks(parent: Parent, nodes: readonly Block[], indent = 0): void {
    for (const node of nodes) this.block(parent, node, indent);
  }

  private block(parent: Parent, node: Block, indent: number): void {
    switch (node.type) {
      case 'heading':
        return this.heading(parent, Math.min(6, node.depth + 2), node.children);
      case 'list':
        return this.list(parent, node, indent);
      case 'blockquote':
        return this.inside(parent, 'BlockQuote', node.children, indent + 16);
      case 'code':
        return this.write(parent, 'Code', asCode(node), { size: 9.5, indent });
      case 'table':
        return this.table(parent, node);
      case 'thematicBreak':
        return;
      case 'math':
        return this.write(parent, 'Formula', asCode(node), { size: 10.5, indent, alt: node.value });
      case 'footnoteDefinition':
        return this.marked(parent, 'Note', { mark: `[${noteNumber(node)}] `, blocks: node.children }, indent);
      case 'paragraph':
        return this.write(parent, 'P', runsOf(node.children, PLAIN), { indent });
      default:
        node satisfies never;
    }
  }

  private inside(parent: Parent, tag: string, blocks: readonly Block[], indent: number): void {
    const part = this.doc.struct(tag);
    parent.add(part);
    this.blocks(part, blocks, indent);
    part.end();
  }

  /** Writes blocks whose first line begins with a mark. */
  private marked(
    parent: Parent,
    tag: string,
    { mark, blocks }: { readonly mark: string; readonly blocks: readonly Block[] },
    indent: number,
  ): void {
    const entry = this.doc.struct(tag);
    parent.add(entry);
    const [first, ...rest] = blocks;
    const isLine = first?.type === 'paragraph';
    const line = [...run(mark, PLAIN), ...(isLine ? runsOf(first.children, PLAIN) : [])];
    this.write(entry, 'LBody', line, { indent: indent + 12, after: 0.2 });
    this.blocks(entry, isLine ? rest : blocks, indent + 24);
    entry.end();
  }

  private list(parent: Parent, { children, ordered, start }: NodeOf<'list'>, indent: number): void {
    const list = this.doc.struct('L');
    parent.add(list);
    for (const [index, item] of children.entries())
      this.marked(list, 'LI', { mark: ordered ? `${(start ?? 1) + index}. ` : '• ', blocks: itemBlocks(item) }, indent);
    list.end();
    this.doc.moveDown(0.3);
  }

  private table(parent: Parent, { children }: NodeOf<'table'>): void {
    const { doc } = this;
    const text = (cell: NodeOf<'tableCell'>) =>
      runsOf(cell.children, PLAIN)
        .map((part) => part.text)
        .join('');
    const [head = [], ...rows] = children.map(({ children: cells }) => cells.map(text));
    const set = (words: string, face: Face) => {
      const one = this.glyphs.inOneFace({ text: words, font: face });
      return { text: one.text, font: { src: one.font } };
    };
    const asHead = (words: string) => ({ ...set(words, 'bold'), type: 'TH' as const, scope: 'Column' as const });
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

  /** Adds a picture as wide as the text, or a figure in its own width, with its alternative text. */
  picture(parent: Parent, { bytes, alt, figure }: ExportPicture): void {
    const { doc } = this;
    const most = doc.page.width - 2 * MARGIN;
    const size = figure ?? PICTURE_SIZE;
    const width = figure ? Math.min(most, figure.width * FIGURE_POINTS) : most;
    const height = (width * size.height) / size.width;
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

/** Escapes the title, which the library writes once as a string and once as unescaped XML. */
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
  // loaded by the first PDF, because loading takes 70 ms
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
    if (chapter.module !== null && chapter.module !== module) writer.heading(part, 1, inlineOf(chapter.module));
    module = chapter.module;
    doc.outline.addItem(chapter.title);
    writer.heading(part, index === 0 ? 1 : 2, inlineOf(chapter.title));
    const own = pictures.filter(({ chapter: name }) => name === chapter.name);
    const picture = own.find(({ simulation, figure }) => !simulation && !figure);
    if (picture) writer.picture(part, picture);
    for (const block of chapter.blocks) {
      const figure = figureOf(block, own);
      if (figure) writer.picture(part, figure);
      else writer.blocks(part, [block]);
    }
    for (const poster of own) {
      if (!poster.simulation) continue;
      const { title, description, tasks } = poster.simulation;
      writer.heading(part, 3, inlineOf(title));
      writer.picture(part, poster);
      writer.blocks(part, [paragraph(...inlineOf(description)), plainList(tasks, true)]);
    }
    part.end();
  }
  root.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

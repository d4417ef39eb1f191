import { type Block, counted } from '#domain/platform/rich-text/rich-tree.ts';
import { piecesOf } from '#domain/platform/rich-text/tree-text.ts';
import { OfficeText } from './office-text.ts';
import { Blocks, Unreadable, type SourceDocument } from './source-document.ts';
import { readXml } from './read-xml.ts';
import { readZip } from './zip-entries.ts';

const DOCUMENT = 'word/document.xml';
const STYLES = 'word/styles.xml';
const NUMBERING = 'word/numbering.xml';
const NOTES = { footnote: 'word/footnotes.xml', endnote: 'word/endnotes.xml' } as const;
const PROPERTIES = 'docProps/core.xml';
const WANTED = [DOCUMENT, STYLES, NUMBERING, NOTES.footnote, NOTES.endnote, PROPERTIES];
/** Maximum depth of styles based on each other, which also ends cycles. */
const MOST_BASES = 20;

/**
 * Reads a Word document: headings, lists with their numbers, tables, boxes, formulas, and notes below the blocks that refer to them. Page
 * breaks are those of Word's last layout.
 */
export function readDocx(bytes: Uint8Array): SourceDocument {
  const entries = readZip(bytes, (name) => WANTED.includes(name));
  const document = entries.get(DOCUMENT);
  if (document === undefined) throw new Unreadable('source.unreadable', 'there is no document in it');
  const styles = stylesOf(entries.get(STYLES));
  const numbering = new Numbering(entries.get(NUMBERING));
  const about = {
    levelOf: (style: string) => styles.get(style)?.level ?? 0,
    raisingOf: (style: string) => styles.get(style)?.raising ?? null,
    markerOf({ style, numbering: own }: { style: string | null; numbering: { id: string | null; depth: string | null } }) {
      const inherited = inheritedNumbering(styles, style);
      const id = own.id ?? inherited.id;
      return id === null || id === '0' ? null : numbering.next(id, Number(own.depth ?? inherited.depth ?? 0));
    },
  };
  const notes = { footnote: notesOf(entries.get(NOTES.footnote), about), endnote: notesOf(entries.get(NOTES.endnote), about) };
  const blocks = new Blocks();
  const text = new OfficeText({
    ...about,
    noteOf: (kind, id) => notes[kind].get(id),
    take: (block, { page }) => blocks.addPieces(piecesOf([block]), page),
  });
  readXml(document, text);
  return { title: titleOf(entries.get(PROPERTIES)), pages: text.page, blocks: blocks.list };
}

interface Style {
  level: number;
  raising: 'superscript' | 'subscript' | null;
  base: string | null;
  numbering: { id: string | null; depth: string | null };
}

/** Reads the styles by id; display names are localised, internal names are English. */
function stylesOf(xml: string | undefined): Map<string, Style> {
  const styles = new Map<string, Style>();
  let style: Style | null = null;
  if (xml)
    readXml(xml, {
      open(name, attribute) {
        const value = attribute('val');
        if (name === 'style') {
          style = { level: 0, raising: null, base: null, numbering: { id: null, depth: null } };
          styles.set(attribute('styleId') ?? '', style);
        } else if (!style) return;
        else if (name === 'name') {
          const inner = (value ?? '').toLowerCase();
          style.level = inner === 'title' ? 1 : Number(/^heading ([1-6])$/.exec(inner)?.[1] ?? 0);
        } else if (name === 'basedOn') style.base = value ?? null;
        else if (name === 'numId') style.numbering.id = value ?? null;
        else if (name === 'ilvl') style.numbering.depth = value ?? null;
        else if (name === 'vertAlign') style.raising = value === 'superscript' || value === 'subscript' ? value : null;
      },
      close(name) {
        if (name === 'style') style = null;
      },
    });
  return styles;
}

/** Returns the list that a paragraph belongs to through its style, or a style it is based on. */
function inheritedNumbering(styles: ReadonlyMap<string, Style>, id: string | null): Style['numbering'] {
  let style = id === null ? undefined : styles.get(id);
  let depth: string | null = null;
  for (let base = 0; style && base < MOST_BASES; base += 1) {
    depth ??= style.numbering.depth;
    if (style.numbering.id !== null) return { id: style.numbering.id, depth };
    style = style.base === null ? undefined : styles.get(style.base);
  }
  return { id: null, depth: null };
}

/** Reads a document's notes, by id. */
function notesOf(
  xml: string | undefined,
  about: Pick<ConstructorParameters<typeof OfficeText>[0], 'raisingOf' | 'markerOf'>,
): Map<string, Block[]> {
  const notes = new Map<string, Block[]>();
  if (!xml) return notes;
  let note: Block[] | null = null;
  const text = new OfficeText({ ...about, take: (block) => void note?.push(block) });
  readXml(xml, {
    open(name, attribute) {
      // separators are notes with a type
      if (name === 'footnote' || name === 'endnote') note = attribute('type') === undefined || attribute('type') === 'normal' ? [] : null;
      if (note && (name === 'footnote' || name === 'endnote')) notes.set(attribute('id') ?? '', note);
      text.open(name, attribute);
    },
    close(name) {
      text.close(name);
      if (name === 'footnote' || name === 'endnote') note = null;
    },
    text: (some) => text.text(some),
  });
  return notes;
}

/** Returns the title from a document's properties. */
export function titleOf(properties: string | undefined): string | null {
  let title = '';
  let isTitle = false;
  if (properties)
    readXml(properties, {
      open: (name) => void (isTitle = name === 'title'),
      close: () => void (isTitle = false),
      text: (some) => void (isTitle && (title += some)),
    });
  return title.trim() || null;
}

interface Level {
  start: number;
  format: string;
  /** A pattern such as `%1.%2)`, made of the numbers of the outer levels and its own. */
  text: string;
}

interface List {
  readonly levels: Map<number, Level>;
  /** Last numbers by level, for all paragraphs that share the list. */
  readonly counts: number[];
}

const DEEPEST = 9;
const newLevel = (): Level => ({ start: 1, format: 'decimal', text: '' });

/** Computes the numbers of list paragraphs in a Word document, which does not store them. */
class Numbering {
  readonly #lists = new Map<string, List>();
  readonly #listOf = new Map<string, string>();
  /** Start values at which a numbering begins again, by its id; each used once. */
  readonly #restarts = new Map<string, Map<number, number>>();

  /** @param xml `word/numbering.xml` */
  constructor(xml: string | undefined) {
    if (!xml) return;
    let [list, numbering, depth]: [string | null, string | null, number] = [null, null, 0];
    const level = (): Level | undefined => (list === null ? undefined : this.#lists.get(list)?.levels.get(depth));
    readXml(xml, {
      open: (name, attribute) => {
        const value = attribute('val') ?? '';
        if (name === 'abstractNum') this.#lists.set((list = attribute('abstractNumId') ?? ''), { levels: new Map(), counts: [] });
        else if (name === 'num') [list, numbering] = [null, attribute('numId') ?? ''];
        else if (name === 'abstractNumId' && numbering !== null) this.#listOf.set(numbering, value);
        else if (name === 'lvl') {
          depth = Number(attribute('ilvl')) || 0;
          if (list !== null) this.#lists.get(list)!.levels.set(depth, newLevel());
        } else if (name === 'lvlOverride') depth = Number(attribute('ilvl')) || 0;
        else if (name === 'startOverride' && numbering !== null) {
          const starts = this.#restarts.get(numbering) ?? new Map<number, number>();
          this.#restarts.set(numbering, starts.set(depth, Number(value) || 0));
        } else if (name === 'start' && level()) level()!.start = Number(value) || 0;
        else if (name === 'numFmt' && level()) level()!.format = value;
        else if (name === 'lvlText' && level()) level()!.text = value.slice(0, 60);
      },
      close: (name) => {
        if (name === 'abstractNum') list = null;
        if (name === 'num') numbering = null;
      },
    });
  }

  /** Returns the mark before the next paragraph of a list; null for a list without visible marks. */
  next(id: string, depth: number): string | null {
    const list = this.#lists.get(this.#listOf.get(id) ?? '');
    const level = list?.levels.get(depth);
    if (!list || !level || depth < 0 || depth >= DEEPEST) return null;
    const starts = this.#restarts.get(id);
    if (starts) {
      this.#restarts.delete(id);
      for (const [at, start] of starts) list.counts[at] = start - 1;
      list.counts.length = Math.min(list.counts.length, Math.max(...starts.keys()) + 1);
    }
    list.counts[depth] = (list.counts[depth] ?? level.start - 1) + 1;
    list.counts.length = depth + 1;
    if (level.format === 'bullet') return '-';
    if (level.format === 'none') return null;
    return level.text.replaceAll(/%([1-9])/g, (_, place: string) => {
      const above = Number(place) - 1;
      const { format, start } = list.levels.get(above) ?? newLevel();
      return counted(list.counts[above] ?? start, format);
    });
  }
}

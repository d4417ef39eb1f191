import { texOf, type FormulaElement } from '#domain/platform/rich-text/formula-tex.ts';
import type { Block, Inline, ListItem } from '#domain/platform/rich-text/rich-tree.ts';
import type { XmlReader } from './read-xml.ts';

/** Elements that repeat a text for old programs, were deleted or changed, or are instructions to the program. */
const SKIPPED = new Set(['Fallback', 'del', 'moveFrom', 'instrText', 'delText', 'rPrChange', 'pPrChange']);

/** Characters of the font Symbol by position; documents of any age write Greek letters this way. */
const SYMBOL = new Map(
  [...'αβχδεφγηιϕκλμνοπθρστυϖωξψζ']
    .map((sign, at): [number, string] => [0x61 + at, sign])
    .concat(
      [...'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'].map((sign, at): [number, string] => [0x41 + at, sign]),
      Object.entries({
        a3: '≤',
        a5: '∞',
        ac: '←',
        ae: '→',
        b0: '°',
        b1: '±',
        b3: '≥',
        b4: '×',
        b6: '∂',
        b7: '•',
        b8: '÷',
        b9: '≠',
        ba: '≡',
        bb: '≈',
        ce: '∈',
        d6: '√',
        d7: '⋅',
        de: '⇒',
        e5: '∑',
        f2: '∫',
      }).map(([code, sign]): [number, string] => [Number.parseInt(code, 16), sign]),
    ),
);

interface Paragraph {
  readonly inlines: Inline[];
  level: number;
  style: string | null;
  /** Number of the list it belongs to. */
  numbering: { id: string | null; depth: string | null };
  /** A bullet before every paragraph of a slide's list. */
  bullet: string | null;
  readonly page: number;
  /** The placeholder that the slide's layout has here: `title`, `body`; '' for a shape of its own. */
  readonly placeholder: string;
  /** Text boxes anchored to it, and notes. */
  readonly behind: Block[];
}

interface Run {
  raising: 'superscript' | 'subscript' | null;
  isHidden: boolean;
}

/** A document's information about its paragraphs; a presentation has none. */
export interface OfficeParts {
  readonly levelOf?: (style: string) => number;
  readonly raisingOf?: (style: string) => Run['raising'];
  /** Returns the number before a paragraph, as displayed. */
  readonly markerOf?: (paragraph: Pick<Paragraph, 'style' | 'numbering'>) => string | null;
  readonly noteOf?: (kind: 'footnote' | 'endnote', id: string) => readonly Block[] | undefined;
  /** Receives a block of the body, in reading order. */
  readonly take: (block: Block, at: { page: number; placeholder: string }) => void;
}

interface OpenElement {
  readonly name: string;
  readonly attribute: FormulaElement['attribute'];
  readonly children: (OpenElement | string)[];
}

/** Reads paragraphs, tables, boxes, notes and formulas of a Word or PowerPoint document; both use the same element names. */
export class OfficeText implements XmlReader {
  page = 1;
  readonly #parts: OfficeParts;
  readonly #paragraphs: Paragraph[] = [];
  /** Open cells and text boxes, innermost last: where blocks go. */
  readonly #containers: Block[][] = [];
  readonly #tables: Block[][][][] = [];
  readonly #formula: OpenElement[] = [];
  #skipped = 0;
  #run: Run | null = null;
  #isText = false;
  #placeholder = '';
  #isDisplayed = false;
  /** The ruby annotation being read: the texts of its base and of its reading. Null outside one. */
  #ruby: { reading: Inline[]; base: Inline[]; into: 'reading' | 'base' } | null = null;
  #notes = 0;
  /** Notes of a table come below it. */
  #noteBlocks: Block[] = [];

  constructor(parts: OfficeParts) {
    this.#parts = parts;
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (SKIPPED.has(name)) this.#skipped += 1;
    if (this.#skipped > 0) return;
    if (this.#formula.length > 0 || name === 'oMath') return void this.#formula.push({ name, attribute, children: [] });
    const paragraph = this.#paragraphs.at(-1);
    switch (name) {
      case 'p':
        return void this.#paragraphs.push({
          inlines: [],
          level: 0,
          style: null,
          numbering: { id: null, depth: null },
          bullet: null,
          page: this.page,
          placeholder: this.#placeholder,
          behind: [],
        });
      case 'txbxContent':
        return void this.#containers.push([]);
      case 'tbl':
        return void this.#tables.push([]);
      case 'tr':
        return void this.#tables.at(-1)?.push([]);
      case 'tc':
        return void this.#containers.push([]);
      case 'sp':
        return void (this.#placeholder = '');
      case 'ph':
        return void (this.#placeholder = attribute('type') ?? 'obj');
      case 'oMathPara':
        return void (this.#isDisplayed = true);
      case 'lastRenderedPageBreak':
        return void (this.page += 1);
    }
    if (!paragraph) return;
    const value = attribute('val');
    switch (name) {
      case 'r':
        return void (this.#run = { raising: null, isHidden: false });
      case 'rPr':
        return this.#raise(attribute('baseline'), 1_000);
      case 'rStyle':
        if (this.#run) this.#run.raising ??= this.#parts.raisingOf?.(value ?? '') ?? null;
        return;
      case 'vertAlign':
        if (this.#run) this.#run.raising = value === 'superscript' || value === 'subscript' ? value : null;
        return;
      case 'position':
        return this.#raise(value, 3);
      case 'vanish':
        if (this.#run) this.#run.isHidden = value !== '0' && value !== 'false';
        return;
      case 't':
        return void (this.#isText = true);
      case 'tab':
      case 'ptab':
        // tabs in a paragraph's properties only define tab stops
        return this.#run ? this.#add({ type: 'text', value: '\t' }) : undefined;
      case 'noBreakHyphen':
        return this.#add({ type: 'text', value: '\u2011' });
      case 'sym':
        return this.#add({ type: 'text', value: symbolOf(attribute('font') ?? '', attribute('char') ?? '') });
      case 'br':
      case 'cr':
        if (attribute('type') === 'page') this.page += 1;
        else this.#add({ type: 'break' });
        return;
      case 'pStyle':
        paragraph.style = value ?? null;
        paragraph.level = this.#parts.levelOf?.(value ?? '') || paragraph.level;
        return;
      case 'outlineLvl': {
        const level = Number(value) + 1 || 0;
        paragraph.level = level > 6 ? 0 : level;
        return;
      }
      case 'numId':
        paragraph.numbering.id = value ?? null;
        return;
      case 'ilvl':
        paragraph.numbering.depth = value ?? null;
        return;
      case 'buAutoNum':
        paragraph.bullet = `${attribute('type') ?? ''}:${attribute('startAt') ?? '1'}`;
        return;
      case 'ruby':
        this.#ruby = { reading: [], base: [], into: 'base' };
        return;
      case 'rt':
      case 'rubyBase':
        if (this.#ruby) this.#ruby.into = name === 'rt' ? 'reading' : 'base';
        return;
      case 'footnoteReference':
      case 'endnoteReference':
        return this.#note(name === 'footnoteReference' ? 'footnote' : 'endnote', attribute('id') ?? '', paragraph);
    }
  }

  close(name: string): void {
    if (SKIPPED.has(name)) {
      this.#skipped -= 1;
      return;
    }
    if (this.#skipped > 0) return;
    const element = this.#formula.pop();
    if (element) {
      const outer = this.#formula.at(-1);
      if (outer) outer.children.push(element);
      else this.#addFormula(element);
      return;
    }
    if (name === 't') this.#isText = false;
    else if (name === 'r') this.#run = null;
    else if (name === 'sp') this.#placeholder = '';
    else if (name === 'oMathPara') this.#isDisplayed = false;
    else if (name === 'ruby' && this.#ruby) {
      const { base, reading } = this.#ruby;
      this.#ruby = null;
      this.#add({ type: 'ruby', children: base, reading });
    } else if (name === 'p') this.#closeParagraph();
    else if (name === 'txbxContent') {
      const box = this.#containers.pop() ?? [];
      const behind = this.#paragraphs.at(-1)?.behind;
      for (const block of box)
        if (behind) behind.push(block);
        else this.#put(block, this.page);
    } else if (name === 'tc') {
      const cell = this.#containers.pop() ?? [];
      this.#tables.at(-1)?.at(-1)?.push(cell);
    } else if (name === 'tbl') {
      const rows = this.#tables.pop() ?? [];
      this.#put({ type: 'table', rows }, this.page);
      if (this.#containers.length > 0) return;
      for (const block of this.#noteBlocks.splice(0)) this.#put(block, this.page);
    }
  }

  text(some: string): void {
    if (this.#skipped > 0) return;
    const formula = this.#formula.at(-1);
    // white space between elements is not part of a formula
    if (formula) return formula.name === 't' ? void formula.children.push(some) : undefined;
    if (this.#isText) this.#add({ type: 'text', value: some });
  }

  #raise(shift: string | undefined, least: number): void {
    const height = Number(shift);
    if (this.#run && Math.abs(height) >= least) this.#run.raising = height > 0 ? 'superscript' : 'subscript';
  }

  #add(node: Inline): void {
    if (this.#run?.isHidden) return;
    const raising = this.#run?.raising;
    const written: Inline = raising && node.type === 'text' ? { type: raising, children: [node] } : node;
    if (this.#ruby) this.#ruby[this.#ruby.into].push(written);
    else this.#paragraphs.at(-1)?.inlines.push(written);
  }

  #addFormula(element: OpenElement): void {
    const value = texOf(element);
    if (!value) return;
    const paragraph = this.#paragraphs.at(-1);
    if (this.#isDisplayed && (!paragraph || paragraph.inlines.length === 0)) {
      if (paragraph) paragraph.behind.push({ type: 'math', value });
      else this.#put({ type: 'math', value }, this.page);
    } else this.#add({ type: 'inlineMath', value });
  }

  #note(kind: 'footnote' | 'endnote', id: string, paragraph: Paragraph): void {
    const children = this.#parts.noteOf?.(kind, id);
    if (!children) return;
    this.#notes += 1;
    const label = String(this.#notes);
    paragraph.inlines.push({ type: 'footnoteReference', label });
    const note: Block = { type: 'footnoteDefinition', label, children };
    if (this.#containers.length > 0) this.#noteBlocks.push(note);
    else paragraph.behind.push(note);
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (!paragraph) return;
    const { inlines, level, page, behind, placeholder, bullet } = paragraph;
    const marker = inlines.length === 0 ? null : (this.#parts.markerOf?.(paragraph) ?? bullet);
    if (level > 0) {
      const children: Inline[] = marker ? [{ type: 'text', value: `${marker} ` }, ...inlines] : inlines;
      this.#put({ type: 'heading', depth: level, children }, page, placeholder);
    } else if (inlines.length > 0) {
      const item: ListItem | null = marker ? { marker, children: [{ type: 'paragraph', children: inlines }] } : null;
      this.#put(item ? { type: 'list', children: [item] } : { type: 'paragraph', children: inlines }, page, placeholder);
    }
    for (const block of behind) this.#put(block, page);
  }

  #put(block: Block, page: number, placeholder = ''): void {
    const container = this.#containers.at(-1);
    if (container) container.push(block);
    else this.#parts.take(block, { page, placeholder });
  }
}

function symbolOf(font: string, char: string): string {
  const code = Number.parseInt(char, 16) & 0xff;
  if (/symbol/i.test(font)) return SYMBOL.get(code) ?? String.fromCodePoint(code >= 0x20 ? code : 0x20);
  // pictograms, such as those of Wingdings
  return /dings|webdings/i.test(font)
    ? code === 0xe0 || code === 0xe8
      ? '→'
      : ''
    : String.fromCodePoint(Number.parseInt(char, 16) || 0x20);
}

import { counted, type Block, type Inline } from '#domain/platform/rich-text/rich-tree.ts';
import { inlineText, piecesOf } from '#domain/platform/rich-text/tree-text.ts';
import { OfficeText } from './office-text.ts';
import { Blocks, Unreadable, type SourceDocument } from './source-document.ts';
import { titleOf } from './read-docx.ts';
import { readXml } from './read-xml.ts';
import { readZip, type ZipEntries } from './zip-entries.ts';

const PRESENTATION = 'ppt/presentation.xml';
const RELATIONS = 'ppt/_rels/presentation.xml.rels';
const PROPERTIES = 'docProps/core.xml';
const SLIDE = /^ppt\/slides\/slide\d+\.xml$/;
/** Finds which notes a slide has, and the notes themselves. */
const NOTES = /^ppt\/(?:slides\/_rels\/slide\d+\.xml\.rels|notesSlides\/notesSlide\d+\.xml)$/;

/**
 * Reads slides in display order. A slide's title is a heading, its number the page, and the speaker notes follow its text. Hidden slides
 * are counted but not read.
 */
export function readPptx(bytes: Uint8Array): SourceDocument {
  const entries = readZip(bytes, (name) => [PRESENTATION, RELATIONS, PROPERTIES].includes(name) || SLIDE.test(name) || NOTES.test(name));
  const slides = slidesInOrder(entries);
  if (slides.length === 0) throw new Unreadable('source.unreadable', 'there are no slides in it');
  const blocks = new Blocks();
  let hiddenSlides = 0;
  for (const [at, slide] of slides.entries()) {
    const xml = entries.get(slide) ?? '';
    if (isHidden(xml)) {
      hiddenSlides += 1;
      continue;
    }
    readSlide(xml, blocks, at + 1);
    readNotes(entries.get(notesOf(slide, entries)) ?? '', blocks, at + 1);
  }
  return { title: titleOf(entries.get(PROPERTIES)), pages: slides.length, hiddenSlides, blocks: blocks.list };
}

function slidesInOrder(entries: ZipEntries): string[] {
  const targets = new Map<string, string>();
  readXml(entries.get(RELATIONS) ?? '<none/>', {
    open(name, attribute) {
      const target = attribute('Target');
      if (name === 'Relationship' && target) targets.set(attribute('Id') ?? '', `ppt/${target.replace(/^(\/ppt)?\//, '')}`);
    },
  });
  const shown: string[] = [];
  readXml(entries.get(PRESENTATION) ?? '<none/>', {
    open(name, attribute) {
      // the slide's numeric id has the same attribute name without a prefix
      const slide = name === 'sldId' ? targets.get(attribute('id') ?? '') : undefined;
      if (slide && SLIDE.test(slide) && entries.has(slide)) shown.push(slide);
    },
  });
  return shown;
}

/** Tells whether a slide is hidden in the presentation. */
function isHidden(xml: string): boolean {
  let hidden = false;
  readXml(xml || '<none/>', {
    open(name, attribute) {
      if (name === 'sld') hidden = ['0', 'false'].includes(attribute('show') ?? '');
    },
  });
  return hidden;
}

/** Returns the part with a slide's notes, or ''. */
function notesOf(slide: string, entries: ZipEntries): string {
  let notes = '';
  readXml(entries.get(slide.replace(/([^/]+)$/, '_rels/$1.rels')) ?? '<none/>', {
    open(name, attribute) {
      const [file] = /notesSlide\d+\.xml$/.exec(attribute('Target') ?? '') ?? [];
      if (name === 'Relationship' && file) notes = `ppt/notesSlides/${file}`;
    },
  });
  return notes;
}

/** Reads the speaker notes; the slide's number, date and picture are other placeholders of the same page. */
function readNotes(xml: string, blocks: Blocks, page: number): void {
  const said: Block[] = [];
  readXml(xml || '<none/>', new OfficeText({ take: (block, { placeholder }) => placeholder === 'body' && said.push(block) }));
  blocks.addPieces(piecesOf(numbered(said)), page);
}

const TITLES: readonly string[] = ['title', 'ctrTitle'];

function readSlide(xml: string, blocks: Blocks, page: number): void {
  const titles: Inline[] = [];
  const rest: Block[] = [];
  readXml(
    xml || '<none/>',
    new OfficeText({
      take(block, { placeholder }) {
        if (TITLES.includes(placeholder) && block.type === 'paragraph') titles.push(...block.children, { type: 'text', value: ' ' });
        else rest.push(block);
      },
    }),
  );
  blocks.add(inlineText(titles), { level: 1, page });
  blocks.addPieces(piecesOf(numbered(rest)), page);
}

/** Computes the numbers of list paragraphs on a slide: a list has only its first number and its style. */
function numbered(blocks: readonly Block[]): Block[] {
  let [list, count] = ['', 0];
  return blocks.map((block) => {
    const [item] = block.type === 'list' ? block.children : [];
    if (!item) {
      list = '';
      return block;
    }
    const [type = '', start] = item.marker.split(':');
    count = item.marker === list ? count + 1 : Number(start) || 1;
    list = item.marker;
    const counting = type.startsWith('alphaLc')
      ? 'lowerLetter'
      : type.startsWith('alphaUc')
        ? 'upperLetter'
        : type.startsWith('romanLc')
          ? 'lowerRoman'
          : type.startsWith('romanUc')
            ? 'upperRoman'
            : '';
    return { type: 'list', children: [{ ...item, marker: `${counted(count, counting)}${type.includes('Paren') ? ')' : '.'}` }] };
  });
}

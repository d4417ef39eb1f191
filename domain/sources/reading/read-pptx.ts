import { Blocks, Unreadable, type SourceDocument } from './source-document.ts';
import { titleOf } from './read-docx.ts';
import { readXml } from './read-xml.ts';
import { readZip, type ZipEntries } from './zip-entries.ts';

const PRESENTATION = 'ppt/presentation.xml';
const RELATIONS = 'ppt/_rels/presentation.xml.rels';
const PROPERTIES = 'docProps/core.xml';
const SLIDE = /^ppt\/slides\/slide\d+\.xml$/;

/** Reads slides in display order; a slide's title is a heading, its number the page. */
export function readPptx(bytes: Uint8Array): SourceDocument {
  const entries = readZip(bytes, (name) => [PRESENTATION, RELATIONS, PROPERTIES].includes(name) || SLIDE.test(name));
  const slides = slidesInOrder(entries);
  if (slides.length === 0) throw new Unreadable('source.unreadable', 'there are no slides in it');
  const blocks = new Blocks();
  slides.forEach((slide, at) => readSlide(entries.get(slide) ?? '', blocks, at + 1));
  return { title: titleOf(entries.get(PROPERTIES)), pages: slides.length, blocks: blocks.list };
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
      // its own numeric id has the same name without a prefix
      const slide = name === 'sldId' ? targets.get(attribute('id') ?? '') : undefined;
      if (slide && SLIDE.test(slide) && entries.has(slide)) shown.push(slide);
    },
  });
  return shown;
}

function readSlide(xml: string, blocks: Blocks, page: number): void {
  let text = '';
  let isText = false;
  let isTitle = false;
  const titles: string[] = [];
  const rest: string[] = [];
  readXml(xml || '<none/>', {
    open(name, attribute) {
      if (name === 'sp') isTitle = false;
      else if (name === 'ph') isTitle = ['title', 'ctrTitle'].includes(attribute('type') ?? '');
      else if (name === 't') isText = true;
      else if (name === 'br') text += '\n';
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'sp') isTitle = false;
      else if (name === 'p') {
        (isTitle ? titles : rest).push(text);
        text = '';
      }
    },
    text: (some) => {
      if (isText) text += some;
    },
  });
  blocks.add(titles.join(' '), { level: 1, page });
  for (const one of rest) blocks.add(one, { page });
}

import { Blocks, Unreadable, type SourceDocument } from './source-document.ts';
import { readXml } from './read-xml.ts';
import { readZip } from './zip-entries.ts';

const DOCUMENT = 'word/document.xml';
const STYLES = 'word/styles.xml';
const PROPERTIES = 'docProps/core.xml';

/** Reads a Word document: paragraphs with heading levels, table rows as lines. Pages are where Word last broke them. */
export function readDocx(bytes: Uint8Array): SourceDocument {
  const entries = readZip(bytes, (name) => [DOCUMENT, STYLES, PROPERTIES].includes(name));
  const document = entries.get(DOCUMENT);
  if (document === undefined) throw new Unreadable('source.unreadable', 'there is no document in it');
  const levels = headingLevels(entries.get(STYLES) ?? '');
  const blocks = new Blocks();
  let page = 1;
  let text = '';
  let level = 0;
  /** Nesting depth of skipped parts: alternative drawings repeat the text; deleted text does not count. */
  let skipped = 0;
  let isText = false;
  let cell = 0;
  readXml(document, {
    open(name, attribute) {
      if (SKIPPED.has(name)) skipped += 1;
      if (skipped > 0) return;
      if (name === 't') isText = true;
      else if (name === 'tab') text += ' ';
      else if (name === 'br' || name === 'cr') {
        if (attribute('type') === 'page') page += 1;
        else text += '\n';
      } else if (name === 'lastRenderedPageBreak') page += 1;
      else if (name === 'pStyle') level = levels.get(attribute('val') ?? '') ?? level;
      else if (name === 'outlineLvl') level = Math.min(Number(attribute('val')) + 1 || 0, 6);
      else if (name === 'tc') cell += 1;
    },
    close(name) {
      if (SKIPPED.has(name)) skipped -= 1;
      else if (skipped > 0) return;
      else if (name === 't') isText = false;
      else if (name === 'tc') cell -= 1;
      else if (name === 'p' && cell > 0) text += ' ';
      else if ((name === 'p' || name === 'tr') && cell === 0) {
        blocks.add(text, { level, page });
        [text, level] = ['', 0];
      }
    },
    text: (some) => {
      if (isText && skipped === 0) text += some;
    },
  });
  return { title: titleOf(entries.get(PROPERTIES)), pages: page, blocks: blocks.list };
}

const SKIPPED = new Set(['Fallback', 'del', 'moveFrom', 'instrText']);

/** Returns heading levels by style id: display names are localised, the internal names are English. */
function headingLevels(styles: string): Map<string, number> {
  const levels = new Map<string, number>();
  let id = '';
  if (styles)
    readXml(styles, {
      open(name, attribute) {
        if (name === 'style') id = attribute('styleId') ?? '';
        if (name !== 'name') return;
        const inner = (attribute('val') ?? '').toLowerCase();
        const level = inner === 'title' ? 1 : Number(/^heading ([1-6])$/.exec(inner)?.[1] ?? 0);
        if (level > 0) levels.set(id, level);
      },
    });
  return levels;
}

/** Returns the title in a document's properties. */
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

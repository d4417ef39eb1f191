import { getDocumentProxy } from 'unpdf';
import { Blocks, Unreadable, type SourceDocument } from './source-document.ts';

interface Line {
  text: string;
  readonly page: number;
  /** Of its letters; and of its baseline above the page's bottom. */
  readonly height: number;
  readonly y: number;
}

/** A heading's letters are this many times taller than usual, and it has at most this many words. */
const HEADING = { taller: 1.18, words: 18 };
/** Lines further apart than this multiple of their height belong to different paragraphs. */
const APART = 1.7;
const MOST_PAGES = 5_000;

/**
 * Reads the text of a PDF page by page. Nothing in it is executed, rendered or fetched.
 * @throws Unreadable source.encrypted, source.unreadable, source.too_much
 */
export async function readPdf(bytes: Uint8Array): Promise<SourceDocument> {
  const pdf = await opened(bytes);
  if (pdf.numPages > MOST_PAGES) throw new Unreadable('source.too_much', 'more pages than are read');
  const lines: Line[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    addLines((await page.getTextContent()).items, number, lines);
    page.cleanup();
  }
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const title = (info as { Title?: unknown }).Title;
  return { title: typeof title === 'string' ? title.trim() || null : null, pages: pdf.numPages, blocks: blocksOf(lines) };
}

async function opened(bytes: Uint8Array): ReturnType<typeof getDocumentProxy> {
  try {
    // no warnings: our errors replace them
    return await getDocumentProxy(bytes, {
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      verbosity: 0,
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new Unreadable(name === 'PasswordException' ? 'source.encrypted' : 'source.unreadable', `PDF: ${String(error)}`);
  }
}

function addLines(items: readonly object[], page: number, lines: Line[]): void {
  let line: Line | null = null;
  for (const item of items) {
    if (!('str' in item) || typeof item.str !== 'string' || !('transform' in item) || !Array.isArray(item.transform)) continue;
    const height = Math.abs(Number(item.transform[3])) || Number('height' in item && item.height) || 1;
    if (!line && item.str.trim()) lines.push((line = { text: '', page, height, y: Number(item.transform[5]) }));
    if (line) line.text += item.str;
    if ('hasEOL' in item && item.hasEOL === true) line = null;
  }
}

function blocksOf(lines: readonly Line[]): Blocks['list'] {
  const blocks = new Blocks();
  const usual = usualHeight(lines);
  let paragraph: Line[] = [];
  const flush = (): void => {
    const [first] = paragraph;
    if (first) {
      const text = paragraph.reduce((all, { text: next }) => join(all, next.trim()), '');
      const isHeading = first.height >= usual * HEADING.taller && text.split(/\s+/).length <= HEADING.words;
      blocks.add(text, { level: isHeading ? (first.height >= usual * 1.6 ? 1 : 2) : 0, page: first.page });
    }
    paragraph = [];
  };
  for (const line of lines) {
    const above = paragraph.at(-1);
    const isNext =
      above &&
      above.page === line.page &&
      Math.abs(above.height - line.height) <= usual * 0.1 &&
      above.y - line.y <= Math.max(above.height, line.height) * APART &&
      above.y >= line.y;
    if (!isNext) flush();
    paragraph.push(line);
  }
  flush();
  return blocks.list;
}

/** Joins a word that was hyphenated at a line end. */
function join(above: string, next: string): string {
  if (/\p{Ll}-$/u.test(above) && /^\p{Ll}/u.test(next)) return above.slice(0, -1) + next;
  return above === '' ? next : `${above} ${next}`;
}

/** Returns the most common letter height. */
function usualHeight(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { text, height } of lines) {
    const rounded = Math.round(height * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 1;
}

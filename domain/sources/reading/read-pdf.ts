import { getDocumentProxy } from 'unpdf';
import { linesOfPage, type Line } from './pdf-lines.ts';
import { Blocks, Unreadable, type SourceDocument } from './source-document.ts';

/** A heading's letters are this many times taller than the usual ones, and it has at most this many words. */
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
    for (const line of linesOfPage((await page.getTextContent()).items, number)) lines.push(line);
    page.cleanup();
  }
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const title = (info as { Title?: unknown }).Title;
  return { title: typeof title === 'string' ? title.trim() || null : null, pages: pdf.numPages, blocks: blocksOf(lines) };
}

async function opened(bytes: Uint8Array): ReturnType<typeof getDocumentProxy> {
  try {
    // no warnings, because our own errors replace them
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

function blocksOf(lines: readonly Line[]): Blocks['list'] {
  const blocks = new Blocks();
  const usual = usualHeight(lines);
  let paragraph: Line[] = [];
  const flush = (): void => {
    const [first] = paragraph;
    if (first) {
      const text = paragraph.reduce((all, { text: next }) => join(all, next), '');
      const isHeading = first.height >= usual * HEADING.taller && text.split(/\s+/).length <= HEADING.words;
      blocks.add(text, { level: isHeading ? (first.height >= usual * 1.6 ? 1 : 2) : 0, page: first.page });
    }
    paragraph = [];
  };
  for (const [at, line] of lines.entries()) {
    if (isRow(line) && [lines[at - 1], lines[at + 1]].some((next) => next?.cells.length === line.cells.length && isRow(next))) {
      flush();
      blocks.add(line.cells.join(' | '), { page: line.page });
      continue;
    }
    const above = paragraph.at(-1);
    const isBelow = above && above.y - line.y <= Math.max(above.height, line.height) * APART && above.y >= line.y;
    // a sentence may continue in the next column or on the next page
    const goesOn = above && (above.page !== line.page || above.y < line.y) && /[\p{L},-]$/u.test(above.text) && /^\p{Ll}/u.test(line.text);
    const isNext = above && Math.abs(above.height - line.height) <= usual * 0.1 && ((isBelow && above.page === line.page) || goesOn);
    if (!isNext) flush();
    paragraph.push(line);
  }
  flush();
  return blocks.list;
}

/** Tells whether a line may be a table row; a number set apart before an entry does not make one. */
const isRow = ({ cells }: Line): boolean => cells.length > 1 && !/^(?:[\p{N}.()]{1,8}|\p{L}[.)]|[^\p{L}\p{N}]+)$/u.test(cells[0]!);

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

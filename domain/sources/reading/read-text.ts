import { areSubtitles, spokenIn } from './subtitles.ts';
import { Blocks, Unreadable, type SourceDocument } from './source-document.ts';

/** Decodes a text file piece by piece, as `decodeText` does the whole. @throws TypeError for bytes that are no text */
export async function* decodedTexts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder?.decode() ?? '';
}

const encodingOf = (bytes: Uint8Array): string =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';

/** Decodes a text file in a supported encoding. @throws Unreadable source.unreadable for bytes that are no text */
export function decodeText(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    if (text.includes('\0')) throw new Error('it has zero bytes');
    return text.replaceAll(/\r\n?/g, '\n');
  } catch (error) {
    throw new Unreadable('source.unreadable', `no text: ${String(error)}`);
  }
}

/** Reads a plain text: blank lines separate paragraphs. Of subtitles only what is said counts. */
export function readPlain(text: string): SourceDocument {
  const blocks = new Blocks();
  if (areSubtitles(text)) for (const paragraph of spokenIn(text)) blocks.add(paragraph);
  else for (const paragraph of text.split(/\n\s*\n/)) blocks.add(paragraph);
  return { title: null, pages: null, blocks: blocks.list };
}

/** Removes the marks that may end a heading: not by an expression, which would try every blank in it. */
function withoutEnd(heading: string): string {
  const text = heading.trimEnd();
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  return end === 0 ? text : text.slice(0, end).trimEnd();
}

/** Reads Markdown: headings are separated from the text, which stays as written. Code contains no headings, comments are dropped. */
export function readMarkdown(text: string): SourceDocument {
  const blocks = new Blocks();
  let paragraph: string[] = [];
  let fence = '';
  const flush = (): void => {
    blocks.add(paragraph.join('\n'));
    paragraph = [];
  };
  const lines = text
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/^---\n[\s\S]*?\n---(?:\n|$)/, '')
    .split('\n');
  for (const line of lines) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    const heading = fence === '' ? /^\s{0,3}(#{1,6})\s+(\S.*)$/.exec(line) : null;
    if (heading) {
      flush();
      blocks.add(withoutEnd(heading[2]!), { level: heading[1]!.length });
    } else if (fence === '' && line.trim() === '') flush();
    else paragraph.push(line);
  }
  flush();
  return { title: blocks.list.find(({ level }) => level === 1)?.text ?? null, pages: null, blocks: blocks.list };
}

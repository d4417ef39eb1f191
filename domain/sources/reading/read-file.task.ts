// Reads one file, in a restricted process that `read-file.ts` starts.
import * as z from 'zod/mini';
import { lookup } from '#contract/platform/lookup.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import { SOURCE_NAME_LENGTH } from '#contract/sources/source-limits.ts';
import { declaredIn, decodeText } from '#domain/platform/encodings/decode-text.ts';
import { linesOf } from '#domain/platform/restricted/answer-lines.ts';
import { splitPassages } from '../split-passages.ts';
import { tidyText, Unreadable, type SourceDocument } from './source-document.ts';

type Reader = (bytes: Uint8Array, languages: readonly string[]) => SourceDocument | Promise<SourceDocument>;

/** The type of a source, and hints about its code page. */
const askedSchema = z.object({ type: z.string(), languages: z.array(z.string()) });

/** Loaded on demand: loading the PDF library alone takes longer than reading most files. */
const READERS: Readonly<Record<string, () => Promise<Reader>>> = lookup({
  pdf: async () => (await import('./read-pdf.ts')).readPdf,
  docx: async () => (await import('./read-docx.ts')).readDocx,
  pptx: async () => (await import('./read-pptx.ts')).readPptx,
  epub: async () => (await import('./read-epub.ts')).readEpub,
  markdown: async () => {
    const { readMarkdown } = await import('./read-text.ts');
    return (bytes, languages) => readMarkdown(textOf(bytes, languages));
  },
  text: async () => {
    const { readPlain } = await import('./read-text.ts');
    return (bytes, languages) => readPlain(textOf(bytes, languages));
  },
  html: async () => {
    const { readHtml } = await import('./read-html.ts');
    return (bytes, languages) => readHtml(textOf(bytes, languages));
  },
});

/** Decodes a text. A page declares its encoding; that of other texts is detected. */
const textOf = (bytes: Uint8Array, languages: readonly string[]): string =>
  decodeText(bytes, { languages, declared: [declaredIn(bytes)] }).text;

/** Returns title, pages and number of hidden slides, and the passages as lines. */
export const work: RestrictedWork = async (value, bytes) => {
  const { type, languages } = z.parse(askedSchema, value);
  const document = await read(type, new Uint8Array(bytes), languages);
  if (!document.blocks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) throw new Unreadable('source.no_text', 'there is no text in it');
  const title = document.title === null ? null : tidyText(document.title).replaceAll(/\s+/g, ' ').slice(0, SOURCE_NAME_LENGTH);
  return {
    value: { title, pages: document.pages, hiddenSlides: document.hiddenSlides ?? 0 },
    bytes: Buffer.concat([...linesOf(splitPassages(document))]),
  };
};

async function read(type: string, bytes: Uint8Array, languages: readonly string[]): Promise<SourceDocument> {
  try {
    return await (
      await READERS[type]!()
    )(bytes, languages);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable('source.unreadable', String(error));
  }
}

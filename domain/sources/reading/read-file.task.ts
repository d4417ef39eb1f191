// Reads one file, in a restricted process that `read-file.ts` starts.
import { lookup } from '#contract/platform/lookup.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import { SOURCE_NAME_LENGTH } from '#contract/sources/source-limits.ts';
import { linesOf } from '#domain/platform/restricted/answer-lines.ts';
import { splitPassages } from '../split-passages.ts';
import { tidyText, Unreadable, type SourceDocument } from './source-document.ts';

type Reader = (bytes: Uint8Array) => SourceDocument | Promise<SourceDocument>;

const text = () => import('./read-text.ts');
/** Loaded on demand: loading the PDF library alone takes longer than reading most files. */
const READERS: Readonly<Record<string, () => Promise<Reader>>> = lookup({
  pdf: async () => (await import('./read-pdf.ts')).readPdf,
  docx: async () => (await import('./read-docx.ts')).readDocx,
  pptx: async () => (await import('./read-pptx.ts')).readPptx,
  epub: async () => (await import('./read-epub.ts')).readEpub,
  markdown: async () => {
    const { decodeText, readMarkdown } = await text();
    return (bytes) => readMarkdown(decodeText(bytes));
  },
  text: async () => {
    const { decodeText, readPlain } = await text();
    return (bytes) => readPlain(decodeText(bytes));
  },
  html: async () => {
    const [{ decodeText }, { readHtml }] = await Promise.all([text(), import('./read-html.ts')]);
    return (bytes) => readHtml(decodeText(bytes));
  },
});

/** Answers title, pages and hidden slides, and the passages as lines. */
export const work: RestrictedWork = async (type, bytes) => {
  const document = await read(String(type), new Uint8Array(bytes));
  if (!document.blocks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) throw new Unreadable('source.no_text', 'there is no text in it');
  const title = document.title === null ? null : tidyText(document.title).replaceAll(/\s+/g, ' ').slice(0, SOURCE_NAME_LENGTH);
  return {
    value: { title, pages: document.pages, hiddenSlides: document.hiddenSlides ?? 0 },
    bytes: Buffer.concat([...linesOf(splitPassages(document))]),
  };
};

async function read(type: string, bytes: Uint8Array): Promise<SourceDocument> {
  try {
    return await (
      await READERS[type]!()
    )(bytes);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable('source.unreadable', String(error));
  }
}

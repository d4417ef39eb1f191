// Reads one file and outputs its contents: bytes on standard input, JSON on standard output. `read-file.ts` starts it as a separate process
// with no environment, no permission to write, to connect, to start other processes or to read anything but this code, and with limits on
// memory and time.
import { buffer } from 'node:stream/consumers';
import { Unreadable, type SourceDocument } from './source-document.ts';

type Reader = (bytes: Uint8Array) => SourceDocument | Promise<SourceDocument>;

const text = () => import('./read-text.ts');
/** Loaded on demand: loading the PDF library alone takes longer than reading most files. */
const READERS: Readonly<Record<string, () => Promise<Reader>>> = {
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
};

async function read(): Promise<{ document: SourceDocument } | { problem: { code: string; detail: string } }> {
  try {
    const reader = await READERS[process.argv[2] ?? '']!();
    const document = await reader(new Uint8Array(await buffer(process.stdin)));
    if (!document.blocks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) throw new Unreadable('source.no_text', 'there is no text in it');
    return { document };
  } catch (error) {
    const code = error instanceof Unreadable ? error.code : 'source.unreadable';
    return { problem: { code, detail: String(error).slice(0, 500) } };
  }
}

process.stdout.write(JSON.stringify(await read()), () => process.exit());

// Reads one file and says what stands in it: bytes come by the standard input, the answer goes to the standard output as JSON. It is a
// process of its own, which `read-file.ts` starts with no environment, no right to write, to start others or to see more of the disk than
// this code, and with limits of memory and time.
import { buffer } from 'node:stream/consumers';
import { Unreadable, type SourceDocument } from './source-document.ts';

type Reader = (bytes: Uint8Array) => SourceDocument | Promise<SourceDocument>;

const text = () => import('./read-text.ts');
/** Only what is needed is loaded: the library for PDF alone takes longer than most files. */
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

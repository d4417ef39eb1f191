import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { buildDocx, buildEpub, buildPdf, buildPptx } from './files.factory.ts';

export interface HostileFile {
  readonly description: string;
  readonly name: string;
  readonly bytes: () => Uint8Array | Promise<Uint8Array>;
  /** Error codes with which it may be rejected. */
  readonly codes: readonly string[];
}

const TOLD = ['# Bees', 'They fly from ten degrees on.'];
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);

const file = (description: string, name: string, bytes: HostileFile['bytes'], ...codes: readonly string[]): HostileFile => ({
  description,
  name,
  bytes,
  codes,
});
const withDocument = (document: string) => () => buildDocx(TOLD, { 'word/document.xml': strToU8(document) });
const withEntry = (name: string) => () => buildDocx(TOLD, { [name]: strToU8('x') });
const half = (bytes: Uint8Array): Uint8Array => bytes.slice(0, Math.floor(bytes.length / 2));

/** Replaces a text in the bytes by another of the same length, everywhere. */
function replaced(bytes: Uint8Array, from: string, to: string): Uint8Array {
  return new Uint8Array(Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1'));
}

/** Builds a PDF of the given objects, without a cross-reference table: readers search for the objects. */
const rawPdf = (...objects: readonly (string | Uint8Array)[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      ...objects.flatMap((object, at) => [Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]),
      Buffer.from('trailer << /Root 1 0 R >>\n%%EOF'),
    ]),
  );

/** Builds a PDF with one page, compressed twice, that expands to this many filler bytes. */
export function pdfBomb(bytes: number, filling: string): Uint8Array {
  const content = deflateSync(deflateSync(Buffer.alloc(bytes, filling), { level: 1 }));
  const stream = Buffer.concat([
    Buffer.from(`<< /Length ${content.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << >> >>';
  return rawPdf('<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, stream);
}

/** Builds a zip whose one entry declares a false, small size. */
function lyingZip(): Uint8Array {
  const bytes = Buffer.from(buildDocx(TOLD, { 'word/document.xml': new Uint8Array(3_000_000).fill(0x20) }));
  const true32 = Buffer.alloc(4);
  true32.writeUInt32LE(3_000_000);
  const lie = Buffer.alloc(4);
  lie.writeUInt32LE(500);
  for (let at = bytes.indexOf(true32); at >= 0; at = bytes.indexOf(true32, at + 4)) lie.copy(bytes, at);
  return new Uint8Array(bytes);
}

const LAUGHS = `<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>`;

/** Files that are broken, misdeclared, or made to attack their reader. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  file('is empty', 'empty.txt', () => new Uint8Array(), 'source.no_text'),
  file('is a program', 'notes.pdf', () => Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), randomBytes(200)]), 'source.bad_type'),
  file('is a picture', 'notes.docx', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'source.bad_type'),
  file('is a tape archive in gzip', 'notes.txt', () => gzipSync('x'.repeat(2000)), 'source.bad_type'),
  file('is random', 'notes.txt', () => Buffer.concat([Buffer.from([0, 255]), randomBytes(4000)]), 'source.bad_type'),
  file(
    'is a zip of a zip of zeros',
    'notes.docx',
    () => zipSync({ 'a.zip': zipSync({ a: new Uint8Array(9_000_000) }) }),
    'source.bad_type',
  ),
  file('is a document of the old Word', 'notes.doc', () => OLE, 'source.bad_type'),
  file(
    'is a document of Word with a password',
    'notes.docx',
    () => Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')]),
    'source.bad_type',
  ),
  file('is a text with zero bytes', 'notes.txt', () => Buffer.from('Bees\0fly'), 'source.bad_type'),
  file(
    'has letters of a code page and control characters',
    'notes.md',
    () => Buffer.from('cff7e5eb0220ebe5f2e0fef2', 'hex'),
    'source.bad_type',
  ),
  file('is rich text', 'notes.txt', () => Buffer.from('{\\rtf1 Bees}'), 'source.bad_type'),
  file('has nothing but blanks', 'notes.txt', () => Buffer.from(' \n\t\u200b\n'), 'source.no_text'),
  file('has more text than anybody reads', 'notes.txt', () => Buffer.alloc(5_200_000, 'bees fly. '), 'source.too_much'),
  file('ends after its first line', 'notes.pdf', () => Buffer.from('%PDF-1.7\n'), 'source.unreadable'),
  file('is half a PDF', 'notes.pdf', async () => half(await buildPdf(TOLD)), 'source.unreadable', 'source.no_text'),
  file('is a PDF with a password', 'notes.pdf', () => buildPdf(TOLD, { userPassword: 'secret' }), 'source.encrypted'),
  file('is a PDF without text', 'notes.pdf', () => buildPdf([]), 'source.no_text'),
  file('is PDF and zip at once', 'notes.pdf', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), buildDocx(TOLD)]), 'source.unreadable'),
  file('is a PDF that unpacks to a hundred megabytes', 'notes.pdf', () => pdfBomb(100_000_000, ' '), 'source.too_much', 'source.no_text'),
  file(
    'is a PDF whose pages lie in themselves',
    'notes.pdf',
    () => rawPdf('<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>'),
    'source.unreadable',
    'source.no_text',
  ),
  file(
    'is a document without its text',
    'notes.docx',
    () => replaced(buildDocx(TOLD), 'word/document.xml', 'word/dokument.xml'),
    'source.unreadable',
    'source.bad_type',
  ),
  file(
    'unpacks to a thousand times its size',
    'notes.docx',
    () => buildDocx(TOLD, { 'word/document.xml': new Uint8Array(8_000_000) }),
    'source.too_much',
  ),
  file('says that it is smaller than it is', 'notes.docx', lyingZip, 'source.unreadable', 'source.no_text'),
  file(
    'laughs a billion times',
    'notes.docx',
    withDocument(`${LAUGHS}<w:document><w:p><w:t>&c;</w:t></w:p></w:document>`),
    'source.unreadable',
  ),
  file(
    'names a file of the server',
    'notes.docx',
    withDocument('<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document><w:p><w:t>&x;</w:t></w:p></w:document>'),
    'source.unreadable',
  ),
  file(
    'uses an entity nobody declared',
    'notes.docx',
    withDocument('<w:document><w:p><w:t>&bees;</w:t></w:p></w:document>'),
    'source.unreadable',
  ),
  file('leads out of its archive', 'notes.docx', withEntry('../../etc/cron.d/bees'), 'source.unreadable'),
  file('leads to the root', 'notes.docx', withEntry('/etc/cron.d/bees'), 'source.unreadable'),
  file('leads to a drive', 'notes.docx', withEntry('c:\\windows\\bees'), 'source.unreadable'),
  file(
    'has two texts of one name',
    'notes.docx',
    () => replaced(buildDocx(TOLD, { 'word/documenx.xml': strToU8('<a/>') }), 'word/documenx.xml', 'word/document.xml'),
    'source.unreadable',
  ),
  file('is no XML', 'notes.docx', withDocument('<w:document><w:p><w:t>Bees'), 'source.unreadable'),
  file(
    'is nested without end',
    'notes.docx',
    withDocument(`${'<w:p>'.repeat(60_000)}<w:t>Bees</w:t>${'</w:p>'.repeat(60_000)}`),
    'source.unreadable',
  ),
  file('is half a document', 'notes.docx', () => half(buildDocx(TOLD)), 'source.unreadable', 'source.bad_type'),
  file(
    'is a presentation without slides',
    'notes.pptx',
    () => replaced(buildPptx(TOLD), 'ppt/slides/slide1.xml', 'ppt/slides/slideA.xml'),
    'source.unreadable',
  ),
  file(
    'is a book under lock and key',
    'notes.epub',
    () =>
      buildEpub(TOLD, {
        'META-INF/encryption.xml': strToU8('<e><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/></e>'),
      }),
    'source.encrypted',
  ),
  file(
    'is a book whose package lies elsewhere',
    'notes.epub',
    () => buildEpub(TOLD, { 'META-INF/container.xml': strToU8('<c><rootfile full-path="../../../../etc/passwd"/></c>') }),
    'source.unreadable',
  ),
  file(
    'is a book that laughs a billion times',
    'notes.epub',
    () => buildEpub(TOLD, { 'OEBPS/chapter 0.xhtml': strToU8(`${LAUGHS}<html><body><p>&c;</p></body></html>`) }),
    'source.unreadable',
  ),
];

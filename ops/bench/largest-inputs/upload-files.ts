import { deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { ROSTER_LIMITS } from '#contract/organisations/rosters.contract.ts';
import { CARD_LIMITS } from '#contract/practice/cards.contract.ts';
import { PART_BYTES } from '#contract/voice/voice.contract.ts';
import type { UploadRule } from '#contract/platform/endpoint.ts';
import { ankiPackage } from '#domain/practice/cards/files/anki-package.ts';
import { HOSTILE_FILES, pdfBomb } from '#domain/sources/hostile-files.factory.ts';
import { buildDocx, buildEpub, buildPdf, buildPptx } from '#domain/sources/files.factory.ts';
import { COURSE_SHAPES, courseZip } from './course-files.ts';

/** A file for an upload. */
export interface UploadFile {
  readonly description: string;
  readonly type: string;
  readonly name?: string;
  readonly bytes: () => Uint8Array | Promise<Uint8Array>;
}

const SENTENCE = 'Bees fly at dawn and return at dusk. ';
const filled = (piece: string, bytes: number): Uint8Array => new Uint8Array(Buffer.alloc(bytes, piece));
const text = (whole: string): Uint8Array => new Uint8Array(Buffer.from(whole));
const rows = (count: number, row: (at: number) => string): Uint8Array => text(Array.from({ length: count }, (_, at) => row(at)).join('\n'));
/** Builds a zip with the maximum number of entries of the old format. */
const zipOfMany = (): Uint8Array => {
  const [name, content] = [(at: number) => `pictures/${at}.jpg`, new Uint8Array(1)];
  return zipSync(Object.fromEntries(Array.from({ length: 65_000 }, (_, at) => [name(at), content])), { level: 0 });
};
const cards = (count: number, side: (at: number) => string) => (): Uint8Array =>
  ankiPackage(
    Array.from({ length: count }, (_, at) => ({ guid: `g${at}`, deck: 'Bees', front: side(at), back: SENTENCE })),
    new Date(),
  );

/** Builds a picture of one colour: few bytes, very many pixels. */
function hugePng(side: number): Uint8Array {
  const crcs = Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  });
  const chunk = (type: string, content: Buffer): Buffer => {
    const typed = Buffer.concat([Buffer.from(type), content]);
    const crc = typed.reduce((sum, byte) => crcs[(sum ^ byte) & 255]! ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff;
    const [length, end] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    end.writeUInt32BE(crc >>> 0);
    return Buffer.concat([length, typed, end]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.writeUInt8(8, 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const lines = Buffer.alloc((side + 1) * side);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(lines, { level: 1 })), chunk('IEND', Buffer.alloc(0))]);
}

/** Builds a recording of silence, with as many bytes per second as usual: two channels of 48 kHz. */
function silence(bytes: number): Uint8Array {
  const wav = Buffer.alloc(bytes);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(bytes - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(48_000, 24);
  wav.writeUInt32LE(192_000, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(bytes - 44, 40);
  return wav;
}

/** Encodes a recording as a browser's recorder does. */
export const spoken = (bytes: number): string => `data:audio/wav;base64,${Buffer.from(silence(bytes)).toString('base64')}`;

const csv = (description: string, bytes: UploadFile['bytes']): UploadFile => ({ description, type: 'text/csv', name: 'cards.csv', bytes });
const apkg = (description: string, bytes: UploadFile['bytes']): UploadFile => ({
  description,
  type: 'application/zip',
  name: 'cards.apkg',
  bytes,
});
const source = (description: string, name: string, bytes: UploadFile['bytes']): UploadFile => ({
  description,
  type: 'application/octet-stream',
  name,
  bytes,
});
const zip = (description: string, bytes: UploadFile['bytes']): UploadFile => ({
  description,
  type: 'application/zip',
  name: 'c.zip',
  bytes,
});

/** Files by endpoint: the largest valid ones, and those made to keep their reader busy. Sizes follow the endpoint's rule. */
const WORD = 'Beatrice';
const FILES: Readonly<Record<string, (most: number) => UploadFile[]>> = {
  importFlashCards: (most) => [
    csv('as many cards as an account may have', () => rows(CARD_LIMITS.cards, (at) => `Question ${at},${SENTENCE.repeat(10)}`)),
    csv('the largest cards', () => rows(Math.floor(most / 3_020), (at) => `${at} ${'q'.repeat(980)},${'a'.repeat(2_000)}`)),
    csv('800,000 rows', () => rows(800_000, (at) => `${at.toString(36)},b`)),
    csv('10 MB of empty rows', () => text(`a,b\n${',\n'.repeat(most / 2 - 10)}`)),
    csv('one row of 5 million cells', () => filled(',', most)),
    csv('a quotation that never ends', () => text(`a,"${SENTENCE.repeat(Math.floor((most - 10) / SENTENCE.length))}`)),
    csv('quotation marks', () => text(`a,b\n${'"'.repeat(most - 10)}`)),
    csv('HTML that never closes', () => text(`#html:true\n#separator:comma\n${'<'.repeat(most - 100)},b`)),
    csv('heads', () => filled('#a:b\n', most)),
    apkg(
      'as many cards as an account may have',
      cards(CARD_LIMITS.cards, (at) => `Question ${at}`),
    ),
    apkg(
      'gaps that never close',
      cards(1, () => '{{c1::'.repeat(60_000)),
    ),
    apkg(
      'gaps within each other',
      cards(1, () => '{{c1::'.repeat(30_000) + '}}'.repeat(30_000)),
    ),
    apkg(
      'gaps without an end in many cards',
      cards(10_000, () => '{{c1::'.repeat(300)),
    ),
    apkg(
      'HTML without an end',
      cards(1, () => '<'.repeat(500_000)),
    ),
    apkg('a zip of 65,000 entries', zipOfMany),
  ],
  createRoster: (most) => [
    csv('as many people as a list may have', () =>
      text(
        `email,first name,last name,groups\n${Array.from({ length: ROSTER_LIMITS.rows - 1 }, (_, at) => `bee${at}@example.com,${WORD},${WORD},${WORD} ${at % 50}`).join('\n')}`,
      ),
    ),
    csv('more rows than it may have', () => text(`email\n${'a@b.cc\n'.repeat(Math.floor(most / 8))}`)),
    csv('one row of 2 million cells', () => text(`email,${','.repeat(most - 100)}`)),
    csv('a quotation that never ends', () => text(`email,first name\n"${'q'.repeat(most - 100)}`)),
  ],
  importCourse: () => [
    ...COURSE_SHAPES.map(({ description, most, content }) =>
      zip(`${most.toLocaleString('en')} ${description}`, () => courseZip(content(most))),
    ),
    zip('lists within each other', () => courseZip({}, `${'['.repeat(9_000_000)}${']'.repeat(9_000_000)}`)),
    zip('a zip of 65,000 entries', zipOfMany),
    zip('20 MB of nothing', () => courseZip({}, ' '.repeat(19_000_000))),
  ],
  addSource: (most) => [
    source('a text of 5 MB', 'bees.txt', () => filled(SENTENCE, 5_000_000)),
    source('a text of 50 MB', 'bees.txt', () => filled(SENTENCE, most)),
    source('Markdown of headings', 'bees.md', () => filled('# a\n\nb\n\n', 4_900_000)),
    source('Markdown that never closes', 'bees.md', () => filled('[*a_', 4_900_000)),
    source('a PDF of 300 pages', 'bees.pdf', () =>
      buildPdf(Array.from({ length: 600 }, (_, at) => (at % 2 ? '---' : SENTENCE.repeat(25)))),
    ),
    source('a PDF that unpacks to a hundred megabytes', 'bees.pdf', () => pdfBomb(100_000_000, ' ')),
    source('a document of 4 MB', 'bees.docx', () => buildDocx(Array.from({ length: 4_000 }, () => SENTENCE.repeat(27)))),
    source('a presentation of 2,000 slides', 'bees.pptx', () =>
      buildPptx(Array.from({ length: 4_000 }, (_, at) => (at % 2 ? '---' : SENTENCE))),
    ),
    source('a book of 4 MB', 'bees.epub', () => buildEpub(Array.from({ length: 4_000 }, () => SENTENCE.repeat(27)))),
    source('a zip of 65,000 entries', 'bees.docx', zipOfMany),
    ...HOSTILE_FILES.map(({ description, name, bytes }) => source(description, name, bytes)),
  ],
  generateVideoFromImage: (most) => [
    { description: 'a picture of 20,000 by 20,000', type: 'image/png', bytes: () => hugePng(20_000) },
    { description: 'a picture of 4,000 by 4,000', type: 'image/png', bytes: () => hugePng(4_000) },
    { description: 'bytes that are no picture', type: 'image/png', bytes: () => filled('\u0089PNG', most) },
  ],
  putVoicePart: () => [{ description: 'a part of a recording', type: 'application/octet-stream', bytes: () => silence(PART_BYTES) }],
};

/** Returns the files to send to an upload; for an unknown endpoint, bytes of maximum size. */
export function filesFor(endpoint: string, { types, bytes }: UploadRule): UploadFile[] {
  return (
    FILES[endpoint]?.(bytes) ?? [
      { description: 'bytes', type: types[0]!, bytes: () => filled('x', bytes) },
      { description: 'a zip of 65,000 entries', type: types[0]!, bytes: zipOfMany },
    ]
  );
}

export interface Form {
  readonly type: string;
  readonly body: Uint8Array;
}

/** Encodes fields and files like a browser's form. */
export function formOf(
  fields: Readonly<Record<string, string>>,
  files: readonly { name: string; type: string; filename: string; bytes: Uint8Array }[],
): Form {
  const boundary = 'largest-inputs-boundary';
  const head = (disposition: string, type?: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}${type ? `\r\nContent-Type: ${type}` : ''}\r\n\r\n`);
  const end = Buffer.from('\r\n');
  const parts = [
    ...Object.entries(fields).flatMap(([name, value]) => [head(`name="${name}"`), Buffer.from(value), end]),
    ...files.flatMap(({ name, type, filename, bytes }) => [head(`name="${name}"; filename="${filename}"`, type), bytes, end]),
  ];
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]) };
}

/** Builds a form with as many parts as fit into this many bytes. */
export function formOfMany(bytes: number, part: 'field' | 'file'): Form {
  const [boundary, disposition] = ['b', part === 'field' ? 'name=a' : 'name=file; filename=a'];
  const one = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n\r\n`;
  const count = Math.floor((bytes - 100) / one.length);
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.from(`${one.repeat(count)}--${boundary}--\r\n`) };
}

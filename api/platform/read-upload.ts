import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Endpoint, UploadRule } from '#contract/platform/endpoint.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { bodyBytesOf, sentBytesOf } from '#contract/platform/body-bytes.ts';
import type { FileFolder } from './file-folder.ts';
import { bounded, type Entered } from './read-body.ts';
import { bodyTooLarge, fileTooLarge } from './read-long-body.ts';

/** Maximum number of fields besides the files: more than any of our forms has. */
const MOST_FIELDS = 100;

type Upload = Endpoint & { readonly upload: Readonly<Record<string, UploadRule>> };

/**
 * Reads a `multipart/form-data` request: writes its files to the folder as they arrive, and returns its fields. The guard calls it after
 * authentication, so bodies of unauthenticated callers are never parsed. An unexpected part ends the upload before it is read.
 * @throws ProductError body.unsupported_type, also for a file of an undeclared type; body.too_large; body.malformed; validation.failed for
 * a missing, superfluous or undeclared file, and for too many fields
 */
export async function readUpload(ctx: Entered, endpoint: Upload, folder: FileFolder): Promise<Readonly<Record<string, string>>> {
  if (!ctx.is('multipart/form-data')) throw new ProductError('body.unsupported_type', 'The body must be multipart/form-data.');
  const boundary = boundaryIn(ctx.get('Content-Type'));
  if (boundary === null) throw new ProductError('body.malformed');
  const rules = endpoint.upload;
  const fieldBytes = bodyBytesOf(endpoint);
  const sent = bounded(ctx, sentBytesOf(endpoint), () => fileTooLarge(Math.max(...Object.values(rules).map(({ bytes }) => bytes))));

  const counts: Record<string, number> = {};
  const fields = new Map<string, Uint8Array[]>();
  let [fieldCount, sizeOfFields, sizeOfFile] = [0, 0, 0];
  let part: Part | null = null;
  for await (const event of formEvents(sent, boundary)) {
    if ('part' in event) {
      part = event.part;
      if (part.filename === null) {
        if ((fieldCount += 1) > MOST_FIELDS) throw badForm('body', 'Has too many fields.');
        // of several parts with the same name, the last one counts
        fields.set(part.name, []);
      } else {
        counts[part.name] = (counts[part.name] ?? 0) + 1;
        refuseFile(rules, part, counts[part.name]!);
        sizeOfFile = 0;
        await folder.begin(part.name, { name: part.filename, type: part.type });
      }
    } else if (part!.filename === null) {
      if ((sizeOfFields += event.data.length) > fieldBytes) throw bodyTooLarge(fieldBytes);
      fields.get(part!.name)!.push(event.data);
    } else {
      const { bytes } = rules[part!.name]!;
      if ((sizeOfFile += event.data.length) > bytes) throw fileTooLarge(bytes);
      await folder.write(part!.name, event.data);
    }
  }
  const missing = Object.keys(rules).find((name) => !rules[name]!.isOptional && !Object.hasOwn(counts, name));
  if (missing) throw badForm(missing, 'Must be a file.');
  return Object.fromEntries([...fields].map(([name, pieces]) => [name, new TextDecoder().decode(Buffer.concat(pieces))]));
}

/** Refuses a file by its headers, before its bytes arrive. */
function refuseFile(rules: Upload['upload'], { name, type }: Part, count: number): void {
  const rule = Object.hasOwn(rules, name) ? rules[name]! : null;
  if (!rule || count > (rule.most ?? 1)) throw badForm(name, 'Has files that are not asked for.');
  if (!rule.types.includes(type.split(';', 1)[0]!.trim().toLowerCase())) {
    throw new ProductError(
      'body.unsupported_type',
      toSentence('The file must be one of these: {types}.', { types: rule.types.join(', ') }),
    );
  }
}

const badForm = (path: string, message: string): ProductError =>
  new ProductError('validation.failed', path === 'body' ? `Body: ${message}` : 'Body: has no file, or one too many.', {
    data: { errors: [{ path, message }] },
  });

/** Maximum bytes of a part's headers: a name, a file name and a type. */
const HEAD_BYTES = 4_096;

/** The events of a form, in the order of its bytes: each part begins, has data, and ends with the next part or the form. */
type FormEvent = { readonly part: Part } | { readonly data: Uint8Array };

interface Part {
  readonly name: string;
  /** Null for a field. */
  readonly filename: string | null;
  /** Declared media type. */
  readonly type: string;
}

/** Returns the boundary in a `Content-Type`; null if there is none. */
export function boundaryIn(contentType: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? plain ?? null;
}

/**
 * Reads a `multipart/form-data` body as it arrives, holding no more of it than a part's headers. Callers limit the number and size of
 * events by ending the loop.
 * @throws ProductError body.malformed
 */
export async function* formEvents(source: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormEvent> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // the first delimiter may be at the very beginning
  let held: Buffer = Buffer.from('\r\n');
  let at: 'preamble' | 'delimiter' | 'head' | 'data' | 'end' = 'preamble';
  for await (const chunk of source) {
    if (at === 'end') continue;
    held = Buffer.concat([held, chunk]);
    for (;;) {
      if (at === 'preamble' || at === 'data') {
        const found = held.indexOf(delimiter);
        // the delimiter may be split at the end of the chunk
        const data = held.subarray(0, found < 0 ? Math.max(0, held.length - delimiter.length + 1) : found);
        if (at === 'data' && data.length > 0) yield { data };
        held = held.subarray(data.length);
        if (found < 0) break;
        held = held.subarray(delimiter.length);
        at = 'delimiter';
      } else if (at === 'delimiter') {
        if (held.length < 2) break;
        const mark = held.toString('latin1', 0, 2);
        if (mark !== '--' && mark !== '\r\n') throw malformed();
        at = mark === '--' ? 'end' : 'head';
        // the line end remains, to be found if the part has no headers
        if (at === 'end') break;
      } else {
        const end = held.indexOf('\r\n\r\n');
        if (end > HEAD_BYTES || (end < 0 && held.length > HEAD_BYTES)) throw malformed();
        if (end < 0) break;
        yield { part: partOf(held.toString('utf8', 0, end)) };
        held = held.subarray(end + 4);
        at = 'data';
      }
    }
  }
  if (at !== 'end') throw malformed();
}

const malformed = (): ProductError => new ProductError('body.malformed', 'The body is not a form with files.');

/** Parses the headers of a part. @throws ProductError body.malformed without a name */
function partOf(head: string): Part {
  const headers = new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const disposition = headers.get('content-disposition') ?? '';
  const name = parameterIn(disposition, 'name');
  if (!/^form-data\s*;/i.test(disposition) || name === null) throw malformed();
  return { name, filename: parameterIn(disposition, 'filename'), type: headers.get('content-type') ?? 'text/plain' };
}

/** Returns a header's parameter as browsers encode it: quotation marks and line ends as hexadecimal numbers. */
function parameterIn(header: string, name: string): string | null {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s";]+))`, 'i').exec(header) ?? [];
  const value = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain ?? null;
  return value && value.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

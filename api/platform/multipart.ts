import { ProductError } from '#domain/platform/errors.ts';

/** Bytes of the headers of a part: a name, a file's name and a type. */
const HEAD_BYTES = 4_096;

/** What is met in a form, in the order of its bytes: each part begins, has data, and ends with the next one or the form. */
export type FormEvent = { readonly part: Part } | { readonly data: Uint8Array };

export interface Part {
  readonly name: string;
  /** Null for a field. */
  readonly filename: string | null;
  /** Declared media type. */
  readonly type: string;
}

/** Returns the boundary that a `Content-Type` names; null where there is none. */
export function boundaryIn(contentType: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? plain ?? null;
}

/**
 * Reads a `multipart/form-data` body while it comes, holding no more of it than the headers of a part: whoever uses the events bounds their number
 * and size, by ending the loop.
 * @throws ProductError body.malformed
 */
export async function* formEvents(source: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormEvent> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // the first delimiter may stand at the very beginning
  let held: Buffer = Buffer.from('\r\n');
  let at: 'preamble' | 'delimiter' | 'head' | 'data' | 'end' = 'preamble';
  for await (const chunk of source) {
    if (at === 'end') continue;
    held = Buffer.concat([held, chunk]);
    for (;;) {
      if (at === 'preamble' || at === 'data') {
        const found = held.indexOf(delimiter);
        // the delimiter may be cut by the end of the chunk
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
        // the line's end stays, to be found where a part has no headers
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

const malformed = (): ProductError => new ProductError('body.malformed', 'The body is no form with files.');

/** Reads the headers of a part. @throws ProductError body.malformed for one without a name */
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

/** Returns a parameter of a header as browsers encode it: quotation marks and line ends by their hexadecimal numbers. */
function parameterIn(header: string, name: string): string | null {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s";]+))`, 'i').exec(header) ?? [];
  const value = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain ?? null;
  return value && value.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

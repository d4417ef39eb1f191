import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive; its text may be produced in chunks. */
export interface ZippedFile {
  readonly name: string;
  readonly text: Iterable<string> | AsyncIterable<string>;
}

/** Bytes compressed at once, in a few milliseconds, before the event loop runs other work. */
const PIECE_BYTES = 64 * 1024;

/** Streams files into a zip archive, one after another: only one chunk is in memory at a time. @param at the files' modification time */
export async function* zipFiles(files: Iterable<ZippedFile>, at: Date): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  for (const { name, text } of files) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = at;
    zip.add(file);
    for await (const some of text) {
      const bytes = Buffer.from(some);
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        file.push(bytes.subarray(start, start + PIECE_BYTES));
        yield* packed.splice(0);
        if (bytes.length > PIECE_BYTES) await nextTurn();
      }
    }
    file.push(new Uint8Array(), true);
    yield* packed.splice(0);
  }
  zip.end();
  yield* packed;
}

import { strFromU8, unzipSync } from 'fflate';
import { UNPACKED_BYTES, Unreadable } from './source-document.ts';

const MOST_ENTRIES = 20_000;
/** Highest compression ratio of real text; more indicates a zip bomb. */
const MOST_RATIO = 400;
/** Small entries are exempt from the ratio. */
const FREE_BYTES = 1_000_000;

/** The selected entries of a zip, as texts by name. Other entries are not unpacked. */
export type ZipEntries = ReadonlyMap<string, string>;

/**
 * Unpacks a zip. @param wanted selects entries by name
 * @throws Unreadable source.unreadable unless it is a zip whose names stay inside it; source.too_much for a zip bomb
 */
export function readZip(bytes: Uint8Array, wanted: (name: string) => boolean): ZipEntries {
  let entries = 0;
  let unpacked = 0;
  const names = new Set<string>();
  const files = guarded(() =>
    unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        entries += 1;
        if (entries > MOST_ENTRIES) throw new Unreadable('source.too_much', 'more entries than are read');
        if (/^([a-z]:)?[\\/]|\\|\0|(^|\/)\.\.(\/|$)/i.test(name))
          throw new Unreadable('source.unreadable', 'a name that leads out of the archive');
        if (!wanted(name)) return false;
        if (names.has(name)) throw new Unreadable('source.unreadable', 'two entries of one name');
        names.add(name);
        unpacked += originalSize;
        const isBomb = originalSize > FREE_BYTES && originalSize > size * MOST_RATIO;
        if (unpacked > UNPACKED_BYTES || isBomb) throw new Unreadable('source.too_much', 'unpacks to more than is read');
        return true;
      },
    }),
  );
  return new Map(Object.entries(files).map(([name, content]) => [name, guarded(() => textOf(content))]));
}

/** Decodes XML by its own declaration as UTF-8 or UTF-16, the only encodings in use. */
function textOf(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isWide ? new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes) : strFromU8(bytes);
}

function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('source.unreadable', `the archive is broken: ${String(error)}`);
  }
}

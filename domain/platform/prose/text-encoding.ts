/** What the bytes of a text tell that is not UTF-8. */
export interface ByteCounts {
  /** Bytes that no text has: control characters, and those that Windows-1252 leaves free. */
  control: number;
  letters: number;
  /** Letters with marks, in Windows-1252. */
  marked: number;
}

/** Tabulator, line feed, vertical tab, form feed and carriage return. */
const SPACES: ReadonlySet<number> = new Set([9, 10, 11, 12, 13]);
const UNUSED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122;

/** Counts the bytes of a text, or of one more piece of it. */
export function countBytes(bytes: Uint8Array, counts: ByteCounts = { control: 0, letters: 0, marked: 0 }): ByteCounts {
  for (const byte of bytes) {
    if ((byte < 32 && !SPACES.has(byte)) || UNUSED.has(byte)) counts.control += 1;
    else if (byte >= 0xc0) counts.marked += 1;
    else if (isLetter(byte)) counts.letters += 1;
  }
  return counts;
}

/** Tells whether a text that is not UTF-8 is Windows-1252. Words of nothing but its marked letters are of another alphabet, in another code page. */
export const isWindows1252 = ({ control, letters, marked }: ByteCounts): boolean => control === 0 && marked * 3 <= letters + marked;

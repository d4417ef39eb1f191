/** What the bytes of a text tell that is not UTF-8. */
export interface ByteCounts {
  /** Control characters that no text has. */
  control: number;
  letters: number;
  /** Letters with marks, in Windows-1252. */
  marked: number;
}

const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122;

/** Counts the bytes of a text, or of one more piece of it. */
export function countBytes(bytes: Uint8Array, counts: ByteCounts = { control: 0, letters: 0, marked: 0 }): ByteCounts {
  for (const byte of bytes) {
    if (byte < 9) counts.control += 1;
    else if (byte >= 0xc0) counts.marked += 1;
    else if (isLetter(byte)) counts.letters += 1;
  }
  return counts;
}

/** Tells whether a text that is not UTF-8 is Windows-1252. Words of nothing but its marked letters are of another alphabet, in another code page. */
export const isWindows1252 = ({ control, letters, marked }: ByteCounts): boolean => control === 0 && marked * 3 <= letters + marked;

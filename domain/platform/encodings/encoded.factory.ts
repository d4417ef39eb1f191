import type { TextEncoding } from '#contract/platform/text-encodings.ts';

/** The one or two bytes of each character in a code page, found with the decoder. */
const pages = new Map<TextEncoding, ReadonlyMap<string, readonly number[]>>();
function pageOf(encoding: TextEncoding): ReadonlyMap<string, readonly number[]> {
  const known = pages.get(encoding);
  if (known) return known;
  const page = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const learn = (...bytes: number[]): void => {
    try {
      const [sign, ...more] = decoder.decode(Uint8Array.from(bytes));
      if (sign !== undefined && more.length === 0 && !page.has(sign)) page.set(sign, bytes);
    } catch {
      // not in the code page
    }
  };
  for (let byte = 0; byte < 256; byte += 1) learn(byte);
  if (/^(?:shift_jis|euc|big5|gb)/.test(encoding))
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) learn(lead, trail);
  pages.set(encoding, page);
  return page;
}

/** Windows-1258 has the five tones of Vietnamese as separate characters, after letters that may have another mark. */
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g;
const withTonesApart = (text: string): string =>
  [...text.normalize('NFC')]
    .map((sign) => {
      const parts = sign.normalize('NFD');
      return parts.replaceAll(TONES, '').normalize('NFC') + (parts.match(TONES)?.join('') ?? '');
    })
    .join('');

/** Encodes a text as a program in a country would. @throws Error for a character that the code page lacks */
export function encoded(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const page = pageOf(encoding);
  const signs = [...(encoding === 'windows-1258' ? withTonesApart(text) : text)];
  return Uint8Array.from(
    signs.flatMap((sign) => {
      const bytes = page.get(sign);
      if (!bytes) throw new Error(`${encoding} has no ${sign}`);
      return bytes;
    }),
  );
}

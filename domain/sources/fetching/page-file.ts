import { ProductError } from '#domain/platform/errors.ts';
import { sourceTypeOf } from '#domain/sources/source-type.ts';
import type { FileType } from '#domain/sources/reading/read-file.ts';
import type { Page } from './fetch-page.ts';

/** What was found at an address as a file that can be read: what its bytes are decides, and its declared type only among texts. */
export async function pageFile({ bytes, type, charset }: Page): Promise<{ type: FileType; bytes: Uint8Array }> {
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
  const text = isHtml || type.startsWith('text/') ? decoded(bytes, charset ?? (isHtml ? charsetIn(bytes) : null)) : bytes;
  const found = await sourceTypeOf(text, type.includes('markdown') ? 'page.md' : 'page.txt').catch((error: unknown) => {
    throw error instanceof ProductError && error.code === 'source.bad_type'
      ? new ProductError('source.bad_page', undefined, { cause: error })
      : error;
  });
  if (found === 'web') throw new Error('a file is no address');
  return { type: found === 'text' && isHtml ? 'html' : found, bytes: text };
}

/** As a page says in its head. */
const charsetIn = (bytes: Uint8Array): string | null =>
  /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))?.[1] ?? null;

/** The same text in UTF-8. A charset nobody knows, or that does not fit, is none. */
function decoded(bytes: Uint8Array, charset: string | null): Uint8Array {
  try {
    return new TextEncoder().encode(new TextDecoder(charset ?? 'utf-8', { fatal: true }).decode(bytes));
  } catch {
    return new TextEncoder().encode(new TextDecoder('windows-1252').decode(bytes));
  }
}

import { ProductError } from '#domain/platform/errors.ts';
import { sourceTypeOf } from '#domain/sources/source-type.ts';
import type { FileType } from '#domain/sources/reading/read-file.ts';
import type { Page } from './fetch-page.ts';

/** Returns the downloaded page as a readable file: its bytes decide the type, the declared type only distinguishes texts. */
export async function pageFile({ bytes, type, charset }: Page): Promise<{ type: FileType; bytes: Uint8Array }> {
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
  const text = isHtml || type.startsWith('text/') ? decoded(bytes, charset ?? (isHtml ? charsetIn(bytes) : null)) : bytes;
  const found = await sourceTypeOf(new File([new Uint8Array(text)], 'page'), type.includes('markdown') ? 'page.md' : 'page.txt').catch(
    (error: unknown) => {
      throw error instanceof ProductError && error.code === 'source.bad_type'
        ? new ProductError('source.bad_page', undefined, { cause: error })
        : error;
    },
  );
  if (found === 'web') throw new Error('a file is no address');
  return { type: found === 'text' && isHtml ? 'html' : found, bytes: text };
}

/** Returns the charset declared in the page's head. */
const charsetIn = (bytes: Uint8Array): string | null =>
  /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))?.[1] ?? null;

/** Converts the text to UTF-8. An unknown or wrong charset is ignored. */
function decoded(bytes: Uint8Array, charset: string | null): Uint8Array {
  try {
    return new TextEncoder().encode(new TextDecoder(charset ?? 'utf-8', { fatal: true }).decode(bytes));
  } catch {
    return new TextEncoder().encode(new TextDecoder('windows-1252').decode(bytes));
  }
}

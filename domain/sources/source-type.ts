import { fileTypeFromStream } from 'file-type';
import type { SourceType } from '#contract/sources/sources.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { SentFile } from '#domain/platform/storage/sent-file.ts';
import { decodedTexts } from './reading/read-text.ts';

const KNOWN: Readonly<Record<string, SourceType>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/epub+zip': 'epub',
};
/** Text formats that file-type detects. */
const TEXTS = new Set(['application/xml', 'text/html', 'text/calendar', 'text/vtt', 'text/vcard', 'application/x-subrip']);

/**
 * Detects a file's type by its first bytes; its name only distinguishes Markdown from other texts.
 * @throws ProductError source.bad_type; source.no_text for an empty file
 */
export async function sourceTypeOf(file: Pick<SentFile, 'size' | 'stream'>, name: string): Promise<SourceType> {
  if (file.size === 0) throw new ProductError('source.no_text');
  const found = await fileTypeFromStream(ReadableStream.from(file.stream())).catch(() => null);
  if (found === null) throw new ProductError('source.bad_type');
  const known = found && KNOWN[found.mime];
  if (known) return known;
  if (found && !TEXTS.has(found.mime)) throw new ProductError('source.bad_type');
  try {
    for await (const text of decodedTexts(file.stream())) if (text.includes('\0')) throw new Error('it has zero bytes');
  } catch (error) {
    throw new ProductError('source.bad_type', undefined, { cause: error });
  }
  return /\.(md|markdown)$/i.test(name) ? 'markdown' : 'text';
}

import * as z from 'zod';
import { ProductError } from '#domain/platform/errors.ts';
import { restricted, isInputFailure, type RestrictedLimits } from '#domain/platform/restricted/restricted-process.ts';
import type { SourceDocument } from './source-document.ts';

/** The types of files that are read. */
export const fileTypeSchema = z.enum(['pdf', 'docx', 'pptx', 'epub', 'markdown', 'text', 'html']);
export type FileType = z.infer<typeof fileTypeSchema>;

/** One file at a time, each in a process of its own: it may use a CPU and much memory, and its libraries have had faults. */
const readRestricted = restricted({
  module: new URL('read-file.task.ts', import.meta.url),
  heapMb: 384,
  memoryBytes: 700_000_000,
  withinMs: 60_000,
  answerBytes: 40_000_000,
  processes: 1,
  isFresh: true,
});

const documentSchema = z.object({
  title: z.string().nullable(),
  pages: z.int().nullable(),
  blocks: z.array(z.object({ level: z.int(), text: z.string(), page: z.int().nullable() })),
});
const CODES = z.enum(['source.unreadable', 'source.encrypted', 'source.no_text', 'source.too_much']);
const REASONS = { too_slow: 'source.too_slow', too_much: 'source.too_much', failed: 'source.unreadable' } as const;

/**
 * Reads a file in a restricted process.
 * @throws ProductError source.unreadable, source.encrypted, source.no_text, source.too_much, source.too_slow; the signal's reason
 */
export async function readFile(
  type: FileType,
  bytes: AsyncIterable<Uint8Array>,
  limits: { signal: AbortSignal } & Partial<RestrictedLimits>,
): Promise<SourceDocument> {
  try {
    const { value } = await readRestricted({ value: type, bytes }, limits);
    return documentSchema.parse(value);
  } catch (error) {
    if (!isInputFailure(error)) throw error;
    const { data: code } = CODES.safeParse(error.code);
    throw new ProductError(code ?? REASONS[error.reason], undefined, { cause: error });
  }
}

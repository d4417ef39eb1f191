import * as z from 'zod';
import { ProductError } from '#domain/platform/errors.ts';
import { batchesIn } from '#domain/platform/restricted/answer-lines.ts';
import { restricted, isInputFailure, type RestrictedLimits } from '#domain/platform/restricted/restricted-process.ts';
import type { TurnOf } from '#domain/platform/turns/turns.ts';
import type { SplitPassage } from '../split-passages.ts';

/** The types of files that can be read. */
export const fileTypeSchema = z.enum(['pdf', 'docx', 'pptx', 'epub', 'markdown', 'text', 'html']);
export type FileType = z.infer<typeof fileTypeSchema>;

/** One file at a time, each in a new process: reading may use a whole CPU and much memory, and the libraries have had bugs. */
const readRestricted = restricted({
  module: new URL('read-file.task.ts', import.meta.url),
  heapMb: 384,
  memoryBytes: 700_000_000,
  withinMs: 60_000,
  answerBytes: 40_000_000,
  processes: 1,
  isFresh: true,
});

const documentSchema = z.object({ title: z.string().nullable(), pages: z.int().nullable(), hiddenSlides: z.int() });
const passagesSchema = z.array(
  z.object({
    number: z.int(),
    page: z.int().nullable(),
    headings: z.array(z.string()),
    startsAt: z.int(),
    body: z.string(),
    words: z.int(),
  }),
);

/** The stored parts of a file. */
export interface ReadSource extends z.infer<typeof documentSchema> {
  readonly passages: readonly SplitPassage[];
}
const CODES = z.enum(['source.unreadable', 'source.encrypted', 'source.no_text', 'source.too_much']);
const REASONS = { too_slow: 'source.too_slow', too_much: 'source.too_much', failed: 'source.unreadable' } as const;

/**
 * Reads a file in a restricted process, which also splits it into passages.
 * @param limits with `languages`, those of the user: they decide on a text's code page if its letters fit several
 * @throws ProductError source.unreadable, source.encrypted, source.no_text, source.too_much, source.too_slow; the signal's reason
 */
export async function readFile(
  type: FileType,
  bytes: AsyncIterable<Uint8Array>,
  {
    turn,
    signal,
    languages = [],
    ...limits
  }: { turn: TurnOf; signal: AbortSignal; languages?: readonly string[] } & Partial<RestrictedLimits>,
): Promise<ReadSource> {
  try {
    const { value, chunks } = await readRestricted({ turn, signal, value: { type, languages }, bytes }, limits);
    const passages: SplitPassage[] = [];
    for await (const batch of batchesIn(chunks)) passages.push(...passagesSchema.parse(batch));
    return { ...documentSchema.parse(value), passages };
  } catch (error) {
    if (!isInputFailure(error)) throw error;
    const { data: code } = CODES.safeParse(error.code);
    throw new ProductError(code ?? REASONS[error.reason], undefined, { cause: error });
  }
}

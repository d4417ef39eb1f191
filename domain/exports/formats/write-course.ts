import * as z from 'zod';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { ExportFormat } from '#contract/platform/export-formats.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { restricted, RestrictedFailure } from '#domain/platform/restricted/restricted-process.ts';
import type { TurnOf } from '#domain/platform/turns/turns.ts';
import { sealOf } from './course-seal.ts';
import type { ExportPicture } from './pictures.ts';

/** A course of twelve lessons takes a second. */
const writeRestricted = restricted({
  module: new URL('write-course.task.ts', import.meta.url),
  heapMb: 768,
  memoryBytes: 1_500_000_000,
  cpuMs: 60_000,
  withinMs: 300_000,
  answerBytes: 400_000_000,
  processes: 2,
  isFresh: false,
});

/** Description of the file to write; the bytes of the pictures follow, one after another. */
export interface ToWrite {
  readonly format: ExportFormat;
  readonly course: Course;
  /** Ids of lessons that are too complex to be parsed. */
  readonly plain: readonly string[];
  readonly pictures: readonly (Omit<ExportPicture, 'bytes'> & { readonly size: number })[];
  /** Only for files that can be imported; the restricted process has no secret. */
  readonly seal?: string;
}

interface Given {
  readonly format: ExportFormat;
  readonly course: Course;
  /** Ids of lessons that are too complex to be parsed; the file shows their Markdown as written. */
  readonly plain: readonly string[];
  readonly pictures: readonly ExportPicture[];
  readonly turn: TurnOf;
  readonly signal: AbortSignal;
}

const answerSchema = z.optional(z.object({ foreign: z.optional(z.string()) }));

/**
 * Returns the file of a course in chunks, written in a restricted process.
 * @throws ProductError export.too_complex; export.no_letters with the lesson whose letters a PDF cannot show; the signal's reason
 */
export async function writeCourse({ pictures, turn, signal, ...given }: Given): Promise<readonly Uint8Array[]> {
  const value: ToWrite = {
    ...given,
    pictures: pictures.map(({ bytes, ...picture }) => ({ ...picture, size: bytes.length })),
    ...((given.format === 'zip' || given.format === 'common_cartridge') && { seal: sealOf(given.course) }),
  };
  try {
    const written = await writeRestricted({ turn, signal, value, bytes: pictures.map(({ bytes }) => bytes) });
    const foreign = answerSchema.parse(written.value ?? undefined)?.foreign;
    if (foreign === undefined) return written.chunks;
    throw new ProductError(
      'export.no_letters',
      toSentence('“{title}” contains characters that a PDF cannot show yet. Use the EPUB instead.', { title: foreign }),
    );
  } catch (error) {
    if (error instanceof RestrictedFailure && (error.reason === 'too_slow' || error.reason === 'too_much'))
      throw new ProductError('export.too_complex', undefined, { cause: error });
    throw error;
  }
}

import * as z from 'zod';
import { tooLargeSchema } from '#contract/courses/stored-course.ts';
import { courseFileSchema, IMPORT_BYTES, type CourseFile } from '#contract/exports/course-file.ts';
import { courseTooLarge } from '#domain/courses/content/storable-course.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { isInputFailure, restricted } from '#domain/platform/restricted/restricted-process.ts';
import type { TurnOf } from '#domain/platform/turns/turns.ts';

/** One zip at a time for each of our processes: it may take much memory. */
const readZip = restricted({
  module: new URL('read-course-zip.task.ts', import.meta.url),
  heapMb: 384,
  memoryBytes: 700_000_000,
  cpuMs: 10_000,
  withinMs: 60_000,
  answerBytes: 60_000_000,
  processes: 1,
  isFresh: true,
});

/** Sizes of the parts of its bytes, the course as JSON, then the pictures; or which part of the course is too large. */
const answerSchema = z.union([
  z.object({ tooLarge: tooLargeSchema }),
  z.object({ course: z.int().max(IMPORT_BYTES), files: z.array(z.object({ name: z.string(), bytes: z.int() })) }),
]);

interface CourseZip {
  readonly course: CourseFile;
  /** The pictures in it that the course names, by name. Nobody has looked into them yet. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Reads a zip of our own. @throws ProductError import.bad_file for anything else; course.too_large; the signal's reason */
export async function readCourseZip(
  zip: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { turn, signal }: { readonly turn: TurnOf; readonly signal: AbortSignal },
): Promise<CourseZip> {
  try {
    const { value, chunks } = await readZip({ turn, bytes: zip }, { signal });
    const read = answerSchema.parse(value);
    if ('tooLarge' in read) throw courseTooLarge(read.tooLarge);
    const { course, files } = read;
    const bytes = Buffer.concat(chunks);
    let at = course;
    const pictures = new Map(files.map(({ name, bytes: size }) => [name, bytes.subarray(at, (at += size))]));
    return { course: courseFileSchema.parse(JSON.parse(bytes.toString('utf8', 0, course))), pictures };
  } catch (error) {
    if (!isInputFailure(error)) throw error;
    throw new ProductError('import.bad_file', undefined, { cause: error });
  }
}

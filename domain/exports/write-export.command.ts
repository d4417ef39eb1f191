import type { ExportFormat } from '#contract/exports/exports.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { addMedia, storeMedia } from '#domain/media/media.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/end-run.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import type { ExportRequest } from './export.kind.ts';
import { epubOf } from './formats/epub.ts';
import { markdownOf } from './formats/markdown.ts';
import { courseZipOf } from './formats/course-zip.ts';
import { pdfOf } from './formats/pdf.ts';
import { picturesFor, type ExportPicture } from './formats/pictures.ts';
import { scormOf } from './formats/scorm.ts';

const WRITERS: Readonly<
  Record<
    ExportFormat,
    { readonly type: string; readonly write: (course: Course, pictures: readonly ExportPicture[]) => Uint8Array | Promise<Uint8Array> }
  >
> = {
  markdown: { type: 'text/markdown', write: (course) => Buffer.from(markdownOf(course)) },
  pdf: { type: 'application/pdf', write: pdfOf },
  epub: { type: 'application/epub+zip', write: epubOf },
  scorm: { type: 'application/zip', write: scormOf },
  zip: { type: 'application/zip', write: courseZipOf },
};

interface Work {
  readonly step: ClaimedStep<ExportRequest>;
  readonly signal: AbortSignal;
}

/** Formats with pictures. */
const ILLUSTRATED: readonly ExportFormat[] = ['pdf', 'epub', 'scorm', 'zip'];

/**
 * Writes the file and ends its run. If it runs twice, the sweep deletes the second file: the step's fencing number decides which one is
 * used.
 */
export async function writeExport({ step }: Work): Promise<void> {
  const { course_id: courseId, format, version } = step.request;
  const accountId = step.accountId!;
  const { type, write } = WRITERS[format];
  const course = await getCourse({ accountId, courseId, version });
  const pictures = ILLUSTRATED.includes(format) ? await picturesFor(course) : [];
  const file = await storeMedia({ accountId, kind: 'export', type, source: await write(course, pictures) });
  await completeStep(step, {
    output: {},
    async also(trx) {
      await addMedia(trx, file);
      await trx('course_export').where({ run_id: step.runId }).update({ file_id: file.id });
      await completeRun(trx, { runId: step.runId, result: { bytes: file.bytes } });
    },
  });
}

import { Readable } from 'node:stream';
import type { ExportFormat } from '#contract/exports/exports.contract.ts';
import { messagesIn } from '#contract/platform/message.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { plainMarkdown } from '#domain/courses/text/lesson-texts.command.ts';
import { addMedia, storeMedia } from '#domain/media/store-media.command.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { listSimulations } from '#domain/simulations/simulation.queries.ts';
import { textsOf } from '#domain/translation/interface/interface-texts.queries.ts';
import type { ExportRequest } from './export.kind.ts';
import { languageOf } from './formats/language.ts';
import { packageWords } from './formats/package-words.ts';
import { picturesFor } from './formats/pictures.ts';
import { postersFor } from './formats/posters.ts';
import { writeCourse } from './formats/write-course.ts';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  markdown: 'text/markdown',
  pdf: 'application/pdf',
  epub: 'application/epub+zip',
  scorm: 'application/zip',
  scorm_2004: 'application/zip',
  cmi5: 'application/zip',
  common_cartridge: 'application/zip',
  zip: 'application/zip',
};

interface Work {
  readonly step: ClaimedStep<ExportRequest>;
  readonly signal: AbortSignal;
}

/** Formats with pictures. */
const ILLUSTRATED: readonly ExportFormat[] = ['pdf', 'epub', 'scorm', 'scorm_2004', 'cmi5', 'common_cartridge', 'zip'];
/** Formats that show people the simulations; the zip is for an import alone. */
const POSTED: readonly ExportFormat[] = ILLUSTRATED.filter((format) => format !== 'zip');

/** Formats that can be imported again. */
const READ_AGAIN: readonly ExportFormat[] = ['common_cartridge', 'zip'];

/**
 * Writes the file and ends its run. If it runs twice, the sweep deletes the second file: the step's fencing number decides which one is
 * used.
 */
export async function writeExport({ step, signal }: Work): Promise<void> {
  const { course_id: courseId, format, version } = step.request;
  const accountId = step.accountId!;
  const turn = turnOfStep(step);
  const course = await getCourse({ accountId, courseId, version, isBackup: format === 'zip' });
  // a file that is read in again brings pictures, and a drawn cover is none
  const pictures = ILLUSTRATED.includes(format) ? await picturesFor(course, { hasDrawnCover: !READ_AGAIN.includes(format) }) : [];
  const t = messagesIn(languageOf(course), await textsOf(languageOf(course)));
  if (POSTED.includes(format)) {
    const { simulations } = await listSimulations(accountId, courseId);
    pictures.push(...(await postersFor(course, { simulations, headingOf: (about) => t('Simulation: {about}', { about }) })));
  }
  const lessons = course.modules.flatMap((module) => module.lessons);
  const complex = await plainMarkdown(
    courseId,
    lessons.map(({ content }) => content),
    turn,
  );
  const plain = lessons.filter(({ content }) => complex.has(content)).map(({ lesson_id: id }) => id);
  const written = await writeCourse({ format, course, plain, words: packageWords(t), pictures, turn, signal });
  const file = await storeMedia({ accountId, kind: 'export', type: TYPES[format], source: Readable.from(written) });
  await completeStep(step, {
    output: {},
    async also(trx) {
      await addMedia(trx, file);
      await trx('course_export').where({ run_id: step.runId }).update({ file_id: file.id });
      await completeRun(trx, { runId: step.runId, result: { bytes: file.bytes } });
    },
  });
  // its account's next one waits for this
  await admitAfter('a run ended');
}

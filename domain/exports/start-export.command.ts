import { PDF_LANGUAGES, type ExportFormat } from '#contract/exports/exports.contract.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { assertMediaRoom } from '#domain/media/store-media.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { hashOf } from '#domain/platform/runs/request-hash.ts';
import { listSimulations } from '#domain/simulations/simulation.queries.ts';
import { EXPORT_KIND, type ExportRequest } from './export.kind.ts';

const ENDINGS: Readonly<Record<ExportFormat, string>> = {
  markdown: '.md',
  pdf: '.pdf',
  epub: '.epub',
  scorm: '-scorm12.zip',
  scorm_2004: '-scorm2004.zip',
  cmi5: '-cmi5.zip',
  common_cartridge: '.imscc',
  zip: '-coursewright.zip',
};
const NAME_CHARACTERS = 60;

/** Returns a file name in the title's own script, of letters and digits only: they are valid on any file system. */
function fileName(title: string, format: ExportFormat): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const cut = [...words].slice(0, NAME_CHARACTERS).join('').replaceAll(/^-|-$/g, '');
  return `${cut || 'course'}${ENDINGS[format]}`;
}

/**
 * Starts an export of the current course.
 * @returns id of its run
 * @throws ProductError not_found; export.no_letters when the PDF's font lacks the course's letters; media.full; limits.rate
 */
export async function startExport(given: {
  readonly accountId: string;
  readonly courseId: string;
  readonly format: ExportFormat;
  readonly requestId: string;
}): Promise<string> {
  const { accountId, courseId, format, requestId } = given;
  const { title, language, version, pictures } = await getCourse({ accountId, courseId });
  if (format === 'pdf' && !PDF_LANGUAGES.includes(language)) throw new ProductError('export.no_letters');
  await assertMediaRoom(accountId, 1);
  const { simulations } = await listSimulations(accountId, courseId);
  const scenes = simulations.filter(({ scene }) => scene).map(({ simulation_id: id }) => id);
  const request: ExportRequest = { course_id: courseId, format, version };
  const { runId } = await acceptRun({
    kind: EXPORT_KIND,
    accountId,
    request,
    subject: title,
    requestId,
    fingerprint: request,
    // a new picture or simulation does not change the version
    dedupeKey: `export:${courseId}:${version}:${format}:${hashOf([pictures, scenes])}`,
    async begin(trx, run_id) {
      await trx('course_export').insert({ run_id, account_id: accountId, course_id: courseId, format, filename: fileName(title, format) });
    },
  });
  return runId;
}

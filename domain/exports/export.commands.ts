import { courseWords, filled } from '#domain/courses/text/course-words.queries.ts';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { PICTURE_SIZE } from '#contract/courses/course-pictures.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { PDF_LANGUAGES } from '#contract/exports/exports.contract.ts';
import type { ExportFormat } from '#contract/platform/export-formats.ts';
import { POSTER_HEIGHT, POSTER_WIDTH, scenePoster } from '#contract/simulations/scene-poster.ts';
import type { Scene } from '#contract/simulations/scene.contract.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { deliverExport } from '#domain/courses/content/delivery.commands.ts';
import { plainMarkdown } from '#domain/courses/text/lesson-texts.command.ts';
import { assertMediaRoom, addMedia, storeMedia } from '#domain/media/store-media.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { hashOf } from '#domain/platform/runs/request-hash.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { listSimulations } from '#domain/simulations/simulation.queries.ts';
import { EXPORT_KIND, type ExportRequest } from './export.kind.ts';
import { languageOf } from './formats/language.ts';
import { figuresFor, picturesFor, QUALITY, type ExportPicture } from './formats/pictures.ts';
import { writeCourse } from './formats/write-course.ts';

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

/** Returns a file name in the title's own script, of letters and digits only, which is valid on any file system. */
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
  await deliverExport({ accountId, courseId });
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

/**
 * The pictures of each format: none; the course's own, for importing only; these and pictures of the simulations, for people and for
 * importing; or these, the drawn cover and the figures of lessons, for people only.
 */
const PICTURES: Readonly<Record<ExportFormat, 'none' | 'own' | 'posted' | 'all'>> = {
  markdown: 'none',
  pdf: 'all',
  epub: 'all',
  scorm: 'all',
  scorm_2004: 'all',
  cmi5: 'all',
  common_cartridge: 'posted',
  zip: 'own',
};

/**
 * Writes the file and ends its run. If the step runs twice, its fencing number decides which file is used, and the sweep deletes the other.
 */
export async function writeExport({ step, signal }: Work): Promise<void> {
  const { course_id: courseId, format, version } = step.request;
  const accountId = step.accountId!;
  const turn = turnOfStep(step);
  const course = await getCourse({ accountId, courseId, version, isBackup: format === 'zip' });
  const has = PICTURES[format];
  const pictures = has === 'none' ? [] : await picturesFor(course, { hasDrawnCover: has === 'all' });
  if (has === 'all') pictures.push(...(await figuresFor(course)));
  if (has === 'all' || has === 'posted') {
    const { simulations } = await listSimulations(accountId, courseId);
    pictures.push(
      ...(await postersFor(course, { simulations, headingOf: (about) => filled(courseWords(languageOf(course)).simulation, about) })),
    );
  }
  const lessons = course.modules.flatMap((module) => module.lessons);
  const complex = await plainMarkdown(
    courseId,
    lessons.map(({ content }) => content),
    turn,
  );
  const plain = lessons.filter(({ content }) => complex.has(content)).map(({ lesson_id: id }) => id);
  const written = await writeCourse({ format, course, plain, pictures, turn, signal });
  const file = await storeMedia({ accountId, kind: 'export', type: TYPES[format], source: Readable.from(written) });
  await completeStep(step, {
    output: {},
    async also(trx) {
      await addMedia(trx, file);
      await trx('course_export').where({ run_id: step.runId }).update({ file_id: file.id });
      await completeRun(trx, { runId: step.runId, result: { bytes: file.bytes } });
    },
  });
  // the account's next run waits for this one
  await admitAfter('a run ended');
}

interface Posters {
  readonly simulations: readonly { readonly scene: Scene | null }[];
  /** Returns a heading in the language of the course. @param about the simulation's title */
  readonly headingOf: (about: string) => string;
}

/** Returns a poster of each finished simulation, with its description and tasks, for the end of the course's last chapter. */
function postersFor({ modules }: Course, { simulations, headingOf }: Posters): Promise<ExportPicture[]> {
  const last = modules.findLastIndex(({ lessons }) => lessons.length > 0);
  const chapter = last === -1 ? 'preface' : `lesson-${last + 1}-${modules[last]!.lessons.length}`;
  return Promise.all(
    simulations
      .flatMap(({ scene }) => scene ?? [])
      .map(async (scene, index) => ({
        name: `simulation-${index + 1}.jpg`,
        chapter,
        place: '',
        alt: scene.title,
        simulation: { title: headingOf(scene.title), description: scene.description, tasks: scene.tasks.map(({ text }) => text) },
        bytes: await drawn(scene),
      })),
  );
}

const drawn = (scene: Scene): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_SIZE.width}" height="${PICTURE_SIZE.height}" viewBox="0 0 ${POSTER_WIDTH} ${POSTER_HEIGHT}">${scenePoster(scene)}</svg>`,
    ),
  )
    .jpeg({ quality: QUALITY })
    .toBuffer();

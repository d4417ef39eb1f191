// Writes the file of a course, in a restricted process that `write-course.ts` starts: it parses Markdown and formulas of strangers.
import type { Course } from '#contract/courses/courses.contract.ts';
import type { ExportFormat } from '#contract/exports/exports.contract.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import type { PackageWords } from './package-words.ts';
import type { ExportPicture } from './pictures.ts';
import { withPlainLessons } from './plain-lessons.ts';
import type { ToWrite } from './write-course.ts';

/** @param more `original`: the course as it is, not as pages can show it */
type Write = (
  course: Course,
  pictures: readonly ExportPicture[],
  more: { readonly original: Course; readonly words: PackageWords },
) => Uint8Array | Promise<Uint8Array>;

/** Loaded on demand: their libraries take longer than writing most files. */
const WRITERS: Readonly<Record<ExportFormat, () => Promise<Write>>> = {
  async markdown() {
    const { markdownOf } = await import('./markdown.ts');
    return (course) => Buffer.from(markdownOf(course));
  },
  pdf: async () => (await import('./pdf.ts')).pdfOf,
  epub: async () => (await import('./epub.ts')).epubOf,
  scorm: async () => (await import('./scorm-12.ts')).scorm12Of,
  scorm_2004: async () => (await import('./scorm-2004.ts')).scorm2004Of,
  common_cartridge: async () => (await import('./common-cartridge.ts')).commonCartridgeOf,
  cmi5: async () => (await import('./cmi5.ts')).cmi5Of,
  async zip() {
    const [{ markdownOf }, { courseZipOf }] = await Promise.all([import('./markdown.ts'), import('./course-zip.ts')]);
    return (course, pictures, { original }) => courseZipOf(original, pictures, markdownOf(course));
  },
};

export const work: RestrictedWork = async (value, bytes) => {
  const { format, course, plain, words, pictures } = value as ToWrite;
  let at = 0;
  const given = pictures.map(({ size, ...picture }) => ({ ...picture, bytes: bytes.subarray(at, (at += size)) }));
  return { bytes: await (await WRITERS[format]())(withPlainLessons(course, plain), given, { original: course, words }) };
};

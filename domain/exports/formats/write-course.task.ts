// Writes the file of a course, in a restricted process that `write-course.ts` starts, because it parses untrusted Markdown and formulas.
import type { Course } from '#contract/courses/courses.contract.ts';
import type { ExportFormat } from '#contract/platform/export-formats.ts';
import { courseWords } from '#domain/courses/text/course-words.queries.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import { languageOf } from './language.ts';
import type { ExportPicture } from './pictures.ts';
import type { ToWrite } from './write-course.ts';

/** @param more `original`: the unchanged course, as opposed to what pages can show; `seal`: of a zip */
type Write = (
  course: Course,
  pictures: readonly ExportPicture[],
  more: { readonly original: Course; readonly seal: string | undefined },
) => Uint8Array | Promise<Uint8Array>;

/** Loaded on demand: loading all libraries takes longer than writing most files. */
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
    return (course, pictures, { original, seal }) => courseZipOf(original, pictures, markdownOf(course), seal);
  },
};

export const work: RestrictedWork = async (value, bytes) => {
  const { format, course, plain, pictures, seal } = value as ToWrite;
  const foreign = format === 'pdf' ? await foreignLesson(course) : null;
  if (foreign !== null) return { value: { foreign } };
  let at = 0;
  const given = pictures.map(({ size, ...picture }) => ({ ...picture, bytes: bytes.subarray(at, (at += size)) }));
  return { bytes: await (await WRITERS[format]())(withPlainLessons(course, plain), given, { original: course, seal }) };
};

/** From this share of letters without a glyph, a text is in another script, and replacing its letters by names would be unreadable. */
const ANOTHER_SCRIPT = 0.1;

/** Returns the title of the first lesson in a script that no font of a PDF has, or of the course if its own title is. */
async function foreignLesson({ title, description, modules, plan }: Course): Promise<string | null> {
  const [{ default: Pdf }, { registerFonts }, { Glyphs }] = await Promise.all([
    import('pdfkit'),
    import('#domain/platform/pdf/fonts.ts'),
    import('#domain/platform/pdf/glyphs.ts'),
  ]);
  const doc = new Pdf({ autoFirstPage: false });
  registerFonts(doc);
  const glyphs = new Glyphs(doc);
  const isForeign = (text: string) => glyphs.shareLacking(text) > ANOTHER_SCRIPT;
  if (isForeign(`${title}${description}${JSON.stringify([plan?.thread, plan?.final_task])}`)) return title;
  const lessons = modules.flatMap((module) => module.lessons.map((lesson) => ({ lesson, around: `${module.title}${module.summary}` })));
  const found = lessons.find(({ lesson, around }) => {
    const { content, objectives, key_takeaways: takeaways, quiz, exercises, workshop } = lesson;
    return isForeign([around, lesson.title, content, ...objectives, ...takeaways, JSON.stringify([quiz, exercises, workshop])].join('\n'));
  });
  return found ? found.lesson.title : null;
}

/** Shows a text as written: in a fence longer than any that it contains. */
function asWritten(content: string, lang: string): string {
  const longest = Math.max(0, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `*${courseWords(lang).asWritten}*\n\n${fence}text\n${content}\n${fence}`;
}

/** Replaces the Markdown of lessons that cannot be parsed by its source text. */
const withPlainLessons = (course: Course, plain: readonly string[]): Course => ({
  ...course,
  modules: course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) =>
      plain.includes(lesson.lesson_id) ? { ...lesson, content: asWritten(lesson.content, languageOf(course)) } : lesson,
    ),
  })),
});

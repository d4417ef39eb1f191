import { zipSync, strToU8, type Zippable } from 'fflate';
import type { Course } from '#contract/courses/courses.contract.ts';
import { courseWords } from '#domain/courses/text/course-words.queries.ts';
import { chaptersOf, type Chapter } from './chapters.ts';
import { languageOf } from './language.ts';
import type { ExportPicture } from './pictures.ts';
import { chapterXhtml, escapeXml, STYLE, xhtmlPage } from './xhtml.ts';

/** End of every page: the elements that its script uses, and the messages it may show. */
function endOf(lang: string): string {
  const { complete, completed, alone, silent, unsent, leave, ended } = courseWords(lang);
  const words = Object.entries({ completed, alone, silent, unsent, leave, ended }).map(
    ([name, text]) => ` data-${name}="${escapeXml(text)}"`,
  );
  const button = `<button id="complete" type="button" hidden="hidden">${escapeXml(complete)}</button>`;
  return `<p>${button} <span id="said" role="status"${words.join('')}></span></p>`;
}

interface Module {
  /** Null for the parts before the modules. */
  readonly module: string | null;
  readonly lessons: readonly Chapter[];
}

export const byModule = (chapters: readonly Chapter[]): Module[] =>
  [...Map.groupBy(chapters, ({ module }) => module)].map(([module, lessons]) => ({ module, lessons }));

/** Names of the files that make up a lesson's page. @param script name of the script for the learning system */
export const filesOf = ({ name }: Chapter, pictures: readonly ExportPicture[], script?: string): string[] => [
  `${name}.html`,
  'style.css',
  ...(script === undefined ? [] : [script]),
  ...pictures.filter(({ chapter }) => chapter === name).map((picture) => `pictures/${picture.name}`),
];

/**
 * Returns the zip of a package for learning systems, with a page per lesson that runs the script, if there is one.
 * @param files the manifest and all other files, by name
 */
export function packageOf(course: Course, pictures: readonly ExportPicture[], files: Readonly<Record<string, string>>): Uint8Array {
  const lang = languageOf(course);
  const script = Object.keys(files).find((name) => name.endsWith('.js'));
  const [head, end] = script ? [`<script src="${script}"></script>`, endOf(lang)] : ['', ''];
  const pages = chaptersOf(course).map((chapter) => {
    const { name, title } = chapter;
    const body = `<main>${chapterXhtml(chapter, pictures)}${end}</main>`;
    // learning systems serve it as HTML, which has no XML declaration
    const page = xhtmlPage({ title, lang, style: 'style.css', body, head }).replace(/^<\?xml[^>]*\?>\n/, '');
    return [`${name}.html`, strToU8(page)] as const;
  });
  const entries: Zippable = {
    ...Object.fromEntries(Object.entries({ ...files, 'style.css': STYLE }).map(([name, text]) => [name, strToU8(text)])),
    ...Object.fromEntries(pages),
    ...Object.fromEntries(pictures.map(({ name, bytes }) => [`pictures/${name}`, [bytes, { level: 0 }]] as const)),
  };
  return zipSync(entries, { mtime: new Date(course.created_at) });
}

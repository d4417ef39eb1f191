import type { Course } from '#contract/courses/courses.contract.ts';
import { COURSE_FILE } from '#contract/exports/course-file.ts';
import { chaptersOf, type Chapter } from './chapters.ts';
import { languageOf } from './language.ts';
import { courseFileOf } from './course-zip.ts';
import { byModule, filesOf, packageOf } from './lesson-package.ts';
import type { ExportPicture } from './pictures.ts';
import { qtiOf } from './qti.ts';
import { escapeXml } from './xhtml.ts';

/** Quizzes by the name of their lesson's page. */
type Quizzes = ReadonlyMap<string, string>;

/** Chapters are in the order of lessons, after the preface. */
function quizzesOf(course: Course, chapters: readonly Chapter[]): Quizzes {
  const lessons = course.modules.flatMap((module) => module.lessons);
  const quizzes = chapters.slice(1).map(({ name, title }, n) => [name, title, lessons[n]!.quiz] as const);
  return new Map(quizzes.filter(([, , quiz]) => quiz.length > 0).map(([name, title, quiz]) => [name, qtiOf(`quiz-${name}`, title, quiz)]));
}

function manifest(course: Course, chapters: readonly Chapter[], quizzes: Quizzes, pictures: readonly ExportPicture[]): string {
  const item = (id: string, title: string) =>
    `<item identifier="item-${id}" identifierref="${id}"><title>${escapeXml(title)}</title></item>`;
  const both = ({ name, title }: Chapter) => item(name, title) + (quizzes.has(name) ? item(`quiz-${name}`, title) : '');
  const modules = byModule(chapters).map(({ module, lessons }, index) =>
    module === null
      ? lessons.map(both).join('')
      : `<item identifier="module-${index}"><title>${escapeXml(module)}</title>${lessons.map(both).join('')}</item>`,
  );
  const page = (chapter: Chapter) => {
    const files = filesOf(chapter, pictures).map((href) => `<file href="${href}"/>`);
    return `<resource identifier="${chapter.name}" type="webcontent" href="${chapter.name}.html">${files.join('')}</resource>`;
  };
  const quiz = (name: string) =>
    `<resource identifier="quiz-${name}" type="imsqti_xmlv1p2/imscc_xmlv1p3/assessment"><file href="quizzes/${name}.xml"/></resource>`;
  const data = `<resource identifier="course-data" type="webcontent" href="${COURSE_FILE}"><file href="${COURSE_FILE}"/></resource>`;
  const title = `<lomimscc:title><lomimscc:string language="${languageOf(course)}">${escapeXml(course.title)}</lomimscc:string></lomimscc:title>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="course-${course.course_id}" xmlns="http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1" xmlns:lomimscc="http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest">
<metadata><schema>IMS Common Cartridge</schema><schemaversion>1.3.0</schemaversion><lomimscc:lom><lomimscc:general>${title}</lomimscc:general></lomimscc:lom></metadata>
<organizations><organization identifier="course" structure="rooted-hierarchy"><item identifier="root">${modules.join('')}</item></organization></organizations>
<resources>${chapters.map(page).join('')}${[...quizzes.keys()].map(quiz).join('')}${data}</resources>
</manifest>
`;
}

/**
 * Returns the course as a Common Cartridge (1.3): a page a lesson, a QTI assessment for its quiz, and the file that our import reads, so that nothing
 * is lost on the way back.
 * @param course as pages can show it
 * @param original as it is
 */
export function commonCartridgeOf(
  course: Course,
  pictures: readonly ExportPicture[],
  { original }: { readonly original: Course },
): Uint8Array {
  const chapters = chaptersOf(course);
  const quizzes = quizzesOf(original, chapters);
  return packageOf(course, pictures, {
    'imsmanifest.xml': manifest(course, chapters, quizzes, pictures),
    [COURSE_FILE]: courseFileOf(original, pictures),
    ...Object.fromEntries([...quizzes].map(([name, xml]) => [`quizzes/${name}.xml`, xml])),
  });
}

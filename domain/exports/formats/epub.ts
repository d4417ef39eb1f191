import { zipSync, strToU8, type Zippable } from 'fflate';
import type { Course } from '#contract/courses/courses.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { chaptersOf, type Chapter } from './chapters.ts';
import { languageOf } from './language.ts';
import type { ExportPicture } from './pictures.ts';
import { chapterXhtml, escapeXml, STYLE, xhtmlPage } from './xhtml.ts';

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`;

/** Accessibility metadata of the book, for reading systems and catalogues. */
const ACCESSIBILITY = [
  ['accessMode', 'textual'],
  ['accessModeSufficient', 'textual'],
  ['accessibilityFeature', 'structuralNavigation'],
  ['accessibilityFeature', 'tableOfContents'],
  ['accessibilityHazard', 'none'],
] as const;
const OF_PICTURES = [
  ['accessMode', 'visual'],
  ['accessibilityFeature', 'alternativeText'],
] as const;

const accessibilityOf = (hasPictures: boolean, hasMaths: boolean): string =>
  [...ACCESSIBILITY, ...(hasPictures ? OF_PICTURES : []), ...(hasMaths ? [['accessibilityFeature', 'MathML'] as const] : [])]
    .map(([name, value]) => `<meta property="schema:${name}">${value}</meta>`)
    .join('');

interface Page extends Chapter {
  /** Content of its XHTML body. */
  readonly body: string;
}
const hasMaths = ({ body }: Page): boolean => body.includes('<math');

function packageDocument(course: Course, pages: readonly Page[], pictures: readonly ExportPicture[]): string {
  const modified = course.created_at.replace(/[.]\d+Z$/, 'Z');
  const items = pages
    .map(
      (page) =>
        `<item id="${page.name}" href="${page.name}.xhtml" media-type="application/xhtml+xml"${hasMaths(page) ? ' properties="mathml"' : ''}/>`,
    )
    .join('');
  const images = pictures
    .map(
      ({ name }) =>
        `<item id="${name}" href="pictures/${name}" media-type="image/jpeg"${name === 'cover.jpg' ? ' properties="cover-image"' : ''}/>`,
    )
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${languageOf(course)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:${course.course_id}</dc:identifier><dc:title>${escapeXml(course.title)}</dc:title><dc:language>${languageOf(course)}</dc:language><dc:creator>${PRODUCT}</dc:creator><dc:publisher>${PRODUCT}</dc:publisher><meta property="dcterms:modified">${modified}</meta>${accessibilityOf(pictures.length > 0, pages.some(hasMaths))}</metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="style" href="style.css" media-type="text/css"/>${images}${items}</manifest>
<spine${languageOf(course) === 'ar' ? ' page-progression-direction="rtl"' : ''}>${pages.map(({ name }) => `<itemref idref="${name}"/>`).join('')}</spine>
</package>
`;
}

/** Returns the table of contents: lessons below their modules. */
function navigation(course: Course, chapters: readonly Chapter[]): string {
  const entry = ({ name, title }: Chapter) => `<a href="${name}.xhtml">${escapeXml(title)}</a>`;
  const modules = Map.groupBy(chapters, ({ module }) => module);
  const entries = [...modules].map(([module, lessons]) =>
    module === null
      ? lessons.map((each) => `<li>${entry(each)}</li>`).join('')
      : `<li><span>${escapeXml(module)}</span><ol>${lessons.map((each) => `<li>${entry(each)}</li>`).join('')}</ol></li>`,
  );
  const body = `<nav epub:type="toc"><h1>${escapeXml(course.title)}</h1><ol>${entries.join('')}</ol></nav>`;
  return xhtmlPage({ title: course.title, lang: languageOf(course), style: 'style.css', body });
}

/** Returns the course as an EPUB 3 book, with its pictures and their alternative texts. */
export function epubOf(course: Course, pictures: readonly ExportPicture[] = []): Uint8Array {
  const chapters = chaptersOf(course);
  const lang = languageOf(course);
  const pages = chapters.map((chapter) => ({ ...chapter, body: `<section>${chapterXhtml(chapter, pictures)}</section>` }));
  const written = pages.map(
    ({ name, title, body }) => [`EPUB/${name}.xhtml`, strToU8(xhtmlPage({ title, lang, style: 'style.css', body }))] as const,
  );
  const files: Zippable = {
    // first and uncompressed, so that the file's type is at its beginning
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(CONTAINER),
    'EPUB/package.opf': strToU8(packageDocument(course, pages, pictures)),
    'EPUB/nav.xhtml': strToU8(navigation(course, chapters)),
    'EPUB/style.css': strToU8(STYLE),
    ...Object.fromEntries(written),
    ...Object.fromEntries(pictures.map(({ name, bytes }) => [`EPUB/pictures/${name}`, [bytes, { level: 0 }]] as const)),
  };
  return zipSync(files, { mtime: new Date(course.created_at) });
}

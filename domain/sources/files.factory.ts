import { strToU8, zipSync, type Zippable } from 'fflate';
import Pdf from 'pdfkit';

/** Paragraphs of a test file; `# ` before one makes it a heading, `---` begins a new page. */
export type SourceTexts = readonly string[];

const xml = (body: string): Uint8Array => strToU8(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const asHeading = (text: string): string | null => (text.startsWith('# ') ? text.slice(2) : null);

/** Builds a PDF with options of pdfkit, e.g. a password. */
export async function buildPdf(content: SourceTexts, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> {
  const pdf = new Pdf({ size: 'A5', info: { Title: 'A PDF' }, ...options });
  const chunks: Uint8Array[] = [];
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  for (const text of content) {
    const heading = asHeading(text);
    if (text === '---') pdf.addPage();
    else pdf.fontSize(heading ? 20 : 11).text(heading ?? text, { paragraphGap: 14 });
  }
  pdf.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

const CONTENT_TYPES = (part: string, type: string) =>
  xml(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
  );

/** Builds a Word document. @param more entries that are added to its own or replace them */
export function buildDocx(content: SourceTexts, more: Zippable = {}): Uint8Array {
  const paragraph = (text: string): string => {
    if (text === '---') return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
    const heading = asHeading(text);
    const style = heading ? '<w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>' : '';
    return `<w:p>${style}<w:r><w:t xml:space="preserve">${escaped(heading ?? text)}</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>`;
  };
  const body = `<w:document xmlns:w="w"><w:body>${content.map(paragraph).join('')}</w:body></w:document>`;
  return zipSync({
    '[Content_Types].xml': CONTENT_TYPES('word/document.xml', 'wordprocessingml.document'),
    'word/document.xml': xml(body),
    'word/styles.xml': xml('<w:styles xmlns:w="w"><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>'),
    ...more,
  });
}

/** Builds a presentation with one slide per page, stored in another order than shown. */
export function buildPptx(content: SourceTexts, more: Zippable = {}): Uint8Array {
  const slides = content
    .join('\n')
    .split('---')
    .map((slide) => slide.trim().split('\n'));
  const shape = (text: string): string => {
    const heading = asHeading(text);
    return `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${heading ? 'title' : 'body'}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${escaped(heading ?? text)}</a:t></a:r></a:p></p:txBody></p:sp>`;
  };
  const place = (at: number): number => slides.length - at;
  return zipSync({
    '[Content_Types].xml': CONTENT_TYPES('ppt/presentation.xml', 'presentationml.presentation'),
    'ppt/presentation.xml': xml(
      `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': xml(
      `<Relationships>${slides.map((_, at) => `<Relationship Id="rId${at}" Target="slides/slide${place(at)}.xml"/>`).join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      slides.map((texts, at) => [
        `ppt/slides/slide${place(at)}.xml`,
        xml(`<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${texts.map(shape).join('')}</p:spTree></p:cSld></p:sld>`),
      ]),
    ),
    ...more,
  });
}

/** Builds a book with one chapter per page. */
export function buildEpub(content: SourceTexts, more: Zippable = {}): Uint8Array {
  const chapters = content
    .join('\n')
    .split('---')
    .map((chapter) => chapter.trim().split('\n'));
  const paragraph = (text: string): string => {
    const heading = asHeading(text);
    return heading ? `<h1>${escaped(heading)}</h1>` : `<p>${escaped(text)}</p>`;
  };
  return zipSync({
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': xml('<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'),
    'OEBPS/book.opf': xml(
      `<package xmlns:dc="dc"><metadata><dc:title>A book</dc:title></metadata><manifest>${chapters.map((_, at) => `<item id="c${at}" href="chapter%20${at}.xhtml"/>`).join('')}</manifest>` +
        `<spine>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    ),
    ...Object.fromEntries(
      chapters.map((texts, at) => [
        `OEBPS/chapter ${at}.xhtml`,
        xml(`<!DOCTYPE html><html><body><nav>Menu</nav>${texts.map(paragraph).join('')}<script>alert(1)</script></body></html>`),
      ]),
    ),
    ...more,
  });
}

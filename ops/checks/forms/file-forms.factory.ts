import { DatabaseSync } from 'node:sqlite';
import { strToU8, zipSync } from 'fflate';
import Pdf from 'pdfkit';
import { buildDocx, buildEpub, buildPptx } from '#domain/sources/files.factory.ts';
import type { FileType } from '#domain/sources/reading/read-file.ts';

/** Readers of foreign files: sources, by file type, and flash cards. */
export type FileReader = FileType | 'anki' | 'table';

/** Sources of the forms of files. */
export const FILE_SOURCES = {
  'HTML sup': 'https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-sub-and-sup-elements',
  'HTML ruby': 'https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-ruby-element',
  'HTML pre': 'https://html.spec.whatwg.org/multipage/grouping-content.html#the-pre-element',
  'HTML hidden': 'https://html.spec.whatwg.org/multipage/interaction.html#the-hidden-attribute',
  MathML: 'https://www.w3.org/TR/mathml-core/',
  'ECMA-376': 'https://ecma-international.org/publications-and-standards/standards/ecma-376/',
  'xberg 960': 'https://github.com/xberg-io/xberg/issues/960',
  'pptx2md 91': 'https://github.com/ssine/pptx2md/pull/91',
  'Anki text files': 'https://docs.ankiweb.net/importing/text-files.html',
  'Anki cloze': 'https://docs.ankiweb.net/editing.html#cloze-deletion',
  'Anki media': 'https://docs.ankiweb.net/media.html',
  'Anki MathJax': 'https://docs.ankiweb.net/math.html',
  'anki 2360': 'https://github.com/ankitects/anki/pull/2360',
  'anki 3853': 'https://github.com/ankitects/anki/issues/3853',
  'GFM tables': 'https://github.github.com/gfm/#tables-extension-',
  WebVTT: 'https://www.w3.org/TR/webvtt1/',
  'Unicode emoji': 'https://www.unicode.org/reports/tr51/',
} as const;

/** A file with a form, and the text that is read from it. */
interface FileOf {
  readonly bytes: Uint8Array | Promise<Uint8Array>;
  readonly reads: string;
}
/** A form of text in files of others. */
export interface FileForm {
  readonly source: keyof typeof FILE_SOURCES;
  /** Null if files of this type have no such form. */
  readonly files: Readonly<Record<FileReader, FileOf | null>>;
}

const NONE: FileForm['files'] = {
  html: null,
  epub: null,
  docx: null,
  pptx: null,
  pdf: null,
  markdown: null,
  text: null,
  anki: null,
  table: null,
};
const text = (body: string, reads = body): FileOf => ({ bytes: strToU8(body), reads });
const table = (body: string, ...cards: readonly (readonly [front: string, back: string])[]): FileOf =>
  text(body, cards.map((sides) => sides.join(' → ')).join('\n'));

/** Packs notes as a current version of Anki does: each with its number of cards. */
function anki(reads: string, ...notes: readonly (readonly [front: string, back: string, cards?: number])[]): FileOf {
  const collection = new DatabaseSync(':memory:');
  collection.exec(`create table col (id integer primary key, ver integer, decks text, models text);
    insert into col values (1, 11, '{}', '{}');
    create table notes (id integer primary key, guid text not null, mid integer, tags text, flds text);
    create table cards (id integer primary key, nid integer, did integer, ord integer)`);
  for (const [n, [front, back, cards = 1]] of notes.entries()) {
    collection.prepare('insert into notes values (?, ?, 1, ?, ?)').run(n + 1, `g${n}`, '', `${front}\u001f${back}`);
    for (let at = 0; at < cards; at += 1) collection.prepare('insert into cards values (?, ?, 1, ?)').run((n + 1) * 100 + at, n + 1, at);
  }
  return { bytes: zipSync({ 'collection.anki2': collection.serialize(), media: strToU8('{}') }), reads };
}

/** The same HTML on a web page, in a book and on a card. */
const html = (body: string, reads: string): Pick<FileForm['files'], 'html' | 'epub' | 'anki'> => ({
  html: text(`<!doctype html><meta charset="utf-8"><title>Page</title><body><nav>Menu</nav>${body}<script>x()</script>`, reads),
  epub: {
    bytes: buildEpub(['x'], {
      'OEBPS/chapter 0.xhtml': strToU8(
        `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`,
      ),
    }),
    reads,
  },
  anki: anki(`Q → ${reads}`, ['Q', body]),
});

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const run = (words: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
const docx = (body: string, reads: string, numbering = '<w:numbering/>'): FileOf => ({
  bytes: buildDocx([], {
    'word/document.xml': strToU8(`<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`),
    'word/numbering.xml': strToU8(numbering),
  }),
  reads,
});
const paragraph = (runs: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`;

const slide = (paragraphs: string, attributes = ''): Uint8Array =>
  strToU8(
    `<p:sld xmlns:p="p" xmlns:a="a"${attributes}><p:cSld><p:spTree><p:sp><p:txBody>${paragraphs}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
  );
const said = (words: string): string => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`;
const pptx = (paragraphs: string, reads: string): FileOf => ({
  bytes: buildPptx(['x'], { 'ppt/slides/slide1.xml': slide(paragraphs) }),
  reads,
});

async function pdf(draw: (pdf: InstanceType<typeof Pdf>) => void): Promise<Uint8Array> {
  const file = new Pdf({ size: 'A4', margin: 50 });
  const chunks: Uint8Array[] = [];
  file.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve) => file.on('end', resolve));
  draw(file);
  file.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

const FIGURES = '10²³ particles of H₂O';
const FRACTION = String.raw`So $\frac{1}{2}$.`;
const ROWS = [
  ['Bee', 'Weight'],
  ['Drone', '0.2 g'],
] as const;
const TABLE = 'Bee | Weight\nDrone | 0.2 g';
const LIST = '4. four\n5. five';
const RUBY = '漢字(かんじ)';
const CODE = 'def fly():\n    return 10';
const SIGNS = 'Yes ✅, no ❌, قال ﷺ';

/** Every form of text in files of others. */
export const FILE_FORMS: Readonly<Record<string, FileForm>> = {
  'raised and lowered figures': {
    source: 'HTML sup',
    files: {
      ...NONE,
      ...html('<p>10<sup>23</sup> particles of H<sub>2</sub>O</p>', FIGURES),
      docx: docx(
        paragraph(
          run('10') +
            run('23', '<w:vertAlign w:val="superscript"/>') +
            run(' particles of H') +
            run('2', '<w:vertAlign w:val="subscript"/>') +
            run('O'),
        ),
        FIGURES,
      ),
      pptx: pptx(
        '<a:p><a:r><a:t>10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>23</a:t></a:r><a:r><a:t> particles of H</a:t></a:r><a:r><a:rPr baseline="-25000"/><a:t>2</a:t></a:r><a:r><a:t>O</a:t></a:r></a:p>',
        FIGURES,
      ),
      pdf: {
        bytes: pdf((file) => {
          let x = 50;
          const put = (some: string, size: number, up = 0): void => {
            file.fontSize(size).text(some, x, 100 - up + (11 - size) * 0.9, { lineBreak: false });
            x += file.fontSize(size).widthOfString(some);
          };
          put('10', 11);
          put('23', 7, 4);
          put(' particles of H', 11);
          put('2', 7, -2);
          put('O', 11);
        }),
        reads: FIGURES,
      },
      markdown: text(FIGURES),
      text: text(FIGURES),
      table: table(`How many?\t${FIGURES}\nb\tc\n`, ['How many?', FIGURES], ['b', 'c']),
    },
  },
  'a formula': {
    source: 'MathML',
    files: {
      ...NONE,
      ...html('<p>So <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>.</p>', FRACTION),
      docx: docx(
        paragraph(
          `${run('So ')}<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>${run('.')}`,
        ),
        FRACTION,
      ),
      markdown: text(FRACTION),
      text: text(FRACTION),
      table: table(`How much?\t${FRACTION}\nb\tc\n`, ['How much?', FRACTION], ['b', 'c']),
    },
  },
  'a formula between the marks of MathJax': {
    source: 'Anki MathJax',
    files: { ...NONE, anki: anki('$x$ → $$E = mc^2$$', [String.raw`\(x\)`, String.raw`\[E = mc^2\]`]) },
  },
  'a table': {
    source: 'ECMA-376',
    files: {
      ...NONE,
      ...html(`<table>${ROWS.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`, TABLE),
      docx: docx(
        `<w:tbl>${ROWS.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`,
        TABLE,
      ),
      pdf: {
        bytes: pdf((file) =>
          ROWS.forEach((cells, n) =>
            cells.forEach((cell, at) => file.fontSize(10).text(cell, 50 + at * 150, 100 + n * 15, { lineBreak: false })),
          ),
        ),
        reads: TABLE,
      },
      markdown: text('| Bee | Weight |\n|---|---|\n| Drone | 0.2 g |', '| Bee | Weight |\n|---|---|\n| Drone | 0.2 g |'),
      table: table('| Front | Back |\n|---|---|\n| Drone | 0.2 g |\n', ['Drone', '0.2 g']),
    },
  },
  'a list that begins at four': {
    source: 'ECMA-376',
    files: {
      ...NONE,
      ...html('<ol start="4"><li>four</li><li>five</li></ol>', LIST),
      docx: docx(
        ['four', 'five'].map((item) => paragraph(run(item), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')).join(''),
        LIST,
        `<w:numbering ${W}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
      ),
      pptx: pptx(
        ['four', 'five']
          .map((item) => `<a:p><a:pPr><a:buAutoNum type="arabicPeriod" startAt="4"/></a:pPr><a:r><a:t>${item}</a:t></a:r></a:p>`)
          .join(''),
        LIST,
      ),
      markdown: text(LIST),
      text: text(LIST),
    },
  },
  'words with their readings': {
    source: 'HTML ruby',
    files: {
      ...NONE,
      ...html('<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p>', RUBY),
      docx: docx(
        paragraph(`<w:r><w:ruby><w:rubyPr/><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r>`),
        RUBY,
      ),
    },
  },
  code: {
    source: 'HTML pre',
    files: { ...NONE, ...html(`<pre><code>${CODE}</code></pre>`, CODE), markdown: text(`\`\`\`py\n${CODE}\n\`\`\``) },
  },
  'words that nobody sees': {
    source: 'HTML hidden',
    files: {
      ...NONE,
      ...html('<p>Bees</p><div hidden="hidden">Obey</div>', 'Bees'),
      docx: docx(
        paragraph(run('Bees') + run('Obey', '<w:vanish/>')) + paragraph('<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>'),
        'Bees',
      ),
    },
  },
  'emoji and ligatures': {
    source: 'Unicode emoji',
    files: {
      ...NONE,
      ...html(`<p>${SIGNS}</p>`, SIGNS),
      docx: docx(paragraph(run(SIGNS)), SIGNS),
      pptx: pptx(said(SIGNS), SIGNS),
      markdown: text(SIGNS),
      text: text(SIGNS),
      table: table(`Which?\t${SIGNS}\nb\tc\n`, ['Which?', SIGNS], ['b', 'c']),
    },
  },
  'what a speaker says': {
    source: 'xberg 960',
    files: {
      ...NONE,
      pptx: {
        bytes: buildPptx(['x'], {
          'ppt/slides/slide1.xml': slide(said('Bees')),
          'ppt/slides/_rels/slide1.xml.rels': strToU8(
            '<Relationships><Relationship Id="rId2" Type="t/notesSlide" Target="../notesSlides/notesSlide1.xml"/></Relationships>',
          ),
          'ppt/notesSlides/notesSlide1.xml': strToU8(
            `<p:notes xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody>${said('They dance.')}</p:txBody></p:sp></p:spTree></p:cSld></p:notes>`,
          ),
        }),
        reads: 'Bees\nThey dance.',
      },
    },
  },
  'a hidden slide': {
    source: 'pptx2md 91',
    files: {
      ...NONE,
      pptx: {
        // stored in a different order than displayed
        bytes: buildPptx(['a', '---', 'b'], { 'ppt/slides/slide1.xml': slide(said('Secret'), ' show="0"') }),
        reads: 'a\n(1 hidden slide)',
      },
    },
  },
  subtitles: {
    source: 'WebVTT',
    files: {
      ...NONE,
      text: text(
        'WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ana>Bees &amp; wasps</v>\n\n00:04.000 --> 00:05.000\nfly.\n',
        'Ana: Bees & wasps fly.',
      ),
    },
  },
  'columns with names, in another order': {
    source: 'Anki text files',
    files: { ...NONE, table: table('Definition,Term\n"an insect, with wings",bee\n', ['bee', 'an insect, with wings']) },
  },
  'semicolons behind a byte order mark': {
    source: 'anki 2360',
    files: {
      ...NONE,
      table: table('\uFEFFbee;"an insect; with wings"\r\nwasp;another\r\n', ['bee', 'an insect; with wings'], ['wasp', 'another']),
    },
  },
  'tabs below the heads of Anki, with HTML': {
    source: 'Anki text files',
    files: {
      ...NONE,
      table: table('#separator:tab\n#html:true\n#deck column:1\nBees\tWho <i>flies</i>?\tA &amp; B\n', ['Who flies?', 'A & B']),
    },
  },
  'heads of Anki that a spreadsheet has filled up': {
    source: 'anki 3853',
    files: { ...NONE, table: table('#separator:Comma,,\nbee,insect,\nwasp,another,\n', ['bee', 'insect'], ['wasp', 'another']) },
  },
  'a Markdown table with code that has a pipe': {
    source: 'GFM tables',
    files: { ...NONE, table: table('| Front | Back |\n|---|---|\n| or | a \\| b |\n', ['or', 'a | b']) },
  },
  gaps: {
    source: 'Anki cloze',
    files: {
      ...NONE,
      anki: anki('[…] melts at 63 °C → Wax melts at 63 °C\nWax melts at [temperature] → Wax melts at 63 °C', [
        '{{c1::Wax}} melts at {{c2::63 °C::temperature}}',
        '',
        2,
      ]),
    },
  },
  'pictures and recordings': {
    source: 'Anki media',
    files: {
      ...NONE,
      anki: anki('Which bone? [🖼 bone.jpg] → Femur\n(2 media)', ['Which bone? <img src="bone.jpg">', 'Femur[sound:a.mp3]']),
    },
  },
};

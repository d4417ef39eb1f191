import { strToU8 } from 'fflate';
import katex from 'katex';
import Pdf from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { htmlTree } from '#domain/platform/rich-text/html-tree.ts';
import { buildDocx, buildEpub, buildPptx } from '../files.factory.ts';
import { readDocx } from './read-docx.ts';
import { readEpub } from './read-epub.ts';
import { readHtml } from './read-html.ts';
import { readPdf } from './read-pdf.ts';
import { readPptx } from './read-pptx.ts';
import { readPlain } from './read-text.ts';
import type { SourceDocument } from './source-document.ts';
import { leastProcessorMs } from '#ops/testing/processor-time.ts';

const textOf = ({ blocks }: SourceDocument): string => blocks.map(({ text }) => text).join('\n');
const headingsOf = ({ blocks }: SourceDocument): string[] => blocks.filter(({ level }) => level > 0).map(({ text }) => text);

const HTML =
  '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">';
/** A book of one chapter, as written by Calibre and word processors. */
const book = (body: string, { head = '', css = '' } = {}) =>
  readEpub(
    buildEpub(['x'], {
      'OEBPS/chapter 0.xhtml': strToU8(`${HTML}<head><title/>${head}</head><body>${body}</body></html>`),
      'OEBPS/style.css': strToU8(css),
    }),
  );
const page = (body: string) => readHtml(`<!doctype html><title>Page</title><body>${body}`);

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="mc" xmlns:wps="wps" xmlns:v="v"';
const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const raised = (text: string) => run(text, '<w:vertAlign w:val="superscript"/>');
const lowered = (text: string) => run(text, '<w:vertAlign w:val="subscript"/>');
const p = (runs: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`;
const word = (body: string, parts: Readonly<Record<string, string>> = {}) =>
  readDocx(
    buildDocx([], {
      'word/document.xml': strToU8(`<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`),
      ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [`word/${name}.xml`, strToU8(xml)])),
    }),
  );

describe('raised and lowered figures', () => {
  const HTML_TEXT =
    'A mole is 6.022 × 10<sup>23</sup> particles, 10<sup>−3</sup> m, H<sub>2</sub>O, v<sub>max</sub>, e<sup>a/b</sup>, the 21<sup>st</sup>.';
  const READ = 'A mole is 6.022 × 10²³ particles, 10⁻³ m, H₂O, v_(max), e^(a/b), the 21st.';

  it.each<[string, () => string]>([
    ['a web page', () => textOf(page(`<p>${HTML_TEXT}</p>`))],
    ['a book', () => textOf(book(`<p>${HTML_TEXT}</p>`))],
  ])('stay apart in %s', (_, read) => expect(read()).toBe(READ));

  it('stay apart if only a style sheet raises them, as word processors export', () => {
    const spans =
      '<p>A litre holds 10<span class="c3">3</span> ml, CO<span class="c4 c9">2</span>, 5<span style="vertical-align: super">2</span></p>';
    const css =
      '.c1{vertical-align:baseline}.c3{font-size:0.6em;vertical-align:super}@media all { td, span.c4 { vertical-align: -0.2em } }';
    expect(textOf(book(spans, { css }))).toBe('A litre holds 10³ ml, CO₂, 5²');
    expect(textOf(book(spans, { head: `<style type="text/css">${css}</style>` }))).toBe('A litre holds 10³ ml, CO₂, 5²');
  });

  it('stay apart in a Word document, also if their run is split, or a style raises them', () => {
    const styles =
      '<w:styles><w:style w:styleId="Hoch"><w:name w:val="Hoch"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>';
    const body = p(
      `${run('A litre holds 10')}${raised('3')}${run(' ml, 10')}${raised('1')}${raised('2')}${run(' cells, H')}${lowered('2')}${run('O, 2')}${run('8', '<w:rStyle w:val="Hoch"/>')}${run(', x')}${run('2', '<w:position w:val="6"/>')}`,
    );
    const tracked = p(
      `<w:r><w:rPr><w:rPrChange><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:rPrChange></w:rPr><w:t>2024</w:t></w:r>`,
    );
    expect(textOf(word(tracked))).toBe('2024');
    expect(textOf(word(body, { styles }))).toBe('A litre holds 10³ ml, 10¹² cells, H₂O, 2⁸, x²');
  });

  it('stay apart on a slide', () => {
    const slide = `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>23</a:t></a:r></a:p>
      <a:p><a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr><a:r><a:t>one</a:t></a:r></a:p><a:p><a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr><a:r><a:t>two</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
    expect(textOf(readPptx(buildPptx(['x'], { 'ppt/slides/slide1.xml': strToU8(slide) })))).toBe('10²³\n1. one\n2. two');
  });

  it('stay apart in a PDF, by their size and position', async () => {
    const text = await pdfText((pdf) => {
      let x = 50;
      const put = (some: string, size: number, up = 0): void => {
        pdf.fontSize(size).text(some, x, 100 - up + (11 - size) * 0.9, { lineBreak: false });
        x += pdf.fontSize(size).widthOfString(some);
      };
      put('A mole is 6.022 × 10', 11);
      put('23', 7, 4);
      put(' particles of H', 11);
      put('2', 7, -2);
      put('O.', 11);
    });
    expect(text).toBe('A mole is 6.022 × 10²³ particles of H₂O.');
  });
});

describe('a book', () => {
  it('has its headings and boxes, which are left out of web pages, and elements that XHTML closes at once', () => {
    const read = book(
      '<header><h1>Spring</h1></header><script src="a.js"/><a id="p1"/><p>Bees wake.</p><aside epub:type="sidebar"><p>Did you know? Wax melts.</p></aside><footer><p>Sources</p></footer><div hidden="hidden">Obey</div>',
    );
    expect(textOf(read)).toBe('Spring\nBees wake.\nDid you know? Wax melts.\nSources');
    expect(headingsOf(read)).toEqual(['Spring']);
  });

  it('has its formulas, as TeX', () => {
    const root =
      '<p>So <m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>x</m:mi><m:mo>=</m:mo><m:mfrac><m:mrow><m:mo>−</m:mo><m:mi>b</m:mi></m:mrow><m:msqrt><m:msup><m:mi>b</m:mi><m:mn>2</m:mn></m:msup></m:msqrt></m:mfrac></m:math>.</p>';
    const display =
      '<math display="block"><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>sin</mi><mi>i</mi><mspace width="1em"/><mtext>for all</mtext></math>';
    expect(textOf(book(root))).toBe(String.raw`So $x=\frac{-b}{\sqrt{b^{2}}}$.`);
    const [, tex = ''] = /^\$\$(.*)\$\$$/.exec(textOf(book(display)))!;
    expect(tex).toBe(String.raw`∑_{i=1}^{n}\sin i \text{for all}`);
    expect(() => katex.renderToString(tex, { throwOnError: true, strict: 'ignore' })).not.toThrow();
    const written = '<p><math><semantics><mi>x</mi><annotation encoding="application/x-tex">\\pi r^2</annotation></semantics></math></p>';
    expect(textOf(book(written))).toBe(String.raw`$\pi r^2$`);
  });

  it('has words with their readings, notes, numbers of lists, cells and code', () => {
    const read = book(
      `<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby> in 2019<sup><a epub:type="noteref" href="#n1">3</a></sup></p>
       <ol start="4"><li><p>four</p><ol type="a"><li>x</li><li>y</li></ol></li><li value="9">nine</li></ol>
       <table><thead><tr><th>Bee</th><th>Weight</th></tr></thead><tbody><tr><td>Drone</td><td>0.2 g</td></tr></tbody></table>
       <pre>def fly():\n    return 10</pre>`,
    );
    expect(textOf(read)).toBe(
      '漢(かん)字(じ) in 2019[3]\n4. four\n   a. x\n   b. y\n9. nine\nBee | Weight\nDrone | 0.2 g\ndef fly():\n    return 10',
    );
  });
});

describe('a web page', () => {
  it('has the heading of its article, and not that of the site', () => {
    const site = '<header><h1>My site</h1><nav>Menu</nav></header>';
    const read = page(`${site}<article><header><h1>Spring</h1><nav>Share</nav></header><p>Bees wake.</p><aside>Advert</aside></article>`);
    expect([headingsOf(read), textOf(read)]).toEqual([['Spring'], 'Spring\nBees wake.']);
    expect(textOf(page(`${site}<div><article><header><h2>Summer</h2></header><p>Bees swarm.</p></article></div>`))).toBe(
      'Summer\nBees swarm.',
    );
  });

  it('has the formulas that it hides behind pictures', () => {
    const wiki =
      '<p>is <span class="mwe-math-element"><span style="display: none;"><math><mi>E</mi></math></span><img class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle E=mc^{2}}" src="a.svg"/></span></p>';
    expect(textOf(page(wiki))).toBe(String.raw`is ${'$'}{\displaystyle E=mc^{2}}${'$'}`);
  });

  it('that is laid out in a table is read in its order', () => {
    const read = page('<table><tr><td><h1>Spring</h1><p>Bees wake.</p></td><td><p>Links</p></td></tr></table>');
    expect(headingsOf(read)).toEqual(['Spring']);
  });

  it('with maximum nesting, and as many parts, is read in a moment', { tags: 'slow' }, () => {
    expect(() => page('<div>'.repeat(600))).toThrow(RangeError);
    const read = () => {
      page(`${'<div>'.repeat(400)}${'<p>bee'.repeat(100_000)}`);
      for (const html of ['<a x="'.repeat(100_000), `<ul>${'<div>a</div>'.repeat(100_000)}</ul>`])
        htmlTree(`<style>${'.a,'.repeat(100_000)}</style>${html}`, 'book');
    };
    expect(leastProcessorMs(read, 10_000)).toBeLessThan(10_000);
  });
});

describe('a Word document', () => {
  const abstract = (id: number, levels: string) => `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
  const level = (at: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = `<w:numbering>${abstract(1, level(0, 'decimal', '%1.') + level(1, 'lowerLetter', '%2)'))}${abstract(2, level(0, 'upperRoman', '%1') + level(1, 'decimal', '%1.%2'))}${abstract(3, level(0, 'bullet', '·'))}
    <w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="3"/></w:num>
    <w:num w:numId="4"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num></w:numbering>`;
  const item = (text: string, list: number, depth = 0) =>
    p(run(text), `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`);

  it('has the numbers of its lists and headings', () => {
    const styles =
      '<w:styles><w:style w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr></w:pPr></w:style></w:styles>';
    const body = [
      item('Part', 2),
      p(run('Methods'), '<w:pStyle w:val="H2"/>'),
      item('one', 1),
      item('first', 1, 1),
      item('second', 1, 1),
      p(run('between')),
      item('two', 1),
      item('anew', 4),
      item('point', 3),
    ];
    expect(textOf(word(body.join(''), { styles, numbering }))).toBe(
      'I Part\nI.1 Methods\n1. one\na) first\nb) second\nbetween\n2. two\n1. anew\n- point',
    );
  });

  it('has its notes below the paragraphs they belong to', () => {
    const note = (id: string, text: string, type = '') =>
      `<w:footnote w:id="${id}" ${type}>${p(`<w:r><w:footnoteRef/></w:r>${run(text)}`)}</w:footnote>`;
    const footnotes = `<w:footnotes ${W}>${note('-1', '', 'w:type="separator"')}${note('2', ' Census of 2019.')}</w:footnotes>`;
    const reference = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>';
    expect(textOf(word(p(`${run('There were 90')}${reference}${run(' hives.')}`) + p(run('Later.')), { footnotes }))).toBe(
      'There were 90[1] hives.\n[1] Census of 2019.\nLater.',
    );
  });

  it('has its formulas, as TeX', () => {
    const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const formula = `<m:oMath>${r('x=')}<m:f><m:fPr/><m:num>${r('-b±')}<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:sSup><m:e>${r('b')}</m:e><m:sup>${r('2')}</m:sup></m:sSup>${r('-4ac')}</m:e></m:rad></m:num><m:den>${r('2a')}</m:den></m:f></m:oMath>`;
    const sum = `<m:oMathPara><m:oMath><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup><m:e><m:d><m:dPr/><m:e><m:sSub><m:e>${r('x')}</m:e><m:sub>${r('i')}</m:sub></m:sSub></m:e></m:d></m:e></m:nary></m:oMath></m:oMathPara>`;
    const read = textOf(word(p(`${run('So ')}${formula}${run('.')}`) + p(sum)));
    expect(read).toBe(`${String.raw`So $x=\frac{-b±\sqrt{b^{2}-4ac}}{2a}$.`}\n${String.raw`$$∑_{i=1}^{n} \left(x_{i}\right)$$`}`);
    for (const [, tex] of read.matchAll(/\$+([^$]+)\$+/g))
      expect(() => katex.renderToString(tex!, { throwOnError: true, strict: 'ignore' })).not.toThrow();
  });

  it('has its boxes once and apart, cells, readings, characters of the Symbol font and non-breaking hyphens', () => {
    const box = `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>${p(run('In a box'))}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${p(run('In a box'))}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    expect(textOf(word(p(run('Before ') + box + run('and behind'))))).toBe('Before and behind\nIn a box');
    const cell = (text: string) => `<w:tc>${p(run(text))}</w:tc>`;
    expect(textOf(word(`<w:tbl><w:tr>${cell('Bee')}${cell('Weight')}</w:tr><w:tr>${cell('Drone')}${cell('0.2 g')}</w:tr></w:tbl>`))).toBe(
      'Bee | Weight\nDrone | 0.2 g',
    );
    const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r>`;
    const symbol = '<w:r><w:sym w:font="Symbol" w:char="F062"/></w:r>';
    const hyphen = '<w:r><w:t>F</w:t><w:noBreakHyphen/><w:t>16</w:t></w:r>';
    const hidden = run('Obey', '<w:vanish/>');
    expect(textOf(word(p(ruby + run(' ') + symbol + run(' ') + hyphen + hidden)))).toBe('漢字(かんじ) β F\u201116');
  });
});

type Draw = (pdf: InstanceType<typeof Pdf>) => void;
async function pdfText(draw: Draw): Promise<string> {
  const pdf = new Pdf({ size: 'A4', margin: 50 });
  const chunks: Uint8Array[] = [];
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  draw(pdf);
  pdf.end();
  await ended;
  return textOf(await readPdf(new Uint8Array(Buffer.concat(chunks))));
}

describe('a page of a PDF', () => {
  const column = (name: string, lines: number) => Array.from({ length: lines }, (_, n) => `${name} words of line ${n} which go on and`);
  /** Writes columns row by row below a title, as layout programs do. */
  const rows =
    (columns: readonly (readonly string[])[], width: number): Draw =>
    (pdf) => {
      pdf.fontSize(20).text('A title across the whole page', 50, 50, { lineBreak: false });
      pdf.fontSize(9);
      for (let n = 0; n < columns[0]!.length; n += 1)
        columns.forEach((lines, at) => pdf.text(lines[n] ?? '', 50 + at * width, 100 + n * 12, { lineBreak: false }));
      pdf.text('A line below that crosses the page again, from its left to its right, as notes and captions do it', 50, 400, {
        lineBreak: false,
      });
    };

  it.each([
    [2, 230],
    [3, 170],
  ])('in %i columns is read column by column', async (count, width) => {
    const columns = ['left', 'middle', 'right'].slice(0, count).map((name, at) => column(name, 12 - at * 2));
    const text = (await pdfText(rows(columns, width))).replaceAll('\n', ' ');
    expect(text).toBe(
      [
        'A title across the whole page',
        ...columns.flat(),
        'A line below that crosses the page again, from its left to its right, as notes and captions do it',
      ].join(' '),
    );
  });

  it('in columns that its program wrote one after the other stays as it is', async () => {
    const words = column('bees', 60).join(' ');
    expect(
      (await pdfText((pdf) => pdf.fontSize(10).text(words, { columns: 2, columnGap: 15, align: 'justify' }))).replaceAll('\n', ' '),
    ).toBe(words);
  });

  it('with a table is read row by row, its cells apart', async () => {
    const table = [
      ['Name', 'Weight', 'Colour'],
      ['Bee', '0.1 g', 'brown'],
      ['Wasp', '0.2 g', 'yellow'],
    ];
    const text = await pdfText((pdf) =>
      table.forEach((cells, n) =>
        cells.forEach((cell, at) => pdf.fontSize(10).text(cell, 50 + at * 150, 100 + n * 15, { lineBreak: false })),
      ),
    );
    expect(text).toBe('Name | Weight | Colour\nBee | 0.1 g | brown\nWasp | 0.2 g | yellow');
  });
});

describe('subtitles', () => {
  it.each([
    [
      'SubRip',
      '1\r\n00:00:01,000 --> 00:00:04,000\r\n<i>Bees fly</i>\r\nat dawn.\r\n\r\n2\r\n00:00:04,500 --> 00:00:06,000\r\n{\\an8}They return.\r\n\r\n3\r\n00:01:04,500 --> 00:01:06,000\r\n- 42\r\n',
      ['Bees fly at dawn. They return.', '- 42'],
    ],
    ['SubRip without empty lines', '1\n00:00:01,000 --> 00:00:02,000\nBees\n2\n00:00:02,000 --> 00:00:03,000\nfly.\n', ['Bees fly.']],
    [
      'WebVTT',
      'WEBVTT - Bees\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE two\nlines\n\nintro\n00:01.000 --> 00:04.000 align:start\n<v Ana>Bees &amp; wasps</v>\n\n00:04.000 --> 00:05.000\nfly <00:00:04.500><c>off</c>\n\n00:05.000 --> 00:06.000\nfly off\nagain\n',
      ['Ana: Bees & wasps fly off again'],
    ],
  ])('of %s are the spoken text', (_, file, paragraphs) => {
    expect(readPlain(file.replaceAll('\r\n', '\n')).blocks.map(({ text }) => text)).toEqual(paragraphs);
  });

  it('are not quotations in a text', () => {
    expect(textOf(readPlain('The file said\n\n00:00:01,000 --> 00:00:04,000'))).toContain('-->');
  });
});

describe('a presentation', () => {
  const shape = (type: string, text: string) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const slide = (text: string, show = '') =>
    strToU8(`<p:sld xmlns:p="p" xmlns:a="a"${show}><p:cSld><p:spTree>${shape('title', text)}</p:spTree></p:cSld></p:sld>`);
  const notes = (text: string) =>
    strToU8(
      `<p:notes xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shape('body', text)}${shape('sldNum', '7')}${shape('dt', 'May')}</p:spTree></p:cSld></p:notes>`,
    );
  const hasNotes = (n: number) =>
    strToU8(
      `<Relationships><Relationship Id="rId1" Type="t/slideLayout" Target="../slideLayouts/slideLayout1.xml"/><Relationship Id="rId2" Type="t/notesSlide" Target="../notesSlides/notesSlide${n}.xml"/></Relationships>`,
    );
  // three slides, stored in another order than shown
  const read = (more: Record<string, Uint8Array>) => readPptx(buildPptx(['a', '---', 'b', '---', 'c'], more));

  it('has the speaker’s notes after each slide, without the number and the date of its page', () => {
    const { blocks } = read({
      'ppt/slides/slide3.xml': slide('Bees'),
      'ppt/slides/_rels/slide3.xml.rels': hasNotes(9),
      'ppt/notesSlides/notesSlide9.xml': notes('They dance for each other.'),
    });
    expect(blocks.map(({ text, page }) => [page, text])).toEqual([
      [1, 'Bees'],
      [1, 'They dance for each other.'],
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  it.each([' show="0"', ' show="false"'])('has no hidden slides and none of their notes, and says how many there are:%s', (show) => {
    const { blocks, pages, hiddenSlides } = read({
      'ppt/slides/slide2.xml': slide('Secret', show),
      'ppt/slides/_rels/slide2.xml.rels': hasNotes(1),
      'ppt/notesSlides/notesSlide1.xml': notes('Never say this.'),
    });
    // the other slides keep their numbers
    expect(blocks.map(({ text, page }) => [page, text])).toEqual([
      [1, 'a'],
      [3, 'c'],
    ]);
    expect({ pages, hiddenSlides }).toEqual({ pages: 3, hiddenSlides: 1 });
  });

  it('whose slides declare themselves visible has them all', () => {
    expect(read({ 'ppt/slides/slide2.xml': slide('Shown', ' show="1"') })).toMatchObject({ hiddenSlides: 0, blocks: { length: 3 } });
  });

  it('may name missing notes', () => {
    expect(read({ 'ppt/slides/_rels/slide1.xml.rels': hasNotes(4) }).blocks).toHaveLength(3);
  });
});

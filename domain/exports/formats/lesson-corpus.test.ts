import { strFromU8, unzipSync } from 'fflate';
import remarkCjk from 'remark-cjk-friendly';
import remarkCjkStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { LESSON_CORPUS, meaningOf, PLAIN_CORPUS } from '#contract/courses/lesson-corpus.factory.ts';
import { work } from '#domain/courses/text/read-lesson.task.ts';
import { cmi5Of } from './cmi5.ts';
import { commonCartridgeOf } from './common-cartridge.ts';
import { epubOf } from './epub.ts';
import { bare, course, missingInPages, NAMES, ofSigns, PDF_NAMES } from './corpus-course.factory.ts';
import { markdownOf } from './markdown.ts';
import { pdfOf } from './pdf.ts';
import { scorm12Of } from './scorm-12.ts';

// it ships without types
const { JSDOM } = await import('jsdom' as string);

const documentOf = (xhtml: string): { body: Parameters<typeof meaningOf>[0] } =>
  new JSDOM(xhtml, { contentType: 'application/xhtml+xml' }).window.document;
/** The pages of a zip, each lesson's meaning. */
function pagesOf(archive: Uint8Array, folder: string, ending: string): string[] {
  const files = unzipSync(archive);
  return course.modules[0]!.lessons.map((_, n) => meaningOf(documentOf(strFromU8(files[`${folder}lesson-1-${n + 1}${ending}`]!)).body));
}

interface Mdast {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly identifier?: string;
  readonly ordered?: boolean | null;
  readonly start?: number | null;
  readonly checked?: boolean | null;
  readonly children?: readonly Mdast[];
}
/**
 * What a reader of GitHub's Markdown, with maths, makes of the file: not ours. It knows where emphasis ends beside Chinese, Japanese and Korean
 * words, which CommonMark leaves open; others show some of its marks there, and every word.
 */
function meaningIn(node: Mdast, mark = ''): string {
  const inner = () => (node.children ?? []).map((child) => meaningIn(child)).join('');
  const signs = { strong: '**', emphasis: '*', delete: '~~' }[node.type];
  if (signs) return signs + inner() + signs;
  const number = () => node.identifier?.split('-').at(-1);
  switch (node.type) {
    case 'inlineCode':
      return `\`${node.value}\``;
    case 'inlineMath':
      return `$${node.value}$`;
    case 'math':
      return `\n$${node.value}$\n`;
    case 'code':
      return `\n\`\`\`${node.value!.replaceAll(/\s+/g, ' ')}\`\`\`\n`;
    case 'html':
      return node.value === '<br>' ? ' / ' : `(HTML ${node.value})`;
    case 'break':
      return ' / ';
    case 'link':
      return `${inner()}<${node.url}>`;
    case 'footnoteReference':
      return `[${number()}]`;
    case 'footnoteDefinition':
      return `\n[${number()}] ${inner().trim()}\n`;
    case 'list':
      return node.children!.map((item, at) => meaningIn(item, node.ordered ? `${(node.start ?? 1) + at}. ` : '- ')).join('');
    case 'listItem':
      return `\n${mark}${node.checked === true ? '[x] ' : node.checked === false ? '[ ] ' : ''}${inner().trim()}\n`;
    case 'heading':
      return `\n# ${inner()}\n`;
    case 'blockquote':
      return `\n> ${inner().trim()}\n`;
    case 'tableRow':
      return `\n${node.children!.map((cell) => meaningIn(cell)).join(' | ')}\n`;
    default:
      return node.value?.replaceAll('\n', ' ') ?? (/^(?:paragraph|table|root)$/.test(node.type) ? `\n${inner()}\n` : inner());
  }
}
const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');

const readers: Record<string, () => string[] | Promise<string[]>> = {
  Markdown: () => {
    const text = markdownOf(course);
    const gfm = { singleTilde: false };
    const reader = unified().use(remarkParse).use(remarkGfm, gfm).use(remarkCjk).use(remarkCjkStrikethrough, gfm).use(remarkMath);
    const all = lines(meaningIn(reader.parse(text) as Mdast));
    return course.modules[0]!.lessons.map((_, n) => {
      const [from, to] = [all.indexOf(`# 1.${n + 1} `), all.indexOf(`# 1.${n + 2} `)];
      return `${all.slice(from, to < 0 ? undefined : to)}\n${(all.match(/^\[\d+\] .*$/gm) ?? []).join('\n')}`;
    });
  },
  EPUB: () => pagesOf(epubOf(course), 'EPUB/', '.xhtml'),
  SCORM: () => pagesOf(scorm12Of(course, []), '', '.html'),
  cmi5: () => pagesOf(cmi5Of(course, []), '', '.html'),
  'Common Cartridge': () => pagesOf(commonCartridgeOf(course, [], { original: course }), '', '.html'),
};

describe.each(Object.keys(readers))('a lesson read in %s', (format) => {
  let read: string[];
  beforeAll(async () => {
    read = await readers[format]!();
  });

  it.each(NAMES)('%s', (name) => {
    const n = NAMES.indexOf(name);
    const got = lines(read[n]!).split('\n');
    for (const means of LESSON_CORPUS[name]!.means)
      expect(got.filter((line) => line.endsWith(means)).length, `${means} in\n${read[n]}`).toBeGreaterThan(0);
    // nothing swallows what follows
    expect(got).toEqual(
      expect.arrayContaining([`- Objective (${n})`, '# Key takeaways', `- Takeaway ${n}`, '# Exercises', `**Exercise ${n}**`]),
    );
  });

  it.each(PLAIN_CORPUS.map(({ text }, at) => [text, at] as const))('in its title, its points and its questions: %s', (text, at) => {
    const got = lines(read[NAMES.length + at]!).split('\n');
    expect(got[0]).toBe(`# 1.${NAMES.length + at + 1} ${text}`);
    expect(got.filter((line) => line === `- ${text}`).length).toBe(2);
    const asked = lines(read.at(-1)!).split('\n');
    expect(asked).toContain(`- ${text}`);
    expect(asked).toContain(`${at + 1}. ${text}`);
    expect(asked.some((line) => line.startsWith('✓ ') && line.endsWith(text))).toBe(true);
  });
});

describe('a lesson read in PDF', () => {
  let pages: string;
  beforeAll(async () => {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdfOf(course))), { mergePages: true });
    pages = bare(text);
  });

  it.each(PDF_NAMES)('%s', (name) => {
    expect(missingInPages(name, pages)).toEqual([]);
  });
});

describe('a lesson found by search, and read by notes', () => {
  it.each(NAMES)('%s', async (name) => {
    const { text, means, words: plainly } = LESSON_CORPUS[name]!;
    const found = bare(String((await work(text, new Uint8Array())).value));
    // numbers, ticks and addresses are no words, and formulas are drawn
    const said = (one: string) =>
      ofSigns(
        one
          .replaceAll('~~', '')
          .replace(/^(?:\d+\. |\[\d\] |- (?:\[.\] )?)/, '')
          .replaceAll(/(?<=[.\w])\[\d\]/g, '')
          .replaceAll(/\$(?:[^$]*[\\^=][^$]*|[a-z])\$/g, ''),
      ).replaceAll(/ \(https:[^)]*\)+/g, '');
    for (const one of plainly ?? means.map(said)) expect(found).toContain(bare(one));
  });
});

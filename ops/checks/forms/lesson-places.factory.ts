import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import remarkCjk from 'remark-cjk-friendly';
import remarkCjkStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { extractText, getDocumentProxy } from 'unpdf';
import { LESSON_CORPUS, meaningOf, PLAIN_CORPUS } from '#contract/courses/lesson-corpus.factory.ts';
import { formulasIn } from '#contract/courses/lesson-maths.ts';
import { COURSE_FILE, courseFileSchema } from '#contract/exports/course-file.ts';
import type { ExportFormat } from '#contract/platform/export-formats.ts';
import type { CardFormat } from '#contract/practice/cards.contract.ts';
import { scriptProblems } from '#domain/audio/script.commands.ts';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { work as readLesson } from '#domain/courses/text/read-lesson.task.ts';
import { courseOf, lessonOf } from '#domain/exports/formats/exported-course.factory.ts';
import { work as writeFile } from '#domain/exports/formats/write-course.task.ts';
import { transact } from '#domain/platform/database.ts';
import { addCards } from '#domain/practice/cards/card.commands.ts';
import { exportCards } from '#domain/practice/cards/files/export-cards.queries.ts';
import { work as readCards } from '#domain/practice/cards/files/read-cards-file.task.ts';
import { bare, course, missingInPages, NAMES, ofSigns, PDF_NAMES } from './corpus-course.factory.ts';

/** How a text appears in a place, and what is missing there; anything missing fails the test. */
export interface Shown {
  readonly outcome: 'same' | 'words' | 'names' | 'refused' | 'reworded' | '–';
  readonly lacking: readonly string[];
}
/** A place where texts are read. */
export interface Place {
  /** Shows a form of a lesson, by its name in the corpus. */
  readonly lesson: (name: string) => Shown | Promise<Shown>;
  /** Shows a plain text (a title, a point, a question), by its number. */
  readonly plain: (at: number) => Shown;
}

const shown = (outcome: Shown['outcome'], lacking: readonly string[] = []): Shown => ({ outcome, lacking });
const nowhere = (): Shown => shown('–');
const without = (wanted: readonly string[], isThere: (one: string) => boolean): string[] => wanted.filter((one) => !isThere(one));

// it ships without types
const { JSDOM } = await import('jsdom' as string);

const documentOf = (xhtml: string): { body: Parameters<typeof meaningOf>[0] } =>
  new JSDOM(xhtml, { contentType: 'application/xhtml+xml' }).window.document;
/** Returns the pages of a zip, with each lesson's meaning. */
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
 * Returns what a reader of GitHub's Markdown with maths, which is not ours, makes of the file. It recognises the end of emphasis beside
 * Chinese, Japanese and Korean words, which CommonMark leaves open; other readers show some of its marks there, and every word.
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

/** The lessons in a file of Markdown. */
function lessonsIn(markdown: string): string[] {
  const gfm = { singleTilde: false };
  const reader = unified().use(remarkParse).use(remarkGfm, gfm).use(remarkCjk).use(remarkCjkStrikethrough, gfm).use(remarkMath);
  const all = lines(meaningIn(reader.parse(markdown) as Mdast));
  return course.modules[0]!.lessons.map((_, n) => {
    const [from, to] = [all.indexOf(`# 1.${n + 1} `), all.indexOf(`# 1.${n + 2} `)];
    return `${all.slice(from, to < 0 ? undefined : to)}\n${(all.match(/^\[\d+\] .*$/gm) ?? []).join('\n')}`;
  });
}

/** For a place whose readers get lessons with all their marks. */
function withMarks(read: readonly string[]): Place {
  const got = read.map((one) => lines(one).split('\n'));
  return {
    lesson: (name) => {
      const n = NAMES.indexOf(name);
      // nothing swallows the text that follows
      const behind = [`- Objective (${n})`, '# Key takeaways', `- Takeaway ${n}`, '# Exercises', `**Exercise ${n}**`];
      const means = without(LESSON_CORPUS[name]!.means, (one) => got[n]!.some((line) => line.endsWith(one)));
      return shown('same', [...means, ...without(behind, (one) => got[n]!.includes(one))]);
    },
    plain: (at) => {
      const { text } = PLAIN_CORPUS[at]!;
      const [lesson, asked] = [got[NAMES.length + at]!, got.at(-1)!];
      const isRight = asked.some((line) => line.startsWith('✓ ') && line.endsWith(text));
      const isTitle = lesson[0] === `# 1.${NAMES.length + at + 1} ${text}`;
      const isPoint = lesson.filter((line) => line === `- ${text}`).length === 2;
      const options = without([`- ${text}`, `${at + 1}. ${text}`], (one) => asked.includes(one));
      return shown('same', [...options, ...(isRight ? [] : ['answer']), ...(isTitle ? [] : ['title']), ...(isPoint ? [] : ['points'])]);
    },
  };
}

const fileOf = async (format: ExportFormat, of = course) =>
  writeFile({ format, course: of, plain: [], pictures: [] }, new Uint8Array()) as Promise<{ bytes?: Uint8Array; value?: unknown }>;
const bytesOf = async (format: ExportFormat): Promise<Uint8Array> => new Uint8Array((await fileOf(format)).bytes!);

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}？“”]+/u;

const wordsOf = async (file: Uint8Array): Promise<string> => (await extractText(await getDocumentProxy(file), { mergePages: true })).text;
/** Returns the letters of Arabic and Hebrew in a text, in no particular order. */
const rightToLeft = (text: string): string =>
  (text.normalize('NFKC').match(/[\p{Script=Arabic}\p{Script=Hebrew}]/gu) ?? []).toSorted().join('');

/** A text in scripts that no font covers is refused, or named if there is little of it; formulas are drawn. */
async function pdf(): Promise<Place> {
  // with every form in one file, characters without a font are few
  const { pdfOf } = await import('#domain/exports/formats/pdf.ts');
  const pages = bare(await wordsOf(new Uint8Array(await pdfOf(course))));
  return {
    lesson: async (name) => {
      if (PDF_NAMES.includes(name)) return shown('words', missingInPages(name, pages));
      const { text: content } = LESSON_CORPUS[name]!;
      const alone = courseOf({ modules: [{ title: 'A', summary: '', lessons: [{ ...lessonOf('Form'), content }] }] });
      const { bytes, value } = await fileOf('pdf', alone);
      if (!bytes) return shown('refused', (value as { foreign: string }).foreign === 'Form' ? [] : ['the title of the lesson']);
      // extractors do not keep the order of joined letters
      return shown('words', rightToLeft(await wordsOf(new Uint8Array(bytes))) === rightToLeft(content) ? [] : [content]);
    },
    plain: (at) => {
      const { text: plain } = PLAIN_CORPUS[at]!;
      const words = formulasIn(plain).flatMap(({ text: piece, isFormula }) => (isFormula ? [] : piece.split(CJK)));
      return shown(
        CJK.test(plain) ? 'names' : 'words',
        without(words, (one) => pages.includes(bare(one))),
      );
    },
  };
}

/** The file that an import reads. */
async function zip(): Promise<Place> {
  const { content } = courseFileSchema.parse(JSON.parse(strFromU8(unzipSync(await bytesOf('zip'))[COURSE_FILE]!)));
  const { lessons } = content.modules[0]!;
  return {
    lesson: (name) => shown('same', lessons[NAMES.indexOf(name)]!.content === LESSON_CORPUS[name]!.text ? [] : [name]),
    plain: (at) => shown('same', lessons[NAMES.length + at]!.title === PLAIN_CORPUS[at]!.text ? [] : ['title']),
  };
}

/** Returns the words by which a lesson is found, and which notes mark: without numbers, ticks and addresses; formulas are drawn. */
const saidIn = (means: string): string =>
  ofSigns(
    means
      .replaceAll('~~', '')
      .replace(/^(?:\d+\. |\[\d\] |- (?:\[.\] )?)/, '')
      .replaceAll(/(?<=[.\w])\[\d\]/g, '')
      .replaceAll(/\$(?:[^$]*[\\^=][^$]*|[a-z])\$/g, ''),
  ).replaceAll(/ \(https:[^)]*\)+/g, '');

const search = (): Place => ({
  lesson: async (name) => {
    const { text, means, words } = LESSON_CORPUS[name]!;
    const found = bare(String((await readLesson(text, new Uint8Array())).value));
    return shown(
      'words',
      without(words ?? means.map(saidIn), (one) => found.includes(bare(one))),
    );
  },
  plain: nowhere,
});

/** A text that a voice would read out as it stands is accepted; any other is requested again, in words. */
function spoken(text: string): Shown {
  const problems = scriptProblems([{ voice: 'first', text }], { text, style: 'voice' });
  const isNamed = problems.every((problem) => problem.endsWith('cannot be spoken: put it into words'));
  return problems.length === 0 ? shown('words') : shown('reworded', isNamed ? [] : problems);
}
const script = (): Place => ({
  lesson: (name) => spoken(LESSON_CORPUS[name]!.text),
  plain: (at) => spoken(PLAIN_CORPUS[at]!.text),
});

/** Formulas have several equivalent delimiters. */
const withFormulas = (text: string): string =>
  formulasIn(text)
    .map(({ text: piece, isFormula }) => (isFormula ? `$${piece.trim()}$` : piece))
    .join('')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();

/** Writes cards with the texts on both sides, and reads them again. */
const cards = (format: CardFormat) => async (): Promise<Place> => {
  const accountId = await givenOwner();
  const texts = [...NAMES.map((name) => LESSON_CORPUS[name]!.text), ...PLAIN_CORPUS.map(({ text }) => text)];
  await transact((trx) =>
    addCards(
      trx,
      { accountId, deck: 'Forms' },
      texts.map((text, at) => ({ front: `${at} ${text}`, back: text })),
    ),
  );
  const file = await buffer(await exportCards({ accountId, format, signal: AbortSignal.timeout(60_000) }));
  const { bytes } = await readCards({ deck: 'Mine', languages: [] }, file);
  const read = (
    JSON.parse(`[${Buffer.from(bytes!).toString().trim().split('\n').join(',')}]`) as
      | { front: string; back: string }[][]
      | { front: string; back: string }[]
  ).flat();
  const backs = read.map(({ back }) => back);
  const isSame = (text: string): Shown => {
    const back = backs[texts.indexOf(text)];
    return shown('same', back !== undefined && withFormulas(back) === withFormulas(text) ? [] : [`${text} and not ${back}`]);
  };
  return { lesson: (name) => isSame(LESSON_CORPUS[name]!.text), plain: (at) => isSame(PLAIN_CORPUS[at]!.text) };
};

/** Every format of exports. A format without the texts of lessons is `null`: it is no place. */
const FILES = {
  markdown: async () => withMarks(lessonsIn(Buffer.from(await bytesOf('markdown')).toString())),
  pdf,
  epub: async () => withMarks(pagesOf(await bytesOf('epub'), 'EPUB/', '.xhtml')),
  scorm: async () => withMarks(pagesOf(await bytesOf('scorm'), '', '.html')),
  scorm_2004: async () => withMarks(pagesOf(await bytesOf('scorm_2004'), '', '.html')),
  cmi5: async () => withMarks(pagesOf(await bytesOf('cmi5'), '', '.html')),
  common_cartridge: async () => withMarks(pagesOf(await bytesOf('common_cartridge'), '', '.html')),
  zip,
} satisfies Record<ExportFormat, (() => Promise<Place>) | null>;
const CARDS = { apkg: cards('apkg'), csv: cards('csv') } satisfies Record<CardFormat, () => Promise<Place>>;

const ALL = { ...FILES, ...CARDS, search, script };
/** A place where the texts of lessons are shown. */
export type LessonPlace = { [Name in keyof typeof ALL]: (typeof ALL)[Name] extends null ? never : Name }[keyof typeof ALL];

/** Every place where a course's text is shown, except pages, which the frontend's half of the corpus reads. */
export const PLACES = Object.fromEntries(Object.entries(ALL).filter(([, place]) => place !== null)) as Readonly<
  Record<LessonPlace, () => Place | Promise<Place>>
>;

import { describe, expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { givenSchool } from '#api/lti/lti.factory.ts';
import { FORM_SOURCES, LESSON_CORPUS, PLAIN_CORPUS } from '#contract/courses/lesson-corpus.factory.ts';
import { buildContent, buildLesson, givenCourse } from '#domain/courses/content/course.factory.ts';
import { calendarText } from '#domain/platform/calendar-text.ts';
import { work as readCards } from '#domain/practice/cards/files/read-cards-file.task.ts';
import { work as readSource } from '#domain/sources/reading/read-file.task.ts';
import { INSTRUCTOR } from '#ops/testing/lti-platform.ts';
import { NAMES } from './corpus-course.factory.ts';
import { FILE_FORMS, FILE_SOURCES, type FileReader } from './file-forms.factory.ts';
import { PLACES, type LessonPlace, type Place, type Shown } from './lesson-places.factory.ts';

const api = useTestApi();

/** Returns the summary of a calendar file as a program reads it (RFC 5545): unfolded, without escapes. */
const summaryIn = (file: string): string =>
  /^SUMMARY:(.*)$/m
    .exec(file.replaceAll('\r\n ', '').replaceAll('\r\n', '\n'))![1]!
    .replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));

const same = (got: string | undefined, wanted: string): Shown => ({
  outcome: 'same',
  lacking: got === wanted ? [] : [`${wanted} and not ${got}`],
});
const nowhere = (): Shown => ({ outcome: '–', lacking: [] });

/** Places that show titles, and no other text. */
const TITLES: Readonly<Record<'calendar' | 'lti', () => Place | Promise<Place>>> = {
  calendar: () => ({
    lesson: nowhere,
    plain: (at) => {
      const { text } = PLAIN_CORPUS[at]!;
      const now = new Date();
      const event = { id: 'a', sequence: 0, changedAt: now, startsAt: now, endsAt: null, isCancelled: false, description: text, link: '/' };
      return same(summaryIn(calendarText({ part: 'due', method: 'PUBLISH', events: [{ ...event, title: text }] })), text);
    },
  }),
  async lti() {
    const school = await givenSchool(api, 'forms@school.example');
    const titles = PLAIN_CORPUS.map(({ text }) => text);
    const modules = [{ title: 'Texts', summary: '', lessons: titles.map((title) => buildLesson({ title })) }];
    const courseId = await givenCourse(school.owner.userId, { document: buildContent({ title: titles[0]!, modules }) });
    await school.asOwner('PUT', `lms-courses/${courseId}`);
    const { json } = await school.launch({ subject: 'teacher', roles: [INSTRUCTOR] });
    const { courses } = (await school.inLaunch(json.token, 'GET', 'contents')).json as {
      courses: { course_id: string; lessons: { title: string; lesson_id: string }[] }[];
    };
    const { lessons } = courses.find((course) => course.course_id === courseId)!;
    // one of them goes the whole way to the platform
    await school.placed({ course_id: courseId, lesson_id: lessons[0]!.lesson_id });
    expect(school.lms.placed.at(-1)!.title).toBe(titles[0]);
    return { lesson: nowhere, plain: (at) => same(lessons[at]!.title, titles[at]!) };
  },
};
type AnyPlace = LessonPlace | keyof typeof TITLES;
const COURSES = Object.keys(PLACES) as LessonPlace[];
const ALL: Readonly<Record<AnyPlace, () => Place | Promise<Place>>> = { ...PLACES, ...TITLES };
const made = new Map<string, Promise<Place>>();
/** Returns a place, made once by the first test that needs it. */
function placeOf(name: AnyPlace): Promise<Place> {
  const place = made.get(name) ?? Promise.resolve(ALL[name]());
  made.set(name, place);
  return place;
}

describe.each(Object.keys(ALL) as AnyPlace[])('a text of a course in %s', (place) => {
  it.each(NAMES)('a lesson with %s', async (name) => expect((await (await placeOf(place)).lesson(name)).lacking).toEqual([]));
  it.each(PLAIN_CORPUS.map(({ text }, at) => [text, at] as const))('a title, a point, a question, a side of a card: %s', async (_, at) =>
    expect((await placeOf(place)).plain(at).lacking).toEqual([]),
  );
});

type Read = { readonly value?: unknown; readonly bytes?: Uint8Array };
const linesOf = <Line>({ bytes }: Read): Line[] =>
  (bytes?.length
    ? (JSON.parse(`[${Buffer.from(bytes).toString().trim().split('\n').join(',')}]`) as (Line | Line[])[])
    : []
  ).flat() as Line[];

/** Returns what is read from a file: text, or cards, with the counts. */
async function read(reader: FileReader, bytes: Uint8Array): Promise<string> {
  if (reader === 'anki' || reader === 'table') {
    const done = (await readCards({ deck: 'Mine', languages: [] }, bytes)) as Read;
    const { media } = done.value as { media: number };
    const cards = linesOf<{ front: string; back: string }>(done).map(({ front, back }) => `${front} → ${back}`);
    return [...cards, ...(media > 0 ? [`(${media} media)`] : [])].join('\n');
  }
  const done = (await readSource({ type: reader, languages: [] }, bytes)) as Read;
  const { hiddenSlides } = done.value as { hiddenSlides: number };
  const body = linesOf<{ body: string }>(done).map((passage) => passage.body.replaceAll('\n\n', '\n'));
  return [...body, ...(hiddenSlides > 0 ? [`(${hiddenSlides} hidden slide)`] : [])].join('\n');
}

describe.each(Object.entries(FILE_FORMS))('a file with %s', (_, { files }) => {
  const there = Object.entries(files).filter(([, file]) => file !== null) as [FileReader, NonNullable<(typeof files)[FileReader]>][];
  it.each(there)('is read as %s', async (reader, { bytes, reads }) => expect(await read(reader, await bytes)).toBe(reads));
});

/** Headings of the page's columns. */
const COLUMNS: Readonly<Record<AnyPlace, string>> = {
  markdown: 'Markdown',
  pdf: 'PDF',
  epub: 'EPUB',
  scorm: 'SCORM 1.2',
  scorm_2004: 'SCORM 2004',
  cmi5: 'cmi5',
  common_cartridge: 'Common Cartridge',
  zip: 'zip',
  apkg: 'Anki',
  csv: 'CSV',
  search: 'search, notes',
  script: 'podcast',
  calendar: '.ics',
  lti: 'LTI list',
};

it('is documented in docs/text-forms.md', async () => {
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('\n', ' ⏎ ').replaceAll('|', '\\|')).join(' | ')} |`;
  const head = (cells: readonly string[]): string[] => [row(cells), row(cells.map(() => '---'))];
  const titles = (Object.keys(ALL) as AnyPlace[]).filter((place) => place !== 'search');
  const readers = Object.keys(Object.values(FILE_FORMS)[0]!.files) as FileReader[];
  const lessons = await Promise.all(
    NAMES.map(async (name) => {
      const cells = await Promise.all(COURSES.map(async (place) => (await (await placeOf(place)).lesson(name)).outcome));
      return row([name, 'same', ...cells, LESSON_CORPUS[name]!.source]);
    }),
  );
  const plain = await Promise.all(
    PLAIN_CORPUS.map(async ({ text }, at) => {
      const cells = await Promise.all(titles.map(async (place) => (await placeOf(place)).plain(at).outcome));
      return row([`\`\` ${text} \`\``, 'same', ...cells]);
    }),
  );
  const page = [
    '# Forms of text, and where they are read',
    '',
    'This page lists every form in which people, models and other programs write texts, and how each place shows it. `npm test --',
    'ops/checks/forms -u` writes the page. The same test tries every cell, and fails if a format, a place or a form has no cell. The column',
    '*page* is also true for answers of the mentor and posts of forums; `frontend/src/ui/markdown/lesson-corpus.test.tsx` tests it with the same',
    'texts.',
    '',
    '- *same*: the place has the words with all their marks, and the following text is complete',
    '- *words*: the place has the words; it draws the marks, or leaves out marks that are not part of the words',
    '- *names*: the place shows a letter that no font has by the letter’s name, and the other letters unchanged',
    '- *refused*: the place refuses the text and names the lesson; the EPUB has all letters',
    '- *reworded*: a script that would read the form out unchanged is refused, and the author must put it into words',
    '',
    '## Lessons',
    '',
    ...head(['Form', 'page', ...COURSES.map((place) => COLUMNS[place]), 'Source']),
    ...lessons,
    '',
    '## Titles, points, questions and sides of cards',
    '',
    ...head(['Text', 'page', ...titles.map((place) => COLUMNS[place])]),
    ...plain,
    '',
    '## Files of others',
    '',
    'The columns are the types of sources, and two of flash cards. *read*: the reader finds the words. –: files of this type do not have the',
    'form. `ops/checks/forms/file-forms.factory.ts` lists the words that must be found.',
    '',
    ...head(['Form', ...readers, 'Source']),
    ...Object.entries(FILE_FORMS).map(([name, { files, source }]) =>
      row([name, ...readers.map((reader) => (files[reader] ? 'read' : '–')), source]),
    ),
    '',
    '## Sources',
    '',
    ...Object.entries({ ...FORM_SOURCES, ...FILE_SOURCES }).map(([name, address]) => `- *${name}*: ${address}`),
    '',
  ].join('\n');
  await expect(page).toMatchFileSnapshot('../../../docs/text-forms.md');
});

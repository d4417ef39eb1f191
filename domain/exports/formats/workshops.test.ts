import { strFromU8, unzipSync } from 'fflate';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { buildWorkshop, WORKSHOP_TEXTS } from '#contract/courses/workshop.factory.ts';
import { COURSE_FILE, courseFileSchema } from '#contract/exports/course-file.ts';
import { courseWords } from '#domain/courses/text/course-words.queries.ts';
import {
  allProseOf,
  isSameStructure,
  lessonIn,
  textsOfLesson,
  withOriginalLines,
  type LessonTexts,
} from '#domain/translation/courses/lesson-texts.ts';
import { cmi5Of } from './cmi5.ts';
import { commonCartridgeOf } from './common-cartridge.ts';
import { courseZipOf } from './course-zip.ts';
import { epubOf } from './epub.ts';
import { courseOf, lessonOf } from './exported-course.factory.ts';
import { markdownOf } from './markdown.ts';
import { pdfOf } from './pdf.ts';
import { scorm12Of } from './scorm-12.ts';
import { scorm2004Of } from './scorm-2004.ts';

const workshop = buildWorkshop();
const lesson = { ...lessonOf('Of wind'), workshop };
const task = { title: 'A second roof', task: 'Judge **this** roof.', points: ['The wind is measured'], solution: 'Face it south.' };
const thread = {
  kind: 'project',
  name: 'The roof at Lindow',
  summary: 'Two hives on a flat roof.',
  facts: [{ name: 'Height', value: '14 m' }],
  own: 'A roof that you know.',
} as const;
const plan = { thread: { ...thread, facts: [...thread.facts] }, terms: [], conventions: [], lessons: [], final_task: task };
const course = courseOf({ modules: [{ title: 'Spring', summary: '', lessons: [lesson] }], plan });
const inZip = (archive: Uint8Array, name: string) => strFromU8(unzipSync(archive)[name]!);

/** Each format, with a function that extracts the lesson's text. */
const FILES: Readonly<Record<string, () => string | Promise<string>>> = {
  Markdown: () => markdownOf(course),
  'a PDF': async () => (await extractText(await getDocumentProxy(new Uint8Array(await pdfOf(course))), { mergePages: true })).text,
  'an EPUB': () => inZip(epubOf(course), 'EPUB/lesson-1-1.xhtml'),
  'SCORM 1.2': () => inZip(scorm12Of(course, []), 'lesson-1-1.html'),
  'SCORM 2004': () => inZip(scorm2004Of(course, []), 'lesson-1-1.html'),
  cmi5: () => inZip(cmi5Of(course, []), 'lesson-1-1.html'),
  'a Common Cartridge': () => inZip(commonCartridgeOf(course, [], { original: course }), 'lesson-1-1.html'),
  'the text in a zip': () => inZip(courseZipOf(course, [], markdownOf(course)), 'course.md'),
};

describe('a workshop in a file', () => {
  it.each(Object.entries(FILES))('is asked step by step in %s; answers come at the end', async (_, write) => {
    const text = (await write()).replaceAll('\\', '').replaceAll(/\s+/g, ' ');
    const end = text.indexOf(courseWords('en').workshopAnswers);
    expect(end).toBeGreaterThan(0);
    for (const asked of WORKSHOP_TEXTS.asked) expect(text.slice(0, end)).toContain(asked);
    for (const told of WORKSHOP_TEXTS.told) {
      expect(text.slice(0, end)).not.toContain(told);
      expect(text.slice(end)).toContain(told);
    }
  });

  it.each(Object.entries(FILES))('is followed by the course’s final task in %s, without the example of a result', async (_, write) => {
    const text = (await write()).replaceAll(/[\\*]|<\/?\w+>/g, '').replaceAll(/\s+/g, ' ');
    const from = text.indexOf(courseWords('en').finalTask);
    for (const said of ['A second roof', 'Judge this roof.', 'The wind is measured']) expect(text.slice(from)).toContain(said);
    expect(from).toBeGreaterThan(text.indexOf(courseWords('en').workshopAnswers));
    expect(text).not.toContain('Face it south.');
  });

  it.each([
    ['Markdown', () => markdownOf(course)],
    ['a PDF', FILES['a PDF']!],
    [
      'an EPUB',
      () =>
        Object.values(unzipSync(epubOf(course)))
          .map((file) => strFromU8(file))
          .join('\n'),
    ],
    [
      'a Common Cartridge',
      () =>
        Object.values(unzipSync(commonCartridgeOf(course, [], { original: course })))
          .map((file) => strFromU8(file))
          .join('\n'),
    ],
  ])('comes after what the course follows in %s', async (_, write) => {
    const text = (await write()).replaceAll(/[\\*]|<\/?\w+>/g, '').replaceAll(/\s+/g, ' ');
    for (const said of [courseWords('en').thread, thread.name, thread.summary, 'Height: 14 m', courseWords('en').own, thread.own])
      expect(text).toContain(said);
    // before the lessons they would give away what these have one guess
    if (text.startsWith('# ')) expect(text.indexOf('Height: 14 m')).toBeGreaterThan(text.indexOf(courseWords('en').finalTask));
  });

  it('has its words in the language of the course', () => {
    const arabic = markdownOf({ ...course, language: 'arabic' });
    const { workshop: name, workshopAnswers } = courseWords('ar');
    for (const said of [name, workshopAnswers]) expect(arabic).toContain(said);
  });

  it.each([
    ['a zip', courseZipOf(course, [], '')],
    ['a Common Cartridge', commonCartridgeOf(course, [], { original: course })],
  ])('comes back unchanged from the data of %s', (_, archive) => {
    const read = courseFileSchema.parse(JSON.parse(inZip(archive, COURSE_FILE)));
    expect(read.content.modules[0]!.lessons[0]!.workshop).toEqual(workshop);
  });
});

describe('a translated workshop', () => {
  const texts = textsOfLesson(lesson);
  const spanish = lessonIn(texts, (prose) => `es ${prose}`);

  it('has every text translated, and its numbers, code, ids and right options as they were', () => {
    expect(spanish.workshop!.title).toBe('es Two hives on one roof');
    expect(spanish.workshop!.steps.map(({ text }) => text).every((text) => text.startsWith('es '))).toBe(true);
    const [number, choice, code, line] = spanish.workshop!.steps.map(({ field }) => field);
    expect(number).toMatchObject({ answer: 2.5, tolerance: 0 });
    expect(choice).toMatchObject({
      options: [{ id: 'a', text: 'es North', feedback: 'es The wind comes from there.' }, { id: 'b' }],
      answer_id: 'b',
    });
    expect(code).toEqual(workshop.steps[2]!.field);
    expect(line).toMatchObject({ accepted: ['es A quiet place'] });
    expect(isSameStructure(texts, spanish)).toBe(true);
    expect(allProseOf((say) => lessonIn(spanish, say))).toHaveLength(allProseOf((say) => lessonIn(texts, say)).length);
  });

  it('is refused when a number, the code, an option or a step has changed', () => {
    const changed = (at: number, part: object): LessonTexts => ({
      ...spanish,
      workshop: { ...spanish.workshop!, steps: spanish.workshop!.steps.map((step, n) => (n === at ? { ...step, ...part } : step)) },
    });
    for (const [at, part] of [
      [0, { field: { ...workshop.steps[0]!.field, answer: 3 } }],
      [1, { field: { ...workshop.steps[1]!.field, answer_id: 'a' } }],
      [2, { field: { kind: 'line', accepted: ['colmenas = 2'], code: true } }],
      [3, { field: null }],
    ] as const)
      expect(isSameStructure(texts, changed(at, part))).toBe(false);
    const { workshop: _, ...without } = spanish;
    expect(isSameStructure(texts, without)).toBe(false);
  });

  it('takes the lines of the original as well', () => {
    const line = withOriginalLines(spanish.workshop!, workshop).steps[3]!.field;
    expect(line).toMatchObject({ accepted: ['es A quiet place', 'A quiet place'] });
  });

  it('of a lesson without one leaves its stored hash as it was', () => {
    expect(Object.keys(textsOfLesson(lessonOf('Of wind')))).not.toContain('workshop');
  });
});

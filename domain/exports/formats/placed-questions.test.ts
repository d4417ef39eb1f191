import { strFromU8, unzipSync } from 'fflate';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { FEEDBACK, IN_ORDER, metIn, placedLesson } from '#contract/courses/placed-lesson.factory.ts';
import { placeQuestions } from '#contract/courses/place-questions.ts';
import { feedbackOf } from '#contract/courses/quiz.contract.ts';
import { COURSE_FILE, courseFileSchema } from '#contract/exports/course-file.ts';
import { courseWords } from '#domain/courses/text/course-words.queries.ts';
import { textWithQuestions } from '#domain/audio/spoken-lesson.queries.ts';
import { scriptProblems } from '#domain/audio/script.commands.ts';
import { partsOfScript } from '#domain/audio/spoken-parts.ts';
import { isSameStructure, lessonIn, textsOfLesson } from '#domain/translation/courses/lesson-texts.ts';
import { readyToSpeak, scriptOf } from '#ops/sandbox/answers/spoken-script.ts';
import { cmi5Of } from './cmi5.ts';
import { commonCartridgeOf } from './common-cartridge.ts';
import { courseZipOf } from './course-zip.ts';
import { epubOf } from './epub.ts';
import { courseOf, lessonOf } from './exported-course.factory.ts';
import { markdownOf } from './markdown.ts';
import { pdfOf } from './pdf.ts';
import { scorm12Of } from './scorm-12.ts';
import { scorm2004Of } from './scorm-2004.ts';

const earlier = { ...lessonOf('Choosing a roof'), content: 'Earlier.' };
const lesson = { ...lessonOf('Of wind'), ...placedLesson(earlier.lesson_id) };
const course = courseOf({ modules: [{ title: 'Spring', summary: '', lessons: [earlier, lesson] }] });
const inZip = (archive: Uint8Array, name: string) => strFromU8(unzipSync(archive)[name]!);

/** Each format, with a function that extracts the lesson's text. */
const FILES: Readonly<Record<string, () => string | Promise<string>>> = {
  Markdown: () => markdownOf(course),
  'a PDF': async () => (await extractText(await getDocumentProxy(new Uint8Array(await pdfOf(course))), { mergePages: true })).text,
  'an EPUB': () => inZip(epubOf(course), 'EPUB/lesson-1-2.xhtml'),
  'SCORM 1.2': () => inZip(scorm12Of(course, []), 'lesson-1-2.html'),
  'SCORM 2004': () => inZip(scorm2004Of(course, []), 'lesson-1-2.html'),
  cmi5: () => inZip(cmi5Of(course, []), 'lesson-1-2.html'),
  'a Common Cartridge': () => inZip(commonCartridgeOf(course, [], { original: course }), 'lesson-1-2.html'),
  'the text in a zip': () => inZip(courseZipOf(course, [], markdownOf(course)), 'course.md'),
};

describe('a lesson with questions in its text', () => {
  it.each(Object.entries(FILES))('is the same in %s as on the page; answers come after the text', async (_, write) => {
    const text = (await write()).replaceAll(/\s+/g, ' ');
    expect(metIn(text)).toEqual(IN_ORDER);
    const read = text.indexOf('Draught harms them.');
    for (const told of ['It cools them (next', `${FEEDBACK} (first`]) expect(text.replaceAll('\\', '').indexOf(told)).toBeGreaterThan(read);
    for (const named of ['Before you read', 'Check yourself', 'From an earlier lesson: Choosing a roof'])
      expect(text.slice(0, read)).toContain(named);
  });

  it('has its headings in the language of its course', () => {
    const arabic = markdownOf({ ...course, language: 'arabic' });
    const { predict, check, recall, answers } = courseWords('ar');
    for (const said of [predict, check, recall, answers]) expect(arabic).toContain(said);
    const english = courseWords('en');
    for (const said of [english.predict, english.check, english.recall, english.answers]) expect(arabic).not.toContain(said);
  });

  it('asks its questions in QTI in the order of reading', () => {
    const xml = inZip(commonCartridgeOf(course, [], { original: course }), 'quizzes/lesson-1-2.xml');
    expect(metIn(xml)).toEqual(IN_ORDER.filter((one) => one.startsWith('Question')));
  });

  it('is imported from a zip unchanged', () => {
    const read = courseFileSchema.parse(JSON.parse(inZip(courseZipOf(course, [], ''), COURSE_FILE)));
    expect(read.content.modules[0]!.lessons[1]!.quiz).toEqual(lesson.quiz);
  });

  it('is translated with its feedback, and keeps places and purposes', () => {
    const texts = textsOfLesson(lesson);
    const other = lessonIn(texts, (prose) => `»${prose}«`);
    expect(feedbackOf(other.quiz[0]!)[0]!.text).toBe(`»${FEEDBACK} (end).«`);
    const placesOf = ({ quiz }: typeof texts) => quiz.map(({ after, purpose, recalls }) => [after, purpose, recalls]);
    expect(placesOf(other)).toEqual(placesOf(texts));
    expect(isSameStructure(texts, other)).toBe(true);
    const moved = { ...other, quiz: other.quiz.map((item) => ({ ...item, after: 1 })) };
    expect(isSameStructure(texts, moved)).toBe(false);
  });

  it('is read aloud with the questions at the same places: a prediction without its answer, each with time to think', async () => {
    await readyToSpeak('english');
    const text = textWithQuestions(lesson, 'english');
    expect(metIn(text)).toEqual(IN_ORDER.slice(0, 7));
    for (const style of ['voice', 'dialogue'] as const) {
      const { turns } = scriptOf(text, { title: 'Of wind', style, language: 'english' });
      expect(scriptProblems(turns, { text, style })).toEqual([]);
      expect(metIn(turns.map((turn) => turn.text).join(' '))).toEqual(IN_ORDER.slice(0, 7));
      const asked = partsOfScript(turns).filter(({ asks }) => asks);
      expect(asked.map((part) => part.text.slice(0, 14).trim())).toEqual([
        'Question old?',
        'Question first',
        'Question read?',
        'Question next?',
      ]);
      const said = turns.map((turn) => turn.text).join('\n');
      expect(said).toContain('It cools them (read).');
      expect(said).not.toContain('It cools them (next).');
      expect(said).not.toContain(FEEDBACK);
      // a script that omits a question, or asks it within another sentence
      const flat = turns.map((turn) => ({ ...turn, asks: false }));
      expect(scriptProblems(flat, { text, style })).toHaveLength(1);
    }
  });

  it('from before places is spoken as it was', () => {
    const old = { ...lesson, quiz: lesson.quiz.map((item) => ({ ...item, after: undefined })) };
    expect(textWithQuestions(old, 'english')).toBe(lesson.content);
  });

  it('from before places has its questions in its files where the page has them', () => {
    const filler = 'Whoever keeps them looks at them once a week and writes down what was seen there. '.repeat(4);
    const content = [
      `## The roof\n\nShade at noon. ${filler}`,
      `## The wind\n\nDraught harms the brood. ${filler}`,
      `## End\n\n${filler}`,
    ].join('\n\n');
    const quiz = [{ id: 'q', question: 'What harms the brood?', options: [], answer_id: '', explanation: 'Draught does.' }];
    const old = { ...lesson, content, quiz };
    expect(placeQuestions(content, quiz, 'en').parts.map(({ text }) => text?.slice(0, 6))).toEqual(['## The', undefined, '## End']);
    const text = markdownOf(courseOf({ modules: [{ title: 'M', summary: '', lessons: [old] }] }));
    const places = ['The wind', 'What harms the brood?', '# End'].map((one) => text.indexOf(one));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });
});

import { describe, expect, it } from 'vitest';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { lessonDocument } from '#domain/generation/prompts/documents.ts';
import { ask, briefOf, outlineBrief, quizOf, writeCourse } from '../testing/courses.ts';
import { noDefects, type Defects } from './defects.ts';

const defects = (some: Partial<Defects>): Defects => ({ ...noDefects(), ...some });
const child = { topic: 'Volcanoes', age: 11 } as const;
const problemsOf = (course: ReturnType<typeof writeCourse>) =>
  course.lessons.map((lesson) =>
    checkLesson(lesson, course.form)
      .map(({ text }) => text)
      .join(),
  );

describe('defects injected into the authors’ answers', () => {
  it('drift: that share of lessons comes in another language, as the product’s own check sees it', () => {
    const wrong = problemsOf(
      writeCourse(
        { topic: 'Jardinería urbana', language_preference: 'spanish', duration: '6 months' },
        { defects: defects({ drift: { share: 0.3, language: 'english' } }) },
      ),
    );
    const share = wrong.filter((text) => /language/.test(text)).length / wrong.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.5);
  });

  it('drift goes to Spanish when English was requested, or to the configured language', () => {
    const all = (language: Defects['drift']['language']) => defects({ drift: { share: 1, language } });
    expect(writeCourse({ topic: 'Chess' }, { defects: all('english') }, 1).lessons[0]?.content).toMatch(/\b(que|para|una)\b/);
    expect(writeCourse({ topic: 'Chess' }, { defects: all('french') }, 1).lessons[0]?.content).toMatch(/\b(vous|est|dans)\b/);
    expect(problemsOf(writeCourse({ topic: 'Chess' }, { defects: all('english') }, 4)).every((text) => /language/.test(text))).toBe(true);
  });

  it('reading: a child’s lesson in the words of executives', () => {
    const wrong = problemsOf(writeCourse(child, { defects: defects({ reading: { hard_share: 1 } }) }, 4));
    expect(wrong.every((text) => /too hard/.test(text))).toBe(true);
    expect(writeCourse({ topic: 'Volcanoes', age: 40 }, { defects: defects({ reading: { hard_share: 1 } }) }).text).toBe(
      writeCourse({ topic: 'Volcanoes', age: 40 }).text,
    );
  });

  it('unsafe: a passage unfit for minors', () => {
    const wrong = problemsOf(writeCourse(child, { defects: defects({ unsafe: { share: 1 } }) }, 4));
    expect(wrong.every((text) => /unsuitable/.test(text))).toBe(true);
  });

  it.each(FORM_OPTIONS.content_depth)('length: more than half as much again as requested, %s', (content_depth) => {
    for (const age of [9, 40]) {
      const wrong = problemsOf(writeCourse({ topic: 'Chess', age, content_depth }, { defects: defects({ length: { long_share: 1 } }) }, 3));
      expect(wrong.every((text) => /too long/.test(text))).toBe(true);
    }
  });

  it('quiz: that share of keys is wrong; the rest of the quiz is the same', () => {
    const course = writeCourse({ topic: 'Chess' });
    const pairs = course.lessons.flatMap((lesson) => {
      const right = quizOf(course, lesson).document.questions;
      return quizOf(course, lesson, { defects: defects({ quiz: { wrong_key_share: 0.5 } }) }).document.questions.map(
        (question, i) => [question, right[i]] as const,
      );
    });
    const wrong = pairs.filter(([question, right]) => question.correct_options[0] !== right?.correct_options[0]);
    expect(wrong.length / pairs.length).toBeGreaterThan(0.25);
    expect(wrong.length / pairs.length).toBeLessThan(0.75);
    for (const [question, right] of pairs) expect(question.options).toEqual(right?.options);
  });

  it('the same try meets the same fate, the next one its own', () => {
    const options = { defects: defects({ drift: { share: 0.5, language: 'spanish' as const } }) };
    const fates = (attempt: number) =>
      problemsOf(writeCourse({ topic: 'Sailing', duration: '1 month' }, { ...options, attempt })).map((text) => text !== '');
    expect(fates(0)).toEqual(fates(0));
    expect(fates(1)).not.toEqual(fates(0));
  });

  it('a correction request gets a correct answer', () => {
    const all: Defects = {
      drift: { share: 1, language: 'english' },
      quiz: { wrong_key_share: 1 },
      reading: { hard_share: 1 },
      unsafe: { share: 1 },
      length: { long_share: 1 },
      citations: { wrong_quote_share: 1, unsupported_share: 1 },
    };
    const course = writeCourse(child);
    const { brief, form } = briefOf(child);
    const lesson = course.lessons[0]!;
    const variables = { brief, outline: outlineBrief(course.outline, 0, 0), research: course.research, lesson: lesson.brief };
    const again = ask('write-lesson', { ...variables, problems: ['the text is not in the language asked for'] }, lessonDocument, {
      defects: all,
    });
    expect(checkLesson(again, form)).toEqual([]);
    expect(checkLesson(ask('write-lesson', variables, lessonDocument, { defects: all }), form)).not.toEqual([]);
  });
});

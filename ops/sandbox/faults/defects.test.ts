import { describe, expect, it } from 'vitest';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { blindQuiz, compareAnswers } from '#domain/generation/practice/blind-quiz.ts';
import { correctedDocument, lessonCheckDocument } from '#domain/generation/prompts/documents.ts';
import { ask, briefOf, quizOf, writeCourse, type WrittenCourse } from '../testing/courses.ts';
import { noDefects, type Defects } from './defects.ts';

const KINDS = ['single', 'multiple', 'true_false', 'order', 'short'] as const;
const TOPIC = { topic: 'Astronomy with the naked eye', learning_goals: 'Find my way', duration: '1 month' } as const;
const CHILD = { topic: 'Volcanoes', age: 10 };
const defects = (some: Partial<Defects>) => ({ defects: { ...noDefects(), ...some } });
const problemsOf = ({ lessons, form }: WrittenCourse) =>
  lessons.map((lesson) =>
    checkLesson(lesson, form)
      .map(({ text }) => text)
      .join('; '),
  );

describe('a share of the lessons', () => {
  it('is about as large as the control says; the same attempt has the same outcome, the next one its own', () => {
    const fates = (attempt: number) =>
      problemsOf(writeCourse(TOPIC, { ...defects({ drift: { share: 0.5, language: 'spanish' } }), attempt })).map((text) => text !== '');
    const share = fates(0).filter(Boolean).length / fates(0).length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.8);
    expect(fates(0)).toEqual(fates(0));
    expect(fates(1)).not.toEqual(fates(0));
  });

  it('is seen by a check, and gone after the correction', () => {
    for (const some of [{ drift: { share: 1, language: 'english' as const } }, { reading: { hard_share: 1 } }, { unsafe: { share: 1 } }]) {
      const lesson = writeCourse(CHILD, defects(some), 1).lessons[0]!;
      const variables = { brief: briefOf(CHILD).brief, lesson: lesson.brief, lesson_text: { content: lesson.content }, practice_text: {} };
      const check = ask('review-lesson', variables, lessonCheckDocument);
      expect(check, JSON.stringify(some)).toMatchObject({ verdict: 'revise' });
      const { content } = ask('correct-lesson', { ...variables, findings: check.findings }, correctedDocument);
      expect(ask('review-lesson', { ...variables, lesson_text: { content } }, lessonCheckDocument)).toMatchObject({ verdict: 'accept' });
    }
  });
});

describe('wrong keys', () => {
  const course = writeCourse({ ...TOPIC, interactive_elements: 'immersive' });

  it('are found by a check that sees none, question by question', () => {
    for (const lesson of course.lessons) {
      const { quiz } = quizOf(course, lesson, defects({ quiz: { wrong_key_share: 1 } }), KINDS);
      const variables = {
        brief: briefOf(TOPIC).brief,
        lesson: lesson.brief,
        lesson_text: { content: lesson.content },
        practice_text: { quiz: blindQuiz(quiz), exercises: [] },
      };
      const check = ask('review-lesson', variables, lessonCheckDocument);
      expect(check.verdict).toBe('accept');
      expect(
        compareAnswers(quiz, check.question_answers).map(({ ok }) => ok),
        lesson.title,
      ).toEqual(quiz.map(() => false));
    }
  });

  it('have that share, and the rest of the quiz is the same', () => {
    const pairs = course.lessons.flatMap((lesson) => {
      const right = quizOf(course, lesson).document.questions;
      const some = quizOf(course, lesson, defects({ quiz: { wrong_key_share: 0.5 } })).document.questions;
      return some.map((question, i) => [question, right[i]!] as const);
    });
    const isWrong = ([question, right]: (typeof pairs)[number]) =>
      JSON.stringify([question.correct_options, question.rubric]) !== JSON.stringify([right.correct_options, right.rubric]);
    const share = pairs.filter(isWrong).length / pairs.length;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.75);
    for (const [question, right] of pairs) expect(question.options).toEqual(right.options);
  });
});

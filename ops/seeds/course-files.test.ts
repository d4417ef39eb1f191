import { kindOf, optionsOf, rightIdsOf } from '#contract/courses/quiz.contract.ts';
import { describe, expect, it } from 'vitest';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { AGE_GROUPS } from '#contract/courses/age-groups.ts';
import { markMaths } from '#contract/courses/lesson-maths.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { checkLeaks } from '#domain/generation/checks/check-leaks.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { checkQuiz } from '#domain/generation/checks/check-practice.ts';
import { readCourseFiles, sampleCourseSlugs } from './course-files.ts';
import katex from 'katex';

const SIZE = { least: 8, most: 12 };

describe('the sample courses', () => {
  it.each(sampleCourseSlugs())('%s passes every check that a generated course has to pass', (slug) => {
    const { head, content } = readCourseFiles(slug);
    const form = courseFormSchema.parse({
      age: 30,
      topic: head.title,
      learning_goals: head.objectives.join('\n'),
      content_depth: 'detailed',
    });
    const lessons = lessonsOf(content);
    expect(lessons.length).toBeGreaterThanOrEqual(SIZE.least);
    expect(lessons.length).toBeLessThanOrEqual(SIZE.most);
    expect(content.modules.every((module) => module.lessons.length >= 2)).toBe(true);
    expect(new Set(lessons.map(({ title }) => title)).size).toBe(lessons.length);
    expect(AGE_GROUPS.map(({ name }) => name)).toContain(head.age_group);
    for (const lesson of lessons) {
      const quiz = {
        questions: lesson.quiz.map((item) => ({
          kind: kindOf(item),
          question: item.question,
          options: optionsOf(item).map(({ text }) => text),
          correct_options: rightIdsOf(item).map((right) => optionsOf(item).findIndex(({ id }) => id === right)),
          explanation: item.explanation,
          rubric: [],
        })),
      };
      const problems = [...checkLesson(lesson, form), ...checkQuiz(quiz, form, lesson.quiz.length), ...checkLeaks(lesson, '')];
      expect(problems, lesson.title).toEqual([]);
      expect(quiz.questions.length, lesson.title).toBeGreaterThan(0);
      for (const formula of formulasOf(lesson.content))
        expect(() => katex.renderToString(formula, { strict: 'error' }), formula).not.toThrow();
    }
  });
});

/** The formulas that the reader's page renders. */
const formulasOf = (text: string): string[] => {
  const { markdown, hasMaths } = markMaths(text);
  const prose = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return hasMaths
    ? [...prose.matchAll(/\$\$([\s\S]+?)\$\$|(?<!\\)\$([^$\n]+?)(?<!\\)\$/g)].map(([, block, inline]) => (block ?? inline)!)
    : [];
};

import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { feedbackOf, kindOf, optionsOf, purposeOf, rightIdsOf } from '#contract/courses/quiz.contract.ts';
import { describe, expect, it } from 'vitest';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { AGE_GROUPS } from '#contract/courses/age-groups.ts';
import { markMaths } from '#contract/courses/lesson-maths.ts';
import { storedCourseSchema, tooLargePart } from '#contract/courses/stored-course.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { checkLeaks } from '#domain/generation/checks/check-leaks.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { NO_PLACE } from '#domain/generation/prompts/documents.ts';
import { checkQuiz } from '#domain/generation/practice/practice.commands.ts';
import { readCourseFiles, FIGURES } from './course-files.ts';
import { sampleCourseSlugs } from '../../seeds/published-courses.ts';
import { librarySlugs } from './read-library.ts';
import katex from 'katex';

/** The limits of the library's format. */
const SIZE = { least: 6, most: 10 };
const FIGURE = /^!\[([^\]]+)\]\(\/figures\/([^)]+)\)$/gm;

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
    expect(content.modules.every((module) => module.lessons.length > 0)).toBe(true);
    expect(new Set(lessons.map(({ title }) => title)).size).toBe(lessons.length);
    expect(AGE_GROUPS.map(({ name }) => name)).toContain(head.age_group);
    for (const { content: text, ...drawn } of lessons) {
      // services must not draw, but people who edit a lesson can
      const lesson = { ...drawn, content: text.replace(FIGURE, '') };
      const quiz = {
        questions: lesson.quiz.map((item) => ({
          kind: kindOf(item),
          question: item.question,
          options: optionsOf(item).map(({ text }) => text),
          correct_options: rightIdsOf(item).map((right) => optionsOf(item).findIndex(({ id }) => id === right)),
          explanation: item.explanation,
          rubric: [],
          purpose: purposeOf(item),
          after: item.after ?? NO_PLACE,
          feedback: optionsOf(item).map(({ id }) => feedbackOf(item, [id])[0]?.text ?? ''),
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

describe('every course of the library', () => {
  it.each(librarySlugs())('%s can be stored as a course', (slug) => {
    const { content } = readCourseFiles(slug);
    expect(storedCourseSchema.safeParse(content).error?.issues).toBeUndefined();
    expect(tooLargePart(content, JSON.stringify(content))).toBeNull();
    expect(content.quality_level).toBe('high');
  });
});

describe('the figures of the sample courses', () => {
  const folder = fileURLToPath(new URL('../../../frontend/public/figures/', import.meta.url));

  it('are in two lessons of six courses, and each is described', () => {
    const lessons = sampleCourseSlugs().flatMap((slug) =>
      lessonsOf(readCourseFiles(slug).content).map(({ content }) => ({
        slug,
        figures: [...content.matchAll(FIGURE)],
      })),
    );
    const drawn = lessons.filter(({ figures }) => figures.length > 0);
    const byCourse = Map.groupBy(drawn, ({ slug }) => slug);
    expect([...byCourse.values()].map(({ length }) => length)).toEqual(Array.from({ length: 6 }, () => 2));
    const used = drawn.flatMap(({ figures }) => figures.map(([, , file]) => file));
    expect(used).toHaveLength(Object.keys(FIGURES).length);
    for (const { alt } of Object.values(FIGURES)) expect(alt.length).toBeGreaterThan(80);
  });

  it('and those of the library are every existing file, and are described where they appear', () => {
    const library = fileURLToPath(new URL('../library/', import.meta.url));
    const texts = globSync('*/*.md', { cwd: library }).map((file) => readFileSync(path.join(library, file), 'utf8'));
    const shown = texts.flatMap((text) => [...text.matchAll(FIGURE)]);
    const samples = Object.values(FIGURES).map(({ file }) => file);
    expect([...shown.map(([, , file]) => file!), ...samples].toSorted()).toEqual(readdirSync(folder).toSorted());
    for (const [, alt] of shown) expect(alt!.length, alt).toBeGreaterThan(40);
  });

  it.each(readdirSync(folder))('%s is a picture that executes nothing and loads nothing', (file) => {
    const svg = readFileSync(path.join(folder, file), 'utf8');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
    expect(svg).toMatch(/<title>[^<]{10,}<\/title>/);
    expect(svg).not.toMatch(/<script|<style|<image|<foreignObject|href|\son\w+=/i);
  });
});

/** Returns the formulas that the reader's page renders. */
const formulasOf = (text: string): string[] => {
  const { markdown, hasMaths } = markMaths(text);
  const prose = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return hasMaths
    ? [...prose.matchAll(/\$\$([\s\S]+?)\$\$|(?<!\\)\$([^$\n]+?)(?<!\\)\$/g)].map(([, block, inline]) => (block ?? inline)!)
    : [];
};

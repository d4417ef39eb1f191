import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { checkOutline } from '#domain/generation/checks/check-outline.ts';
import { namesThread } from '#domain/generation/checks/check-continuity.ts';
import { checkLeaks } from '#domain/generation/checks/check-leaks.ts';
import { foreignShare } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import { isTelling } from '#domain/generation/practice/quiz-rules.ts';
import { isUsableQuestion } from '#domain/generation/practice/question-validity.ts';
import { writeCourse } from '../testing/courses.ts';
import { readBrief } from './brief.ts';
import { planCourse } from './course-plan.ts';
import { lessonsOn } from './lesson-places.ts';
import { questionsOn } from './quiz.ts';
import { asWritten, readGeneralCourse, readLibrary, readersOf, readSecondCourse, secondLanguages } from './read-library.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';

const second = secondLanguages().map((language) => [language, readSecondCourse(language)] as const);
const all = [...readLibrary().map((course) => [course.slug, course] as const), ...second];

/** Courses written before every course had to state what was checked: to be read again. The list only gets shorter. */
const READ_AGAIN = new Set([
  'a-personal-budget-that-lasts',
  'al-ihsa-lil-qararat',
  'al-isafat-al-awwaliyya',
  'al-manaa-wal-liqahat',
  'al-tamthil-al-dawi',
  'baramij-python-al-ula',
  'black-holes-where-light-cannot-leave',
  'climate-what-sets-it-and-why-it-is-changing',
  'derivatives-how-fast-things-change',
  'el-sistema-inmunitario-y-las-vacunas',
  'estadistica-para-decisiones-cotidianas',
  'fann-at-tafawud',
  'first-aid-for-everyone',
  'git-from-the-first-commit-to-a-shared-history',
  'how-the-internet-works',
  'javascript-in-the-browser-and-beyond',
  'la-fotosintesis-como-viven-las-plantas-de-la-luz',
  'la-negociacion-de-los-intereses-al-acuerdo',
  'leer-el-cielo-nocturno',
  'machine-learning-the-ideas',
  'mizaniya-shakhsiya',
  'music-theory-notes-chords-and-rhythm',
  'negotiation-interests-and-agreements',
  'pan-de-masa-madre-en-casa',
  'photography-light-lens-and-frame',
  'photosynthesis-how-plants-live-on-light',
  'pricing-for-a-small-business',
  'python-first-programs',
  'python-primeros-programas',
  'reading-the-night-sky',
  'sama-al-layl',
  'sourdough-bread-at-home',
  'speaking-in-public',
  'sql-from-first-query-to-window-functions',
  'statistics-for-everyday-decisions',
  'the-cell-from-membrane-to-division',
  'the-french-revolution',
  'the-immune-system-and-vaccines',
  'tides-how-moon-and-sun-move-the-sea',
  'un-presupuesto-que-dura',
]);
const FOLDER = path.resolve(import.meta.dirname, '../library');

describe('a course of the library', () => {
  it('names for each of its facts its checker (checked.md)', () => {
    const slugs = readLibrary().map(({ slug }) => slug);
    const checked = slugs.filter((slug) => existsSync(path.join(FOLDER, slug, 'checked.md')));
    expect(slugs.filter((slug) => !checked.includes(slug)).toSorted()).toEqual([...READ_AGAIN].toSorted());
    for (const slug of checked) {
      const lines = readFileSync(path.join(FOLDER, slug, 'checked.md'), 'utf8').split('\n');
      // written from knowledge, checked by a second reader, or impossible to check
      expect(lines.filter((line) => /^- \[(?:w|2|\?)\] \S/.test(line)).length, slug).toBeGreaterThan(5);
    }
  });

  it.each(readLibrary().map((course) => [course.slug, course] as const))(
    '%s names its readers and the day of its review',
    (_slug, { head }) => {
      expect(head.reviewed).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(readersOf(head)).not.toBeNull();
    },
  );

  it.each(all)('%s is complete', (_name, course) => {
    expect(course.lessons.length).toBeGreaterThanOrEqual(6);
    expect(new Set(course.lessons.map(({ title }) => title)).size).toBe(course.lessons.length);
    for (const { title, questions, sections } of course.lessons) {
      expect(foreignShare(sections.join('\n\n'), course.head.language), title).toBeLessThan(0.2);
      expect(checkLeaks({ content: sections.join('\n\n').replaceAll('{topic}', 'bees') }, ''), title).toEqual([]);
      expect(questions.length, title).toBeGreaterThan(0);
      for (const question of questions) expect(isUsableQuestion(asWritten(question)), question.question).toBe(true);
    }
  });

  const general = FORM_OPTIONS.language_preference.map(
    (language) => [`learning anything, ${language}`, readGeneralCourse(language)] as const,
  );
  it.each([...all, ...general])('%s has no right option that its length gives away', (_name, { lessons }) => {
    const single = lessons.flatMap(({ questions }) => questions).filter(({ kind }) => kind === 'single');
    expect(single.filter(({ options, right }) => isTelling(options, right[0]!)).map(({ question }) => question)).toEqual([]);
  });

  it.each(second)('%s has no placeholder but the topic, and not in its title', (_language, course) => {
    expect(course.head.title).not.toContain('{');
    expect(JSON.stringify(course).replaceAll('{topic}', '')).not.toMatch(/\{[a-z_]+\}/);
  });

  it.each(FORM_OPTIONS.language_preference)(
    'in %s there is one general lesson on learning, on no topic and in its own language',
    (language) => {
      const { head, lessons } = readGeneralCourse(language);
      const [lesson] = lessons;
      expect(lessons).toHaveLength(1);
      expect(JSON.stringify([head, lessons])).not.toContain('{topic}');
      expect(foreignShare(lesson!.sections.join('\n\n'), language)).toBeLessThan(0.2);
      expect([lesson!.minutes, lesson!.exercise?.criteria.length]).toEqual([20, 4]);
      for (const question of lesson!.questions) expect(isUsableQuestion(asWritten(question)), question.question).toBe(true);
    },
  );

  it.each(readLibrary().map((course) => [course.slug, course] as const))('%s has questions enough for every lesson', (_slug, course) => {
    const form = courseFormSchema.parse({ age: 30, topic: course.head.title, learning_goals: 'Any' });
    const plan = planCourse(
      readBrief({
        ...form,
        language_preference: course.head.language,
        course_size: { modules: 4, lessons_per_module: 3, lesson_words: 750 },
      }),
    );
    expect(plan.course.slug).toBe(course.slug);
    for (const unit of plan.modules.flatMap(({ units }) => units))
      expect(questionsOn(plan, unit).length, unit.lesson.title).toBeGreaterThanOrEqual(4);
  });

  it('has the thread in the text of every lesson whose plan says what happens to it', () => {
    const without = all.flatMap(([slug, { head, lessons }]) =>
      lessons.flatMap(({ numbers, sections }) => {
        const thread = head.plan?.thread;
        const isFollowed = numbers.some((number) => head.plan?.lessons[number - 1]?.thread);
        return thread && isFollowed && !namesThread(sections.join('\n\n'), thread) ? [`${slug} ${numbers.join(', ')}`] : [];
      }),
    );
    expect(without).toEqual([]);
  });

  it.each(['1 week intensive', '2 weeks', '3 months'] as const)('is not requested twice when it has fewer lessons than %s', (duration) => {
    const { form, outline } = writeCourse({ topic: 'Sourdough bread', learning_goals: 'Bake a loaf at home', duration });
    expect(outline.modules.flatMap(({ lessons }) => lessons)).toHaveLength(8);
    expect(checkOutline(outline, form)).toEqual([]);
  });
});

it('promises no word that none of its lessons contains: a synonym and a typing error lead to one that does', () => {
  const empty = readLibrary().flatMap((course) =>
    [...course.head.words, ...Object.keys(course.head.synonyms)]
      .filter((word) => lessonsOn(course, word).length === 0)
      .map((word) => `${course.slug}: ${word}`),
  );
  expect(empty).toEqual([]);
});

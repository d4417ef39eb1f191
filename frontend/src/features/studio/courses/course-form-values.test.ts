import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creatorCourseFormSchema, CREATOR_CATEGORIES, CREATOR_COURSE_LIMITS as LIMITS } from '#contract/studio/creator-courses.contract.ts';
import { findProblems } from './course-form-rules.ts';
import {
  bodyOf,
  changesBetween,
  EMPTY_FORM,
  dollarsOf,
  fieldsBetween,
  formOf,
  hoursOf,
  tagsOf,
  type CourseFormValues,
  normaliseDecimal,
} from './course-form-values.ts';
import { aCreatorCourse } from './creator-course.factory.ts';

const filled: CourseFormValues = { ...EMPTY_FORM, title: 'Bees', description: 'A year with them' };

/** Texts around the limit of a field. */
const textOf = (most: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer({ min: most - 1, max: most + 1 }).map((length) => 'x'.repeat(length)),
  );
const figure = fc.oneof(
  fc.string(),
  fc.double({ min: -10, max: 20_000, noNaN: true }).map(String),
  fc.constantFrom('', ' ', '2,5', '1e3', '٣'),
);
const anyForm: fc.Arbitrary<CourseFormValues> = fc.record({
  title: textOf(LIMITS.title),
  category: fc.constantFrom('', ...CREATOR_CATEGORIES),
  description: textOf(LIMITS.description),
  price: figure,
  difficulty: fc.constant('beginner'),
  estimated_hours: figure,
  objectives: textOf(LIMITS.objectives),
  tags: fc.oneof(
    fc.string(),
    textOf(LIMITS.tag),
    fc.integer({ min: 19, max: 21 }).map((n) => Array.from({ length: n }, (_, i) => `t${i}`).join()),
  ),
  requirements: textOf(LIMITS.prerequisites),
});

describe('the course form', () => {
  it('CRE-20 a form without problems satisfies the contract', () => {
    fc.assert(
      fc.property(anyForm, (values) => {
        fc.pre(Object.keys(findProblems(values)).length === 0);
        expect(creatorCourseFormSchema.safeParse(bodyOf(values)).error).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });

  it('CRE-22 CRE-23 finds everything that the contract would refuse', () => {
    const wrong: Partial<CourseFormValues>[] = [
      { title: ' ' },
      { title: '\u200b' },
      { title: 'x'.repeat(201) },
      { title: '\u2014' },
      { description: ' ' },
      { description: '\u200b\u2060' },
      { description: 'x'.repeat(5_001) },
      { price: '-5' },
      { price: '10000' },
      { estimated_hours: 'x' },
      { estimated_hours: '0' },
      { estimated_hours: '1001' },
      { estimated_hours: '1e2' },
      { estimated_hours: '0x10' },
      { tags: 'x'.repeat(41) },
      { tags: Array.from({ length: 21 }, (_, i) => `t${i}`).join() },
      { objectives: 'x'.repeat(5_001) },
      { requirements: 'x'.repeat(5_001) },
    ];
    for (const part of wrong)
      expect(Object.keys(findProblems({ ...filled, ...part })), JSON.stringify(part).slice(0, 40)).toEqual(Object.keys(part));
  });

  it('accepts numbers as people type them', () => {
    expect(['12,50', '12.5', ' 7 ', '٢٫٥', '۲٫۵', '1,000', 'x'].map(normaliseDecimal)).toEqual([
      '12.50',
      '12.5',
      '7',
      '2.5',
      '2.5',
      '1000',
      'x',
    ]);
  });

  it.each([
    ['', 0],
    ['0', 0],
    ['1,250.00', 1250],
    ['1.250,00', 1250],
    ['$12.50', 12.5],
    ['12,50 $', 12.5],
    ['US$ 5', 5],
    ['-$5', 0],
    ['1 250', 1250],
    ['1\u202f250,5', 1250.5],
    ['١٬٢٥٠٫٥', 1250.5],
    ['1,25,0', 0],
    ['12 dollars', 0],
    ['1e3', 0],
    ['0x10', 0],
  ])('CRE-22 the price %j is %d dollars', (typed, dollars) => expect(dollarsOf(typed)).toBe(dollars));

  it('CRE-20 hours are a decimal or empty, and the range is shown', () => {
    expect(['', '2,5', '٢', '0x10', '1e2'].map(hoursOf)).toEqual([null, 2.5, 2, NaN, NaN]);
    expect(findProblems({ ...filled, estimated_hours: '0' })).toEqual({ estimated_hours: 'Enter 0.01 to 1,000 hours.' });
  });

  it('a tag is the same in any capitalisation, and punctuation alone is not a text', () => {
    expect(tagsOf('Bees, city، bees')).toEqual(['Bees', 'city']);
    expect(findProblems({ ...filled, title: '?!' })).toEqual({ title: 'Must contain letters or digits.' });
  });

  it('G54 an opened and unchanged course has nothing to send', () => {
    for (const course of [aCreatorCourse(1), aCreatorCourse(2, { category: null, duration: null, price: 0, tags: [], objectives: '' })]) {
      expect(fieldsBetween(formOf(course), formOf(course))).toEqual([]);
      expect(bodyOf(formOf(course))).toMatchObject({ price: course.price, duration: course.duration, tags: course.tags });
    }
  });

  it('G54 sends only real differences', () => {
    const before = formOf(aCreatorCourse(1));
    expect(changesBetween(before, { ...before, price: '12.5', tags: 'bees,city ', requirements: 'A flat roof' })).toEqual({
      prerequisites: 'A flat roof',
    });
  });
});

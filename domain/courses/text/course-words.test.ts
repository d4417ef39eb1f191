import { expect, it } from 'vitest';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { courseWords, filled } from './course-words.queries.ts';

const english = courseWords('en');
const codes = Object.values(LANGUAGE_CODES).filter((code) => code !== 'en');
/** Texts that are the same in both languages. */
const SAME: Readonly<Record<string, readonly string[]>> = { fr: ['Sources', 'Questions', 'p. {page}'], de: ['Simulation: {about}'] };

it.each(codes)('every label around the texts of a course is in the language %s', (code) => {
  const said = courseWords(code);
  for (const [name, text] of Object.entries(said)) {
    const own = english[name as keyof typeof english];
    if (name !== 'page' && !SAME[code]?.includes(own)) expect(text).not.toBe(own);
    expect(text.match(/\{\w+\}/g)).toEqual(own.match(/\{\w+\}/g));
  }
});

it('is English for an unknown language, and is filled in as written', () => {
  expect(courseWords('xx')).toBe(english);
  expect(filled(english.simulation, '$& {page}')).toBe('Simulation: $& {page}');
});

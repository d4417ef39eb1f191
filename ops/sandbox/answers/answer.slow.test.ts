import { expect, it } from 'vitest';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { OTHER, problemsOf, problemsOfBoth } from './course-problems.factory.ts';
import { secondLanguages } from './read-library.ts';

// `answer.test.ts` has three lengths and depths and one other language; this file has all of them
it.each(FORM_OPTIONS.duration.flatMap((duration) => FORM_OPTIONS.content_depth.map((depth) => [duration, depth] as const)))(
  'a course of %s, %s, passes every check of the product at once',
  (duration, depth) => expect(problemsOfBoth(duration, depth)).toEqual([]),
);

it.each(secondLanguages())('a course in %s passes every check', (language_preference) =>
  expect(problemsOf({ ...OTHER, language_preference })).toEqual([]),
);

import { lookup } from '#contract/platform/lookup.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';

const CODES: Readonly<Record<string, string>> = lookup(LANGUAGE_CODES);

/** Returns the BCP 47 code of a course's language; `en` for an unknown one. */
export const languageOf = ({ language }: Pick<Course, 'language'>): string => CODES[language] ?? 'en';

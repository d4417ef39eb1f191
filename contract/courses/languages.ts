import type { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';

/** Languages of courses, as the form names them, with their codes (BCP 47). */
export const LANGUAGE_CODES = {
  english: 'en',
  spanish: 'es',
  french: 'fr',
  german: 'de',
  italian: 'it',
  portuguese: 'pt',
  russian: 'ru',
  chinese: 'zh',
  japanese: 'ja',
  korean: 'ko',
  arabic: 'ar',
  hindi: 'hi',
} as const satisfies Record<(typeof FORM_OPTIONS.language_preference)[number], string>;

import { LANGUAGE_CODES } from '#contract/courses/languages.ts';

const CODES: Readonly<Record<string, string>> = LANGUAGE_CODES;
const RIGHT_TO_LEFT: readonly string[] = ['ar'];

export interface TextLanguage {
  readonly lang?: string;
  readonly dir?: 'rtl' | 'ltr';
}

/** The attributes of text written in a course's language, so it is read aloud and set right. Empty when the language is unknown. */
export function languageAttributes(language: string | undefined): TextLanguage {
  const lang = CODES[language?.toLowerCase() ?? ''];
  if (lang === undefined) return {};
  return { lang, dir: RIGHT_TO_LEFT.includes(lang) ? 'rtl' : 'ltr' };
}

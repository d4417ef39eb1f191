import { lookup } from '#contract/platform/lookup.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';

const CODES: Readonly<Record<string, string>> = lookup(LANGUAGE_CODES);
const RIGHT_TO_LEFT: readonly string[] = ['ar'];

export interface TextLanguage {
  readonly lang?: string;
  readonly dir?: 'rtl' | 'ltr';
}

/**
 * The `lang` and `dir` attributes for text in a course's language, so that it is pronounced and laid out correctly. Empty when the language is
 * unknown.
 */
export function languageAttributes(language: string | undefined): TextLanguage {
  const lang = CODES[language?.toLowerCase() ?? ''];
  if (lang === undefined) return {};
  return { lang, dir: RIGHT_TO_LEFT.includes(lang) ? 'rtl' : 'ltr' };
}

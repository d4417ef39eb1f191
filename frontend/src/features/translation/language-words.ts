import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { textLocale } from '#frontend/lib/language.ts';

/** The name of a course language in itself and in the interface language: `français (French)`. */
export function courseLanguageName(language: string): string {
  const code = (LANGUAGE_CODES as Readonly<Record<string, string>>)[language];
  if (code === undefined) return language;
  const own = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? language;
  const here = new Intl.DisplayNames(textLocale(), { type: 'language' }).of(code) ?? language;
  return own === here ? own : `${own} (${here})`;
}

const TAGS: Readonly<Record<string, string>> = {
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
};
const RIGHT_TO_LEFT: readonly string[] = ['ar'];

export interface TextLanguage {
  readonly lang?: string;
  readonly dir?: 'rtl' | 'ltr';
}

/** The attributes of text written in a course's language, so it is read aloud and set right. Empty when the language is unknown. */
export function languageAttributes(language: string | undefined): TextLanguage {
  const lang = TAGS[language?.toLowerCase() ?? ''];
  if (lang === undefined) return {};
  return { lang, dir: RIGHT_TO_LEFT.includes(lang) ? 'rtl' : 'ltr' };
}

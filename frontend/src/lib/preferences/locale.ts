const WITH_OTHER_DIGITS = ['ar', 'bn', 'fa', 'hi', 'mr', 'ur'];

/** Browsers report the system's setting: `en-US@posix` is not a tag, and `Intl` throws at it. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** English as written where the browser's first language is spoken: `27 Nov 2026` in Germany and France, `Nov 27, 2026` in the USA. */
function englishThere(): string {
  const first = navigator.languages.find(isLanguageTag);
  const region = first && new Intl.Locale(first).maximize().region;
  if (!region) return 'en';
  const [known] = Intl.DateTimeFormat.supportedLocalesOf(`en-${region}`);
  const isKnown = known !== undefined && new Intl.DateTimeFormat(known).resolvedOptions().locale === known;
  return isKnown ? known : 'en-001';
}

/**
 * The locale of a language: the browser's own variant where it has one, so that readers in London, Berlin and New York each see familiar
 * dates. Not for languages whose digits are replaced: some of their variants also count years differently, which would be wrong on invoices
 * and deadlines.
 */
export function localeOf(language: string): string {
  if (WITH_OTHER_DIGITS.includes(language)) return `${language}-u-nu-latn`;
  const own = navigator.languages.find((tag) => tag.split('-')[0]?.toLowerCase() === language && isLanguageTag(tag));
  return own ?? (language === 'en' ? englishThere() : language);
}

/** Interface languages by code (BCP 47), each named in its own script (I18N-06). */
export const INTERFACE_LANGUAGES = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  pt: 'Português',
  ru: 'Русский',
  zh: '中文',
  ja: '日本語',
  ko: '한국어',
  ar: 'العربية',
  hi: 'हिन्दी',
  bg: 'Български',
  bn: 'বাংলা',
  cs: 'Čeština',
  da: 'Dansk',
  el: 'Ελληνικά',
  et: 'Eesti',
  fa: 'فارسی',
  fi: 'Suomi',
  gu: 'ગુજરાતી',
  he: 'עברית',
  hr: 'Hrvatski',
  hu: 'Magyar',
  id: 'Bahasa Indonesia',
  kn: 'ಕನ್ನಡ',
  lt: 'Lietuvių',
  lv: 'Latviešu',
  ml: 'മലയാളം',
  mr: 'मराठी',
  ms: 'Bahasa Melayu',
  nl: 'Nederlands',
  no: 'Norsk',
  pa: 'ਪੰਜਾਬੀ',
  pl: 'Polski',
  ro: 'Română',
  sk: 'Slovenčina',
  sr: 'Српски',
  sv: 'Svenska',
  sw: 'Kiswahili',
  ta: 'தமிழ்',
  te: 'తెలుగు',
  th: 'ไทย',
  tr: 'Türkçe',
  uk: 'Українська',
  ur: 'اردو',
  vi: 'Tiếng Việt',
} as const;
export type InterfaceLanguage = keyof typeof INTERFACE_LANGUAGES;
export const LANGUAGE_KEYS = Object.keys(INTERFACE_LANGUAGES) as readonly InterfaceLanguage[];

/** Languages translated by hand; English is the source. */
export const HAND_MADE = ['es', 'ar'] as const satisfies readonly InterfaceLanguage[];

const RIGHT_TO_LEFT: readonly string[] = ['ar', 'fa', 'he', 'ur'] satisfies InterfaceLanguage[];
export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr');

/** Offered if the list of languages cannot be loaded (I18N-05). */
export const DEFAULT_LANGUAGES = LANGUAGE_KEYS.slice(0, 12);

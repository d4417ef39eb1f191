import { useSyncExternalStore } from 'react';
import { speak, type Dictionary } from '#frontend/lib/text.ts';

const STORED_CHOICE = 'language';

export type Language = 'en' | 'es' | 'ar';

interface Speech {
  /** What its speakers call it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** For dates and figures. Arabic keeps the digits 0-9, as the numbers in course texts have them. */
  readonly locale: string;
  /** English texts are the keys themselves. */
  readonly load: () => Promise<Dictionary>;
}

/** Languages the interface has texts for; each is fetched only by who reads it. */
const SPEECHES: Readonly<Record<Language, Speech>> = {
  en: { name: 'English', direction: 'ltr', locale: 'en', load: async () => ({}) },
  es: { name: 'Español', direction: 'ltr', locale: 'es', load: async () => (await import('./texts/es.json')).default },
  ar: { name: 'العربية', direction: 'rtl', locale: 'ar-u-nu-latn', load: async () => (await import('./texts/ar.json')).default },
};
export const LANGUAGES = Object.keys(SPEECHES) as readonly Language[];
export const languageName = (language: Language): string => SPEECHES[language].name;

const isAvailable = (language: string): language is Language => language in SPEECHES;

function storedChoice(): string | null {
  try {
    return localStorage.getItem(STORED_CHOICE);
  } catch {
    return null;
  }
}

function storeChoice(language: Language): void {
  try {
    localStorage.setItem(STORED_CHOICE, language);
  } catch {
    // it lasts as long as the page
  }
}

/** The language the reader wants (SHELL-01): the stored choice, else the first part of the browser language. */
export function preferredLanguage(): string {
  return (storedChoice() ?? navigator.language).split('-')[0]?.toLowerCase() || 'en';
}

let shown: Language = 'en';
const listeners = new Set<() => void>();

/** The language texts are shown in. */
export const textLanguage = (): Language => shown;

/** Its name for `Intl`: how dates and figures are written. */
export const textLocale = (): string => SPEECHES[shown].locale;

/** The way the interface runs: that of the texts that are shown. */
export const textDirection = (): 'ltr' | 'rtl' => SPEECHES[shown].direction;

export const useTextLanguage = (): Language =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, textLanguage);

/** Counts choices: texts that arrive after a later choice are not shown. */
let choices = 0;

/** Fetches a language's texts and shows them, unless another language was chosen meanwhile; tells the browser and screen readers which language the page is in, and which way it runs. */
async function show(language: Language): Promise<boolean> {
  const { direction, load } = SPEECHES[language];
  const choice = ++choices;
  const texts = await load();
  if (choice !== choices) return false;
  speak(language, direction, texts);
  shown = language;
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  for (const listener of listeners) listener();
  return true;
}

/** Before the first screen: the reader's language where there are texts in it and they arrive, else English (SHELL-01). */
export async function showPreferredLanguage(): Promise<void> {
  const preferred = preferredLanguage();
  await show(isAvailable(preferred) ? preferred : 'en').catch(() => show('en'));
}

/**
 * Shows another language and keeps the choice in this browser.
 * @throws when its texts cannot be fetched; then nothing has changed
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await show(language)) storeChoice(language);
}

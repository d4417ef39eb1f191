import { useSyncExternalStore } from 'react';
import type { InterfaceLanguage } from '#contract/translation/interface-languages.ts';
import { localeOf } from '#frontend/lib/preferences/locale.ts';
import { preferredLanguage, storeLanguage } from '#frontend/lib/preferences/preferred-language.ts';
import { speak, type Dictionary } from '#frontend/lib/text.ts';
import { withRetries } from '#frontend/lib/texts/retries.ts';

export type Language = InterfaceLanguage;

/** How long the first screen waits for the texts of a machine-translated language. */
const FIRST_SCREEN_MS = 3_000;

/**
 * Hand-written texts are part of the release; the server translates other languages once and stores them. English texts are the keys
 * themselves. A dictionary is fetched once, and only when its language is used.
 */
async function load(language: string, isFirst: boolean): Promise<Dictionary> {
  const signal = isFirst ? AbortSignal.timeout(FIRST_SCREEN_MS) : null;
  // a file that fails to load is requested again (I18N-07)
  if (language === 'es') return (await withRetries(() => import('./texts/es.po'), signal)).messages;
  if (language === 'ar') return (await withRetries(() => import('./texts/ar.po'), signal)).messages;
  const { loadMachineTexts } = await withRetries(() => import('./texts/machine-texts.ts'), signal);
  return loadMachineTexts(language, signal);
}

const loaded = new Map<string, Dictionary>([['en', {}]]);

interface Shown {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** Locale for `Intl`: every language uses the digits 0-9, like the numbers in course texts. */
  readonly locale: string;
}

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];
let shown: Shown = { language: 'en', direction: 'ltr', locale: localeOf('en') };
const listeners = new Set<() => void>();

/** The language of the interface texts. */
export const textLanguage = (): Language => shown.language;

/** The `Intl` locale of the interface: how dates and numbers are written. */
export const textLocale = (): string => shown.locale;

/** The text direction of the interface. */
export const textDirection = (): 'ltr' | 'rtl' => shown.direction;

/** Whether the interface texts are machine translations. */
export const isMachineTranslated = (): boolean => !['en', 'es', 'ar'].includes(shown.language);

export const useTextLanguage = (): Language =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, textLanguage);

/** Counts choices; texts that arrive after a later choice are discarded. */
let choices = 0;

/** Fetches and shows a language's texts, unless another language was chosen in the meantime; sets the page's `lang` and `dir`. */
async function show(language: string, isFirst = false): Promise<boolean> {
  const choice = ++choices;
  const texts = loaded.get(language) ?? (await load(language, isFirst));
  loaded.set(language, texts);
  if (choice !== choices) return false;
  const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
  const locale = localeOf(language);
  speak(locale, direction, texts);
  shown = { language: language as Language, direction, locale };
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  for (const listener of listeners) listener();
  return true;
}

/** Whether leaving this tab would ask about unsaved work, which a change of language would discard with the form. */
const hasUnsavedWork = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const onStorage = ({ key }: StorageEvent): void => {
  // if the texts do not arrive, this tab stays as it was
  if (key === 'language' && !hasUnsavedWork()) void show(preferredLanguage()).catch(() => undefined);
};

/**
 * Before the first screen, shows the preferred language if it has texts and they arrive in time, else English (SHELL-01); from then on
 * follows the choice made in another tab.
 */
export async function showPreferredLanguage(): Promise<void> {
  window.addEventListener('storage', onStorage);
  await show(preferredLanguage(), true).catch(() => show('en'));
}

/**
 * Shows another language and stores the choice in this browser. The first user to choose a language without texts waits for its translation
 * (a minute or two).
 * @throws when its texts are unavailable; then nothing has changed
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await show(language)) storeLanguage(language);
}

/** The texts of the current language, by their English sentences. */
export const shownTexts = (): Dictionary => loaded.get(shown.language) ?? {};

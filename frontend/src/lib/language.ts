import { useSyncExternalStore } from 'react';
import type { InterfaceLanguage } from '#contract/translation/interface-languages.ts';
import { preferredLanguage, storeLanguage } from '#frontend/lib/preferences/preferred-language.ts';
import { speak, type Dictionary } from '#frontend/lib/text.ts';

export type Language = InterfaceLanguage;

/** A browser in a language without hand-made texts does not wait longer for them before its first screen. */
const FIRST_SCREEN_MS = 3_000;

/**
 * Texts written by hand come with the release; those of other languages from the server, where they are translated once. English texts are the
 * keys themselves. Each is fetched only by who reads it, and once.
 */
async function load(language: string, isFirst: boolean): Promise<Dictionary> {
  if (language === 'es') return (await import('./texts/es.json')).default;
  if (language === 'ar') return (await import('./texts/ar.json')).default;
  const { loadMachineTexts } = await import('./texts/machine-texts.ts');
  return loadMachineTexts(language, isFirst ? AbortSignal.timeout(FIRST_SCREEN_MS) : null);
}

const loaded = new Map<string, Dictionary>([['en', {}]]);

interface Shown {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** Its name for `Intl`: every language keeps the digits 0-9, as the numbers in course texts have them. */
  readonly locale: string;
}

let shown: Shown = { language: 'en', direction: 'ltr', locale: 'en' };
const listeners = new Set<() => void>();

/** The language texts are shown in. */
export const textLanguage = (): Language => shown.language;

/** Its name for `Intl`: how dates and figures are written. */
export const textLocale = (): string => shown.locale;

/** The way the interface runs: that of the texts that are shown. */
export const textDirection = (): 'ltr' | 'rtl' => shown.direction;

/** Whether a service has translated the texts that are shown. */
export const isMachineTranslated = (): boolean => !['en', 'es', 'ar'].includes(shown.language);

export const useTextLanguage = (): Language =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, textLanguage);

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];
const WITH_OTHER_DIGITS = ['ar', 'bn', 'fa', 'hi', 'mr', 'ur'];

/** Counts choices: texts that arrive after a later choice are not shown. */
let choices = 0;

/** Fetches a language's texts and shows them, unless another language was chosen meanwhile; tells the browser and screen readers which language the page is in, and which way it runs. */
async function show(language: string, isFirst = false): Promise<boolean> {
  const choice = ++choices;
  const texts = loaded.get(language) ?? (await load(language, isFirst));
  loaded.set(language, texts);
  if (choice !== choices) return false;
  const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
  speak(language, direction, texts);
  shown = { language: language as Language, direction, locale: WITH_OTHER_DIGITS.includes(language) ? `${language}-u-nu-latn` : language };
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  for (const listener of listeners) listener();
  return true;
}

/** Before the first screen: the reader's language where there are texts in it and they arrive, else English (SHELL-01). */
export async function showPreferredLanguage(): Promise<void> {
  await show(preferredLanguage(), true).catch(() => show('en'));
}

/**
 * Shows another language and keeps the choice in this browser. The first to ask for one that has no texts yet waits until it has (a minute or two).
 * @throws when its texts cannot be had; then nothing has changed
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await show(language)) storeLanguage(language);
}

/** The texts that are shown, by their English sentences. */
export const shownTexts = (): Dictionary => loaded.get(shown.language) ?? {};

import type { Page } from '@playwright/test';
import { readCatalogue } from '#domain/translation/interface/read-catalogue.ts';
import { speak } from '#frontend/lib/text.ts';

export const LANGUAGES = { es: 'ltr', ar: 'rtl' } as const;
export type OtherLanguage = keyof typeof LANGUAGES;

/** Makes `t` return the texts of this language. */
export function readIn(language: OtherLanguage): void {
  speak(language, LANGUAGES[language], readCatalogue(new URL(`../../frontend/src/lib/texts/${language}.po`, import.meta.url)));
}

/** Makes `t` return English again, because test files share a process. */
export const readInEnglish = (): void => speak('en', 'ltr', {});

/** Stores the language choice in this browser before the page loads. */
export const storeLanguageChoice = (page: Page, language: OtherLanguage): Promise<unknown> =>
  page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);

/** Changes the language of an open page, as it follows the choice in another tab. */
export async function changeLanguage(page: Page, language: OtherLanguage): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('language', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: chosen }));
  }, language);
  await page.locator(`html[lang=${language}][dir=${LANGUAGES[language]}]`).waitFor();
  await page.evaluate(async () => void (await document.fonts.ready));
}

/** The main screens: they are read in the other languages too. */
export const MAIN_SCREENS: ReadonlySet<string> = new Set([
  'create account',
  'builder filled, all sections open',
  'profile menu',
  'notifications',
  'run, outline being written',
  'run in the middle',
  'run in the middle, asked how to stop',
  'run, no service answers',
  'run finished',
  'run that had been written before',
  'run stopped',
  'run failed',
  'run finished, what it used',
  'lesson of a run',
  'outline to be checked',
  'runs, live and ended',
  'courses empty',
  'courses with one being written',
  'course details',
  'glossary',
  'notes',
  'no notes',
  'reading options',
  'learning, a question answered wrong',
  'lesson menu',
  'new text compared',
  'lesson editor',
  'history, a version compared',
  'course stopped and kept',
  'account',
  'profile',
  'settings',
  'edit bio, too long',
  'accessibility settings',
  'help and support',
  'organisation of an owner, an address refused',
  'plans',
  'usage',
  'billing with a plan',
]);

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

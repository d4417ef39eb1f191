import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import type { SettingLanguage, SettingTheme } from '#contract/settings/settings.contract.ts';
import type { Language } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import type { PlainScheme } from '#frontend/theme/scheme-choice.ts';

/** The interface language of a setting. */
export const interfaceLanguageOf = (language: SettingLanguage): Language => LANGUAGE_CODES[language];

/** The setting for an interface language; null for those available only in the profile menu. */
export const settingOf = (language: Language): SettingLanguage | null =>
  (Object.keys(LANGUAGE_CODES) as SettingLanguage[]).find((name) => LANGUAGE_CODES[name] === language) ?? null;

/** 'auto' in the API, 'System' on the screen (G50). */
export const schemeOf = (theme: SettingTheme): PlainScheme => (theme === 'auto' ? 'system' : theme);
export const themeOf = (scheme: PlainScheme): SettingTheme => (scheme === 'system' ? 'auto' : scheme);

export const schemeCaption = (scheme: PlainScheme): string => ({ light: t('Light'), dark: t('Dark'), system: t('System') })[scheme];

import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { readSettings } from '#domain/settings/settings.queries.ts';
import { textsOf } from '#domain/translation/interface/interface-texts.queries.ts';
import { ENGLISH, speechIn, type Speech } from './words.ts';

/** Returns the language and formats for the owner of an account: their interface language, if it has texts. Null: no account, English. */
export async function speechFor(accountId: string | null): Promise<Speech> {
  const settings = accountId === null ? null : await readSettings(accountId).catch(() => null);
  const language = settings === null ? 'en' : (settings.interface_language ?? LANGUAGE_CODES[settings.language]);
  if (language === 'en') return ENGLISH;
  const texts = await textsOf(language);
  return Object.keys(texts).length === 0 ? ENGLISH : speechIn(language, texts);
}

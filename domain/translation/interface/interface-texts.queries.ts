import { HAND_MADE, INTERFACE_LANGUAGES, directionOf, LANGUAGE_KEYS } from '#contract/translation/interface-languages.ts';
import type { InterfaceTexts } from '#contract/translation/translation.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { hasTranslationService } from '../translation-service.queries.ts';
import { interfaceCatalogue } from './interface-catalogue.ts';
import type { Texts } from './read-catalogue.ts';

export type { Texts };
import { INTERFACE_TEXTS_KIND } from './interface-texts.kind.ts';

const isHandMade = (language: string): language is (typeof HAND_MADE)[number] => HAND_MADE.some((one) => one === language);

/** Tells whether a language needs no service: English, and languages with hand-made translations. */
export const needsNoService = (language: string): boolean => language === 'en' || isHandMade(language);

function sourceOf(language: string, files: readonly string[]): 'hand' | 'machine' | 'none' | 'unavailable' {
  if (needsNoService(language)) return 'hand';
  if (files.includes(language)) return 'machine';
  return hasTranslationService() ? 'none' : 'unavailable';
}

/** Lists the languages of the interface (I18N-05), and the source of their texts. */
export async function listLanguages() {
  const files: string[] = await database()('interface_file').where({ is_current: true }).pluck('language');
  return LANGUAGE_KEYS.map((language) => ({
    language,
    name: INTERFACE_LANGUAGES[language],
    direction: directionOf(language),
    texts: sourceOf(language, files),
  }));
}

/** Returns the newest file of a language, possibly from an older release, and whether a run is updating it. */
export async function readInterfaceTexts(language: string): Promise<InterfaceTexts & { isOfThisRelease: boolean; madeAt: Date | null }> {
  if (needsNoService(language)) return { language, state: 'ready', address: null, untranslated: 0, isOfThisRelease: true, madeAt: null };
  const [file, run] = await Promise.all([
    database()('interface_file').where({ language, is_current: true }).first('hash', 'release', 'untranslated', 'made_at'),
    database()('run')
      .where({ kind: INTERFACE_TEXTS_KIND, dedupe_key: dedupeKeyOf(language) })
      .whereIn('status', ['queued', 'running'])
      .first('id'),
  ]);
  return {
    language,
    state: run ? 'preparing' : file ? 'ready' : 'none',
    address: file ? `/api/translate/texts/${language}/${file.hash}` : null,
    untranslated: file?.untranslated ?? interfaceCatalogue().texts.length,
    isOfThisRelease: file?.release === interfaceCatalogue().release,
    madeAt: file?.made_at ?? null,
  };
}

/** Returns the dedupe key: one live run per language. */
export const dedupeKeyOf = (language: string): string => `${INTERFACE_TEXTS_KIND}:${language}`;

/** Returns the bytes of a file, as JSON. @throws ProductError not_found */
export async function interfaceFileBody(language: string, hash: string): Promise<string> {
  const row = await database()('interface_file').where({ language, hash }).first('body');
  if (!row) throw notFound('file');
  return row.body;
}

/** Returns all texts of a language for the server's own use, e.g. mails. Empty for English and for untranslated languages. */
export async function textsOf(language: string): Promise<Texts> {
  if (isHandMade(language)) return interfaceCatalogue().handMade[language];
  if (language === 'en') return {};
  const row = await database()('interface_file').where({ language, is_current: true }).first('body');
  return row ? (JSON.parse(row.body) as Texts) : {};
}

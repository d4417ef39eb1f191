import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { database } from '#domain/platform/database.ts';

/** Returns the languages that an account has chosen for its screens and its courses, as BCP 47 tags. */
export async function languagesOf(accountId: string): Promise<string[]> {
  const row = await database()('user_settings').where({ account_id: accountId }).first('interface_language', 'language');
  return row ? [...new Set([row.interface_language, LANGUAGE_CODES[row.language]])].filter((one) => one !== null) : [];
}

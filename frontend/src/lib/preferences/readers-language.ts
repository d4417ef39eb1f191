import { saveSettings } from '#contract/settings/settings.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import type { Language } from '#frontend/lib/language.ts';

/** Stores the reader's language in the account, because emails are written in it. A failed call is made up for by the next choice. */
export function saveReaderLanguage(userId: string, language: Language): void {
  void call(saveSettings, { body: { user_id: userId, interface_language: language } }).catch(() => undefined);
}

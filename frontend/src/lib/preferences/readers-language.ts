import { saveSettings } from '#contract/settings/settings.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import type { Language } from '#frontend/lib/language.ts';

/** Tells the account which language its owner reads: mails are written in it. What cannot be told now is told by the next choice. */
export function keepReadersLanguage(userId: string, language: Language): void {
  void call(saveSettings, { body: { user_id: userId, interface_language: language } }).catch(() => undefined);
}

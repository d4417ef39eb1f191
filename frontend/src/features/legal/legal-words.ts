import { messagesIn } from '#contract/platform/message.ts';
import type { Dictionary } from '#frontend/lib/text.ts';
import type { Say } from './translated-page.ts';

/** How long to wait for a translation that does not exist yet. */
const PATIENCE_MS = 10_000;

/**
 * Loads the translations of the legal texts, by English text: hand-written in Spanish and Arabic, else from the interface's texts.
 * @throws when there are none, or they do not arrive
 */
export async function loadLegalWords(language: string): Promise<Dictionary> {
  if (language === 'es') return (await import('#frontend/lib/texts/legal/es.po')).messages;
  if (language === 'ar') return (await import('#frontend/lib/texts/legal/ar.po')).messages;
  const { loadMachineTexts } = await import('#frontend/lib/texts/machine-texts.ts');
  return loadMachineTexts(language, AbortSignal.timeout(PATIENCE_MS));
}

/** Returns a function that translates an English text; a text without translation stays English. */
export const translatorFor = (language: string, words: Dictionary): Say => messagesIn(language, words);

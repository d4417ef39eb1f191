import type { Dictionary } from '#frontend/lib/text.ts';
import type { Say } from './translated-page.ts';

/** A language that nobody has had translated yet is not waited for. */
const PATIENCE_MS = 10_000;

/**
 * The legal texts in a language, by their English ones: by hand in Spanish and Arabic, else from the texts of the interface.
 * @throws when there are none, or they do not arrive
 */
export async function loadLegalWords(language: string): Promise<Dictionary> {
  if (language === 'es') return (await import('#frontend/lib/texts/legal/es.json')).default;
  if (language === 'ar') return (await import('#frontend/lib/texts/legal/ar.json')).default;
  const { loadMachineTexts } = await import('#frontend/lib/texts/machine-texts.ts');
  return loadMachineTexts(language, AbortSignal.timeout(PATIENCE_MS));
}

/** Says an English text by them; what they do not have stays English. */
export const sayBy =
  (words: Dictionary): Say =>
  (english) => {
    const entry = words[english] ?? english;
    return typeof entry === 'string' ? entry : entry.other;
  };

import { francAll } from 'franc';
import { LANGUAGE_KEYS } from '#contract/translation/interface-languages.ts';

/** Shorter texts do not show their language reliably. */
const LEAST_CHARACTERS = 40;

/** Detects a text's language (BCP 47), for services that do not report it: the likeliest known one; null when unclear. */
export function languageOf(text: string): string | null {
  for (const [found] of francAll(text, { minLength: LEAST_CHARACTERS })) {
    // converts three letters to two: `deu` is `de`, `cmn` is `zh`
    const [code] = found === 'und' ? [] : Intl.getCanonicalLocales(found);
    const key = LANGUAGE_KEYS.find((one) => one === code);
    if (key) return key;
  }
  return null;
}

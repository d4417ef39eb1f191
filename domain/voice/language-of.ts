import { francAll } from 'franc';
import { LANGUAGE_KEYS } from '#contract/translation/interface-languages.ts';

/** Shorter texts do not show their language surely enough. */
const LEAST_CHARACTERS = 40;

/** Which language a text is in (BCP 47), for services that do not tell: the likeliest of those we know; null where it does not show. */
export function languageOf(text: string): string | null {
  for (const [found] of francAll(text, { minLength: LEAST_CHARACTERS })) {
    // three letters become two: `deu` is `de`, `cmn` is `zh`
    const [code] = found === 'und' ? [] : Intl.getCanonicalLocales(found);
    const key = LANGUAGE_KEYS.find((one) => one === code);
    if (key) return key;
  }
  return null;
}

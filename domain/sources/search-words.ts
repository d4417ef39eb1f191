import { franc } from 'franc';
import { lookup } from '#contract/platform/lookup.ts';

/** Languages with a Postgres text search configuration, by ISO 639-3. */
const CONFIGS: Readonly<Record<string, string>> = lookup({
  arb: 'arabic',
  dan: 'danish',
  deu: 'german',
  ell: 'greek',
  eng: 'english',
  fin: 'finnish',
  fra: 'french',
  hin: 'hindi',
  hun: 'hungarian',
  ind: 'indonesian',
  ita: 'italian',
  nld: 'dutch',
  nob: 'norwegian',
  por: 'portuguese',
  ron: 'romanian',
  rus: 'russian',
  spa: 'spanish',
  swe: 'swedish',
  tur: 'turkish',
});
const SAMPLE = 4_000;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/** Returns the text search configuration for a text: with stemming for a known language, or `simple`. */
export const textConfigOf = (text: string): string => CONFIGS[franc(text.slice(0, SAMPLE), { only: Object.keys(CONFIGS) })] ?? 'simple';

/**
 * Prepares a text for indexing and searching: scripts without spaces become character pairs, because Postgres does not split them into
 * words.
 */
export const searchWords = (text: string): string =>
  text.replaceAll(DENSE, (run) => {
    const signs = [...run];
    return ` ${
      signs.length === 1
        ? run
        : signs
            .slice(1)
            .map((sign, at) => signs[at]! + sign)
            .join(' ')
    } `;
  });

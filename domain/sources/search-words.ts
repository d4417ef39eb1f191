import { franc } from 'franc';

/** Languages whose words Postgres knows the stems of, by ISO 639-3. */
const CONFIGS: Readonly<Record<string, string>> = {
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
};
const SAMPLE = 4_000;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/** How Postgres is to look for words of a text: by the stems of its language, or letter for letter where it is not known. */
export const textConfigOf = (text: string): string => CONFIGS[franc(text.slice(0, SAMPLE), { only: Object.keys(CONFIGS) })] ?? 'simple';

/** A text as it is indexed and asked for: scripts without spaces in pairs of signs, since Postgres does not divide them into words. */
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

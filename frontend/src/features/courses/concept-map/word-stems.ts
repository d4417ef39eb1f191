const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Languages that write words without spaces between them. */
const UNSPACED = ['zh', 'ja'];
/** Marks that are written or left out: accents, and the vowel signs of Arabic. */
const MARKS = /\u0640|[\u0300-\u036f\u064b-\u065f\u0670]/g;
const ARABIC_ARTICLE = /^[وف]?(?:[بك]?ال|لل)(?=..)/;
const ENGLISH_PLURAL = /(?<=ss|x|ch|sh)es$|(?<=[^s])s$/;
/** `flores`, `células`, also in Portuguese. */
const IBERIAN_PLURAL = /(?<=[djlnrz])es$|(?<=[^s])s$/;
const PLURALS: Readonly<Record<string, RegExp>> = { en: ENGLISH_PLURAL, fr: ENGLISH_PLURAL, es: IBERIAN_PLURAL, pt: IBERIAN_PLURAL };
const SHORTEST_PLURAL = 4;

/** Returns the words of a text, each in a form that equals that of its variants. */
export type StemWords = (text: string) => string[];

/**
 * Tells the words of a language apart. A word is the same in singular and plural (English, French, Spanish, Portuguese), with and without the
 * article (Arabic), and in any case; in other languages as it is written.
 * @param language as in `lang`
 */
export function stemmerOf(language = ''): StemWords {
  const plural = PLURALS[language];
  const stemOf = (written: string): string => {
    const word = written
      .toLocaleLowerCase(language || undefined)
      .normalize('NFKD')
      .replaceAll(MARKS, '')
      .replace(ARABIC_ARTICLE, '');
    return plural && word.length >= SHORTEST_PLURAL ? word.replace(plural, '') : word;
  };
  if (!UNSPACED.includes(language)) return (text) => (text.match(WORD) ?? []).map(stemOf);
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return (text) =>
    Array.from(segmenter.segment(text))
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => stemOf(segment));
}

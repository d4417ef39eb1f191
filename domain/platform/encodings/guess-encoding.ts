import { TEXT_ENCODINGS, type TextEncoding } from '#contract/platform/text-encodings.ts';
import { WRITTEN_LANGUAGES, type WrittenLanguage } from './written-languages.ts';

/** Hints about a text's encoding, apart from its bytes. */
export interface EncodingHints {
  /** The uploader's languages, as BCP 47 tags. */
  readonly languages?: readonly string[];
  /** Encodings chosen earlier for files from the same source. */
  readonly encodings?: readonly string[];
}

export interface GuessedEncoding {
  readonly encoding: TextEncoding;
  /** How much likelier it is than the best encoding that gives another text, as a natural logarithm. */
  readonly margin: number;
}

/** Number of bytes sampled from the lines with letters beyond ASCII; the whole text is decoded once. */
const SAMPLE_BYTES = 6_000;
/** Natural logarithms of the probability of a character where it does not belong. */
const RARE = { letter: -8, quote: -4.5, sign: -6, mark: -10, unknown: -14, joined: -6, capital: -5, mixed: -6 } as const;
const HINT = { language: 5, chosen: 7, domain: 3 } as const;
/** How much rarer programs with this encoding are than Windows, as a natural logarithm; 0 if missing. */
const RARITY: Partial<Record<TextEncoding, number>> = {
  macintosh: -2,
  'x-mac-cyrillic': -3,
  'koi8-r': -1,
  'koi8-u': -1.5,
  ibm866: -2,
  'euc-jp': -1,
  'iso-8859-2': -1.5,
  'iso-8859-5': -3,
  'iso-8859-7': -1.5,
};
/** Characters that adjoin letters in texts of every language, and characters that are separate from letters. */
const QUOTES = new Set('’‘“”„«»‹›–—…·、。，：；（）「」・ー\u00a0\u3000！？《》【】～―');
const SIGNS = new Set([...QUOTES, ...'•§°€£©®™№']);
/** The quotation and joining marks that also occur within words. */
const JOINS = new Set('’·ー・');

type Script = 'latin' | 'cyrillic' | 'greek' | 'hebrew' | 'arabic' | 'thai' | 'han' | 'kana' | 'hangul';
const SCRIPTS: readonly [Script, RegExp][] = [
  ['latin', /\p{sc=Latin}/u],
  ['cyrillic', /\p{sc=Cyrillic}/u],
  ['greek', /\p{sc=Greek}/u],
  ['hebrew', /\p{sc=Hebrew}/u],
  ['arabic', /\p{sc=Arabic}/u],
  ['thai', /\p{sc=Thai}/u],
  ['han', /\p{sc=Han}|々/u],
  ['kana', /[\p{sc=Hiragana}\p{sc=Katakana}ー\uff66-\uff9f]/u],
  ['hangul', /\p{sc=Hangul}/u],
];
const EAST: ReadonlySet<Script> = new Set(['han', 'kana']);

interface Sign {
  readonly script: Script | null;
  readonly isLetter: boolean;
  readonly isMark: boolean;
  readonly isCapital: boolean;
  readonly isKnown: boolean;
  readonly small: string;
}
const signs = new Map<string, Sign>();
function signOf(character: string): Sign {
  const known = signs.get(character);
  if (known) return known;
  const code = character.codePointAt(0)!;
  const small = character.toLocaleLowerCase('en');
  const sign: Sign = {
    script: SCRIPTS.find(([, expression]) => expression.test(character))?.[0] ?? null,
    isLetter: /\p{L}/u.test(character),
    isMark: /\p{M}/u.test(character),
    isCapital: small !== character && /\p{Lu}/u.test(character),
    isKnown: !/[\p{Cn}\p{Co}\p{Cs}]/u.test(character) && !(code >= 0x80 && code < 0xa0) && code !== 0xfffd,
    small: character === 'İ' ? 'i' : small,
  };
  // a bound, for a text that contains every character
  if (signs.size < 20_000) signs.set(character, sign);
  return sign;
}

/** The probability of each letter in a language, as a natural logarithm. */
const likelihoods = new Map<string, ReadonlyMap<string, number>>();
function likelihoodOf({ code, letters }: WrittenLanguage): ReadonlyMap<string, number> {
  const known = likelihoods.get(code);
  if (known) return known;
  const all = [...new Set(letters)];
  const isLarge = all.length > 120;
  const weights = all.map((_, rank) => (isLarge ? 1 : 1 / (rank + 3)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const made = new Map(all.map((letter, rank) => [letter, Math.log(weights[rank]! / sum)]));
  likelihoods.set(code, made);
  return made;
}

/** A text's counts that are independent of its language: the frequency of each letter, and the characters of no language. */
interface Counted {
  readonly letters: ReadonlyMap<string, number>;
  readonly flaws: number;
}

function countedOf(text: string): Counted {
  const letters = new Map<string, number>();
  let flaws = 0;
  const characters = [...text];
  let before: Sign | null = null;
  let word = { letters: 0, vowels: 0, capitals: 0, isSmall: false };
  for (const [at, character] of characters.entries()) {
    const sign = signOf(character);
    const isAscii = character < '\u0080';
    const next = characters[at + 1];
    if (!isAscii) {
      if (!sign.isKnown) flaws += RARE.unknown;
      else if (sign.isLetter || sign.isMark) letters.set(sign.small, (letters.get(sign.small) ?? 0) + 1);
      else {
        const beside = [before, next === undefined ? null : signOf(next)].filter((one) => one?.isLetter).length;
        flaws += SIGNS.has(character) ? RARE.quote : RARE.sign;
        if (beside > (JOINS.has(character) ? 2 : QUOTES.has(character) ? 1 : 0)) flaws += RARE.joined;
      }
    }
    if (sign.isMark && !(before?.isLetter || before?.isMark)) flaws += RARE.joined;
    if (sign.isLetter && before?.isLetter) {
      const isForeign =
        sign.script !== before.script && !(EAST.has(sign.script!) && EAST.has(before.script!)) && (!isAscii || before.small >= '\u0080');
      if (isForeign) flaws += RARE.mixed;
      // in the middle of a word, where one of the two is not an ASCII letter
      if (sign.isCapital && !before.isCapital && sign.script === before.script && word.isSmall && (!isAscii || before.small >= '\u0080'))
        flaws += RARE.capital;
      if (!sign.isCapital && before.isCapital && word.capitals > 1 && (!isAscii || before.small >= '\u0080')) flaws += RARE.capital;
    }
    if (sign.isLetter) {
      word.letters += 1;
      word.capitals += sign.isCapital ? 1 : 0;
      word.isSmall ||= !sign.isCapital && sign.small.toLocaleUpperCase('en') !== sign.small;
      if ((sign.script === 'cyrillic' || sign.script === 'greek') && /[аеиоуыэюяёіїєўαειουωηάέίόύώή]/.test(sign.small)) word.vowels += 1;
    } else if (!sign.isMark) {
      if (word.letters > 3 && word.vowels === 0 && (before?.script === 'cyrillic' || before?.script === 'greek')) flaws += RARE.joined;
      word = { letters: 0, vowels: 0, capitals: 0, isSmall: false };
    }
    before = sign;
  }
  return { letters, flaws };
}

function likelihood({ letters, flaws }: Counted, language: WrittenLanguage): number {
  const known = likelihoodOf(language);
  let sum = flaws;
  for (const [letter, often] of letters) sum += often * (known.get(letter) ?? (signOf(letter).isMark ? RARE.mark : RARE.letter));
  return sum;
}

/** Collects lines with bytes beyond ASCII: in no code page is a line break part of a letter. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let left = SAMPLE_BYTES;
  for (let at = 0; at < bytes.length && left > 0;) {
    const end = bytes.indexOf(10, at) + 1 || bytes.length;
    const line = bytes.subarray(at, Math.min(end, at + left));
    if (line.some((byte) => byte >= 0x80)) {
      parts.push(line);
      left -= line.length;
    }
    at = end;
  }
  return Buffer.concat(parts);
}

/** Counts the top-level domains of addresses and hosts in a text: they indicate a country. */
function domainsIn(bytes: Uint8Array): ReadonlySet<string> {
  const beginning = Buffer.from(bytes.subarray(0, 50_000)).toString('latin1');
  const often = new Map<string, number>();
  for (const [, domain] of beginning.matchAll(/[@.][\w-]{1,60}\.([a-z]{2,3})(?![\w.-])/gi))
    often.set(domain!.toLowerCase(), (often.get(domain!.toLowerCase()) ?? 0) + 1);
  const total = [...often.values()].reduce((sum, one) => sum + one, 0);
  return new Set([...often].filter(([, one]) => one * 3 >= total).map(([domain]) => domain));
}

/**
 * Guesses the code page of a text that is not Unicode: decodes it in each, and compares how frequent the letters are in each language and
 * which characters are out of place. Three names are enough in most languages; with a hint, in all.
 * @param bytes without control characters
 * @returns the candidates, likeliest first; empty when none is possible
 */
export function guessEncodings(bytes: Uint8Array, { languages = [], encodings: chosen = [] }: EncodingHints = {}): GuessedEncoding[] {
  const sample = sampleOf(bytes);
  const domains = domainsIn(bytes);
  const hinted = new Set(languages.flatMap((one) => [one.toLowerCase(), one.toLowerCase().split('-')[0]!]));
  if (hinted.has('zh-tw') || hinted.has('zh-hk') || hinted.has('zh-hant')) hinted.add('zh-hant').delete('zh');
  const found: { encoding: TextEncoding; text: string; score: number }[] = [];
  for (const encoding of TEXT_ENCODINGS) {
    const ofIt = WRITTEN_LANGUAGES.filter(({ encodings }) => encodings.includes(encoding));
    if (ofIt.length === 0) continue;
    const text = decodedSample(sample, encoding);
    if (text === null) continue;
    const counted = countedOf(text);
    const scores = ofIt.map((language) => {
      const isNamed = language.domains.split(' ').some((one) => domains.has(one));
      const prior = (hinted.has(language.code) ? HINT.language : 0) + (isNamed ? HINT.domain : 0) + (language.rarity ?? 0);
      return likelihood(counted, language) + prior;
    });
    const score = Math.max(...scores) + (RARITY[encoding] ?? 0) + (chosen.includes(encoding) ? HINT.chosen : 0);
    found.push({ encoding, text, score });
  }
  return found
    .toSorted((a, b) => b.score - a.score)
    .map(({ encoding, text, score }) => {
      const rival = Math.max(...found.filter((one) => one.text !== text).map((one) => one.score), -Infinity);
      return { encoding, margin: score - rival };
    });
}

function decodedSample(sample: Uint8Array, encoding: TextEncoding): string | null {
  try {
    // a letter cut by the sample's end is ignored
    return new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
  } catch {
    return null;
  }
}

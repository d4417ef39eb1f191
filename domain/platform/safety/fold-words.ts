import { lookup } from '#contract/platform/lookup.ts';

const LOOKALIKES: Readonly<Record<string, string>> = lookup({
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
});

/**
 * Normalises a text for the rules: lower case without accents, look-alike characters inside words replaced by the letters they imitate,
 * separated letters (`f u c k`, `p.u.t.a`) joined, invisible characters removed.
 */
export function foldWords(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'");
  const read = plain.replaceAll(/[\p{L}\d@$!*]+/gu, (word) =>
    /\p{L}/u.test(word) ? word.replaceAll(/[013457@$](?=.)|(?<=.)[013457@$]|!(?=\p{L})/gu, (sign) => LOOKALIKES[sign]!) : word,
  );
  const joined = read.replaceAll(/(?<![\p{L}'])\p{L}(?:[\s.*_-]{1,2}\p{L}(?!\p{L})){2,}/gu, (letters) =>
    letters.replaceAll(/[\s.*_-]/g, ''),
  );
  // longer repetitions add nothing and would slow the rules down
  return joined
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\S)\1{3,}/gu, '$1$1$1')
    .trim();
}

/** Reduces a message to letters and digits, to detect that the same text is sent again. */
export const lettersAndDigits = (text: string): string => foldWords(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');

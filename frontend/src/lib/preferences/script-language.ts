import type { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';

type Language = (typeof FORM_OPTIONS)['language_preference'][number];

/** Scripts that one language of the form is written in; letters that only others of the same script have. */
const SCRIPTS: readonly (readonly [Language, RegExp, RegExp?])[] = [
  ['japanese', /[\p{sc=Hira}\p{sc=Kana}]/gu],
  ['chinese', /\p{sc=Han}/gu],
  ['korean', /\p{sc=Hang}/gu],
  ['arabic', /\p{sc=Arab}/gu, /[پچژگکیےٹڈڑںہۀۆ]/u],
  ['russian', /\p{sc=Cyrl}/gu, /[іїєґўјљњћђѓќџәғқңөұүһ]/iu],
  ['hindi', /\p{sc=Deva}/gu, /[ळ]/u],
];

const count = (text: string, letter: RegExp): number => text.match(letter)?.length ?? 0;

/** The language of a text whose script says it; undefined for Latin letters, and where another language has the same script. */
export function languageOfScript(text: string): Language | undefined {
  const letters = count(text, /\p{L}/gu);
  // a Japanese text may have more Chinese characters than its own
  const hasKana = count(text, /[\p{sc=Hira}\p{sc=Kana}]/gu) * 12 > letters;
  for (const [language, script, foreign] of SCRIPTS) {
    const own = language === 'japanese' && hasKana ? letters : count(text, script);
    if (own > 0 && own * 2 > letters) return foreign?.test(text) ? undefined : language;
  }
  return undefined;
}

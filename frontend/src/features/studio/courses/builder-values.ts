import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';

const industryOf = (category: CreatorCourse['category']) => FORM_OPTIONS.industry_focus.find((industry) => industry === category);

/**
 * Converts a course to the builder's wish for writing its lessons: the learning goals and the subject; the category if the builder has the
 * same one; the language if the script identifies it.
 */
export function toBuilderValues({ title, objectives, description, difficulty, category }: CreatorCourse) {
  const industry = industryOf(category);
  const language = languageOfScript(`${title} ${objectives} ${description}`);
  return {
    topic: title,
    goals: [objectives, description].filter((text) => text !== '').join('\n\n'),
    difficulty,
    ...(industry && { industry_focus: industry }),
    ...(language && { language_preference: language }),
  };
}

type Language = (typeof FORM_OPTIONS)['language_preference'][number];

/** Each form language with its script, and letters that only this language uses in the script. */
const SCRIPTS: readonly (readonly [Language, RegExp, RegExp?])[] = [
  ['japanese', /[\p{sc=Hira}\p{sc=Kana}]/gu],
  ['chinese', /\p{sc=Han}/gu],
  ['korean', /\p{sc=Hang}/gu],
  ['arabic', /\p{sc=Arab}/gu, /[پچژگکیےٹڈڑںہۀۆ]/u],
  ['russian', /\p{sc=Cyrl}/gu, /[іїєґўјљњћђѓќџәғқңөұүһ]/iu],
  ['hindi', /\p{sc=Deva}/gu, /[ळ]/u],
];

const count = (text: string, letter: RegExp): number => text.match(letter)?.length ?? 0;

/** The language of a text in a script that identifies it; undefined for Latin letters, and if another language uses the same script. */
function languageOfScript(text: string): Language | undefined {
  const letters = count(text, /\p{L}/gu);
  // Japanese text may contain more Chinese characters than kana
  const hasKana = count(text, /[\p{sc=Hira}\p{sc=Kana}]/gu) * 12 > letters;
  for (const [language, script, foreign] of SCRIPTS) {
    const own = language === 'japanese' && hasKana ? letters : count(text, script);
    if (own > 0 && own * 2 > letters) return foreign?.test(text) ? undefined : language;
  }
  return undefined;
}

import { francAll } from 'franc';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { plainProse } from '#domain/platform/prose/plain-prose.ts';
import { LATIN, LATIN_CODES, passages, POSSIBLE_FROM, SCRIPTS, judgeScript, type Language } from './foreign-share.ts';
import { detectLatinLanguage, LITTLE_WORDS, littleWordShares, SURE, type LatinCode } from './stop-words.ts';

const LANGUAGES = Object.keys(LANGUAGE_CODES) as Language[];
const SCRIPT_LANGUAGES = LANGUAGES.filter((language) => SCRIPTS[language] !== undefined);
const LATIN_LANGUAGES = LANGUAGES.filter((language) => LATIN[language] !== undefined);

/** Answers with fewer letters show no language: a name, a term, a formula with a word beside it. */
const FEWEST_LETTERS = { latin: 60, script: 20 };
/** Share of the letters that must be in one script, and of the passages in one language. */
const MOSTLY = 0.8;
const PASSAGE_LETTERS = 240;

/** Table cells are names and figures more than sentences. */
const TABLE_ROW = /^[ \t]*\|.*$/gm;

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * Returns the course language that a text is certainly in. Null when that is uncertain: the text is short, in two languages, or in a
 * language without courses, such as Dutch or Ukrainian.
 * @param text Markdown; code, tables and addresses are ignored
 */
export function languageOf(text: string, fewest = FEWEST_LETTERS): Language | null {
  const plain = plainProse(text.replaceAll(TABLE_ROW, ''));
  const letters = lettersIn(plain);
  if (letters < fewest.script) return null;
  const latin = (plain.match(/\p{Script=Latin}/gu)?.length ?? 0) / letters;
  if (latin >= MOSTLY) return letters < fewest.latin ? null : latinLanguageOf(plain, letters);
  const own = LANGUAGES.filter((language) => SCRIPTS[language] !== undefined && judgeScript(plain, letters, language) === 'own');
  return own.length === 1 ? own[0]! : null;
}

function latinLanguageOf(plain: string, letters: number): Language | null {
  const parts = letters < PASSAGE_LETTERS ? [plain] : passages(plain, PASSAGE_LETTERS);
  const found = parts.map(detectLatinLanguage);
  const first = found.find((code) => code !== null);
  const isOne = first !== undefined && found.filter((code) => code === first).length >= parts.length * MOSTLY;
  return (isOne && LATIN_LANGUAGES.find((language) => LATIN[language] === first)) || null;
}

/**
 * Returns the possible languages of a Latin-script text that is certainly in none of the allowed ones, likeliest first; empty if it may be
 * in an allowed one.
 */
function othersThan(text: string, allowed: readonly Language[]): readonly Language[] {
  const plain = plainProse(text.replaceAll(TABLE_ROW, ''));
  const letters = lettersIn(plain);
  const latin = plain.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters < FEWEST_LETTERS.latin || latin < letters * MOSTLY) return [];
  const shares = littleWordShares(plain);
  const share = (language: Language) => shares[LATIN[language]!];
  const ranked = LATIN_LANGUAGES.toSorted((one, other) => share(other) - share(one));
  const most = share(ranked[0]!);
  // sister languages share many words: the exact one may be open although all others are ruled out
  const isPossible = (language: Language) => share(language) * SURE.times > most;
  if (most < SURE.share || allowed.some((language) => LATIN[language] !== undefined && isPossible(language))) return [];
  const scores = new Map(francAll(plain, { only: LATIN_CODES, minLength: 1 }));
  const isLikely = (language: Language) => (scores.get(LATIN[language] ?? '') ?? 0) >= POSSIBLE_FROM;
  return isLikely(ranked[0]!) && !allowed.some(isLikely) ? ranked.filter((language) => isPossible(language) && isLikely(language)) : [];
}

/** The names of each language in every language of courses; long names are cut to their beginning, because they have endings. */
const NAMES = new Map(
  LANGUAGES.map((language) => {
    const names = LANGUAGES.map((other) => {
      const name = new Intl.DisplayNames(LANGUAGE_CODES[other], { type: 'language' }).of(LANGUAGE_CODES[language])!.toLowerCase();
      return name.length > 6 ? name.slice(0, 6) : name;
    });
    return [language, names] as const;
  }),
);

/** Tells whether a text names a language, in any language of courses. */
export const namesLanguage = (text: string, language: Language): boolean => {
  const folded = text.toLowerCase();
  return NAMES.get(language)!.some((name) => folded.includes(name));
};

/** Minimum letters to judge a question, which says little beyond itself. */
const QUESTION_LETTERS = { latin: 12, script: 2 };

/** Question words of each language, in addition to its most common words. */
const QUESTION_WORDS: Readonly<Record<LatinCode, string>> = {
  eng: 'why who whose where did do does was were will would should could have had has much many between i me my we',
  spa: 'qué cómo cuál cuáles quién quiénes dónde cuándo cuánto cuántos hay fue ser tiene tienen puede puedo hace porque me mi yo',
  fra: 'pourquoi comment où quand quel quelle quels quelles combien fait peut puis je me mon ma nous y était ont',
  deu: 'warum wieso wer wen wem wo wann welche welcher welches kann muss gibt hat haben war ich mir mich mein wir',
  ita: 'perché chi dove quale quali quanto quanti può posso cosa come fa ha hanno io mi mio si era',
  por: 'porquê porque quem onde qual quais quanto quantos pode posso faz há foi tem têm eu me meu ser',
};

/** Returns the Latin-script languages with more than half as many matching words in a question as the best match. */
function latinLanguagesOf(question: string): readonly Language[] {
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = LATIN_LANGUAGES.map((language) => {
    const code = LATIN[language]!;
    const own = new Set(`${LITTLE_WORDS[code]} ${QUESTION_WORDS[code]}`.split(' '));
    return { language, count: words.filter((word) => own.has(word)).length };
  });
  const most = Math.max(...counts.map(({ count }) => count));
  return counts.filter(({ count }) => count * 2 > most || most === 0).map(({ language }) => language);
}

/** Returns the languages that a question may be in: the certain one, or else those of its script that its words suggest. */
export function likelyLanguages(question: string): readonly Language[] {
  const certain = languageOf(question, QUESTION_LETTERS);
  if (certain) return [certain];
  const others = LANGUAGES.filter((language) => question.match(SCRIPTS[language] ?? /$^/u) !== null);
  return /\p{Script=Latin}/u.test(question) ? [...latinLanguagesOf(question), ...others] : others;
}

/** Letters of a paragraph that is more than a one-line quotation, and the share of them in one script. */
const PASSAGE = { letters: 30, mostly: 0.8 };
const HAN: readonly Language[] = ['chinese', 'japanese'];
export const isAlike = (one: Language, other: Language): boolean => one === other || (HAN.includes(one) && HAN.includes(other));

/** Removes the quotation marks and other signs around a paragraph. */
const withoutEdges = (paragraph: string): string => paragraph.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** A paragraph in a foreign script: some models slip into one for a moment. */
interface Slip {
  readonly language: Language;
  readonly paragraph: string;
}

/**
 * Returns the first paragraph of a text that is in the script of a language not allowed there, or null.
 * @param isAllowed tells whether a language is allowed
 * @param given the prompt: a paragraph of it is a quotation
 */
export function slipOf(text: string, isAllowed: (language: Language) => boolean, given = ''): Slip | null {
  for (const paragraph of plainProse(text).split(/\n+/)) {
    if (!/[^\p{Script=Latin}\P{L}]/u.test(paragraph) || given.includes(withoutEdges(paragraph))) continue;
    const least = Math.max(PASSAGE.letters, lettersIn(paragraph) * PASSAGE.mostly);
    const language = SCRIPT_LANGUAGES.find((one) => (paragraph.match(SCRIPTS[one]!)?.length ?? 0) >= least);
    if (language && !SCRIPT_LANGUAGES.some((one) => isAlike(one, language) && isAllowed(one))) return { language, paragraph };
  }
  return null;
}

interface Asked {
  /** The languages the answer may be in; empty: any. */
  readonly languages: readonly Language[];
  /** The question and its course: the answer may also be in a language that these name. */
  readonly about: string;
  /** The lesson. Many lessons name a people without teaching its language, so a language counts only if the lesson has sentences in it. */
  readonly lesson: string;
}

/** Tells whether a text has a sentence in a language that it names. */
const teachesLanguage = (text: string, language: Language): boolean =>
  namesLanguage(text, language) &&
  plainProse(text)
    .split(/[.!?…:;|\n“”"«»()]+/)
    .some((sentence) => languageOf(sentence, QUESTION_LETTERS) === language);

/**
 * Returns what is wrong with the language of texts for readers, worded for the model that is asked again; null when nothing is wrong. Only
 * certain findings count: a course about Spanish contains Spanish, and a question may ask for a translation.
 * @param texts judged as one: several texts too short to tell show their language together
 */
export function languageProblem(texts: readonly string[], { languages, about, lesson }: Asked): string | null {
  if (languages.length === 0) return null;
  const text = texts.join('\n\n');
  const isAllowed = (language: Language) =>
    languages.includes(language) || namesLanguage(about, language) || teachesLanguage(lesson, language);
  const wish = `Write all of it in ${languages.length === 1 ? languages[0] : 'the language of the question'}.`;
  const certain = languageOf(text);
  const found = certain === null ? othersThan(text, languages) : [certain];
  if (found.length > 0 && !found.some(isAllowed)) return `The answer is in ${found[0]}. ${wish}`;
  const slip = slipOf(text, isAllowed, plainProse(`${about}\n${lesson}`));
  // Ukrainian is not Russian, and may have been asked for
  return slip === null || languageOf(slip.paragraph) === null ? null : `A paragraph of the answer is in ${slip.language}. ${wish}`;
}

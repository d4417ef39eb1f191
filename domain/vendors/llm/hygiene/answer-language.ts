import { francAll } from 'franc';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { plainProse } from '#domain/platform/prose/plain-prose.ts';
import { LATIN, LATIN_CODES, passages, POSSIBLE_FROM, SCRIPTS, judgeScript, type Language } from './foreign-share.ts';
import { detectLatinLanguage, LITTLE_WORDS, littleWordShares, SURE, type LatinCode } from './stop-words.ts';

const LANGUAGES = Object.keys(LANGUAGE_CODES) as Language[];
const SCRIPT_LANGUAGES = LANGUAGES.filter((language) => SCRIPTS[language] !== undefined);
const LATIN_LANGUAGES = LANGUAGES.filter((language) => LATIN[language] !== undefined);

/** Below so many letters an answer shows no language: a name, a term, a formula with a word beside it. */
const FEWEST_LETTERS = { latin: 60, script: 20 };
/** Share of the letters that must be in one script, and of the passages in one language. */
const MOSTLY = 0.8;
const PASSAGE_LETTERS = 240;

/** Cells are names and figures more than sentences. */
const TABLE_ROW = /^[ \t]*\|.*$/gm;

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * Returns the language that a text is certainly in, of those that courses are written in; null where that is not certain: it is short, in two, or in
 * one that courses are not written in, such as Dutch or Ukrainian.
 * @param text Markdown; code, tables and addresses are no language
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

/** The languages of a text of Latin script that is surely in none of those allowed, likeliest first; empty where it may be in one. */
function othersThan(text: string, allowed: readonly Language[]): readonly Language[] {
  const plain = plainProse(text.replaceAll(TABLE_ROW, ''));
  const letters = lettersIn(plain);
  const latin = plain.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters < FEWEST_LETTERS.latin || latin < letters * MOSTLY) return [];
  const shares = littleWordShares(plain);
  const share = (language: Language) => shares[LATIN[language]!];
  const ranked = LATIN_LANGUAGES.toSorted((one, other) => share(other) - share(one));
  const most = share(ranked[0]!);
  // sisters share many of their words: which of them it is may be open, and yet it is none of the others
  const isPossible = (language: Language) => share(language) * SURE.times > most;
  if (most < SURE.share || allowed.some((language) => LATIN[language] !== undefined && isPossible(language))) return [];
  const scores = new Map(francAll(plain, { only: LATIN_CODES, minLength: 1 }));
  const isLikely = (language: Language) => (scores.get(LATIN[language] ?? '') ?? 0) >= POSSIBLE_FROM;
  return isLikely(ranked[0]!) && !allowed.some(isLikely) ? ranked.filter((language) => isPossible(language) && isLikely(language)) : [];
}

/** How each language is called in each of them: the beginning of long names, which have endings. */
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

/** Fewer letters show the language of a question, which says little else. */
const QUESTION_LETTERS = { latin: 12, script: 2 };

/** What questions are made of, beside the commonest words of texts. */
const QUESTION_WORDS: Readonly<Record<LatinCode, string>> = {
  eng: 'why who whose where did do does was were will would should could have had has much many between i me my we',
  spa: 'qué cómo cuál cuáles quién quiénes dónde cuándo cuánto cuántos hay fue ser tiene tienen puede puedo hace porque me mi yo',
  fra: 'pourquoi comment où quand quel quelle quels quelles combien fait peut puis je me mon ma nous y était ont',
  deu: 'warum wieso wer wen wem wo wann welche welcher welches kann muss gibt hat haben war ich mir mich mein wir',
  ita: 'perché chi dove quale quali quanto quanti può posso cosa come fa ha hanno io mi mio si era',
  por: 'porquê porque quem onde qual quais quanto quantos pode posso faz há foi tem têm eu me meu ser',
};

/** Languages of Latin script whose words a question has half as many of as of any. */
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

/** The languages that a question may be in: one that is certain, else those of its script that its words speak for. */
export function likelyLanguages(question: string): readonly Language[] {
  const certain = languageOf(question, QUESTION_LETTERS);
  if (certain) return [certain];
  const others = LANGUAGES.filter((language) => question.match(SCRIPTS[language] ?? /$^/u) !== null);
  return /\p{Script=Latin}/u.test(question) ? [...latinLanguagesOf(question), ...others] : others;
}

/** Letters of a paragraph that is no quotation of a line, and the share of them in one script. */
const PASSAGE = { letters: 30, mostly: 0.8 };
const HAN: readonly Language[] = ['chinese', 'japanese'];
export const isAlike = (one: Language, other: Language): boolean => one === other || (HAN.includes(one) && HAN.includes(other));

/** Without what a quotation stands between. */
const withoutEdges = (paragraph: string): string => paragraph.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** A paragraph in a script, into which some models slip for a moment. */
interface Slip {
  readonly language: Language;
  readonly paragraph: string;
}

/**
 * Returns the first paragraph of a text that is in the script of a language which may not stand there; null where none is.
 * @param isAllowed tells of a language whether it may
 * @param given what was sent: a paragraph of it is a quotation
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
  /** The languages that it may be in; none: any. */
  readonly languages: readonly Language[];
  /** What was asked, and of what course: where it names the language of the answer, the answer may be in it. */
  readonly about: string;
  /** The lesson: many name a people whose language they don't teach, so that it counts where it has sentences in it. */
  readonly lesson: string;
}

/** Tells whether a text has a sentence in a language that it names. */
const teachesLanguage = (text: string, language: Language): boolean =>
  namesLanguage(text, language) &&
  plainProse(text)
    .split(/[.!?…:;|\n“”"«»()]+/)
    .some((sentence) => languageOf(sentence, QUESTION_LETTERS) === language);

/**
 * Returns what is wrong with the language of what people are to read, in words for who is asked again; null when nothing is. Only what is certain
 * counts: a course about Spanish has Spanish in it, and a question may ask for a translation.
 * @param texts judged as one: several that are each too short to tell show their language together
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
  // Ukrainian is no Russian, and may be what was asked for
  return slip === null || languageOf(slip.paragraph) === null ? null : `A paragraph of the answer is in ${slip.language}. ${wish}`;
}

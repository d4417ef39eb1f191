import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { plainProse } from '#domain/platform/prose/plain-prose.ts';
import { LATIN, passages, SCRIPTS, judgeScript, type Language } from './foreign-share.ts';
import { detectLatinLanguage, LITTLE_WORDS, type LatinCode } from './stop-words.ts';

const LANGUAGES = Object.keys(LANGUAGE_CODES) as Language[];
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
 */
export function languageProblem(texts: readonly string[], { languages, about, lesson }: Asked): string | null {
  const found = languageOf(texts.join('\n\n'));
  if (found === null || languages.length === 0 || languages.includes(found)) return null;
  if (namesLanguage(about, found) || teachesLanguage(lesson, found)) return null;
  return `The answer is in ${found}. Write all of it in ${languages.length === 1 ? languages[0] : 'the language of the question'}.`;
}

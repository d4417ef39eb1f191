import { francAll } from 'franc';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { isSurelyIn, surelyIn, type LatinCode } from './stop-words.ts';
import { plainProse } from './plain-prose.ts';

export type Language = CourseForm['language_preference'];

/** The languages that share the Latin script are told apart by their trigrams; every other one by its script. */
const LATIN: Partial<Record<Language, LatinCode>> = {
  english: 'eng',
  spanish: 'spa',
  french: 'fra',
  german: 'deu',
  italian: 'ita',
  portuguese: 'por',
};
/** Languages no course is written in, but learners write in, and services with them. */
const OTHERS = ['nld', 'swe', 'dan', 'pol', 'ces', 'tur', 'hun', 'fin', 'ind', 'vie'];
const CODES = [...Object.values(LATIN), ...OTHERS];
const SCRIPTS: Partial<Record<Language, RegExp>> = {
  russian: /\p{Script=Cyrillic}/gu,
  // told from Japanese by its kana
  chinese: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  japanese: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  korean: /\p{Script=Hangul}/gu,
  arabic: /\p{Script=Arabic}/gu,
  // its vowel signs are no letters
  hindi: /(?=\p{L})\p{Script=Devanagari}/gu,
};
/** Letters of other languages in the same script. */
const NEIGHBOURS: Partial<Record<Language, RegExp>> = {
  // of Ukrainian and Belarusian; of Persian and Urdu
  russian: /[іїєґў]/giu,
  arabic: /[پچژگکیےںٹڈڑہ]/gu,
};
/** Of these a text in its own script has next to none. */
const NEIGHBOURS_SHARE = 0.02;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/**
 * Shorter passages do not show their language surely enough, and in much longer ones the likenesses of all languages come close to each other:
 * sentences are put together until they have so many letters.
 */
const PASSAGE_LETTERS = { latin: 240, script: 60 };
/** A language this near to the likeliest one (1 = equal) is still possible. */
const POSSIBLE_FROM = 0.97;
/** Share of an own script's letters from which a text is in it, and below which it is not; technical texts carry many Latin names. */
const SCRIPT = { surely: 0.7, own: 0.35, other: 0.2 };
/** A sentence on its own: shorter ones show nothing, and one with a few terms in Latin letters has more of its own than this. */
const SENTENCE_LETTERS = 25;
const SENTENCE_SHARE = 0.1;
/** Kana of all Japanese signs: a Japanese text has more, a Chinese one hardly any. */
const KANA_SHARE = { japanese: 0.1, chinese: 0.05 };
/** Judging a passage takes most of the time that checking a lesson takes. */
const LOOK_AT_EVERY = 3;
/** Share of a text that may be in another language: quotations, names, the learner's own words. */
const TOLERATED = 0.2;

/** Sentences with their ends. */
const SENTENCES = /[^\n.!?。！？।؟]+[.!?。！？।؟]*/gu;
/** A text without sentence ends is cut at a gap about this often. */
const LONGEST = /[^]{1,300}(?:\s|$)|[^]{1,300}/gu;

const sentencesOf = (plain: string): string[] =>
  (plain.match(SENTENCES) ?? []).flatMap((sentence) => (sentence.length <= 300 ? sentence : (sentence.match(LONGEST) ?? [])));

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * How much of a text is surely not in a language, 0 to 1; 0 also when it is too short to tell. Judged passage by passage, so that a lesson
 * that drifts half-way is caught.
 * @param text Markdown; code and markup do not count
 */
export function foreignShare(text: string, language: Language): number {
  const all = passages(plainProse(text), LATIN[language] ? PASSAGE_LETTERS.latin : PASSAGE_LETTERS.script);
  // a drift that matters runs over several passages: looking at every third finds it, and only then is the whole text looked at
  const some = all.filter((_, at) => at % LOOK_AT_EVERY === 0 || at === all.length - 1);
  return shareOf(some, language) === 0 ? 0 : shareOf(all, language);
}

function shareOf(texts: readonly string[], language: Language): number {
  let judged = 0;
  let foreign = 0;
  for (const passage of texts) {
    const letters = count(passage, /\p{L}/gu);
    const verdict = judge(passage, letters, language);
    if (verdict === 'own' || verdict === 'other') {
      judged += letters;
      if (verdict === 'other') foreign += letters;
      continue;
    }
    // what is not surely the one or the other may be both, sentence by sentence in turns
    const sentences = judgedSentences(passage, language);
    const sum = (of: 'own' | 'other') => sentences.reduce((all, one) => all + (one.verdict === of ? one.letters : 0), 0);
    judged += verdict === 'likely' ? letters : sum('own') + sum('other');
    foreign += sum('other');
  }
  return judged === 0 ? 0 : foreign / judged;
}

/** @param texts read as one: titles alone are too short to tell */
export function checkLanguage(texts: readonly string[], language: Language, rest: Omit<AnswerProblem, 'text'> = {}): AnswerProblem[] {
  if (foreignShare(texts.join('\n\n'), language) <= TOLERATED) return [];
  return [problem(`the text is not in the language asked for: write everything in ${language}`, rest)];
}

type Verdict = 'own' | 'likely' | 'other' | 'unsure';

function judge(passage: string, letters: number, language: Language): Verdict {
  const code = LATIN[language];
  if (code === undefined) return judgeScript(passage, letters, language);
  if (isSurelyIn(passage, code)) return 'own';
  const latin = count(passage, /\p{Script=Latin}/gu) / letters;
  if (latin < 0.4) return 'other';
  const ranks = francAll(passage, { only: CODES, minLength: 60 });
  const [best] = ranks[0] ?? ['und'];
  if (best === 'und') return 'unsure';
  if (best === code) return 'likely';
  return (ranks.find(([known]) => known === code)?.[1] ?? 0) < POSSIBLE_FROM ? 'other' : 'unsure';
}

/** Those sentences of a passage that show on their own what they are in. */
function judgedSentences(passage: string, language: Language): { verdict: 'own' | 'other'; letters: number }[] {
  const code = LATIN[language];
  return sentencesOf(passage).flatMap((sentence) => {
    const letters = count(sentence, /\p{L}/gu);
    if (letters < SENTENCE_LETTERS) return [];
    if (code === undefined) return [{ verdict: count(sentence, SCRIPTS[language]!) / letters < SENTENCE_SHARE ? 'other' : 'own', letters }];
    const found = surelyIn(sentence);
    return found === null ? [] : [{ verdict: found === code ? 'own' : 'other', letters }];
  });
}

function judgeScript(passage: string, letters: number, language: Language): Verdict {
  const own = count(passage, SCRIPTS[language]!);
  const share = own / letters;
  if (share < SCRIPT.other) return 'other';
  if (share < SCRIPT.own) return 'unsure';
  if (NEIGHBOURS[language] && count(passage, NEIGHBOURS[language]) / own > NEIGHBOURS_SHARE) return 'other';
  const kana = count(passage, KANA) / own;
  if (language === 'japanese') return kana >= KANA_SHARE.japanese ? 'own' : own < 40 ? 'unsure' : 'other';
  if (language === 'chinese') return kana <= KANA_SHARE.chinese ? 'own' : 'other';
  return share < SCRIPT.surely ? 'likely' : 'own';
}

/** Sentences, put together until each passage has enough letters; what is left at the end joins the last. */
function passages(plain: string, letters: number): string[] {
  const made: string[] = [];
  let open = '';
  let had = 0;
  for (const sentence of sentencesOf(plain)) {
    open = open ? `${open} ${sentence}` : sentence;
    had += count(sentence, /\p{L}/gu);
    if (had < letters) continue;
    made.push(open);
    open = '';
    had = 0;
  }
  if (had === 0) return made;
  if (made.length === 0) return had * 2 >= letters ? [open] : [];
  made.push(`${made.pop()} ${open}`);
  return made;
}

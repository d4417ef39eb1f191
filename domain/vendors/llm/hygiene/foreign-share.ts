import { francAll } from 'franc';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { isDetectedAs, detectLatinLanguage, type LatinCode } from './stop-words.ts';
import { plainProse } from '#domain/platform/prose/plain-prose.ts';

export type Language = CourseForm['language_preference'];

/** Languages in Latin script are distinguished by trigrams; all others by script. */
export const LATIN: Partial<Record<Language, LatinCode>> = {
  english: 'eng',
  spanish: 'spa',
  french: 'fra',
  german: 'deu',
  italian: 'ita',
  portuguese: 'por',
};
/** Languages without courses that learners and services may still use. */
const OTHERS = ['nld', 'swe', 'dan', 'pol', 'ces', 'tur', 'hun', 'fin', 'ind', 'vie', 'cat', 'glg', 'ron'];
export const LATIN_CODES = [...Object.values(LATIN), ...OTHERS];
export const SCRIPTS: Partial<Record<Language, RegExp>> = {
  russian: /\p{Script=Cyrillic}/gu,
  // distinguished from Japanese by the absence of kana
  chinese: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  japanese: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  korean: /\p{Script=Hangul}/gu,
  arabic: /\p{Script=Arabic}/gu,
  // its vowel signs do not count as letters
  hindi: /(?=\p{L})\p{Script=Devanagari}/gu,
};
/** Letters that only other languages in the same script have. */
const NEIGHBOURS: Partial<Record<Language, RegExp>> = {
  // of Ukrainian and Belarusian; of Persian and Urdu
  russian: /[іїєґў]/giu,
  arabic: /[پچژگکیےںٹڈڑہ]/gu,
};
/** Maximum share of such letters in a text of the language. */
const NEIGHBOURS_SHARE = 0.02;
const word = (words: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${words.replaceAll(' ', '|')})(?![\\p{L}\\p{M}])`, 'giu');
/**
 * The function words of a language, and those of its neighbours that it lacks. A passage with none of the former and two of the latter is
 * in a neighbouring language.
 */
const LITTLE: Partial<Record<Language, { readonly own: RegExp; readonly others: RegExp }>> = {
  russian: {
    own: word('что это для если чтобы когда они он она вы ты их его её'),
    // of Bulgarian; of Serbian and Macedonian
    others: word('е са се че ще това които като както му ги си ја је су сам што во'),
  },
  // its trigrams are hard to tell from its twin's
  portuguese: {
    own: word('não uma um são também em com num numa pela pelo você à às'),
    // of Galician
    others: word('unha non en con coa dunha nunha polo pola ou máis cando tamén hai súa súas xa moi'),
  },
  spanish: {
    own: word('con los las y pero también más cuando muy hay'),
    // of Catalan; of Galician
    others: word('amb els dels és però també més molt aquest aquesta quan són unha non coa dunha ou máis cando tamén súa moi'),
  },
  hindi: {
    own: word('है हैं के का में और से पर यह नहीं आप'),
    // of Nepali; of Marathi
    others: word('छ छन् हुन्छ र पनि तपाईं लागि गर्न भने आहे आहेत आणि तुम्ही हे ते नाही किंवा'),
  },
};
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/**
 * Sentences are joined into passages of this many letters: shorter ones do not show their language reliably, and in much longer ones the
 * scores of all languages converge.
 */
const PASSAGE_LETTERS = { latin: 240, script: 60 };
/** A language scoring this close to the likeliest one (1 = equal) is still possible. */
export const POSSIBLE_FROM = 0.97;
/**
 * Shares of a script's letters: at `surely` or above a text is in the script, below `other` it is not; technical texts contain many Latin
 * names.
 */
const SCRIPT = { surely: 0.7, own: 0.35, other: 0.2 };
/**
 * Minimum letters to judge a single sentence: a shorter one shows nothing, and a sentence with a few Latin terms still has more letters of
 * its own script than this.
 */
const SENTENCE_LETTERS = 25;
const SENTENCE_SHARE = 0.1;
/** Share of kana among all Japanese characters: a Japanese text has more, a Chinese one hardly any. */
const KANA_SHARE = { japanese: 0.1, chinese: 0.05 };
/** Only every third passage is sampled first: judging passages takes most of the time of checking a lesson. */
const LOOK_AT_EVERY = 3;
/** Tolerated share in another language: quotations, names, the learner's own words. */
export const TOLERATED = 0.2;

/** Sentences with their terminators. */
const SENTENCES = /[^\n.!?。！？।؟]+[.!?。！？।؟]*/gu;
/** A text without sentence ends is split at spaces about this often. */
const LONGEST = /[^]{1,300}(?:\s|$)|[^]{1,300}/gu;

const sentencesOf = (plain: string): string[] =>
  (plain.match(SENTENCES) ?? []).flatMap((sentence) => (sentence.length <= 300 ? sentence : (sentence.match(LONGEST) ?? [])));

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Returns the share of a text that is certainly in another language than expected, 0 to 1; 0 also when it is too short to tell. Judged
 * passage by passage, so that a lesson that switches half-way is detected.
 * @param text Markdown; code and markup are ignored
 */
export function foreignShare(text: string, language: Language): number {
  const all = passages(plainProse(text), LATIN[language] ? PASSAGE_LETTERS.latin : PASSAGE_LETTERS.script);
  // a relevant drift spans several passages: the sample finds it, and only then is the whole text judged
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
    // an uncertain passage may switch languages from sentence to sentence
    const sentences = judgedSentences(passage, language);
    const sum = (verdict: 'own' | 'other') => sentences.reduce((all, one) => all + (one.verdict === verdict ? one.letters : 0), 0);
    judged += verdict === 'likely' ? letters : sum('own') + sum('other');
    foreign += sum('other');
  }
  return judged === 0 ? 0 : foreign / judged;
}

type Verdict = 'own' | 'likely' | 'other' | 'unsure';

function judge(passage: string, letters: number, language: Language): Verdict {
  const code = LATIN[language];
  if (code === undefined) return judgeScript(passage, letters, language);
  if (isOfNeighbour(passage, language)) return 'other';
  if (isDetectedAs(passage, code)) return 'own';
  const latin = count(passage, /\p{Script=Latin}/gu) / letters;
  if (latin < 0.4) return 'other';
  const ranks = francAll(passage, { only: LATIN_CODES, minLength: 60 });
  const [best] = ranks[0] ?? ['und'];
  if (best === 'und') return 'unsure';
  if (best === code) return 'likely';
  return (ranks.find(([known]) => known === code)?.[1] ?? 0) < POSSIBLE_FROM ? 'other' : 'unsure';
}

/**
 * Tells whether a text certainly has a sentence in another language and none in the expected one. For texts too short for `foreignShare`.
 */
export function isForeignSentence(text: string, language: Language): boolean {
  const sentences = judgedSentences(plainProse(text), language);
  return sentences.length > 0 && sentences.every(({ verdict }) => verdict === 'other');
}

/** Returns the sentences of a passage whose language is clear on their own. */
function judgedSentences(passage: string, language: Language): { verdict: 'own' | 'other'; letters: number }[] {
  const code = LATIN[language];
  return sentencesOf(passage).flatMap((sentence) => {
    const letters = count(sentence, /\p{L}/gu);
    if (letters < SENTENCE_LETTERS) return [];
    if (code === undefined) return [{ verdict: count(sentence, SCRIPTS[language]!) / letters < SENTENCE_SHARE ? 'other' : 'own', letters }];
    const found = detectLatinLanguage(sentence);
    return found === null ? [] : [{ verdict: found === code ? 'own' : 'other', letters }];
  });
}

/** Judges a passage by the script of a language. @param letters number of letters in the passage */
export function judgeScript(passage: string, letters: number, language: Language): Verdict {
  const own = count(passage, SCRIPTS[language]!);
  const share = own / letters;
  if (share < SCRIPT.other) return 'other';
  if (share < SCRIPT.own) return 'unsure';
  if (NEIGHBOURS[language] && count(passage, NEIGHBOURS[language]) / own > NEIGHBOURS_SHARE) return 'other';
  if (isOfNeighbour(passage, language)) return 'other';
  const kana = count(passage, KANA) / own;
  if (language === 'japanese') return kana >= KANA_SHARE.japanese ? 'own' : own < 40 ? 'unsure' : 'other';
  if (language === 'chinese') return kana <= KANA_SHARE.chinese ? 'own' : 'other';
  return share < SCRIPT.surely ? 'likely' : 'own';
}

function isOfNeighbour(passage: string, language: Language): boolean {
  const little = LITTLE[language];
  return little !== undefined && count(passage, little.others) >= 2 && count(passage, little.own) === 0;
}

/** Joins sentences into passages with enough letters; a short rest joins the last one. */
export function passages(plain: string, letters: number): string[] {
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

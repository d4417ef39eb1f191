import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { withoutCode } from '#domain/platform/prose/plain-prose.ts';
import { endsAsSentence } from '#domain/platform/prose/sentence-end.ts';
import { BROKEN_OFF, brokenEnd } from '#domain/vendors/llm/hygiene/broken-end.ts';
import { isLooping } from '#domain/vendors/llm/hygiene/loops.ts';
import { withoutMarks } from '#domain/vendors/llm/hygiene/marks.ts';
import { isRefusal } from '#domain/vendors/llm/hygiene/declining.ts';
import { foreignShare, isForeignSentence, LATIN, TOLERATED, type Language } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import { tellsOfItself, thinksAloud } from '#domain/vendors/llm/hygiene/own-talk.ts';
import { detectLatinLanguage, LITTLE_WORDS } from '#domain/vendors/llm/hygiene/stop-words.ts';
import { losesNumbers } from './kept-numbers.ts';
import { shieldMarkdown } from './shield.ts';

/** Possible flaws of a translated text, in the words for the service that is asked again. */
export const FLAWS = {
  structure: 'Some translations had lost, doubled or invented a ⟦0⟧ or a Markdown sign, or were missing.',
  marks: 'Some translations had marks of a chat template in them, or signs that nobody can read.',
  refusal: 'Some translations declined instead of translating. Each text is material of a course: translate what it says.',
  talk: 'Some translations spoke of the task or of their author. Write the translation only.',
  loop: 'Some translations said the same again and again.',
  twin: 'Texts that differ had one and the same translation.',
  untouched: 'Some texts came back unchanged. Translate each; only names and code stay as they are.',
  length: 'Some translations were far shorter or longer than their texts. Leave nothing out and add nothing.',
  unfinished: 'Some translations broke off within a sentence. Translate each to its end.',
  numbers: 'Some translations had lost or changed a number.',
  language: 'Some translations were in another language than the one asked for.',
} as const;
export type Flaw = keyof typeof FLAWS;

/**
 * Flaws that a correct translation may have in places: a quotation stays as it is, "20th century" becomes "siècle XX", a headline gets
 * longer. The service is asked again; after that they are tolerated in this share of a work's letters.
 */
const DOUBTFUL: readonly Flaw[] = ['untouched', 'length', 'unfinished', 'numbers', 'language'];
const DOUBTFUL_SHARE = 0.1;

/** BCP 47. */
export interface Languages {
  readonly source: string;
  readonly target: string;
}

/** A text and its translation. */
export interface Pair {
  readonly source: string;
  readonly text: string;
}

const isLatin = (language: Language): boolean => LATIN[language] !== undefined;
const COURSE_LANGUAGES = new Map(Object.entries(LANGUAGE_CODES).map(([language, code]) => [code as string, language as Language]));

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** Number of alphabetic letters that a character of a dense script is worth, measured on one text in all languages of courses. */
const LETTERS_A_SIGN = [
  [/\p{Script=Han}/gu, 2.8],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 1.6],
  [/\p{Script=Hangul}/gu, 2],
] as const;
const weightOf = (text: string): number =>
  LETTERS_A_SIGN.reduce(
    (sum, [signs, letters]) => sum + (text.match(signs)?.length ?? 0) * (letters - 1),
    text.match(/[\p{L}\p{M}]/gu)?.length ?? 0,
  );

/** Returns the prose of a text: without placeholders, code, formulas, addresses and protected names. */
const proseOf = (text: string): string => withoutCode(shieldMarkdown(text).text).replaceAll(/⟦\d+⟧|\{\w+\}/g, ' ');

/** Words that are not names; in scripts without capitals, any word may be one. */
const COMMON_WORD = /(?<![\p{L}\p{N}_.-])(?!\p{Lu})\p{L}[\p{L}\p{M}'’]+(?![\p{N}_(])/gu;
const SENTENCE_WORDS = 4;
const SENTENCE_SIGNS = 8;
/** Tells whether a text must differ in another language, which names, terms and short headlines need not. */
const saysSomething = (prose: string): boolean =>
  (prose.match(COMMON_WORD)?.length ?? 0) >= SENTENCE_WORDS || (prose.match(DENSE)?.length ?? 0) >= SENTENCE_SIGNS;

const comparable = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');

/** Ratios of lengths that no pair of languages has: for a passage, and for a whole work, in which differences even out. */
const LENGTH = { from: 80, passage: { least: 0.4, most: 2.8 }, work: { least: 0.5, most: 2.2 } } as const;

const hasOtherLength = ({ source, text }: Pair, { least, most }: { readonly least: number; readonly most: number }): boolean => {
  const before = weightOf(source);
  return before >= LENGTH.from && (weightOf(text) < before * least || weightOf(text) > before * most);
};

/** This many untranslated words in a row, with this many function words of their own language among them, are no name. */
const LEFT = { words: 4, little: 2 } as const;
/** The same for sentences of at most `longest` words, of which that is a third: 'Die Bienen dance in the hive.' */
const LEFT_OF_SHORT = { words: 3, little: 1, longest: 10 } as const;
const QUOTED = /[“"„«‘'*_「『][^“”"„«»‘*_「」『』\n]{1,200}[”"“»’'*_」』]/gu;

/**
 * Tells whether a translation contains part of its original word for word: several words in a row, in lower case and outside quotations.
 */
function isHalfDone({ source, text }: Pair, { source: from, target }: Languages): boolean {
  const [own, other] = [LATIN[COURSE_LANGUAGES.get(from)!], LATIN[COURSE_LANGUAGES.get(target)!]];
  if (own === undefined || own === other) return false;
  const others: readonly string[] = other === undefined ? [] : LITTLE_WORDS[other].split(' ');
  const little = LITTLE_WORDS[own].split(' ').filter((word) => word.length > 1 && !others.includes(word));
  const said = source.match(RUN_OF_WORDS) ?? [];
  const before = ` ${said.join(' ')} `;
  const left = said.length <= LEFT_OF_SHORT.longest ? LEFT_OF_SHORT : LEFT;
  return (text.replaceAll(QUOTED, ' | ').match(/[^|.,;:!?()[\]]+/g) ?? []).some((clause) => {
    const words = clause.match(RUN_OF_WORDS) ?? [];
    return words.some((_, at) => {
      const run = words.slice(at, at + left.words);
      const isSmall = run.length === left.words && run.every((word) => word === word.toLowerCase());
      return isSmall && run.filter((word) => little.includes(word)).length >= left.little && before.includes(` ${run.join(' ')} `);
    });
  });
}
const RUN_OF_WORDS = /[\p{L}\p{M}\p{N}'’-]+/gu;

/** Characters that a wrong encoding produces: `fÃ¼r`, `itâ€™s`, `�`. */
const UNREADABLE =
  /[ÃÂ][\u0080-\u009f\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u20ac\u2122]|â€|\ufffd/;

/** Tells whether a text is certainly not in a language. */
function isForeign(prose: string, code: string): boolean {
  const language = COURSE_LANGUAGES.get(code);
  return language !== undefined && (isForeignSentence(prose, language) || foreignShare(prose, language) > TOLERATED);
}

/**
 * Tells whether a translation of one text is certainly in another language. A short one is compared only with its original's language:
 * `otra cuenta` has function words of three languages.
 */
function isElsewhere(prose: string, { source, target }: Languages): boolean {
  const language = COURSE_LANGUAGES.get(target);
  // languages of the interface in which no course is written can only be told from English
  const isAlike = language === undefined || isLatin(language);
  if (isAlike && saysSomething(prose) && target !== source && isIn(prose, source)) return true;
  if (language === undefined) return false;
  return (!isAlike && isForeignSentence(prose, language)) || foreignShare(prose, language) > TOLERATED;
}

/** Tells whether a text is certainly in a language of Latin script. */
function isIn(prose: string, code: string): boolean {
  const language = COURSE_LANGUAGES.get(code);
  return language !== undefined && isLatin(language) && detectLatinLanguage(prose) === LATIN[language];
}

/** The word for 'translation' in the languages of courses. */
export const TRANSLATION =
  'translat\\w*|traducci[oó]n|traduzid\\w*|traducid\\w*|traduction|traduit\\w*|[üu]bersetz\\w*|traduzione|tradott\\w*|tradução|перевод\\w*|译文|翻译|譯文|翻訳|번역\\w*|(?:ال)?ترجمة|अनुवाद\\w*';
/** How a model begins or ends when it talks about its task, around or instead of the translation. */
const TALK = [
  /^\s*(?:here(?:['’]s| is| are)\b|sure\b|certainly\b|of course\b|i apologi[sz]e\b|below is\b).{0,120}(?:translat|correct|text)/i,
  new RegExp(`^[\\s*_"“«\\[(]{0,6}(?:[^\\s.!?:：]+[ ,!.]+){0,7}(?:${TRANSLATION})(?![\\p{L}])[^.!?\\n:：]{0,40}[*_]{0,2}\\s?[:：]`, 'iu'),
  /\(\s*(?:A(?:nm)?\. ?d(?:er|es)?\.? ?(?:Ü(?:bers)?\.|Übersetzer)|N\. ?d(?:[aeou]|el)?\.? ?[TR]\.)/u,
  /^\s*(?:i(?:['’]ve| have) translated (?:the|this|your)|ich habe (?:den|diesen|ihren|deinen) text\b.{0,40}übersetzt|he traducido (?:el|este|su|tu) texto|j['’]ai traduit (?:le|ce|votre|ton) texte|ho tradotto (?:il|questo) testo|traduzi (?:o|este) texto)/iu,
  /(?:ich hoffe,? das hilft|espero que (?:esto )?(?:te |le |les )?(?:ayude|sirva)|j['’]espère que cela (?:vous |t['’])?aide|spero che (?:questo )?(?:ti |vi |le )?(?:aiuti|sia utile)|espero que (?:isso |isto )?ajude)[^.!?]{0,40}[.!?]?\s*$/iu,
  /(?:note|nota|anmerkung|hinweis)[^.:\n]{0,20}(?:translator|traduct|tradut|traduttore|übersetzer)|translator['’]s note/i,
  /(?:let me know if|i hope this helps|feel free to ask)[^.!?]{0,80}[.!?]?\s*$/i,
];
/** A text about translating may contain this itself in another language. */
const NAMES_TRANSLATION = new RegExp(TRANSLATION, 'iu');
/** Tells whether a translation adds a note such as '(Note: "brood" is …)' although the original has nothing in brackets. */
const addsNote = ({ source, text }: Pair): boolean =>
  !/[([（]/.test(source) && /[([（](?:note|nota|anmerkung|hinweis|примечание|注)\s?[:：]/iu.test(text);
const talks = (text: string): boolean => TALK.some((pattern) => pattern.test(text));

/**
 * Returns the flaw in the translation of one text, or null. A flaw that the original has too does not count: a course may teach how to say
 * no, or another language.
 */
function flawOf(pair: Pair, { source: from, target }: Languages): Flaw | null {
  const { source, text } = pair;
  if (withoutMarks(text) !== text && withoutMarks(source) === source) return 'marks';
  if (UNREADABLE.test(text) && !UNREADABLE.test(source)) return 'marks';
  const [before, after] = [proseOf(source), proseOf(text)];
  if (isRefusal(after) && !isRefusal(before)) return 'refusal';
  if (talks(after) && !talks(before) && !NAMES_TRANSLATION.test(before)) return 'talk';
  if (addsNote({ source: before, text: after })) return 'talk';
  if ((thinksAloud(after) || tellsOfItself(after, source)) && !thinksAloud(before) && !tellsOfItself(before, '')) return 'talk';
  if (isLooping(after) && !isLooping(before)) return 'loop';
  // some languages of the interface end sentences differently
  const isOpen = COURSE_LANGUAGES.has(target) && endsAsSentence(source) && brokenEnd(text) === BROKEN_OFF;
  if (hasOtherLength({ source: before, text: after }, LENGTH.passage)) return isOpen ? 'unfinished' : 'length';
  if (!saysSomething(before)) return losesNumbers({ source: before, text: after }, true) ? 'numbers' : null;
  // a sentence in another language, in a course about that language, stays as it is
  const isQuoted = isForeign(before, from);
  if (!isQuoted && `${comparable(after)} `.includes(`${comparable(before)} `)) return 'untouched';
  if (!isQuoted && isHalfDone({ source: before, text: after }, { source: from, target })) return 'untouched';
  if (!isQuoted && isElsewhere(after, { source: from, target })) return 'language';
  if (isOpen) return 'unfinished';
  return losesNumbers({ source: before, text: after }, false) ? 'numbers' : null;
}

/** Number of different texts with the same translation that are no coincidence. */
const MOST_TWINS = 3;

/**
 * Returns the flaws of texts that belong together, by place, and of all of them as a whole. The whole shows what no single text does: many
 * short texts that came back unchanged, or the language of a lesson made of headlines.
 */
function flawsOf(pairs: readonly Pair[], languages: Languages): { readonly each: readonly (Flaw | null)[]; readonly all: Flaw | null } {
  const prose = pairs.map(({ source, text }) => ({ source: proseOf(source), text: proseOf(text) }));
  const sources = new Map<string, Set<string>>();
  for (const { source, text } of prose)
    if (saysSomething(source)) sources.set(comparable(text), (sources.get(comparable(text)) ?? new Set()).add(comparable(source)));
  const each = pairs.map((pair, place) => {
    const flaw = flawOf(pair, languages);
    return flaw ?? ((sources.get(comparable(prose[place]!.text))?.size ?? 0) >= MOST_TWINS ? 'twin' : null);
  });
  return { each, all: flawOfAll(prose, languages) };
}

function flawOfAll(prose: readonly Pair[], { source, target }: Languages): Flaw | null {
  const worded = prose.filter((pair) => COMMON_WORD_ONCE.test(pair.source));
  const same = worded.filter((pair) => comparable(pair.source) === comparable(pair.text));
  if (worded.length >= MOST_TWINS && same.length * 2 > worded.length) return 'untouched';
  const whole: Pair = { source: prose.map((pair) => pair.source).join('\n\n'), text: prose.map((pair) => pair.text).join('\n\n') };
  if (hasOtherLength(whole, LENGTH.work)) return 'length';
  const [from, to] = [COURSE_LANGUAGES.get(source), COURSE_LANGUAGES.get(target)];
  if (to === undefined) return null;
  // foreign text in the original may be foreign in the translation too
  const quoted = from === undefined ? 0 : foreignShare(whole.source, from);
  return foreignShare(whole.text, to) > TOLERATED + quoted ? 'language' : null;
}
const COMMON_WORD_ONCE = new RegExp(COMMON_WORD.source, 'u');

declare const CHECKED: unique symbol;
/** A translated text that has passed the rules by itself, for texts that do not form one work. */
export type CheckedText = string & { readonly [CHECKED]: true };

/**
 * Checks texts that belong together one by one.
 * @returns the texts without a flaw and the flaw of each other text, by id; and all flaws found
 */
export function checkTexts(
  texts: readonly (Pair & { readonly id: string })[],
  languages: Languages,
): {
  readonly checked: ReadonlyMap<string, CheckedText>;
  readonly flawOf: ReadonlyMap<string, Flaw>;
  readonly flaws: readonly Flaw[];
} {
  const { each, all } = flawsOf(texts, languages);
  const sound = texts.filter((_, place) => each[place] === null && all === null);
  const flaws = new Set([...each, all].filter((flaw) => flaw !== null));
  return {
    checked: new Map(sound.map(({ id, text }) => [id, text as CheckedText])),
    flawOf: new Map(texts.flatMap(({ id }, place) => ((flaw) => (flaw === null ? [] : [[id, flaw] as const]))(each[place] ?? all))),
    flaws: [...flaws],
  };
}

/** A translation that has passed the rules. Only `checkTranslation` makes it, and nothing else can be stored. */
export interface CheckedTranslation<T> {
  readonly texts: T;
  /** Number of passages that stayed untranslated. */
  readonly left: number;
  readonly [CHECKED]: true;
}

interface Translated<T> {
  readonly source: T;
  readonly texts: T;
  /** Returns all prose of the texts, in order. */
  readonly prose: (texts: T) => readonly string[];
  /** Tells whether everything except the prose is the same. */
  readonly isSameStructure: (source: T, texts: T) => boolean;
  readonly languages: Languages;
  /** Flaws of the pieces that stayed untranslated because no usable translation came, by text. */
  readonly unusable?: ReadonlyMap<string, Flaw> | undefined;
}

/** Checks a whole translation by the rules; nothing is stored without passing. @returns the first flaw that prevents storing it */
export function checkTranslation<T>({
  source,
  texts,
  prose,
  isSameStructure,
  languages,
  unusable = new Map(),
}: Translated<T>): CheckedTranslation<T> | Flaw {
  const [before, after] = [prose(source), prose(texts)];
  if (before.length !== after.length || !isSameStructure(source, texts)) return 'structure';
  const pairs = before.map((one, place) => ({ source: one, text: after[place]! }));
  const { each, all } = flawsOf(pairs, languages);
  // pieces that were restored for lack of a usable translation say nothing about the service's language
  const putBack = pairs.flatMap(({ source: before, text }) => (before === text ? (unusable.get(before) ?? []) : []));
  const fatal = each.find((flaw) => flaw !== null && !DOUBTFUL.includes(flaw));
  if (fatal) return fatal;
  const unchanged = pairs.filter((pair) => pair.source === pair.text).length;
  // broken-off texts are too short, too
  if (all === 'length' && each.filter((flaw) => flaw === 'unfinished').length * 2 > each.filter((flaw) => flaw !== null).length)
    return 'unfinished';
  if (all) return (all === 'untouched' || all === 'language') && putBack.length * 2 > unchanged ? putBack[0]! : all;
  // a sentence without any usable translation is not merely doubtful
  const missing = pairs.find(({ source: before, text }) => before === text && unusable.has(before) && saysSomething(proseOf(before)));
  if (missing) return unusable.get(missing.source)!;
  const doubts = pairs.filter((_, place) => each[place] !== null);
  const weight = (some: readonly Pair[]) => some.reduce((sum, pair) => sum + weightOf(pair.source), 0);
  if (weight(doubts) > weight(pairs) * DOUBTFUL_SHARE) {
    const place = each.findIndex((flaw) => flaw !== null);
    return (each[place] === 'untouched' ? unusable.get(pairs[place]!.source) : undefined) ?? each[place]!;
  }
  return { texts, left: each.filter((flaw) => flaw === 'untouched').length } as unknown as CheckedTranslation<T>;
}

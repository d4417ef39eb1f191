import { lookup } from '#contract/platform/lookup.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { buildGlossary, type GlossaryEntry } from '#frontend/features/courses/glossary/build-glossary.ts';
import { plain, sentencesOf } from '#frontend/features/courses/glossary/lesson-sentences.ts';
import { placeNumber, type Place } from '#frontend/features/courses/lesson/lesson-path.ts';

/** A lesson on the map. */
export interface MapLesson {
  /** Its number, `2.3`, which is also its id on the map. */
  readonly id: string;
  readonly place: Place;
  readonly title: string;
}

/** A lesson in which a term occurs. */
export interface TermUse {
  readonly lesson: MapLesson;
  /** Whether the lesson explains the term, i.e. sets it in bold; otherwise it uses it. */
  readonly isExplained: boolean;
  /** Words of the lesson that contain the term, to be highlighted there. */
  readonly passage: string;
}

/** A term on the map; at least one lesson explains it. */
export interface MapTerm extends Pick<GlossaryEntry, 'term' | 'sentence' | 'hasMaths'> {
  readonly id: string;
  /** In course order. */
  readonly uses: readonly TermUse[];
}

/** The lessons of a course in order, and the terms of its glossary. */
export interface ConceptMap {
  readonly lessons: readonly MapLesson[];
  readonly terms: readonly MapTerm[];
}

/** Whether a term connects lessons. */
export const isShared = ({ uses }: MapTerm): boolean => uses.length > 1;

interface SoughtTerm {
  readonly entry: GlossaryEntry;
  readonly words: readonly string[];
}
type SoughtTerms = ReadonlyMap<string, readonly SoughtTerm[]>;

/** Finds terms in words; of several that begin at the same word, the longest wins. */
function termsIn(words: readonly string[], byFirstWord: SoughtTerms): GlossaryEntry[] {
  const found: GlossaryEntry[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const term = byFirstWord.get(words[at]!)?.find((one) => one.words.every((word, offset) => words[at + offset] === word));
    if (!term) continue;
    found.push(term.entry);
    at += term.words.length - 1;
  }
  return found;
}

/** Markdown that looks different on the page: formulas, and the lines between table cells. */
const SHOWN_OTHERWISE = /\$\$?[^$]+\$\$?|\|/;
const LONGEST_PASSAGE = 160;

/** The part of a sentence that appears on the page exactly as written and contains the term. */
function passageOf(sentence: string, hasTerm: (text: string) => boolean): string {
  const part = sentence.split(SHOWN_OTHERWISE).find(hasTerm) ?? sentence;
  return part.slice(0, part.length > LONGEST_PASSAGE ? part.lastIndexOf(' ', LONGEST_PASSAGE) : undefined).trim();
}

/**
 * Builds the concept map of a course from its text: which lessons explain or use which terms of its glossary. The same course always yields
 * the same map.
 * @param language as in the `lang` attribute
 */
export function buildConceptMap(course: Pick<Course, 'modules'>, language: string | undefined): ConceptMap {
  const glossary = buildGlossary(course, language);
  const stems = stemmerOf(language);
  const sought = glossary
    .map((entry) => ({ entry, words: stems(entry.term) }))
    .filter(({ words }) => words.length > 0)
    .toSorted((one, other) => other.words.length - one.words.length);
  const byFirstWord = Map.groupBy(sought, ({ words }) => words[0]!);
  const uses = new Map(glossary.map((entry) => [entry, [] as TermUse[]] as const));

  const lessons = course.modules.flatMap((module, moduleIndex) =>
    module.lessons.map((text, lessonIndex) => {
      const place = { module: moduleIndex, lesson: lessonIndex };
      const lesson = { id: placeNumber(place), place, title: text.title };
      const firstUses = new Map<GlossaryEntry, string>();
      for (const { markdown } of sentencesOf(text, language)) {
        const sentence = plain(markdown);
        for (const entry of termsIn(stems(sentence), byFirstWord)) {
          if (!firstUses.has(entry)) firstUses.set(entry, sentence);
        }
      }
      for (const entry of glossary) {
        const explaining = entry.places.find(({ number }) => number === lesson.id);
        const sentence = explaining ? plain(explaining.markdown) : firstUses.get(entry);
        if (sentence === undefined) continue;
        const hasTerm = (part: string) => termsIn(stems(part), byFirstWord).includes(entry);
        uses.get(entry)!.push({ lesson, isExplained: explaining !== undefined, passage: passageOf(sentence, hasTerm) });
      }
      return lesson;
    }),
  );
  const terms = glossary.map((entry) => {
    const { term, sentence, hasMaths } = entry;
    return { id: `term ${term}`, term, sentence, hasMaths, uses: uses.get(entry)! };
  });
  return { lessons, terms };
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Languages without spaces between words. */
const UNSPACED = ['zh', 'ja'];
/** Optional marks: accents, and the vowel signs of Arabic. */
const MARKS = /\u0640|[\u0300-\u036f\u064b-\u065f\u0670]/g;
const ARABIC_ARTICLE = /^[وف]?(?:[بك]?ال|لل)(?=..)/;
const ENGLISH_PLURAL = /(?<=ss|x|ch|sh)es$|(?<=[^s])s$/;
/** `flores`, `células`, also in Portuguese. */
const IBERIAN_PLURAL = /(?<=[djlnrz])es$|(?<=[^s])s$/;
const PLURALS: Readonly<Record<string, RegExp>> = lookup({
  en: ENGLISH_PLURAL,
  fr: ENGLISH_PLURAL,
  es: IBERIAN_PLURAL,
  pt: IBERIAN_PLURAL,
});
const SHORTEST_PLURAL = 4;

/** Splits a text into words, each normalised so that its variants are equal. */
type StemWords = (text: string) => string[];

/**
 * Returns the word splitter for a language. Singular and plural are equal (English, French, Spanish, Portuguese), as are words with and
 * without the article (Arabic) and in any case; other languages are compared as written.
 * @param language as in the `lang` attribute
 */
function stemmerOf(language = ''): StemWords {
  const plural = PLURALS[language];
  const stemOf = (written: string): string => {
    const word = written
      .toLocaleLowerCase(language || undefined)
      .normalize('NFKD')
      .replaceAll(MARKS, '')
      .replace(ARABIC_ARTICLE, '');
    return plural && word.length >= SHORTEST_PLURAL ? word.replace(plural, '') : word;
  };
  if (!UNSPACED.includes(language)) return (text) => (text.match(WORD) ?? []).map(stemOf);
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return (text) =>
    Array.from(segmenter.segment(text))
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => stemOf(segment));
}

import { distance } from 'fastest-levenshtein';
import { indexIn } from './course-index.ts';
import { librarySlugs, readCourseHead, type Language } from './read-library.ts';
import { plain, stemOf, wordsOf } from './topic-words.ts';

/** The words that a language's courses promise, to correct mistyped words. */
const promised = new Map<Language, ReadonlySet<string>>();
function promisedIn(language: Language): ReadonlySet<string> {
  const words =
    promised.get(language) ??
    new Set(
      librarySlugs()
        .map(readCourseHead)
        .flatMap((head) =>
          head.language === language ? [...head.words, ...Object.values(head.synonyms).flat()].flatMap((word) => wordsOf(plain(word))) : [],
        ),
    );
  promised.set(language, words);
  return words;
}
let others: ReadonlySet<string> | undefined;
/** Returns the words that alone name a subject of no course, however near their letters are to one. */
const otherSubjects = (): ReadonlySet<string> =>
  (others ??= new Set(librarySlugs().flatMap((slug) => readCourseHead(slug).other_subjects)));

/** Returns the number of letters that may be wrong in a word, by its length; a short word soon becomes another one. */
const slipsIn = (word: string): number => (word.length >= 12 ? 2 : word.length >= 7 ? 1 : 0);

/** Pairs of consecutive words that a language's courses promise, by the first and by the second word. */
const pairs = new Map<Language, ReadonlyMap<string, ReadonlySet<string>>>();
function pairsIn(language: Language): ReadonlyMap<string, ReadonlySet<string>> {
  const known = pairs.get(language);
  if (known) return known;
  const made = new Map<string, Set<string>>();
  const add = (key: string, word: string) => made.set(key, (made.get(key) ?? new Set<string>()).add(word));
  for (const phrase of librarySlugs().flatMap((slug) => (readCourseHead(slug).language === language ? readCourseHead(slug).words : []))) {
    const said = wordsOf(plain(phrase));
    for (const [at, word] of said.entries()) {
      if (at > 0) add(`${said[at - 1]} `, word);
      if (at + 1 < said.length) add(` ${said[at + 1]}`, word);
    }
  }
  pairs.set(language, made);
  return made;
}

/** Tells whether one letter is wrong, missing or extra, or two are exchanged. */
const isSlipOf = (typed: string, word: string): boolean =>
  distance(typed, word) <= 1 || (distance(typed, word) === 2 && [...typed].toSorted().join('') === [...word].toSorted().join(''));
const SHORTEST_SLIP = 4;

/**
 * Corrects a short word that no lesson contains, if exactly one word is that similar and a course promises it next to the word before or
 * after it.
 */
function correctShort(topic: string, language: Language): string {
  const known = pairsIn(language);
  const said = wordsOf(plain(topic));
  return said.reduce((text, word, at) => {
    if (word.length < SHORTEST_SLIP || promisedIn(language).has(word) || indexIn(language).isWord(word)) return text;
    const beside = [...(known.get(`${said[at - 1]} `) ?? []), ...(known.get(` ${said[at + 1]}`) ?? [])];
    const near = [...new Set(beside.filter((one) => isSlipOf(word, one)))];
    return near.length === 1 ? text.replace(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu'), near[0]!) : text;
  }, topic);
}

/** Corrects words that no course promises, if exactly one promised word is that similar. */
function correctLong(topic: string, language: Language): string {
  const words = promisedIn(language);
  return topic.replaceAll(/[\p{L}\p{M}]+/gu, (typed) => {
    const word = plain(typed).trim();
    // a word that any lesson contains is correct
    if (words.has(word) || slipsIn(word) === 0 || indexIn(language).isWord(word) || otherSubjects().has(word)) return typed;
    const similar = [...words].filter(
      (one) => !one.startsWith(word) && !word.startsWith(one) && one[0] === word[0] && distance(one, word) <= slipsIn(word),
    );
    const least = Math.min(...similar.map((one) => distance(one, word)));
    const near = similar.filter((one) => distance(one, word) === least);
    return new Set(near.map(stemOf)).size === 1 ? near[0]! : typed;
  });
}

/** Returns a topic with its typing errors corrected, as far as only one word of a subject can be meant. */
export const withoutSlips = (topic: string, language: Language): string => correctShort(correctLong(topic, language), language);

/** Tells whether a word is a slip of one that some course of a language promises. */
export const isNearPromised = (word: string, language: Language): boolean =>
  [...promisedIn(language)].some((one) => one[0] === word[0] && isSlipOf(word, one));

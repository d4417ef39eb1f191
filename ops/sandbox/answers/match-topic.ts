import { distance } from 'fastest-levenshtein';
import { fewLessons, indexIn } from './course-index.ts';
import { isSaid, isTreated, isWholeSubject, lessonsOn, lessonsTeaching, timesSaid } from './lesson-places.ts';
import { librarySlugs, readCourseHead, readLibraryCourse, type CourseHead, type Language, type LibraryCourse } from './read-library.ts';
import { ARTICLE, charactersOf, DENSE, plain, stemOf, stemsOf, wordsOf } from './topic-words.ts';

/**
 * Shares of a topic's words, and of those before its first preposition, that must point to the subject if its goals do not; fewer of its
 * words suffice if the part before the preposition is exactly the subject.
 */
const ENOUGH = { whole: 0.3, head: 0.5, wholeBehindHead: 0.2 };
/** Prepositions after which a topic says where, with what or for whom, not what. */
const AFTERWARDS = /\s(?:with|without|in|for|on|at|from|by|after|before|during|among|through|con|sin|en|para|por|desde|في|من|على)\s.*$/iu;
/** Number of a course's words in the goals that suffice with one in the topic, or with none. */
const SUPPORT = { oneInTopic: 2, none: 3 };

/** How well a course on a part of the subject fits: less than any course on the subject. */
const WIDER = 0.01;

/** A phrase of this many words suffices, whatever else the topic says. */
const WHOLE_PHRASE = 4;

/** A word or a phrase of a course, in its searchable form. */
interface Sought {
  readonly word: string;
  /** Without accents and marks. */
  readonly stem: string;
  readonly pattern: () => RegExp;
}

const sought = (word: string): Sought => {
  const stem = plain(word).trim();
  let made: RegExp | undefined;
  return { word, stem, pattern: () => (made ??= patternOf(stem)) };
};

/** The searchable words of a course, made once. `meant`: the targets of synonyms and typing errors. */
interface Subject {
  readonly words: readonly Sought[];
  readonly others: readonly Sought[];
  readonly meant: ReadonlyMap<string, string>;
}
const subjects = new WeakMap<CourseHead, Subject>();
function subjectOf(head: CourseHead): Subject {
  const known = subjects.get(head);
  if (known) return known;
  const meant = new Map(Object.entries(head.synonyms).flatMap(([word, synonyms]) => synonyms.map((synonym) => [synonym, word] as const)));
  const words = [...new Set([...head.words, ...meant.keys(), ...head.names, head.title.toLowerCase()])].map(sought);
  const subject = { words, others: head.other_subjects.map(sought), meant };
  subjects.set(head, subject);
  return subject;
}

/** Tells whether a text contains a word. The library has thousands, so an expression is built only for those whose stem occurs. */
const says = (said: string, { stem, pattern }: Sought): boolean => said.includes(stem) && said.search(pattern()) >= 0;

/** A word, or a phrase's last word, matches with its endings: any ending for a long word, those of plural and verb for a short one. */
function patternOf(plainWord: string): RegExp {
  const stem = plainWord.replaceAll('+', '\\+');
  const length = stem.split(' ').at(-1)!.length;
  const ending = length >= 6 ? '\\p{L}{0,6}' : length >= 4 ? '(?:s|es|ed|ing|al|a|o|as|os)?' : '';
  return DENSE.test(stem) ? new RegExp(stem, 'gu') : new RegExp(`(?<= (?:[وبلكف]?(?:ال|لل)?)?)${stem}${ending}(?= )`, 'gu');
}

/** A text in which subjects are sought. */
interface Heard {
  readonly said: string;
  readonly unitsOf: (said: string) => string[];
  readonly units: number;
}

function heard(text: string): Heard {
  const said = plain(text);
  const unitsOf = DENSE.test(said) ? charactersOf : wordsOf;
  return { said, unitsOf, units: unitsOf(said).length };
}

/** Returns how a text matches a subject: `words` are the course's words in it, `share` is their part of the text's own words. */
function hitsIn({ said, unitsOf, units }: Heard, words: readonly Sought[]): { words: string[]; share: number } {
  const found = words.filter((word) => says(said, word)).toSorted((one, other) => other.word.length - one.word.length);
  if (found.length === 0) return { words: [], share: 0 };
  const rest = found.reduce((left, { pattern }) => left.replaceAll(pattern(), ' '), said);
  const left = unitsOf(rest).filter((word) => !ARTICLE.test(word));
  return { words: found.map(({ word }) => word), share: units === 0 ? 1 : 1 - left.length / units };
}

/** Tells whether a topic names exactly this subject, apart from words for learning. */
const isWhole = (subject: string, topic: string): boolean => {
  const [said, wanted] = [topic, subject].map((text) => wordsOf(plain(text)).join(' '));
  return said === wanted;
};

/** A request: its topic, the topic up to its first preposition, its goals, and all of it. */
interface Asked {
  readonly topic: string;
  readonly inTopic: Heard;
  readonly atHead: Heard;
  readonly inGoals: Heard;
  readonly all: string;
}

/** Returns how well a course fits; above 0 if it does. */
function fitOf(head: CourseHead, asked: Asked): number {
  const { words, others } = subjectOf(head);
  if (others.some((phrase) => says(asked.all, phrase))) return 0;
  const inTopic = hitsIn(asked.inTopic, words);
  const inGoals = hitsIn(asked.inGoals, words).words.filter(
    (word, at, found) => !inTopic.words.includes(word) && !found.some((longer, other) => other < at && longer.includes(word)),
  );
  const atHead = hitsIn(asked.atHead, words).share;
  const isTheSubject =
    (inTopic.share >= ENOUGH.whole && atHead >= ENOUGH.head) || (inTopic.share >= ENOUGH.wholeBehindHead && atHead === 1);
  const isNamed =
    isTheSubject ||
    inTopic.words.some((phrase) => phrase.split(' ').length >= WHOLE_PHRASE) ||
    inTopic.share > ENOUGH.head ||
    inGoals.length >= (inTopic.words.length > 0 ? SUPPORT.oneInTopic : SUPPORT.none);
  if (isNamed) return inTopic.share + inTopic.words.join('').length / 100 + inGoals.length / 20;
  return head.wider.some((subject) => isWhole(subject, asked.topic)) ? WIDER : 0;
}

/** The course found for a topic. `isForeign`: it is in another language than requested, and nothing more is known. */
export interface Found {
  readonly course: LibraryCourse;
  readonly isForeign: boolean;
  /** Numbers of the lessons that treat the topic, if they are few; empty if the course does. */
  readonly lessons: readonly number[];
  /** Words of the request, as typed, that no lesson contains. */
  readonly missing: readonly string[];
}

/** Each word that a course does not contain ranks it behind one that does. */
const MISSED = 0.5;

/** Returns the subject words of a text, as typed, that no lesson of a course contains, except its own phrases. */
function missingIn(text: string, course: LibraryCourse, found: readonly Sought[]): string[] {
  const rest = found.reduce((left, { pattern }) => left.replaceAll(pattern(), ' '), plain(text));
  if (DENSE.test(rest)) return [];
  const typed = text.split(/[^\p{L}\p{M}\p{N}+#]+/u);
  const unsaid = wordsOf(rest).filter((word) => !isSaid(course, stemOf(word)));
  return [...new Set(unsaid)].map((word) => typed.find((one) => plain(one).trim() === word) ?? word);
}

/** Returns the part of a topic that a course in its language treats. @returns null if it contains nothing of it */
function partOf(slug: string, asked: Asked): Pick<Found, 'course' | 'lessons' | 'missing'> | null {
  const course = readLibraryCourse(slug);
  const { words, meant } = subjectOf(course.head);
  const inTopic = words.filter((word) => says(asked.inTopic.said, word)).toSorted((one, other) => other.word.length - one.word.length);
  const phrases = inTopic.filter(({ stem }, at) => !inTopic.slice(0, at).some((longer) => ` ${longer.stem} `.includes(` ${stem} `)));
  const missing = missingIn(asked.topic, course, inTopic);
  // a name in another language may be a word that the course promises, or one that its lessons contain
  const isForeignName = (name: string) => !course.head.words.includes(name) && !isTreated(course, name);
  const isNamed = course.head.names.some((name) => inTopic.some(({ word }) => word === name) && isForeignName(name));
  const targets = phrases.map(({ word }) => meant.get(word) ?? word);
  const isSubject = isNamed || targets.some((phrase) => isWholeSubject(course, phrase));
  if (missing.length > 0 && !isSubject && hitsIn(asked.inTopic, words).share < ENOUGH.head) return null;
  const places = isNamed ? [] : targets.map((phrase) => lessonsOn(course, phrase)).filter((numbers) => numbers.length > 0);
  const common = places.length === 0 ? [] : places.reduce((one, other) => one.filter((number) => other.includes(number)));
  const lessons = common.length > 0 ? common : [...new Set(places.flat())].toSorted((one, other) => one - other);
  return { course, missing, lessons: lessons.length <= fewLessons(course) ? lessons : [] };
}

/** The words that a language's courses promise, to correct mistyped words. */
const promised = new Map<Language, ReadonlySet<string>>();
function promisedIn(language: Language): ReadonlySet<string> {
  const words =
    promised.get(language) ??
    new Set(
      librarySlugs()
        .map(readCourseHead)
        .flatMap((head) => (head.language === language ? head.words.flatMap((word) => wordsOf(plain(word))) : [])),
    );
  promised.set(language, words);
  return words;
}
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
function withoutShortSlips(topic: string, language: Language): string {
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
function withoutSlips(topic: string, language: Language): string {
  const words = promisedIn(language);
  return topic.replaceAll(/[\p{L}\p{M}]+/gu, (typed) => {
    const word = plain(typed).trim();
    // a word that any lesson contains is correct
    if (words.has(word) || slipsIn(word) === 0 || indexIn(language).isWord(word)) return typed;
    const near = [...words].filter(
      (one) => !one.startsWith(word) && !word.startsWith(one) && one[0] === word[0] && distance(one, word) <= slipsIn(word),
    );
    return new Set(near.map(stemOf)).size === 1 ? near[0]! : typed;
  });
}

/**
 * Finds the library's course on a topic, by the words of the topic and of the goals, and the part of it that treats the topic: by what
 * courses promise, then by the same words with typing errors corrected, then by what lessons teach.
 * @returns null for a topic without a course; `isForeign` if only a course in another language has it
 */
export function matchTopic(asked: string, goals: string, language: Language): Found | null {
  const topic = asked.replaceAll(EXCELS, ' ').trim();
  const found = matchWords(topic, goals, language);
  if (found && !found.isForeign) return found;
  const spelt = withoutShortSlips(withoutSlips(topic, language), language);
  const meant = spelt === topic ? null : matchWords(spelt, goals, language);
  if (meant && !meant.isForeign) return meant;
  const isOther = ({ head }: LibraryCourse) => subjectOf(head).others.some((phrase) => says(plain(spelt), phrase));
  const taught = lessonsTeaching(spelt, language, isOther);
  return taught ? { ...taught, isForeign: false, missing: [] } : (matchClause(spelt, language) ?? matchSentence(spelt, language) ?? found);
}

/** Here the subject is the activity, and not the program called Excel. */
const EXCELS = /(?<!\p{L})excel(?:s|ling)?\s+at(?!\p{L})/giu;

/** Matches a sentence: it asks, states or orders. */
const SENTENCE =
  /^(?:how|why|what|when|where|who|which|can|could|should|is|are|do|does|i|i'm|my|we|get|stop|make|keep|help|teach)\s|\?\s*$/iu;
/** Share of a sentence's words that must name a course. */
const NAMED_IN_SENTENCE = 0.2;

/** Finds the course that a sentence names with some of its words, if its lessons contain all the others. */
function matchSentence(topic: string, language: Language): Found | null {
  if (!SENTENCE.test(topic)) return null;
  const said = heard(topic);
  const stems = wordsOf(said.said).map(stemOf);
  const named = indexIn(language).courses.flatMap(({ course, index }) => {
    const { words, others } = subjectOf(course.head);
    if (!stems.every((stem) => index.lessons.has(stem)) || others.some((phrase) => says(said.said, phrase))) return [];
    const hits = hitsIn(said, [...words, ...course.head.wider.map(sought)]);
    return hits.share >= NAMED_IN_SENTENCE ? [{ course, ...hits }] : [];
  });
  const [best] = named.toSorted((one, other) => other.share - one.share);
  if (!best) return null;
  const places = best.words.map((word) => lessonsOn(best.course, word)).toSorted((one, other) => one.length - other.length);
  const common = places.reduce((one, other) => (one.some((number) => other.includes(number)) ? one.filter((n) => other.includes(n)) : one));
  const lessons = common.length > 0 ? common : (places[0] ?? []);
  return { course: best.course, isForeign: false, missing: [], lessons: lessons.length <= fewLessons(best.course) ? lessons : [] };
}

/** Two joined subjects are one topic; a following question or sentence is not part of it. */
const CLAUSE_END = /[,;:?!.]\s|\s(?:and|but|so|because|y|pero|porque)\s(?=(?:how|why|what|where|when|who|i|we|my|cómo|qué|mi)\s)/iu;

/** Finds the course on the first clause of a sentence that is a subject; other words of the remaining clauses are missing. */
function matchClause(topic: string, language: Language): Found | null {
  const clauses = topic.split(CLAUSE_END);
  for (const [at, clause] of clauses.length > 1 ? clauses.entries() : []) {
    const found = matchWords(clause, '', language);
    if (!found || found.isForeign) continue;
    const others = clauses.filter((_, place) => place !== at).join(' ');
    return { ...found, missing: [...new Set([...found.missing, ...missingIn(others, found.course, [])])] };
  }
  return null;
}

function matchWords(topic: string, goals: string, language: Language): Found | null {
  const asked = {
    topic,
    inTopic: heard(topic),
    atHead: heard(topic.replace(AFTERWARDS, '')),
    inGoals: heard(goals),
    all: plain(`${topic} ${goals}`),
  };
  const fits = librarySlugs()
    .map((slug) => ({ slug, fit: fitOf(readCourseHead(slug), asked), isForeign: readCourseHead(slug).language !== language }))
    .filter(({ fit }) => fit > 0);
  const own = fits
    .filter(({ isForeign }) => !isForeign)
    .flatMap(({ slug, fit }) => {
      const part = partOf(slug, asked);
      return part ? [{ ...part, isForeign: false, fit: fit - part.missing.length * MISSED }] : [];
    });
  // of equally fitting courses, the one that contains most of it
  const stems = stemsOf(topic);
  const [best] = own.toSorted((one, other) => other.fit - one.fit || timesSaid(other.course, stems) - timesSaid(one.course, stems));
  if (best) return best;
  const [foreign] = fits.filter(({ isForeign }) => isForeign).toSorted((one, other) => other.fit - one.fit);
  return foreign ? { course: readLibraryCourse(foreign.slug), isForeign: true, lessons: [], missing: [] } : null;
}

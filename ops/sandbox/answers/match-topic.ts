import { fewLessons, indexIn, indexOf } from './course-index.ts';
import {
  isCovered,
  isSaid,
  isTitled,
  isTreated,
  isWholeSubject,
  lessonsOn,
  lessonsSaying,
  lessonsTeaching,
  partOn,
  timesSaid,
} from './lesson-places.ts';
import { ASKS_OF_HEALTH, FOR_ANIMALS, frameOf, headNounOf, isEmptyWord, isLight, isTold, type Frame } from './topic-frame.ts';
import { librarySlugs, readCourseHead, readLibraryCourse, type CourseHead, type Language, type LibraryCourse } from './read-library.ts';
import { isNearPromised, withoutSlips } from './topic-slips.ts';
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

const sought = (word: string, isEnglish = false): Sought => {
  const stem = plain(word).trim();
  let made: RegExp | undefined;
  return { word, stem, pattern: () => (made ??= patternOf(stem, isEnglish)) };
};

/** The searchable words of a course, made once. `meant`: the targets of synonyms and typing errors. */
interface Subject {
  readonly words: readonly Sought[];
  readonly everyday: readonly Sought[];
  /** The name and the terms. */
  readonly terms: readonly Sought[];
  readonly others: readonly Sought[];
  readonly meant: ReadonlyMap<string, string>;
}
const subjects = new WeakMap<CourseHead, Subject>();
function subjectOf(head: CourseHead): Subject {
  const known = subjects.get(head);
  if (known) return known;
  const meant = new Map(Object.entries(head.synonyms).flatMap(([word, synonyms]) => synonyms.map((synonym) => [synonym, word] as const)));
  const own = new Set([...head.words, ...meant.keys(), head.title.toLowerCase()]);
  const isEnglish = head.language === 'english';
  const words = [...own, ...head.names.filter((name) => !own.has(name))].map((word) => sought(word, isEnglish && own.has(word)));
  const everyday = head.everyday.map((word) => sought(word, isEnglish));
  const names = [...wordsOf(plain(head.title.split(/[:：]/)[0]!)), ...head.glossary.map(({ term }) => term)];
  const terms = [...new Set(names.map((name) => name.toLowerCase()))].map((name) =>
    sought(name.replace(/(?<=\p{L}{3})s$/u, ''), isEnglish),
  );
  const subject = { words, everyday, terms, others: head.other_subjects.map((word) => sought(word, isEnglish)), meant };
  subjects.set(head, subject);
  return subject;
}

/** Tells whether a text contains a word. The library has thousands, so an expression is built only for those whose stem occurs. */
const says = (said: string, { stem, pattern }: Sought): boolean => said.includes(stem) && said.search(pattern()) >= 0;

/** A word, or a phrase's last word, matches with its endings: any ending for a long word, those of plural and verb for a short one. */
function patternOf(plainWord: string, isEnglish: boolean): RegExp {
  const stem = plainWord.replaceAll('+', '\\+');
  const length = stem.split(' ').at(-1)!.length;
  const ending = length >= 6 ? '\\p{L}{0,6}' : length >= 4 ? (isEnglish ? '(?:s|es|ed|ing)?' : '(?:s|es|ed|ing|al|a|o|as|os)?') : '';
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
  readonly head: string;
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
  return head.wider.some((subject) => isWhole(subject, asked.topic) || isWhole(subject, asked.head)) ? WIDER : 0;
}

/** The course found for a topic. `isForeign`: it is in another language than requested, and nothing more is known. */
export interface Found {
  readonly course: LibraryCourse;
  readonly isForeign: boolean;
  /** Numbers of the lessons that treat the topic, if they are few; empty if the course does. */
  readonly lessons: readonly number[];
  /** Words of the request, as typed, that no lesson treats. */
  readonly missing: readonly string[];
  /** The request is a wider subject, or says more of it than the course treats. */
  readonly isPart?: boolean;
}

/** Each word that a course does not contain ranks it behind one that does. */
const MISSED = 0.5;

/** Tells whether the goals alone say that a course is meant. */
const isMeantByGoals = (course: LibraryCourse, goals: Heard): boolean =>
  hitsIn(goals, subjectOf(course.head).words).words.length >= SUPPORT.oneInTopic;

/** Returns a text without what was found in it, the longest first. */
const restOf = (text: string, found: readonly Sought[]): string =>
  found
    .toSorted((one, other) => other.word.length - one.word.length)
    .reduce((left, { pattern }) => left.replaceAll(pattern(), ' '), plain(text));

/** Returns the subject words of a text, as typed, that no lesson of a course contains, except its own phrases. */
function missingIn(text: string, course: LibraryCourse, found: readonly Sought[]): string[] {
  const rest = restOf(text, found);
  if (DENSE.test(rest)) return [];
  const unsaid = wordsOf(rest).filter((word) => !/^\p{N}+$/u.test(word) && !isCovered(course, stemOf(word)));
  return typedIn(text, unsaid);
}

/** For them every course is. */
const FOR_EVERYBODY =
  /^(?:trip|trips|holiday|holidays|vacation|travel|travels|work|job|school|exam|exams|test|fun|hobby|free|years?|time|days?|minutes?|hours?|months?|weeks?|english|spanish|arabic|adults?|kids?|children|teens?|teenagers?|students?|class|morning|evening|night|scratch|zero)$/iu;
/** Returns what a topic says behind its head, where or for whom, as typed, and no lesson treats, also of words that belong to no subject. */
function missingBehind({ topic, head }: Asked, course: LibraryCourse, found: readonly Sought[]): string[] {
  const behind = topic.slice(head.length);
  if (DENSE.test(behind) || isTold(topic)) return [];
  const { treated } = indexOf(course);
  return typedIn(
    behind,
    wordsOf(restOf(behind, found)).filter(
      (word) => !treated.has(stemOf(word)) && !isLight(word) && !FOR_EVERYBODY.test(word) && !/^\p{N}+$/u.test(word),
    ),
  );
}

/** Returns words as they were typed, each once. */
function typedIn(text: string, words: readonly string[]): string[] {
  const typed = text.split(/[^\p{L}\p{M}\p{N}+#]+/u);
  return [...new Set(words)].map((word) => typed.find((one) => plain(one).trim() === word) ?? word);
}

/** Returns the subject words of a text without those that a course lacks: no lesson is on what it only says in passing. */
const coveredOf = (said: string, missing: readonly string[]): string[] => {
  const lacked = new Set(missing.map((word) => plain(word).trim()));
  return wordsOf(said).filter((word) => !lacked.has(word));
};

/** A course that says a word at most this often says nothing of it. */
const BY_THE_WAY = 2;

/** A promised word that more courses say than this is none of a course's own. */
const EVERYWHERE = 0.35;
const LONG = 6;
/** Tells whether a course says nothing of a word; one that is only a slip of a subject's words is not another subject. */
function isByTheWay(course: LibraryCourse, word: string): boolean {
  const stem = stemOf(word);
  const { lessons, core } = indexOf(course);
  const isOwn = isCovered(course, stem) && indexIn(course.head.language).share(stem) <= EVERYWHERE;
  if (core.has(stem) || isOwn || timesSaid(course, [stem]) > BY_THE_WAY) return false;
  return word.length < LONG || lessons.has(stem) || !isNearPromised(word, course.head.language);
}

/** Courses that answer whether something is good for the body. */
const OF_HEALTH = new Set(['health', 'anatomy', 'physiology', 'nutrition', 'first aid', 'genetics', 'family']);
/**
 * Tells whether a topic only borrows a course's word: its head noun is another one, or it asks something that another course would answer,
 * of health or of an animal.
 */
function isAnotherSubject(course: LibraryCourse, topic: string): boolean {
  const { tags, words, names } = course.head;
  if (ASKS_OF_HEALTH.test(topic) && !tags.some((tag) => OF_HEALTH.has(tag)) && !words.some((word) => ASKS_OF_HEALTH.test(word)))
    return true;
  if (FOR_ANIMALS.test(topic) && !tags.includes('nature')) return true;
  const head = headNounOf(topic);
  const said = plain(topic);
  const isInEnglish = !names.some((name) => !words.includes(name) && said.includes(plain(name)));
  if (!head || !isInEnglish) return false;
  const rest = restOf(
    topic,
    subjectOf(course.head).words.filter((word) => says(said, word)),
  );
  return wordsOf(rest).includes(head) && isByTheWay(course, head);
}

/** Returns the part of a topic that a course in its language treats. @returns null if it contains nothing of it */
function partOf(slug: string, asked: Asked): Pick<Found, 'course' | 'lessons' | 'missing'> | null {
  const course = readLibraryCourse(slug);
  const { words, meant } = subjectOf(course.head);
  const inTopic = words.filter((word) => says(asked.inTopic.said, word)).toSorted((one, other) => other.word.length - one.word.length);
  const phrases = inTopic.filter(({ stem }, at) => !inTopic.slice(0, at).some((longer) => ` ${longer.stem} `.includes(` ${stem} `)));
  const missing = [...new Set([...missingIn(asked.topic, course, inTopic), ...missingBehind(asked, course, inTopic)])];
  const isMeant = isMeantByGoals(course, asked.inGoals);
  // the goals say what the topic leaves open
  if (isMeant && missing.every((word) => isSaid(course, stemOf(plain(word).trim())))) return { course, missing: [], lessons: [] };
  if (!isMeant && isAnotherSubject(course, asked.topic)) return null;
  // a name in another language may be a word that the course promises, or one that its lessons contain
  const isForeignName = (name: string) => !course.head.words.includes(name) && !isTreated(course, name);
  const isNamed = course.head.names.some((name) => !meant.has(name) && inTopic.some(({ word }) => word === name) && isForeignName(name));
  const targets = phrases.map(({ word }) => meant.get(word) ?? word);
  const isSubject = isNamed || targets.some((phrase) => isWholeSubject(course, phrase));
  const share = Math.max(hitsIn(asked.inTopic, words).share, hitsIn(asked.atHead, words).share);
  if (missing.length > 0 && !isMeant && !isSubject && share < ENOUGH.head) return null;
  const places = isNamed ? [] : targets.map((phrase) => lessonsOn(course, phrase)).filter((numbers) => numbers.length > 0);
  const common = places.length === 0 ? [] : places.reduce((one, other) => one.filter((number) => other.includes(number)));
  const lessons = common.length > 0 ? common : [...new Set(places.flat())].toSorted((one, other) => one - other);
  if (lessons.length > 0 && lessons.length <= fewLessons(course)) return { course, missing, lessons };
  const isWhole = isNamed || (missing.length === 0 && targets.some((phrase) => isTitled(course, phrase, true)));
  return { course, missing, lessons: isWhole ? [] : partOn(course, [...targets, ...coveredOf(restOf(asked.topic, inTopic), missing)]) };
}

/** Returns a course as a part of a wider subject, whole where the subject is its own name, too. */
function widerPartOf(slug: string, { topic, head }: Asked): Pick<Found, 'course' | 'lessons' | 'missing' | 'isPart'> {
  const course = readLibraryCourse(slug);
  const name = new Set(stemsOf(course.head.title.split(/[:：]/)[0]!));
  const behind = topic.slice(head.length);
  const isWhole = stemsOf(behind).length === 0 && stemsOf(head).every((stem) => name.has(stem));
  return { course, lessons: [], missing: missingIn(behind, course, []), isPart: !isWhole };
}

/**
 * Finds the library's course on a topic, by the words of the topic and of the goals, and the part of it that treats the topic: by what
 * courses promise, then by the same words with typing errors corrected, then by what lessons teach.
 * @returns null for a topic without a course; `isForeign` if only a course in another language has it
 */
export function matchTopic(asked: string, goals: string, language: Language): Found | null {
  const titled = indexIn(language).courses.find(({ course }) => plain(course.head.title) === plain(asked));
  if (titled) return { course: titled.course, lessons: [], missing: [], isForeign: false, isPart: false };
  const frame = frameOf(asked.replaceAll(EXCELS, ' ').trim());
  const found = matchSubject(frame.topic, goals, language);
  if (!found || found.isForeign) return found;
  if (!isMeantByGoals(found.course, heard(goals)) && isBesideThePoint(found, frame.topic)) return null;
  const missing = found.missing.filter((word) => !isEmptyWord(plain(word).trim()));
  return {
    ...found,
    missing: [...missing, ...unmetBy(found.course, frame)],
    isPart: found.isPart === true || found.missing.length > 0,
  };
}

/**
 * Tells whether a course says less of what a sentence tells or asks than it leaves out: it has the sentence's noun, and not what somebody
 * wants to do with it or to know of it. A phrase of the course is enough, and so are words that only say where or for whom.
 */
function isBesideThePoint({ course, missing }: Found, topic: string): boolean {
  if (missing.length === 0 || !isTold(topic)) return false;
  const said = plain(topic.replace(AFTERWARDS, ''));
  const found = subjectOf(course.head).words.filter((word) => says(said, word));
  if (found.some(({ stem }) => stem.includes(' '))) return false;
  const left = wordsOf(restOf(said, found)).filter((word) => !isLight(word));
  const unsaid = left.filter((word) => missing.some((one) => plain(one).trim() === word)).length;
  const { treated } = indexOf(course);
  return unsaid > 0 && unsaid >= left.filter((word) => treated.has(stemOf(word))).length;
}

/** Words by which a course says that it works with what somebody wants to do without. */
const BY_ANOTHER_NAME: readonly (readonly [RegExp, string])[] = [
  [/^(?:no )?(?:cod(?:e|ing)|program(?:s|ming)?|programación|programmieren)$/iu, 'code programming function variable'],
  [/^(?:maths?|mathematics|formulas?|equations?|numbers|algebra|matemáticas|mathe)$/iu, 'mathematics formula equation calculate'],
  [/^(?:terminals?|command line|shell|console)$/iu, 'terminal command'],
];

/** Returns a request's wishes, as typed, that a course does not meet: it works by what is to be left out, or is not for everybody. */
function unmetBy(course: LibraryCourse, { without, simply }: Frame): string[] {
  const { difficulty, prerequisites } = course.head;
  const others = BY_ANOTHER_NAME.find(([name]) => without && name.test(without.words))?.[1] ?? '';
  const used = without
    ? stemsOf(`${without.words} ${others}`).filter((stem) => indexOf(course).treated.has(stem) || stemsOf(prerequisites).includes(stem))
    : [];
  const isSimple = difficulty === 'beginner' && /^(?:none(?! in)|ninguno|لا شيء)/iu.test(prerequisites);
  return [...(without && used.length > 0 ? [without.typed] : []), ...(simply && (simply.asToChild || !isSimple) ? [simply.typed] : [])];
}

function matchSubject(topic: string, goals: string, language: Language): Found | null {
  const found = matchWords(topic, goals, language);
  if (found && !found.isForeign) return found;
  const spelt = withoutSlips(topic, language);
  const meant = spelt === topic ? null : matchWords(spelt, goals, language);
  if (meant && !meant.isForeign) return meant;
  const isOther = ({ head }: LibraryCourse) => subjectOf(head).others.some((phrase) => says(plain(spelt), phrase));
  const taught = lessonsTeaching(spelt, language, isOther);
  if (taught) return { ...taught, isForeign: false, missing: [] };
  return (
    matchClause(spelt, language) ??
    matchSentence(spelt, language) ??
    matchLesson(spelt, language, isOther) ??
    matchNamed(spelt, language, isOther) ??
    found
  );
}

/** Here the subject is the activity, and not the program called Excel. */
const EXCELS = /(?<!\p{L})excel(?:s|ling)?\s+at(?!\p{L})/giu;

/** So many everyday words lead to a course that nothing names. */
const LEAST_TOLD = 2;

/** A word of a title or a tag that more courses say than this is no name of a course. */
const OWN_NAME = 0.15;

/** Finds the lesson with most of a topic's words. */
function matchLesson(topic: string, language: Language, isOther: (course: LibraryCourse) => boolean): Found | null {
  const said = heard(topic);
  const tells = isTold(topic);
  const { courses, share } = indexIn(language);
  const stems = stemsOf(topic);
  const isCalled = (course: LibraryCourse): boolean => {
    const { core } = indexOf(course);
    const isName = ({ word }: Sought) => !word.includes(' ') && core.has(stemOf(plain(word).trim()));
    return (
      stems.some((stem) => core.has(stem) && share(stem) <= OWN_NAME) ||
      subjectOf(course.head).words.some((word) => isName(word) && says(said.said, word))
    );
  };
  const called = new Set(courses.map(({ course }) => course).filter(isCalled));
  const namedIn = (course: LibraryCourse) => {
    const { words, everyday, terms, meant } = subjectOf(course.head);
    // another course's name
    if (called.size > 0 && !called.has(course)) return null;
    const found = words.filter((word) => says(said.said, word));
    const told = tells
      ? new Set([...everyday, ...terms].filter((word) => says(said.said, word)).map(({ stem }) => stemOf(stem)))
      : new Set();
    if (found.length === 0 && told.size < LEAST_TOLD) return null;
    if (isOther(course) || isAnotherSubject(course, topic)) return null;
    const inItsWords = (text: string, { word, pattern }: Sought) =>
      meant.has(word) ? text.replaceAll(pattern(), ` ${meant.get(word)} `) : text;
    return { words: found.reduce(inItsWords, said.said), isNamed: found.length > 0 };
  };
  const best = lessonsSaying(namedIn, language);
  if (!best) return null;
  const unsaid = wordsOf(plain(topic)).filter((word) => best.unsaid.includes(stemOf(word)));
  return { course: best.course, lessons: best.lessons, isForeign: false, missing: typedIn(topic, unsaid) };
}

/** A name that more courses say than this is an everyday word: 'money', 'light'. */
const RARE_NAME = 0.3;

/** Finds the only course that a sentence calls by its name or by one of its terms, whatever else it says: what no lesson treats is missing. */
function matchNamed(topic: string, language: Language, isOther: (course: LibraryCourse) => boolean): Found | null {
  if (!isTold(topic)) return null;
  const { courses, share } = indexIn(language);
  const said = plain(topic);
  const isRare = (word: string) => stemsOf(word).some((stem) => share(stem) <= RARE_NAME);
  const named = courses.filter(
    ({ course }) =>
      !isOther(course) &&
      subjectOf(course.head).terms.some((term) => says(said, term) && isRare(term.word)) &&
      !isAnotherSubject(course, topic),
  );
  const [only] = named;
  if (!only || named.length > 1) return null;
  const { course } = only;
  const missing = missingIn(
    topic,
    course,
    subjectOf(course.head).words.filter((word) => says(said, word)),
  );
  return { course, missing, lessons: partOn(course, coveredOf(said, missing)), isForeign: false };
}

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
    if (
      !stems.every((stem) => index.lessons.has(stem)) ||
      isAnotherSubject(course, topic) ||
      others.some((phrase) => says(said.said, phrase))
    )
      return [];
    const hits = hitsIn(said, [...words, ...course.head.wider.map((word) => sought(word))]);
    return hits.share >= NAMED_IN_SENTENCE ? [{ course, ...hits }] : [];
  });
  const [best] = named.toSorted((one, other) => other.share - one.share);
  if (!best) return null;
  const places = best.words.map((word) => lessonsOn(best.course, word)).toSorted((one, other) => one.length - other.length);
  const common = places.reduce((one, other) => (one.some((number) => other.includes(number)) ? one.filter((n) => other.includes(n)) : one));
  const lessons = common.length > 0 ? common : (places[0] ?? []);
  const missing = missingIn(
    topic,
    best.course,
    subjectOf(best.course.head).words.filter((word) => says(said.said, word)),
  );
  const part = lessons.length <= fewLessons(best.course) ? lessons : partOn(best.course, coveredOf(said.said, missing));
  return { course: best.course, isForeign: false, missing, lessons: part };
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
  const head = topic.replace(AFTERWARDS, '');
  const asked = {
    topic,
    head,
    inTopic: heard(topic),
    atHead: heard(head),
    inGoals: heard(goals),
    all: plain(`${topic} ${goals}`),
  };
  const fits = librarySlugs()
    .map((slug) => ({ slug, fit: fitOf(readCourseHead(slug), asked), isForeign: readCourseHead(slug).language !== language }))
    .filter(({ fit }) => fit > 0);
  const own = fits
    .filter(({ isForeign }) => !isForeign)
    .flatMap(({ slug, fit }) => {
      const part = fit === WIDER ? widerPartOf(slug, asked) : partOf(slug, asked);
      return part ? [{ ...part, isForeign: false, fit: fit - part.missing.length * MISSED }] : [];
    });
  // of equally fitting courses, the one that contains most of it
  const stems = stemsOf(topic);
  const [best] = own.toSorted((one, other) => other.fit - one.fit || timesSaid(other.course, stems) - timesSaid(one.course, stems));
  if (best) return best;
  const [foreign] = fits.filter(({ isForeign }) => isForeign).toSorted((one, other) => other.fit - one.fit);
  return foreign ? { course: readLibraryCourse(foreign.slug), isForeign: true, lessons: [], missing: [] } : null;
}

import { fewLessons, indexIn, indexOf, phraseOf, textOf, treating, type CourseIndex } from './course-index.ts';
import type { Language, LibraryCourse } from './read-library.ts';
import { stemsOf } from './topic-words.ts';

/** A stem in a larger share of the courses belongs to no subject: 'brother', 'raise', 'clients'. */
const COMMON = 0.1;

/**
 * A stem in more than half of them says nothing; in between, a word identifies a lesson with a much higher frequency than others: 'heart',
 * 'war'.
 */
const EVERYDAY = 0.5;

/** Minimum frequency of a word that a lesson treats; below it, the lesson only mentions it. */
const TREATED = 5;

/** A name that occurs less often in every lesson is an example of something else. */
const NAMED = 3;

/** Tells whether a course contains a word, or the word belongs to no subject. */
export const isSaid = (course: LibraryCourse, stem: string): boolean => {
  const { lessons, subject } = indexOf(course);
  const { share, isName } = indexIn(course.head.language);
  if (subject.has(stem)) return true;
  return isName(stem) ? Math.max(0, ...(lessons.get(stem)?.values() ?? [])) >= NAMED : lessons.has(stem) || share(stem) > COMMON;
};

/** Tells whether a course treats a word, or the word belongs to no subject: a word that lessons only say in passing does neither. */
export const isCovered = (course: LibraryCourse, stem: string): boolean =>
  indexOf(course).treated.has(stem) || isOfNoSubject(course.head.language, stem);

/** A stem in a larger share of the courses that none of them promises belongs to no subject, unless it is a name. */
const OF_ALL = 0.35;
const isOfNoSubject = (language: Language, stem: string): boolean => {
  const { share, isOfSubject, isName } = indexIn(language);
  return share(stem) > OF_ALL && !isOfSubject(stem) && !isName(stem);
};

/** A lesson with this share of the best lesson's marks is on the same part of the course. */
const AS_GOOD = 0.6;

/**
 * Returns the lessons that treat what a request adds to the name of a course, the best few; empty if it only names the course.
 * @param phrases the request's words and phrases, as the course says them
 */
export function partOn(course: LibraryCourse, phrases: readonly string[]): number[] {
  const { core, lessons, named, taught } = indexOf(course);
  const added = [...new Set(phrases.flatMap(stemsOf))].filter((stem) => !core.has(stem) && !isOfNoSubject(course.head.language, stem));
  if (added.length === 0) return [];
  const literal = phrases.map(phraseOf).filter((phrase) => phrase.trim().includes(' '));
  const marks = course.lessons.map((_, at) => {
    const said = added.reduce((sum, stem) => {
      const places = lessons.get(stem);
      return sum + (Math.log1p(places?.get(at + 1) ?? 0) * course.lessons.length) / (1 + (places?.size ?? 0));
    }, 0);
    return said + literal.filter((phrase) => named[at]!.includes(phrase) || taught[at]!.includes(phrase)).length * LITERAL;
  });
  const best = Math.max(...marks);
  const ranked = course.lessons.map((_, at) => at + 1).toSorted((one, other) => marks[other - 1]! - marks[one - 1]!);
  return ranked
    .filter((number) => best > 0 && marks[number - 1]! >= best * AS_GOOD)
    .slice(0, fewLessons(course))
    .toSorted((one, other) => one - other);
}
/** The mark of a phrase that a lesson's title or aims have as asked. */
const LITERAL = 5;

/** Tells whether a phrase is about a whole course: each of its words is the course's subject, or belongs to none. */
export const isWholeSubject = (course: LibraryCourse, phrase: string): boolean => {
  const stems = stemsOf(phrase);
  return stems.some((stem) => indexOf(course).subject.has(stem)) && distinctive(course, stems).length === 0;
};

const distinctive = (course: LibraryCourse, stems: readonly string[]): string[] => {
  const { subject } = indexOf(course);
  return stems.filter((stem) => !subject.has(stem) && indexIn(course.head.language).share(stem) <= COMMON);
};

/** A lesson with this share of a course's uses of a word treats it. */
const MOSTLY = 0.5;

const timesIn = ({ lessons }: CourseIndex, stem: string): number => [...(lessons.get(stem)?.values() ?? [])].reduce((sum, n) => sum + n, 0);

/** Returns how often a course's lessons contain these words. */
export const timesSaid = (course: LibraryCourse, stems: readonly string[]): number =>
  stems.reduce((sum, stem) => sum + timesIn(indexOf(course), stem), 0);

/** Returns words that many courses contain, and that one lesson of this course contains most often. */
const ofOneLesson = (course: LibraryCourse, stems: readonly string[]): string[] => {
  const index = indexOf(course);
  const { share } = indexIn(course.head.language);
  return stems.filter(
    (stem) =>
      !index.subject.has(stem) &&
      share(stem) > COMMON &&
      share(stem) <= EVERYDAY &&
      timesIn(index, stem) >= TREATED &&
      Math.max(...index.lessons.get(stem)!.values()) >= timesIn(index, stem) * MOSTLY,
  );
};

/** Tells whether a course contains all of a phrase's words as often as what it treats. */
export const isTreated = (course: LibraryCourse, phrase: string): boolean => {
  const stems = stemsOf(phrase);
  return stems.length > 0 && stems.every((stem) => timesIn(indexOf(course), stem) >= TREATED);
};

/** Tells whether a phrase names the course and adds a word that the course does not treat: 'python data analysis'; with `hasMore` only if there is such a word. */
export const isTitled = (course: LibraryCourse, phrase: string, hasMore = false): boolean => {
  const stems = stemsOf(phrase);
  const sought = distinctive(course, stems);
  const title = new Set(stemsOf(course.head.title));
  const isNamed = stems.filter((stem) => title.has(stem)).length > 1 && sought.every((stem) => timesIn(indexOf(course), stem) < TREATED);
  return isNamed && (!hasMore || sought.length > 0);
};

const texts = new WeakMap<LibraryCourse, readonly string[]>();
/** Returns the lessons' texts in the form in which phrases are sought, made once. */
function textsOf(course: LibraryCourse): readonly string[] {
  const made = texts.get(course) ?? course.lessons.map((lesson) => phraseOf(textOf(lesson)));
  texts.set(course, made);
  return made;
}

/**
 * Of lessons that contain the words of a phrase, returns those whose title is the phrase; else those that contain it literally, if they
 * include the lesson with the most of its words.
 */
function sayingAsIs(course: LibraryCourse, phrase: string, found: readonly number[]): number[] {
  const wanted = phraseOf(phrase);
  const { named, lessons } = indexOf(course);
  if (!wanted.trim().includes(' ')) return [...found];
  const titled = found.filter((number) => named[number - 1]!.includes(wanted));
  if (titled.length > 0) return titled;
  const times = (number: number) => stemsOf(phrase).reduce((sum, stem) => sum + (lessons.get(stem)?.get(number) ?? 0), 0);
  const [most] = found.toSorted((one, other) => times(other) - times(one));
  const asIs = found.filter((number) => textsOf(course)[number - 1]!.includes(wanted));
  return most !== undefined && asIs.includes(most) ? asIs : [...found];
}

/**
 * Returns the lessons of a course that treat a phrase, by number: those that contain all of its subject words, else all that contain one;
 * for a phrase about the whole course, every lesson. Empty if none does.
 */
export function lessonsOn(course: LibraryCourse, phrase: string): number[] {
  const { lessons, subject } = indexOf(course);
  const stems = stemsOf(phrase);
  const sought = distinctive(course, stems);
  const numbers = course.lessons.map((_, at) => at + 1);
  const lessonsWith = (of: readonly string[]) => {
    const saying = of.map((stem) => treating(lessons.get(stem)));
    return numbers.filter((number) => saying.every((set) => set.has(number)));
  };
  const beside = ofOneLesson(course, stems);
  const exact = beside.length > 0 ? lessonsWith([...sought, ...beside]) : [];
  if (exact.length > 0 && sought.every((stem) => lessons.has(stem))) return sayingAsIs(course, phrase, exact);
  const places = sought.length > 0 ? sought : stems.filter((stem) => !subject.has(stem) && lessons.has(stem));
  const saying = places.map((stem) => treating(lessons.get(stem)));
  if (sought.length === 0 && (isWholeSubject(course, phrase) || places.length === 0)) return numbers;
  if (isTitled(course, phrase)) return numbers;
  if (sought.some((stem) => !lessons.has(stem))) return [];
  const all = numbers.filter((number) => saying.every((set) => set.has(number)));
  return sayingAsIs(course, phrase, all.length > 0 ? all : numbers.filter((number) => saying.some((set) => set.has(number))));
}

/**
 * Finds lessons that teach a topic which no course promises: a title names it, or an objective, a takeaway or a heading contains it as
 * asked.
 * @param isOther whether the topic only resembles a course's
 */
export function lessonsTeaching(
  topic: string,
  language: Language,
  isOther: (course: LibraryCourse) => boolean,
): { course: LibraryCourse; lessons: number[] } | null {
  const phrase = phraseOf(topic);
  const isPhrase = phrase.trim().includes(' ');
  const { courses, share } = indexIn(language);
  if (!isPhrase && stemsOf(topic).every((stem) => share(stem) > COMMON)) return null;
  const found = courses
    .filter(({ course }) => !isOther(course))
    .flatMap(({ course, index: { taught, named, aims } }) => {
      const said = (at: number) => textsOf(course)[at]!.split(phrase).length - 1;
      const isNamed = (at: number) => isPhrase && named[at]!.includes(phrase);
      // a single word is a subject only where a lesson is named after it or aims at it
      const isTaught = (at: number) =>
        isPhrase ? taught[at]!.includes(phrase) : aims[at]!.includes(phrase) || named[at]!.includes(phrase);
      const lessons = course.lessons.flatMap((_, at) => (isNamed(at) || (isTaught(at) && said(at) >= TREATED) ? [at + 1] : []));
      return lessons.length > 0 ? [{ course, lessons }] : [];
    });
  return found.toSorted((one, other) => one.lessons.length - other.lessons.length)[0] ?? null;
}

/** A stem in a larger share of the lessons tells none of them from the others. */
const TELLS_NOTHING = 0.2;
/** Share of what a request's words tell that the words of one lesson must have: more where only everyday words lead to the course. */
const MOST_OF_WORDS = { named: 0.66, told: 0.85 };
/** A lesson that treats one of the words says it this often. */
const OFTEN = 3;
/** How much better than those of every other course a lesson must fit. */
const CLEARLY = 1.1;

/**
 * Finds the lesson that says most of a request's telling words, two at least, one of them often; the words that it does not say are missing.
 * @param asked the request in a course's own words, and whether one of them names it; null where none is of the course
 */
export function lessonsSaying(
  asked: (course: LibraryCourse) => { readonly words: string; readonly isNamed: boolean } | null,
  language: Language,
): { course: LibraryCourse; lessons: number[]; unsaid: string[] } | null {
  const marked = indexIn(language).courses.flatMap(({ course }) => {
    const topic = asked(course);
    const best = topic && lessonSaying(course, topic.words, topic.isNamed ? MOST_OF_WORDS.named : MOST_OF_WORDS.told);
    return best ? [{ course, ...best }] : [];
  });
  const [first, second] = marked.toSorted((one, other) => other.mark - one.mark);
  if (!first || (second && first.mark < second.mark * CLEARLY)) return null;
  return { course: first.course, lessons: [first.number], unsaid: first.unsaid };
}

function lessonSaying(course: LibraryCourse, topic: string, least: number): { number: number; unsaid: string[]; mark: number } | null {
  const { lessons, core, taught } = indexOf(course);
  const { shareOfLessons } = indexIn(course.head.language);
  const telling = [...new Set(stemsOf(topic))]
    .filter((stem) => shareOfLessons(stem) <= TELLS_NOTHING)
    .map((stem) => ({ stem, weight: Math.log(1 / Math.max(shareOfLessons(stem), LEAST_SHARE)) }));
  const all = telling.reduce((sum, { weight }) => sum + weight, 0);
  const marked = course.lessons.flatMap((_, at) => {
    const times = (stem: string) => lessons.get(stem)?.get(at + 1) ?? 0;
    const said = telling.filter(({ stem }) => core.has(stem) || times(stem) > 0);
    const isTaught = said.some(
      ({ stem }) => !core.has(stem) && (times(stem) >= OFTEN || (times(stem) > 1 && taught[at]!.includes(` ${stem}`))),
    );
    const weight = said.reduce((sum, one) => sum + one.weight, 0);
    if (said.length < 2 || !isTaught || weight < all * least) return [];
    const mark = said.reduce((sum, one) => sum + one.weight * Math.min(MOST_MARK, 1 + Math.log1p(times(one.stem)) / 6), 0);
    return [{ number: at + 1, mark, unsaid: telling.filter((one) => !said.includes(one)).map(({ stem }) => stem) }];
  });
  return marked.toSorted((one, other) => other.mark - one.mark)[0] ?? null;
}
/** A word of fewer lessons tells no more than one of these. */
const LEAST_SHARE = 1 / 1000;
/** A word that is said very often marks a lesson this much more than one that is said once. */
const MOST_MARK = 1.5;

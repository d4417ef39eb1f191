import { indexIn, indexOf, phraseOf, textOf, treating, type CourseIndex } from './course-index.ts';
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

/** Tells whether a phrase names the course and adds a word that the course does not treat: 'python data analysis'. */
const isTitled = (course: LibraryCourse, stems: readonly string[], sought: readonly string[]): boolean => {
  const title = new Set(stemsOf(course.head.title));
  return stems.filter((stem) => title.has(stem)).length > 1 && sought.every((stem) => timesIn(indexOf(course), stem) < TREATED);
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
  if (isTitled(course, stems, sought)) return numbers;
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
    .flatMap(({ course, index: { taught, named } }) => {
      const said = (at: number) => textsOf(course)[at]!.split(phrase).length - 1;
      const isNamed = (at: number) => isPhrase && named[at]!.includes(phrase);
      const lessons = course.lessons.flatMap((_, at) =>
        isNamed(at) || (taught[at]!.includes(phrase) && said(at) >= TREATED) ? [at + 1] : [],
      );
      return lessons.length > 0 ? [{ course, lessons }] : [];
    });
  return found.toSorted((one, other) => one.lessons.length - other.lessons.length)[0] ?? null;
}

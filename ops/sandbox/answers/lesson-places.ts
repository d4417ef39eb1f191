import { indexIn, indexOf, phraseOf, textOf, treating } from './course-index.ts';
import type { Language, LibraryCourse } from './read-library.ts';
import { stemsOf } from './topic-words.ts';

/** What stands in more of the courses belongs to no subject: 'brother', 'raise', 'clients'. */
const COMMON = 0.1;

/** A name that no lesson says so often is an example of something else. */
const NAMED = 3;

/** Whether a course says a word, or the word is one that belongs to no subject. */
export const isSaid = (course: LibraryCourse, stem: string): boolean => {
  const { lessons, subject } = indexOf(course);
  const { share, isName } = indexIn(course.head.language);
  if (subject.has(stem)) return true;
  return isName(stem) ? Math.max(0, ...(lessons.get(stem)?.values() ?? [])) >= NAMED : lessons.has(stem) || share(stem) > COMMON;
};

/** Whether a phrase is about all of a course: each of its words is the course's subject, or belongs to none. */
export const isWholeSubject = (course: LibraryCourse, phrase: string): boolean => {
  const stems = stemsOf(phrase);
  return stems.some((stem) => indexOf(course).subject.has(stem)) && distinctive(course, stems).length === 0;
};

const distinctive = (course: LibraryCourse, stems: readonly string[]): string[] => {
  const { subject } = indexOf(course);
  return stems.filter((stem) => !subject.has(stem) && indexIn(course.head.language).share(stem) <= COMMON);
};

/**
 * Returns the lessons of a course that treat a phrase, by number: those that say all of its words that belong to the subject, else all that say one;
 * of one that is about all of the course, every lesson. Empty: none says it.
 */
export function lessonsOn(course: LibraryCourse, phrase: string): number[] {
  const { lessons, subject } = indexOf(course);
  const stems = stemsOf(phrase);
  const sought = distinctive(course, stems);
  const places = sought.length > 0 ? sought : stems.filter((stem) => !subject.has(stem) && lessons.has(stem));
  const saying = places.map((stem) => treating(lessons.get(stem)));
  const numbers = course.lessons.map((_, at) => at + 1);
  if (sought.length === 0 && (isWholeSubject(course, phrase) || places.length === 0)) return numbers;
  if (sought.some((stem) => !lessons.has(stem))) return [];
  const all = numbers.filter((number) => saying.every((set) => set.has(number)));
  return all.length > 0 ? all : numbers.filter((number) => saying.some((set) => set.has(number)));
}

/** So often a lesson says what it treats; less, and it only mentions it. */
const TREATED = 5;

/**
 * Finds the lessons that are said to teach a topic which no course promises: a title names it, or an aim, a takeaway or a heading says it as it is asked for.
 * @param isOther whether the topic only sounds like a course's
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
      const said = (at: number) => phraseOf(textOf(course.lessons[at]!)).split(phrase).length - 1;
      const isNamed = (at: number) => isPhrase && named[at]!.includes(phrase);
      const lessons = course.lessons.flatMap((_, at) =>
        isNamed(at) || (taught[at]!.includes(phrase) && said(at) >= TREATED) ? [at + 1] : [],
      );
      return lessons.length > 0 ? [{ course, lessons }] : [];
    });
  return found.toSorted((one, other) => one.lessons.length - other.lessons.length)[0] ?? null;
}

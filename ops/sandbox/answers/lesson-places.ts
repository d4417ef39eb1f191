import { readLibrary, type Language, type LibraryCourse } from './read-library.ts';
import { plain, stemsOf, wordsOf } from './topic-words.ts';

/** Where a course says what: by stem, the numbers of its lessons. `subject`: stems of what all of it is about. */
interface Places {
  readonly lessons: ReadonlyMap<string, ReadonlySet<number>>;
  /** What each lesson is said to teach, by its aims, takeaways and headings. */
  readonly taught: readonly string[];
  readonly subject: ReadonlySet<string>;
}

/** A stem in so many of a course's lessons is what the course is about. */
const WHOLE_SUBJECT = 0.6;

const known = new WeakMap<LibraryCourse, Places>();

/** All that a lesson says, with its exercise and questions. */
const textOf = ({ title, objectives, takeaways, sections, exercise, questions }: LibraryCourse['lessons'][number]): string =>
  [
    title,
    ...objectives,
    ...takeaways,
    ...sections,
    exercise ? `${exercise.task} ${exercise.criteria.join(' ')} ${exercise.answer}` : '',
    ...questions.flatMap(({ question, options, explanation }) => [question, ...options, explanation]),
  ].join(' ');

/** What a lesson is said to teach; a title may tell a story of another subject. */
const aimsOf = ({ objectives, takeaways, sections }: LibraryCourse['lessons'][number]): string =>
  [...objectives, ...takeaways, ...sections.flatMap((section) => /^## .*$/m.exec(section) ?? [])].join(' ');

/** The words of a text that belong to a subject, in their order and without the mark of the plural. */
const phraseOf = (text: string): string =>
  ` ${wordsOf(plain(text))
    .map((word) => word.replace(/(?<=\p{Script=Latin}{3})s$/u, ''))
    .join(' ')} `;

function byLesson(course: LibraryCourse, said: (lesson: LibraryCourse['lessons'][number]) => string[]): Map<string, Set<number>> {
  const places = new Map<string, Set<number>>();
  course.lessons.forEach((lesson, at) => {
    for (const stem of said(lesson)) places.set(stem, (places.get(stem) ?? new Set()).add(at + 1));
  });
  return places;
}

function placesOf(course: LibraryCourse): Places {
  const places = known.get(course);
  if (places) return places;
  const lessons = byLesson(course, (lesson) => stemsOf(textOf(lesson)));
  const taught = course.lessons.map((lesson) => phraseOf(aimsOf(lesson)));
  const { title, tags, wider } = course.head;
  const named = stemsOf([title, ...tags, ...wider].join(' '));
  const everywhere = [...lessons].filter(([, at]) => at.size >= course.lessons.length * WHOLE_SUBJECT).map(([stem]) => stem);
  const found = { lessons, taught, subject: new Set([...named, ...everywhere]) };
  known.set(course, found);
  return found;
}

/** In how many courses of a language a stem stands, as a share. */
const spread = new Map<Language, (stem: string) => number>();
function spreadIn(language: Language): (stem: string) => number {
  const own = spread.get(language);
  if (own) return own;
  const courses = readLibrary().filter(({ head }) => head.language === language);
  const counts = new Map<string, number>();
  for (const stem of courses.flatMap((course) => [...placesOf(course).lessons.keys()])) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const share = (stem: string) => (counts.get(stem) ?? 0) / courses.length;
  spread.set(language, share);
  return share;
}
/** What stands in more of the courses belongs to no subject: 'brother', 'raise', 'clients'. */
const COMMON = 0.1;

/** Whether a course says a word, or the word is one that belongs to no subject. */
export const isSaid = (course: LibraryCourse, stem: string): boolean => {
  const { lessons, subject } = placesOf(course);
  return lessons.has(stem) || subject.has(stem) || spreadIn(course.head.language)(stem) > COMMON;
};

/** Whether a phrase is about all of a course: each of its words is the course's subject, or belongs to none. */
export const isWholeSubject = (course: LibraryCourse, phrase: string): boolean => {
  const stems = stemsOf(phrase);
  return stems.some((stem) => placesOf(course).subject.has(stem)) && distinctive(course, stems).length === 0;
};

const distinctive = (course: LibraryCourse, stems: readonly string[]): string[] => {
  const { subject } = placesOf(course);
  return stems.filter((stem) => !subject.has(stem) && spreadIn(course.head.language)(stem) <= COMMON);
};

/**
 * Returns the lessons of a course that treat a phrase, by number: those that say all of its words that belong to the subject, else all that say one;
 * of one that is about all of the course, every lesson. Empty: none says it.
 */
export function lessonsOn(course: LibraryCourse, phrase: string): number[] {
  const { lessons, subject } = placesOf(course);
  const stems = stemsOf(phrase);
  const sought = distinctive(course, stems);
  const places = sought.length > 0 ? sought : stems.filter((stem) => !subject.has(stem) && lessons.has(stem));
  const saying = places.map((stem) => lessons.get(stem) ?? new Set<number>());
  const numbers = course.lessons.map((_, at) => at + 1);
  if (sought.length === 0 && (isWholeSubject(course, phrase) || places.length === 0)) return numbers;
  if (sought.some((stem) => !lessons.has(stem))) return [];
  const all = numbers.filter((number) => saying.every((set) => set.has(number)));
  return all.length > 0 ? all : numbers.filter((number) => saying.some((set) => set.has(number)));
}

/** So often a lesson says what it treats; less, and it only mentions it. */
const TREATED = 5;

/**
 * Finds the lessons that are said to teach a topic which no course promises: an aim, a takeaway or a heading says it as it is asked for.
 * @param isOther whether the topic only sounds like a course's
 */
export function lessonsTeaching(
  topic: string,
  language: Language,
  isOther: (course: LibraryCourse) => boolean,
): { course: LibraryCourse; lessons: number[] } | null {
  const phrase = phraseOf(topic);
  const share = spreadIn(language);
  if (stemsOf(topic).every((stem) => share(stem) > COMMON)) return null;
  const found = readLibrary()
    .filter((course) => course.head.language === language && !isOther(course))
    .flatMap((course) => {
      const { taught } = placesOf(course);
      const said = (at: number) => phraseOf(textOf(course.lessons[at]!)).split(phrase).length - 1;
      const lessons = course.lessons.flatMap((_, at) => (taught[at]!.includes(phrase) && said(at) >= TREATED ? [at + 1] : []));
      return lessons.length > 0 ? [{ course, lessons }] : [];
    });
  return found.toSorted((one, other) => one.lessons.length - other.lessons.length)[0] ?? null;
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { librarySlugs, readLibraryCourse, type Language, type LibraryCourse, type LibraryLesson } from './read-library.ts';
import { plain, stemOf, wordsOf } from './topic-words.ts';

/** Weights of a word in the title, the tags and the glossary, compared with a word in a lesson. */
export const WEIGHTS = { title: 8, head: 4, lesson: 1 } as const;

/** The searchable index of a course, by stem. */
export interface CourseIndex {
  /** The numbers of the lessons that contain the stem, with its frequency. */
  readonly lessons: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** How strongly the course is about the stem. */
  readonly weights: ReadonlyMap<string, number>;
  /** Stems of the course's whole subject. */
  readonly subject: ReadonlySet<string>;
  /** Stems of what the course names itself after: its title and its tags, without what only a few of its lessons are named after. */
  readonly core: ReadonlySet<string>;
  /** Stems of what the course says that it teaches, and of what one of its lessons says again and again; every other stem passes by. */
  readonly treated: ReadonlySet<string>;
  /** What each lesson teaches, according to its objectives, takeaways and headings. */
  readonly taught: readonly string[];
  /** What each lesson aims at, according to its objectives. */
  readonly aims: readonly string[];
  /** What each lesson's title names. */
  readonly named: readonly string[];
}

/** A stem in this share of a course's lessons is the course's subject, unless only a few of them treat it. */
const WHOLE_SUBJECT = 0.6;

/** A tag with this frequency, in few lessons, is the subject of those lessons. */
const MUCH = 5;

/** A lesson that says a word this often treats it; fewer times, the word passes by. */
const AGAIN = 4;

/** Maximum share of a course's lessons that are a part of it. */
const PART = 0.4;
export const fewLessons = ({ lessons }: LibraryCourse): number => Math.max(1, Math.floor(lessons.length * PART));

/**
 * A lesson that contains a word this much less often than another only mentions it, and so does one that contains it once where another has
 * it more often.
 */
const MENTIONED = 1 / 3;
/** Returns the lessons that treat a stem, of those that contain it. */
export function treating(said: ReadonlyMap<number, number> = new Map()): Set<number> {
  const most = Math.max(0, ...said.values());
  const least = Math.max(most * MENTIONED, Math.min(most, 2));
  return new Set([...said].flatMap(([number, times]) => (times >= least ? [number] : [])));
}

/** Returns all of a lesson's text, with its exercise and questions. */
export const textOf = ({ title, objectives, takeaways, sections, exercise, questions }: LibraryLesson): string =>
  [
    title,
    ...objectives,
    ...takeaways,
    ...sections,
    exercise ? `${exercise.task} ${exercise.criteria.join(' ')} ${exercise.answer}` : '',
    ...questions.flatMap(({ question, options, explanation }) => [question, ...options, explanation]),
  ].join(' ');

/** Returns what a lesson teaches, without its title, which may tell a story about another subject. */
const aimsOf = ({ objectives, takeaways, sections }: LibraryLesson): string =>
  [...objectives, ...takeaways, ...sections.flatMap((section) => /^## .*$/m.exec(section) ?? [])].join(' ');

/** Returns what a lesson's title names, without the story before its colon. */
const themeOf = ({ title }: LibraryLesson): string => title.replace(/^[^:：]*[:：] /, '');

/** Returns a text's subject words, in order and without the plural's mark. */
export const phraseOf = (text: string): string =>
  ` ${wordsOf(plain(text))
    .map((word) => word.replace(/(?<=\p{Script=Latin}{3})s$/u, ''))
    .join(' ')} `;

/** Words that occur in lower case in the library's texts, as written. */
const inLowerCase = new Set<string>();
const LOWER_CASE = /(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]+/gu;

/** Stems of the library's words, cached because the library has a hundred times as many words as distinct ones. */
const stems = new Map<string, string>();
function stemsIn(text: string): string[] {
  return wordsOf(plain(text)).map((word) => {
    const stem = stems.get(word) ?? stemOf(word);
    stems.set(word, stem);
    return stem;
  });
}

const known = new WeakMap<LibraryCourse, CourseIndex>();

/** Returns the index of a course, built once. */
export function indexOf(course: LibraryCourse): CourseIndex {
  const index = known.get(course) ?? makeIndex(course);
  known.set(course, index);
  return index;
}

function makeIndex(course: LibraryCourse): CourseIndex {
  const { title, tags, wider, objectives, glossary, modules } = course.head;
  const lessons = new Map<string, Map<number, number>>();
  const weights = new Map<string, number>();
  const weigh = (found: readonly string[], weight: number) => {
    for (const stem of found) weights.set(stem, (weights.get(stem) ?? 0) + weight);
  };
  weigh(stemsIn(title), WEIGHTS.title);
  for (const text of [...tags, ...objectives, ...glossary.map(({ term }) => term)]) weigh(stemsIn(text), WEIGHTS.head);
  for (const module of modules) weigh(stemsIn(`${module.title} ${module.summary}`), WEIGHTS.head);
  course.lessons.forEach((lesson, at) => {
    const [named, said] = [stemsIn(lesson.title), stemsIn(lesson.sections.join(' '))];
    weigh(named, WEIGHTS.head);
    weigh(said, WEIGHTS.lesson);
    for (const word of lesson.sections.join(' ').match(LOWER_CASE) ?? []) inLowerCase.add(word);
    const beside = stemsIn(textOf({ ...lesson, title: '', sections: [] }));
    for (const stem of [...named, ...said, ...beside]) {
      const places = lessons.get(stem) ?? new Map<number, number>();
      lessons.set(stem, places.set(at + 1, (places.get(at + 1) ?? 0) + 1));
    }
  });
  const themes = course.lessons.map((lesson) => new Set(stemsIn(themeOf(lesson))));
  const isNamedByFew = (stem: string) => {
    const named = themes.filter((theme) => theme.has(stem)).length;
    return named > 0 && named <= fewLessons(course);
  };
  const [name = '', ...besides] = title.split(/[:：]/);
  const core = new Set([...stemsIn(name), ...stemsIn([...besides, ...tags].join(' ')).filter((stem) => !isNamedByFew(stem))]);
  const again = [...lessons].flatMap(([stem, at]) => (Math.max(...at.values()) >= AGAIN ? [stem] : []));
  const promises = [
    ...course.head.words,
    ...objectives,
    ...glossary.map(({ term }) => term),
    ...modules.map((module) => `${module.title} ${module.summary}`),
    ...course.lessons.map((lesson) => `${themeOf(lesson)} ${aimsOf(lesson)}`),
  ];
  const few = fewLessons(course);
  const isSpread = (stem: string) => treating(lessons.get(stem)).size > few;
  const isOfFew = (stem: string) =>
    !isSpread(stem) && [...(lessons.get(stem)?.values() ?? [])].reduce((sum, times) => sum + times, 0) >= MUCH;
  const everywhere = [...lessons].filter(([stem, at]) => at.size >= course.lessons.length * WHOLE_SUBJECT && isSpread(stem));
  return {
    lessons,
    weights,
    subject: new Set([
      ...stemsIn(title),
      ...stemsIn([...wider, ...tags].join(' ')).filter((stem) => !isOfFew(stem)),
      ...everywhere.map(([stem]) => stem),
    ]),
    core,
    treated: new Set([...core, ...again, ...stemsIn(promises.join(' '))]),
    taught: course.lessons.map((lesson) => phraseOf(aimsOf(lesson))),
    aims: course.lessons.map(({ objectives: aims }) => phraseOf(aims.join(' '))),
    named: course.lessons.map((lesson) => phraseOf(themeOf(lesson))),
  };
}

/** The courses of a language with their indexes. */
export interface LanguageIndex {
  readonly courses: readonly { readonly course: LibraryCourse; readonly index: CourseIndex }[];
  /** Returns the share of courses with a stem in a lesson. */
  readonly share: (stem: string) => number;
  /** Returns the share of lessons with a stem. */
  readonly shareOfLessons: (stem: string) => number;
  /** Tells whether a lesson contains a word, as written here. */
  readonly isWord: (word: string) => boolean;
  /** Tells whether a stem belongs to what some course promises: it is a word of a subject, however many courses say it. */
  readonly isOfSubject: (stem: string) => boolean;
  /** Tells whether a stem belongs to a name: the lessons always capitalise it. */
  readonly isName: (stem: string) => boolean;
}

const HAS_CASE = /^[\p{Script=Latin}\p{Script=Cyrillic}]/u;

const languages = new Map<Language, LanguageIndex>();

/** Returns the index of a language's courses, built once. */
export function indexIn(language: Language): LanguageIndex {
  const own = languages.get(language);
  if (own) return own;
  const courses = librarySlugs()
    .map(readLibraryCourse)
    .filter(({ head }) => head.language === language)
    .map((course) => ({ course, index: indexOf(course) }));
  const counts = new Map<string, number>();
  for (const { index } of courses) for (const stem of index.lessons.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const share = (stem: string) => (counts.get(stem) ?? 0) / courses.length;
  const places = new Map<string, number>();
  for (const { index } of courses) for (const [stem, at] of index.lessons) places.set(stem, (places.get(stem) ?? 0) + at.size);
  const lessons = courses.reduce((sum, { course }) => sum + course.lessons.length, 0);
  const shareOfLessons = (stem: string) => (places.get(stem) ?? 0) / lessons;
  const common = new Set([...inLowerCase].flatMap(stemsIn));
  const promised = new Set(
    courses.flatMap(({ course: { head } }) => stemsIn([...head.words, ...head.tags, ...head.glossary.map(({ term }) => term)].join(' '))),
  );
  const isWord = (word: string) => inLowerCase.has(word);
  const isOfSubject = (stem: string) => promised.has(stem);
  const found = {
    courses,
    share,
    shareOfLessons,
    isWord,
    isOfSubject,
    isName: (stem: string) => counts.has(stem) && HAS_CASE.test(stem) && !common.has(stem),
  };
  languages.set(language, found);
  return found;
}

/** Reads the library and builds its index, one course at a time, so that concurrent calls are answered in between. */
export async function prepareIndex(): Promise<void> {
  for (const slug of librarySlugs()) {
    indexOf(readLibraryCourse(slug));
    await nextTurn();
  }
  for (const language of new Set(librarySlugs().map((slug) => readLibraryCourse(slug).head.language))) indexIn(language);
}

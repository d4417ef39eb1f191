import { matchTopic } from './match-topic.ts';
import { readLibrary, type Language, type LibraryCourse } from './read-library.ts';
import { stemsOf } from './topic-words.ts';

/** What `GET /library` answers on a topic. */
export interface LibraryAnswer {
  /** Whether there is a course on it, in the language that was asked for; `part`: on a part of it, or with words that it says nothing of. */
  readonly match: 'course' | 'part' | 'other_language' | 'none';
  /** Of a part: the lessons that treat it, where they are few, and the words of the request that none treats. */
  readonly lessons: readonly { readonly number: number; readonly title: string }[];
  readonly missing: readonly string[];
  /** Courses in that language. */
  readonly courses: number;
  /** Those nearest to the topic; the one in another language is the first of them. */
  readonly nearest: readonly { readonly title: string; readonly line: string; readonly category: string; readonly language: Language }[];
}

const NEAREST = 3;
/** A course is near that says a telling word of the topic at least so much: in its head, or in several of its lessons. */
const NEAR = 6;
/** A word in about a sixth of the courses tells nothing. */
const TELLING = Math.log(1 + 6);
/** How much more a word of the title, of the tags and of the glossary says than one in a lesson. */
const WEIGHTS = { title: 8, head: 4, lesson: 1 } as const;
type Weights = ReadonlyMap<string, number>;

function weightsOf({ head, lessons }: LibraryCourse): Weights {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const stem of stemsOf(text)) weights.set(stem, (weights.get(stem) ?? 0) + weight);
  };
  add(head.title, WEIGHTS.title);
  for (const text of [...head.tags, ...head.objectives, ...head.glossary.map(({ term }) => term)]) add(text, WEIGHTS.head);
  for (const { title, summary } of head.modules) add(`${title} ${summary}`, WEIGHTS.head);
  for (const { title, sections } of lessons) {
    add(title, WEIGHTS.head);
    add(sections.join(' '), WEIGHTS.lesson);
  }
  return weights;
}

const known = new Map<Language, readonly { readonly course: LibraryCourse; readonly weights: Weights }[]>();

function indexOf(language: Language) {
  const index = known.get(language) ?? readLibrary().flatMap((course) => inLanguage(course, language));
  known.set(language, index);
  return index;
}
const inLanguage = (course: LibraryCourse, language: Language) =>
  course.head.language === language ? [{ course, weights: weightsOf(course) }] : [];

/**
 * Tells whether the library has a course on a topic, and which of its courses are near: those that speak of the topic's rarest words; none is, where none does. A
 * language without courses has the English ones.
 */
export function searchLibrary(topic: string, goals: string, language: Language): LibraryAnswer {
  const found = matchTopic(topic, goals, language);
  const own = indexOf(language);
  const index = own.length > 0 ? own : indexOf('english');
  const asked = [...new Set(stemsOf(topic))];
  const rarity = new Map(
    asked.map((stem) => [stem, Math.log(1 + index.length / (1 + index.filter(({ weights }) => weights.has(stem)).length))]),
  );
  const scored = index.map(({ course, weights }) => {
    const fit = asked.reduce((sum, stem) => {
      const weight = weights.get(stem) ?? 0;
      return sum + (rarity.get(stem)! * weight) / (weight + WEIGHTS.title);
    }, 0);
    return { course, weights, fit };
  });
  const isNear = ({ weights }: { readonly weights: Weights }) =>
    asked.some((stem) => (weights.get(stem) ?? 0) >= NEAR && rarity.get(stem)! >= TELLING);
  const ranked = scored
    .filter(isNear)
    .toSorted((one, other) => other.fit - one.fit)
    .map(({ course }) => course);
  const nearest = [...new Set([...(found ? [found.course] : []), ...ranked])].slice(0, NEAREST);
  return {
    match:
      found === null ? 'none' : found.isForeign ? 'other_language' : found.lessons.length + found.missing.length > 0 ? 'part' : 'course',
    courses: own.length,
    lessons: (found?.lessons ?? []).map((number) => ({ number, title: found!.course.lessons[number - 1]!.title })),
    missing: found?.missing ?? [],
    nearest: nearest.map(({ head }) => ({
      title: head.title,
      line: head.objectives[0]!,
      category: head.category,
      language: head.language,
    })),
  };
}

import { matchTopic } from './match-topic.ts';
import { indexIn, prepareIndex, WEIGHTS, type CourseIndex } from './course-index.ts';
import { readersOf, type Language } from './read-library.ts';
import { stemsOf } from './topic-words.ts';

/** The answer of `GET /library` on a topic. */
export interface LibraryAnswer {
  /** Whether a course exists in the requested language; `part`: on a part of the topic, or without some of its words. */
  readonly match: 'course' | 'part' | 'other_language' | 'none';
  /** For `part`: the lessons on the topic, if there are few, and the words of the request that no lesson covers. */
  readonly lessons: readonly { readonly number: number; readonly title: string }[];
  readonly missing: readonly string[];
  /** The ages for which the course is written; null if it suits all ages, or without a course. */
  readonly readers: { readonly from: number; readonly to: number | null } | null;
  /** Number of courses in that language. */
  readonly courses: number;
  /** The nearest courses; the one in another language comes first. */
  readonly nearest: readonly {
    readonly slug: string;
    readonly title: string;
    readonly line: string;
    readonly category: string;
    readonly language: Language;
  }[];
}

const NEAREST = 3;
/**
 * A course is near if it contains two of three telling words of the topic, or one of two, and at least one of them with this weight: in its
 * head, or in several of its lessons.
 */
const NEAR = 6;
const MOST_OF_IT = 2 / 3;
/** A word in about a sixth of the courses says nothing. */
const TELLING = Math.log(1 + 6);
/**
 * Tells whether the library has a course on a topic, and which courses are near: those with the topic's rarest words, or none. A language
 * without courses uses the English ones.
 */
export function searchLibrary(topic: string, goals: string, language: Language): LibraryAnswer {
  const found = matchTopic(topic, goals, language);
  const own = indexIn(language).courses;
  const courses = own.length > 0 ? own : indexIn('english').courses;
  const asked = [...new Set(stemsOf(topic))];
  const rarity = new Map(
    asked.map((stem) => [stem, Math.log(1 + courses.length / (1 + courses.filter(({ index }) => index.weights.has(stem)).length))]),
  );
  const scored = courses.map(({ course, index: { weights } }) => {
    const fit = asked.reduce((sum, stem) => {
      const weight = weights.get(stem) ?? 0;
      return sum + (rarity.get(stem)! * weight) / (weight + WEIGHTS.title);
    }, 0);
    return { course, weights, fit };
  });
  const telling = asked.filter((stem) => rarity.get(stem)! >= TELLING);
  const isNear = ({ weights }: Pick<CourseIndex, 'weights'>) =>
    telling.filter((stem) => weights.has(stem)).length >= Math.floor(telling.length * MOST_OF_IT) &&
    telling.some((stem) => (weights.get(stem) ?? 0) >= NEAR);
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
    readers: found && !found.isForeign ? readersOf(found.course.head) : null,
    nearest: nearest.map(({ slug, head }) => ({
      slug,
      title: head.title,
      line: head.objectives[0]!,
      category: head.category,
      language: head.language,
    })),
  };
}

/** Prepares everything for which the first question in each language would wait: a sentence is then matched in a few milliseconds. */
export async function prepareLibrary(): Promise<void> {
  await prepareIndex();
  for (const language of ['english', 'spanish', 'arabic'] as const) searchLibrary('A first question', 'Nothing yet', language);
}

import { matchTopic } from './match-topic.ts';
import { indexIn, prepareIndex, WEIGHTS, type CourseIndex } from './course-index.ts';
import { readersOf, type Language } from './read-library.ts';
import { stemsOf } from './topic-words.ts';

/** What `GET /library` answers on a topic. */
export interface LibraryAnswer {
  /** Whether there is a course on it, in the language that was asked for; `part`: on a part of it, or with words that it says nothing of. */
  readonly match: 'course' | 'part' | 'other_language' | 'none';
  /** Of a part: the lessons that treat it, where they are few, and the words of the request that none treats. */
  readonly lessons: readonly { readonly number: number; readonly title: string }[];
  readonly missing: readonly string[];
  /** The ages that the course is written for; null: all of them, or there is no course. */
  readonly readers: { readonly from: number; readonly to: number | null } | null;
  /** Courses in that language. */
  readonly courses: number;
  /** Those nearest to the topic; the one in another language is the first of them. */
  readonly nearest: readonly { readonly title: string; readonly line: string; readonly category: string; readonly language: Language }[];
}

const NEAREST = 3;
/** A course is near that says two of three telling words of the topic, one of two, and one of them at least so much: in its head, or in several of its lessons. */
const NEAR = 6;
const MOST_OF_IT = 2 / 3;
/** A word in about a sixth of the courses tells nothing. */
const TELLING = Math.log(1 + 6);
/**
 * Tells whether the library has a course on a topic, and which of its courses are near: those that speak of the topic's rarest words; none is, where none does. A
 * language without courses has the English ones.
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
    nearest: nearest.map(({ head }) => ({
      title: head.title,
      line: head.objectives[0]!,
      category: head.category,
      language: head.language,
    })),
  };
}

/** Does beforehand what the first question about each language would wait for: a sentence is then matched in a few milliseconds. */
export async function prepareLibrary(): Promise<void> {
  await prepareIndex();
  for (const language of ['english', 'spanish', 'arabic'] as const) searchLibrary('A first question', 'Nothing yet', language);
}

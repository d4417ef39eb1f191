import type { Course, Lesson } from '#contract/courses/courses.contract.ts';

/** A position in a course, zero-based as in the URL and in the lesson index `0_1` (LRN-06). */
export interface Place {
  readonly module: number;
  readonly lesson: number;
}

/** Parses the two numbers of the URL; null if they are invalid. */
export function parsePlace(module: string, lesson: string): Place | null {
  const isIndex = (text: string) => /^\d{1,4}$/.test(text);
  return isIndex(module) && isIndex(lesson) ? { module: Number(module), lesson: Number(lesson) } : null;
}

type Modules = Pick<Course, 'modules'>;

export const lessonAt = ({ modules }: Modules, { module, lesson }: Place): Lesson | undefined => modules[module]?.lessons[lesson];

function allPlaces({ modules }: Modules): Place[] {
  return modules.flatMap(({ lessons }, module) => lessons.map((_, lesson) => ({ module, lesson })));
}

function neighbour(course: Modules, place: Place, step: 1 | -1): Place | null {
  const places = allPlaces(course);
  const here = places.findIndex((at) => at.module === place.module && at.lesson === place.lesson);
  return here < 0 ? null : (places[here + step] ?? null);
}

/** The previous lesson, or the last lesson of the previous module; null at the first lesson (LRN-12). */
export const previousPlace = (course: Modules, place: Place): Place | null => neighbour(course, place, -1);

/** The next lesson, or the first lesson of the next module; null at the last lesson. */
export const nextPlace = (course: Modules, place: Place): Place | null => neighbour(course, place, 1);

/** The first lesson that is not completed; null when all are. */
export function firstOpenPlace(course: Modules): Place | null {
  return allPlaces(course).find((place) => !lessonAt(course, place)?.completed) ?? null;
}

/**
 * Where to continue: the last read lesson; if it is completed, the next open one, else an earlier open one. Null if nothing has been
 * started, or everything is completed.
 */
export function continuePlace(course: Pick<Course, 'modules' | 'reading_place'>): Place | null {
  const places = allPlaces(course);
  const isOpen = (place: Place) => !lessonAt(course, place)?.completed;
  const here = places.findIndex((place) => lessonAt(course, place)?.lesson_id === course.reading_place?.lesson_id);
  const isBegun = here >= 0 || !places.every(isOpen);
  return isBegun ? ([...places.slice(Math.max(0, here)), ...places.slice(0, Math.max(0, here))].find(isOpen) ?? null) : null;
}

/** The position of a lesson in this version of the course, by id; null if it is not there. */
export function placeOfLesson(course: Modules, lessonId: string): Place | null {
  return allPlaces(course).find((place) => lessonAt(course, place)?.lesson_id === lessonId) ?? null;
}

/** The displayed number: `2.3` is the third lesson of the second module. */
export const placeNumber = ({ module, lesson }: Place): string => `${module + 1}.${lesson + 1}`;

/** Route of a lesson in the learning view. */
export const LEARN = '/courses/$courseId/learn/$module/$lesson';
export const learnParams = (courseId: string, { module, lesson }: Place) => ({
  courseId,
  module: String(module),
  lesson: String(lesson),
});

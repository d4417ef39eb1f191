import type { Course, Lesson } from '#contract/courses/courses.contract.ts';

/** A place in a course, zero-based as in the address and in the lesson index `0_1` (LRN-06). */
export interface Place {
  readonly module: number;
  readonly lesson: number;
}

/** Reads the two numbers of the address; null for anything that is not a place. */
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

/** One lesson back, or the last lesson of the module before; null at the first lesson (LRN-12). */
export const previousPlace = (course: Modules, place: Place): Place | null => neighbour(course, place, -1);

/** The next lesson, or the first lesson of the next module; null at the last lesson. */
export const nextPlace = (course: Modules, place: Place): Place | null => neighbour(course, place, 1);

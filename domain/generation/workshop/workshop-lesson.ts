import type { CoursePlan } from '#domain/generation/outline/course-plan.ts';

/** A workshop belongs to a module; a lesson carries it. */
export interface WorkshopPlace {
  /** The lesson that carries it. */
  readonly lessonId: string;
  /** Ids of the module's lessons, in reading order: it is written when all of them have ended. */
  readonly module: readonly string[];
}

/**
 * Returns the places of a course's workshops, one a module: its first lesson of the kind `workshop`, else its last lesson. None in a plan of
 * single lessons, whose modules are not whole.
 */
export function workshopPlaces(plan: CoursePlan): WorkshopPlace[] {
  if (plan.outline) return [];
  const kinds = new Map(plan.shared?.lessons.map(({ lesson_id, kind }) => [lesson_id, kind]));
  return plan.modules.flatMap(({ lessons }) => {
    const module = lessons.map(({ lesson_id }) => lesson_id);
    const lessonId = module.find((id) => kinds.get(id) === 'workshop') ?? module.at(-1);
    return lessonId === undefined ? [] : [{ lessonId, module }];
  });
}

import type { CourseContent, LessonContent, ModuleContent } from './course-content.queries.ts';
import { qualityLevel } from './quality-level.queries.ts';

/** Modules and lessons of an outline or another version, which tell where a missing lesson belongs. */
export type LessonOrder = readonly {
  readonly title: string;
  readonly summary: string;
  readonly lessons: readonly { readonly lesson_id: string }[];
}[];

/**
 * Replaces one lesson of the content. A missing lesson is restored to its place in `order`: after the lessons that precede it, in its
 * module, which is restored too if it has no lesson left. All other lessons remain the same objects.
 */
export function placeLesson(content: CourseContent, lesson: LessonContent, order: LessonOrder): CourseContent {
  const has = content.modules.some((module) => module.lessons.some((one) => one.lesson_id === lesson.lesson_id));
  const modules = has
    ? content.modules.map((module) => ({
        ...module,
        lessons: module.lessons.map((one) => (one.lesson_id === lesson.lesson_id ? lesson : one)),
      }))
    : inserted(content.modules, lesson, order);
  const missing_lessons = has ? content.missing_lessons : Math.max(0, content.missing_lessons - 1);
  const isRated = content.quality_level !== 'unrated';
  return { ...content, modules, missing_lessons, ...(isRated && { quality_level: qualityLevel({ modules, missing_lessons }) }) };
}

function inserted(modules: readonly ModuleContent[], lesson: LessonContent, order: LessonOrder): ModuleContent[] {
  const places = new Map(order.flatMap((module, m) => module.lessons.map((one, l) => [one.lesson_id, { m, l }] as const)));
  const place = places.get(lesson.lesson_id);
  if (!place) throw new Error(`lesson ${lesson.lesson_id} has no place in the order`);
  const moduleOf = (module: ModuleContent) => module.lessons.map((one) => places.get(one.lesson_id)?.m).find((m) => m !== undefined) ?? -1;
  const home = modules.findIndex((module) => moduleOf(module) === place.m);
  if (home === -1) {
    const { title, summary } = order[place.m]!;
    const before = modules.findLastIndex((module) => moduleOf(module) < place.m);
    return modules.toSpliced(before + 1, 0, { title, summary, lessons: [lesson] });
  }
  const lessons = modules[home]!.lessons;
  const before = lessons.findLastIndex((one) => (places.get(one.lesson_id)?.l ?? -1) < place.l);
  return modules.with(home, { ...modules[home]!, lessons: lessons.toSpliced(before + 1, 0, lesson) });
}

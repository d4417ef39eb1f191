import type { Course } from '#contract/courses/courses.contract.ts';
import { withFootnotesOf } from '#contract/courses/lesson-syntax.ts';
import { inlineOf, writeLesson } from '#domain/courses/text/lesson-tree.queries.ts';
import { blocksOf, heading, lessonBlocks, paragraph, prefaceBlocks, words } from './course-blocks.ts';

/** Returns the whole course as one Markdown text. */
export function markdownOf(course: Course): string {
  const of = blocksOf(course);
  const modules = course.modules.flatMap((module, m) => [
    heading(2, [words(`${m + 1}. `), ...inlineOf(module.title)]),
    ...(module.summary ? [paragraph(...inlineOf(module.summary))] : []),
    ...module.lessons.flatMap((lesson, l) => [
      heading(3, [words(`${m + 1}.${l + 1} `), ...inlineOf(lesson.title)]),
      ...withFootnotesOf(`${m + 1}-${l + 1}`, lessonBlocks(lesson, 4, of)),
    ]),
  ]);
  return writeLesson([heading(1, inlineOf(course.title)), ...prefaceBlocks(course, 2), ...modules]);
}

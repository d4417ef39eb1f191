import type { Course } from '#contract/courses/courses.contract.ts';
import type { Block } from '#contract/courses/lesson-tree.ts';
import { inlineOf } from '#domain/courses/text/lesson-tree.queries.ts';
import { blocksOf, lessonBlocks, paragraph, prefaceBlocks } from './course-blocks.ts';

/** A part of a course that becomes a page: the preface, or one lesson. */
export interface Chapter {
  /** The lesson's id, or `preface`; independent of the lesson's place in the course. */
  readonly id: string;
  /** Name of its file, without extension. */
  readonly name: string;
  readonly title: string;
  /** Its module (the module's first lesson includes the summary); null for the preface. */
  readonly module: string | null;
  readonly blocks: readonly Block[];
}

/** Returns the preface and every lesson, in reading order. */
export function chaptersOf(course: Course): Chapter[] {
  const of = blocksOf(course);
  return [
    { id: 'preface', name: 'preface', title: course.title, module: null, blocks: prefaceBlocks(course, 1) },
    ...course.modules.flatMap((module, m) =>
      module.lessons.map((lesson, l) => ({
        id: lesson.lesson_id,
        name: `lesson-${m + 1}-${l + 1}`,
        title: `${m + 1}.${l + 1} ${lesson.title}`,
        module: `${m + 1}. ${module.title}`,
        blocks: [...(l === 0 && module.summary ? [paragraph(...inlineOf(module.summary))] : []), ...lessonBlocks(lesson, 1, of)],
      })),
    ),
  ];
}

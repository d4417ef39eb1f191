import { tooLargePart, type TooLarge } from '#contract/courses/stored-course.ts';
import type { CourseOutline } from '#contract/courses/courses.contract.ts';
import { paceOfParts } from '#contract/generation/course-pace.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { lessonsOf, outlineOf, totalMinutes, type CourseContent } from './course-content.queries.ts';
import { partMinutes } from './lesson-minutes.queries.ts';

/** Maximum bytes of an outline in a list; a page has a hundred of them. */
const OUTLINE_BYTES = 48_000;
/** Limits for shortening a larger outline: of its titles, and of its objectives and insights. */
const SHORT = { title: 60, points: 12, point: 300 } as const;

/** Columns of `course`, for lists, that the live version determines. */
export type ListColumns = ReturnType<typeof listColumns>;

/**
 * Returns the stored form of a version: its JSON for `course_version` or `publication_version`, and the columns of `course` that lists
 * show. Every command that stores a version uses it.
 * @throws ProductError course.too_large
 */
export function storable(content: CourseContent): Storable {
  const listed = listColumns(content);
  const json = JSON.stringify(withTruePace(content, listed.duration_minutes));
  const tooLarge = tooLargePart(content, json);
  if (tooLarge) throw courseTooLarge(tooLarge);
  return { json, listed };
}

/** Returns a course whose pace promises what its parts take now, in all so many minutes, whatever was ordered, edited or imported. */
function withTruePace(content: CourseContent, minutes: number): CourseContent {
  const { plan } = content;
  if (!plan?.pace) return content;
  const parts = partMinutes(lessonsOf(content), { minutes, hasFinalTask: plan.final_task !== null });
  return { ...content, plan: { ...plan, pace: paceOfParts(plan.pace, parts) } };
}

/**
 * Returns the stored form of a copy of a published course, without checking its size. The course was checked on publication; one published
 * before that check stays in the market as long as the database accepts it, and its buyers get their copy.
 */
export const storableCopy = (content: CourseContent): Storable => ({ json: JSON.stringify(content), listed: listColumns(content) });

interface Storable {
  readonly json: string;
  readonly listed: ListColumns;
}

/** Builds the error that names the part of a course that is too large. */
export function courseTooLarge({ part, unit, most: n }: TooLarge): ProductError {
  if (unit === 'bytes')
    return new ProductError('course.too_large', toSentence('The course is larger than {n} MB. Please split it.', { n: n / 1_000_000 }));
  return new ProductError(
    'course.too_large',
    unit === 'entries'
      ? toSentence('The part “{part}” of the course has more than {n} entries.', { part, n })
      : toSentence('The part “{part}” of the course is longer than {n} characters.', { part, n }),
  );
}

const listColumns = (content: CourseContent) => ({
  title: content.title,
  description: content.description,
  outline: JSON.stringify(listedOutline(content)),
  module_count: content.modules.length,
  lesson_count: lessonsOf(content).length,
  duration_minutes: totalMinutes(content),
  quality_level: content.quality_level,
});

/** Returns the outline for lists. A too large outline gets shortened titles, and loses the lessons' objectives. */
function listedOutline(content: CourseContent): CourseOutline {
  const outline = outlineOf(content);
  if (Buffer.byteLength(JSON.stringify(outline)) <= OUTLINE_BYTES) return outline;
  const shortened = (points: readonly string[]) => points.slice(0, SHORT.points).map((point) => point.slice(0, SHORT.point));
  return {
    modules: outline.modules.map(({ title, lessons }) => ({
      title: title.slice(0, SHORT.title),
      lessons: lessons.map((lesson) => ({ title: lesson.title.slice(0, SHORT.title), objectives: [] })),
    })),
    learning_objectives: shortened(outline.learning_objectives),
    expert_insights: shortened(outline.expert_insights),
  };
}

import { CREATOR_COURSE_LIMITS, type CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import type { CourseColumns } from './creator-course-columns.ts';
import { creatorCourseIdOf, getCreatorCourse } from './creator-course.queries.ts';
import { createDraftOnce, type CourseCreation } from './create-draft-once.ts';

const TEXTS = [
  'title',
  'description',
  'category',
  'price_cents',
  'difficulty',
  'hours',
  'objectives',
  'tags',
  'prerequisites',
] as const satisfies (keyof CourseColumns)[];

/**
 * Creates a draft with the texts of one of the creator's courses; sales and status are not copied. Repeating the key returns the created
 * copy.
 * @throws ProductError not_found; idempotency.body_mismatch when the key was used for something else
 */
export async function duplicateCreatorCourse({
  courseId,
  ...making
}: CourseCreation & { readonly courseId: string }): Promise<CreatorCourse> {
  const { accountId } = making;
  const id = creatorCourseIdOf(courseId);
  const copyId = await createDraftOnce(making, { duplicate: id }, async () => {
    const original = await database()('creator_course')
      .where({ account_id: accountId, id })
      .first(...TEXTS);
    if (!original) throw notFound('course');
    return { ...original, hours: original.hours === null ? null : Number(original.hours), title: copyTitle(original.title) };
  });
  return getCreatorCourse({ accountId, courseId: copyId });
}

/** Truncates a title that is too long, never within a character. */
function copyTitle(title: string): string {
  const whole = `Copy of ${title}`;
  if (whole.length <= CREATOR_COURSE_LIMITS.title) return whole;
  const rest = whole.slice(0, CREATOR_COURSE_LIMITS.title - 1).replace(/[\ud800-\udbff]$/, '');
  return `${rest.trimEnd()}…`;
}

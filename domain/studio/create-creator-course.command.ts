import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { CreatorCourse, createCreatorCourse as endpoint } from '#contract/studio/creator-courses.contract.ts';
import { columnsOf } from './creator-course-columns.ts';
import { getCreatorCourse } from './creator-course.queries.ts';
import { createDraftOnce, type CourseCreation } from './create-draft-once.ts';

/**
 * Creates a course of this creator, as a draft (CRE-26). Repeating the key returns the created course, in its current state.
 * @throws ProductError idempotency.body_mismatch when the key was used for another course
 */
export async function createCreatorCourse({
  fields,
  ...making
}: CourseCreation & { readonly fields: BodyOf<typeof endpoint> }): Promise<CreatorCourse> {
  const columns = columnsOf(fields);
  const courseId = await createDraftOnce(making, { create: columns }, async () => columns);
  return getCreatorCourse({ accountId: making.accountId, courseId });
}

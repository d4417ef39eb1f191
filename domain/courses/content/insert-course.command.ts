import type { Knex } from 'knex';
import { durationText, type CourseContent } from './course-content.queries.ts';
import { storable, storableCopy } from './storable-course.queries.ts';

interface Inserted {
  readonly courseId: string;
  readonly accountId: string;
  readonly content: CourseContent;
  readonly difficulty: string;
  readonly ageGroup: string;
  /** Origin of the first version. */
  readonly kind: 'edited' | 'enrolled';
  /** The market course of which it is a copy. */
  readonly enrolledFrom?: string;
  /** It came in as a file; default: no. */
  readonly isImported?: boolean;
  /** A certificate requires a passed final test; default: no. */
  readonly hasFinalTest?: boolean;
}

/** Inserts a course without a run, with its first version, in the caller's transaction. A repeat with the same id changes nothing. @throws ProductError course.too_large */
export async function insertCourse(trx: Knex.Transaction, given: Inserted): Promise<void> {
  const { courseId } = given;
  const { json, listed } = given.kind === 'enrolled' ? storableCopy(given.content) : storable(given.content);
  const made = await trx('course')
    .insert({
      id: courseId,
      account_id: given.accountId,
      current_version: 1,
      ...listed,
      difficulty: given.difficulty,
      duration: durationText(listed.duration_minutes),
      age_group: given.ageGroup,
      enrolled_from: given.enrolledFrom ?? null,
      is_imported: given.isImported ?? false,
      has_final_test: given.hasFinalTest ?? false,
    })
    .onConflict('id')
    .ignore()
    .returning('id');
  if (made.length > 0) await trx('course_version').insert({ course_id: courseId, number: 1, content: json, kind: given.kind });
}

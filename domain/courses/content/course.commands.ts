import type { Knex } from 'knex';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { coursesPorts } from '#domain/courses/courses.ports.ts';
import { ageGroup, type CourseContent, durationText } from './course-content.queries.ts';
import { storable, storableCopy } from './storable-course.queries.ts';

/**
 * Creates the course of a run, with its first version, in the caller's transaction. A run has one course, so a repeat changes nothing.
 * @returns id of the run's course: `courseId`, or that of the existing course
 * @throws ProductError course.too_large
 */
export async function createCourse(
  trx: Knex.Transaction,
  {
    accountId,
    runId,
    courseId,
    form,
    document,
  }: { accountId: string; runId: string; courseId: string; form: CourseForm; document: CourseContent },
): Promise<string> {
  const { json, listed } = storable(document);
  const inserted = await trx('course')
    .insert({
      id: courseId,
      account_id: accountId,
      run_id: runId,
      current_version: 1,
      ...listed,
      difficulty: form.difficulty,
      duration: form.duration,
      age_group: ageGroup(form.age),
      // the form can request it in two ways
      has_final_test: form.assessment_type === 'certification' || Boolean(form.certification_level),
    })
    .onConflict('run_id')
    .ignore()
    .returning('id');
  if (inserted.length === 0) {
    const existing = await trx('course').where({ run_id: runId }).first('id');
    return existing!.id;
  }
  await trx('course_version').insert({ course_id: courseId, number: 1, content: json });
  return courseId;
}

interface Inserted {
  readonly courseId: string;
  readonly accountId: string;
  readonly content: CourseContent;
  readonly difficulty: string;
  readonly ageGroup: string;
  /** Origin of the first version; `enrolled` for a copy of another creator's course, `generated` for one of the free library. */
  readonly kind: 'edited' | 'enrolled' | 'generated';
  /** The market course that it is a copy of. */
  readonly enrolledFrom?: string;
  /** The class's or organisation's course that it is a copy of: a teacher has assigned it, or it was opened in an LMS. */
  readonly assignedFrom?: string;
  /** The course of the free library that it is a copy of. */
  readonly librarySlug?: string;
  /** Whether it was imported from a file; default: no. */
  readonly isImported?: boolean;
  /** Whether the certificate requires a passed final test; default: no. */
  readonly hasFinalTest?: boolean;
}

/**
 * Inserts a course without a run, with its first version, in the caller's transaction. A repeat with the same id, or of the same course of
 * the free library for the same account, changes nothing.
 * @returns whether it was inserted
 * @throws ProductError course.too_large
 */
export async function insertCourse(trx: Knex.Transaction, given: Inserted): Promise<boolean> {
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
      assigned_from: given.assignedFrom ?? null,
      library_slug: given.librarySlug ?? null,
      is_imported: given.isImported ?? false,
      has_final_test: given.hasFinalTest ?? false,
    })
    .onConflict()
    .ignore()
    .returning('id');
  if (made.length === 0) return false;
  await trx('course_version').insert({ course_id: courseId, number: 1, content: json, kind: given.kind });
  return true;
}

/** Deletes a learner's copy of a market course, in the transaction that takes the course away. */
export async function deleteCopy(
  trx: Knex.Transaction,
  { accountId, creatorCourseId }: { accountId: string; creatorCourseId: string },
): Promise<void> {
  const copies: string[] = await trx('course').where({ account_id: accountId, enrolled_from: creatorCourseId }).pluck('id');
  await coursesPorts().dropAudio(trx, copies);
  await trx('course').whereIn('id', copies).delete();
}

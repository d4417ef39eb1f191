import type { Knex } from 'knex';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { ageGroup, type CourseContent } from './course-content.queries.ts';
import { storable } from './storable-course.queries.ts';

/**
 * Creates the course of a run, with its first version, in the caller's transaction. A run has one course: a repeat for the same run changes
 * nothing.
 * @returns id of the run's course: `courseId`, or that of the course the run already had
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
      // the form has two ways to request it
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

import type { Knex } from 'knex';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { ageGroup, outlineOf, totalMinutes, type CourseContent } from './course-content.queries.ts';

/**
 * Creates the course of a run, with its first version, in the caller's transaction. A run has one course: a repeat for the same run changes
 * nothing.
 * @returns id of the run's course: `courseId`, or that of the course the run already had
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
  const inserted = await trx('course')
    .insert({
      id: courseId,
      account_id: accountId,
      run_id: runId,
      current_version: 1,
      title: document.title,
      description: document.description,
      difficulty: form.difficulty,
      duration: form.duration,
      age_group: ageGroup(form.age),
      outline: JSON.stringify(outlineOf(document)),
      module_count: document.modules.length,
      lesson_count: document.modules.reduce((sum, module) => sum + module.lessons.length, 0),
      duration_minutes: totalMinutes(document),
      quality_level: document.quality_level,
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
  await trx('course_version').insert({ course_id: courseId, number: 1, content: JSON.stringify(document) });
  return courseId;
}

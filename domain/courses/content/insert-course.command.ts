import type { Knex } from 'knex';
import { durationText, lessonsOf, outlineOf, totalMinutes, type CourseContent } from './course-content.queries.ts';

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
  /** A certificate requires a passed final test; default: no. */
  readonly hasFinalTest?: boolean;
}

/** Inserts a course without a run, with its first version, in the caller's transaction. A repeat with the same id changes nothing. */
export async function insertCourse(trx: Knex.Transaction, given: Inserted): Promise<void> {
  const { courseId, content } = given;
  const made = await trx('course')
    .insert({
      id: courseId,
      account_id: given.accountId,
      current_version: 1,
      title: content.title,
      description: content.description,
      difficulty: given.difficulty,
      duration: durationText(totalMinutes(content)),
      age_group: given.ageGroup,
      outline: JSON.stringify(outlineOf(content)),
      module_count: content.modules.length,
      lesson_count: lessonsOf(content).length,
      duration_minutes: totalMinutes(content),
      quality_level: content.quality_level,
      enrolled_from: given.enrolledFrom ?? null,
      has_final_test: given.hasFinalTest ?? false,
    })
    .onConflict('id')
    .ignore()
    .returning('id');
  if (made.length > 0)
    await trx('course_version').insert({ course_id: courseId, number: 1, content: JSON.stringify(content), kind: given.kind });
}

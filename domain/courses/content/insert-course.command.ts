import type { Knex } from 'knex';
import { durationText, lessonsOf, outlineOf, totalMinutes, type CourseContent } from './course-content.ts';

interface Inserted {
  readonly courseId: string;
  readonly accountId: string;
  readonly content: CourseContent;
  readonly difficulty: string;
  readonly ageGroup: string;
  /** How the first version came to be. */
  readonly kind: 'edited' | 'enrolled';
  /** The course of the market it is a copy of. */
  readonly enrolledFrom?: string;
  /** A certificate needs a passed final test; absent: it does not. */
  readonly hasFinalTest?: boolean;
}

/** Writes a course that no run has made, with its first version, in the caller's transaction. Called again with the same id it changes nothing. */
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

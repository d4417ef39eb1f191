import { Model } from 'objection';
import type { CoursePlan } from '#domain/generation/outline/course-plan.ts';
import type { ResearchDocument } from '#domain/generation/prompts/documents.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** Columns of runs that write courses and lessons, in addition to those of `run`. */
export class CourseRun extends Model {
  static override tableName = 'course_run';
  static override idColumn = 'run_id';

  declare run_id: Ref<'run'>;
  /** The outline that the run writes, once it exists. */
  declare plan: CoursePlan | null;
  /** The result of the research on the topic. */
  declare research: ResearchDocument | null;
  /** The course that the run has made. */
  declare course_id: string | null;
  /** The course whose lessons it rewrites. */
  declare target_course_id: Ref<'course'> | null;
  /** When a finished proposal was accepted or discarded. */
  declare settled: 'accepted' | 'discarded' | null;
  /** When the learner approved the outline. */
  declare approved_at: Date | null;
  /** Lessons of a proposal that are already live. */
  declare accepted_lessons: string[];
}

declare module 'knex/types/tables.js' {
  interface Tables {
    course_run: Table<CourseRun>;
  }
}

import { Model } from 'objection';
import type { CoursePlan } from '#domain/generation/outline/course-plan.ts';
import type { ResearchDocument } from '#domain/generation/prompts/documents.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** What runs that write courses and lessons have besides `run`. */
export class CourseRun extends Model {
  static override tableName = 'course_run';
  static override idColumn = 'run_id';

  declare run_id: Ref<'run'>;
  /** The outline that is written, once there is one. */
  declare plan: CoursePlan | null;
  /** The result of the research on the topic. */
  declare research: ResearchDocument | null;
  /** The course it has made. */
  declare course_id: string | null;
  /** The course whose lessons it rewrites. */
  declare target_course_id: Ref<'course'> | null;
  /** A finished proposal was accepted or discarded. */
  declare settled: 'accepted' | 'discarded' | null;
  /** The learner accepted the outline. */
  declare approved_at: Date | null;
  /** Lessons of a proposal that are live already. */
  declare accepted_lessons: string[];
}

declare module 'knex/types/tables.js' {
  interface Tables {
    course_run: Table<CourseRun>;
  }
}

import { Model } from 'objection';
import type { Brief, Cast, EvaluationEstimate, Part, Verdict } from '#contract/operator/evaluation-plan.contract.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { OutlineDocument, LessonCheckDocument } from '#domain/generation/prompts/documents.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import { sql } from '#domain/platform/sql.ts';
import type { Measures, SampleLesson, SampleQuestion } from './measures.ts';

/** A comparison of models: several casts write the same briefs, which are judged in pairs. It is a run of the installation. */
export class Evaluation extends Model {
  static override tableName = 'evaluation';
  static override idColumn = 'run_id';

  declare run_id: Ref<'run'>;
  declare name: string;
  declare language: CourseForm['language_preference'];
  declare briefs: Brief[];
  declare casts: Cast[];
  declare judges: Part[];
  /** Its samples already existed: only judges are asked. */
  declare is_given: boolean;
  declare estimate: EvaluationEstimate;
  declare created_at: Date;
  declare created_by: Ref<'account'> | null;
  /** Index of the cast that was made the default. */
  declare applied_cast: number | null;
  declare applied_at: Date | null;
}

/** A cast's result for one brief, filled role by role. */
export class EvaluationSample extends Model {
  static override tableName = 'evaluation_sample';
  static override idColumn = 'id';

  declare id: string;
  declare evaluation_id: Ref<'evaluation'>;
  /** Indexes into the evaluation's lists. */
  declare brief: number;
  declare cast_place: number;
  declare outline: OutlineDocument | null;
  declare lesson: SampleLesson | null;
  declare questions: SampleQuestion[] | null;
  declare review: LessonCheckDocument | null;
  /** The lesson after the correction that its checking service asked for. */
  declare corrected: SampleLesson | null;
  /** Measures of the compared text. */
  declare measures: Measures | null;
  /** Number of problems for which the checks would have requested the first text again. */
  declare problems: number | null;
}

/** Which of two samples a model or a person found better. */
export class EvaluationVerdict extends Model {
  static override tableName = 'evaluation_verdict';
  static override idColumn = 'id';

  declare id: string;
  declare evaluation_id: Ref<'evaluation'>;
  declare brief: number;
  declare first_cast: number;
  declare second_cast: number;
  /** Index of the judging model; null: a person. */
  declare judge: number | null;
  declare account_id: Ref<'account'> | null;
  declare verdict: Verdict;
  declare reasons: string;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    evaluation: Table<Evaluation>;
    evaluation_sample: Table<EvaluationSample>;
    evaluation_verdict: Table<EvaluationVerdict>;
  }
}

/**
 * Condition on a `sample`: its lesson will not change any more. It was given; or checked and, if its checking service asked for that,
 * corrected; or its comparison has ended.
 */
export const IS_FINISHED = sql`(sample.lesson is not null and (
  exists (select from evaluation join run on run.id = run_id where run_id = sample.evaluation_id and (is_given or finished_at is not null))
  or (exists (select from step where run_id = sample.evaluation_id and item_id = sample.id and job = 'review-sample' and state in ('completed', 'failed'))
      and (sample.review->>'verdict' is distinct from 'revise'
           or exists (select from step where run_id = sample.evaluation_id and item_id = sample.id and job = 'correct-sample'
                                        and state in ('completed', 'failed'))))))`;

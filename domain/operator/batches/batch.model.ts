import { Model } from 'objection';
import type { BatchEstimate, BatchSelection, BatchTask } from '#contract/operator/batches.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';

/** A change to many courses at once, with its limits. A run of the installation, or of a creator over their own courses. */
export class Batch extends Model {
  static override tableName = 'batch';
  static override idColumn = 'run_id';

  declare run_id: Ref<'run'>;
  declare name: string;
  declare what: BatchTask;
  /** The requested change, for rewrites. */
  declare instruction: string;
  /** The filters by which the courses were selected. */
  declare selection: BatchSelection;
  declare state: 'planned' | 'canary' | 'review' | 'running' | 'paused' | 'done' | 'cancelled';
  /** Why it is paused. */
  declare paused_for: 'operator' | 'budget' | 'failures' | 'cost' | 'quality' | 'cap' | 'tokens' | null;
  /** The state to return to after a pause. */
  declare resumes_to: 'canary' | 'running' | null;
  /** Maximum number of items in progress. */
  declare at_once: number;
  /** Number of items that run first and wait for review. */
  declare canary: number;
  /** Share of failed items at which it pauses. */
  declare most_failures: number;
  /** Cost at which it pauses, as a multiple of the estimate. */
  declare most_cost_drift: number;
  /** Share of results with findings at which it pauses. */
  declare most_unclean: number;
  /** 1e-6 US dollars; 0 for a creator, who pays in tokens. */
  declare budget_micro_usd: number;
  /** First hour (UTC) in which it works, until `until_hour`; null for always. */
  declare from_hour: number | null;
  declare until_hour: number | null;
  declare estimate: BatchEstimate;
  declare created_at: Date;
  declare started_at: Date | null;
  declare ended_at: Date | null;
  /** For a translation: the target language. */
  declare into_language: CourseLanguage | null;
  /** The creator who owns it and pays; null for the installation. */
  declare creator_id: Ref<'account'> | null;
  /** Whether its calls may wait for the vendors' batch services. */
  declare by_vendor_batch: boolean;
  /** When an operator last reviewed its results and continued it, or null. */
  declare seen_at: Date | null;
  /** The cost of the reviewed results in 1e-6 US dollars, which its rules no longer judge. */
  declare seen_micro_usd: number;
}

/** A batch's work on one course, fixed when the batch is planned. In progress, it is a child run. */
export class BatchItem extends Model {
  static override tableName = 'batch_item';
  static override idColumn = ['batch_id', 'course_id'];

  declare batch_id: Ref<'batch'>;
  declare course_id: Ref<'course'>;
  declare account_id: Ref<'account'>;
  /** Order in the batch. */
  declare position: number;
  /** Lessons to rewrite. */
  declare lesson_ids: string[];
  declare expected_micro_usd: number;
  /** Maximum, in 1e-6 US dollars. */
  declare worst_micro_usd: number;
  declare state:
    | 'pending'
    | 'leased'
    | 'running'
    | 'ready'
    | 'approving'
    | 'approved'
    | 'discarding'
    | 'discarded'
    | 'rolling_back'
    | 'rolled_back'
    | 'failed'
    | 'skipped'
    | 'cancelled';
  /** The run of this course. */
  declare child_id: Ref<'run'> | null;
  /** Increases with each try. */
  declare attempt: number;
  /** Why it failed or was skipped. */
  declare reason: string | null;
  /** Fingerprints of the live lessons when it began, so that later edits are not overwritten. */
  declare base_prints: Record<string, string> | null;
  /** Lowest similarity of an old lesson and its new text, 0 to 1. */
  declare similarity: number | null;
  /** Whether all lessons were written, and checked without a finding. */
  declare is_clean: boolean | null;
  /** It had ended before the last review, so the batch's rules no longer judge it. */
  declare is_seen: boolean;
  /** Whether the operator has decided to overwrite edits. */
  declare overwrites: boolean;
  /** The version that it made. */
  declare published_version: number | null;
  /** The results to create, unless they are lessons (`Chosen`). */
  declare places: string[];
}

declare module 'knex/types/tables.js' {
  interface Tables {
    batch: Table<Batch>;
    batch_item: Table<BatchItem>;
  }
}

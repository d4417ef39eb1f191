import type { QuotaName } from '#contract/billing/catalogue.ts';
import type { Batch, BatchTask } from '#contract/operator/batches.contract.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';
import type { UnitCost } from './estimate.queries.ts';
import type { BatchItem } from './batch.model.ts';
import type { Chosen, Filters, Selected, Task } from './selection.queries.ts';

export interface BatchRow {
  readonly run_id: string;
  /** Owner, who pays; null: the installation. */
  readonly creator_id: string | null;
  readonly name: string;
  readonly what: Batch['what'];
  /** For a translation. */
  readonly into_language: CourseLanguage | null;
  readonly instruction: string;
  /** Stored without `deciding`, which follows from its items. */
  readonly state: Exclude<Batch['state'], 'deciding'>;
  readonly paused_for: string | null;
  readonly resumes_to: 'canary' | 'running' | null;
  readonly at_once: number;
  /** Its calls may wait for the vendors' batch services. */
  readonly by_vendor_batch: boolean;
  readonly canary: number;
  readonly most_failures: number;
  readonly most_cost_drift: number;
  readonly most_unclean: number;
  readonly budget_micro_usd: number;
  readonly from_hour: number | null;
  readonly until_hour: number | null;
  readonly estimate: Batch['estimate'];
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  /** When an operator last reviewed and continued it. */
  readonly seen_at: Date | null;
  /** The cost of its results up to then. */
  readonly seen_micro_usd: number;
}

/** The common input of all runs that a batch starts. */
export interface BegunItem {
  readonly accountId: string;
  readonly courseId: string;
  readonly requestId: string;
  /** One run of each item and attempt, however often it is tried: a process may crash before it has stored the run. */
  readonly idempotencyKey: string;
  readonly batchId: string;
  /** The batch is its owner's, who pays. */
  readonly ownerPays: boolean;
}

/** A leased item that has no child yet. */
export interface LeasedItem {
  readonly courseId: string;
  readonly accountId: string;
  readonly lessonIds: readonly string[];
  /** The result to create, if it is not a lesson. */
  readonly places: readonly string[];
  readonly attempt: number;
}

export interface Child {
  /** Null: nothing is left to do. */
  readonly runId: string | null;
  /** Prints of the live lessons at the start, by id. */
  readonly prints?: Readonly<Record<string, string>>;
}

/** A result that is taken back, with its batch's language. */
export type TakenBack = Pick<BatchItem, 'course_id' | 'account_id' | 'published_version'> & {
  readonly child_id: string;
  readonly into_language: BatchRow['into_language'];
  /** Of an operator's batch: its name, which the versions of the course show as the reason. */
  readonly operatorReason: string | undefined;
};

/** A batch's adapter for one kind of work; each has a file in `works/`. */
export interface BatchWork {
  /** Refuses what cannot be done in this installation. @throws ProductError */
  assertConfigured?(): void;
  /** Chooses the courses, and what is to be made of each. */
  choose(task: Task, filters: Filters): Promise<Selected>;
  /** Said when there is nothing to do. */
  readonly nothing: Sentence;
  /** The installation's cost per unit. */
  costOfUnit(): Promise<UnitCost>;
  /** The maximum cost of the chosen courses for their creator, in hundredths of a token. */
  priceOf(courses: readonly Chosen[]): number;
  /** The plan units that can pay for it and their value; null: only tokens can. */
  readonly ofPlan: { readonly quota: QuotaName; readonly centitokens: number } | null;
  /** Starts the run of an item. A repeated key returns the same run. */
  start(batch: BatchRow, item: LeasedItem, begun: BegunItem): Promise<Child>;
  /** Takes back what a run has made live. Repeatable. @returns why some of it stayed; null: all is as before */
  takeBack(item: TakenBack): Promise<'edited_since' | null>;
}

let works: Readonly<Record<string, BatchWork>> = {};

/** Says what batches can do; called with the engine's kinds (`domain/kinds.ts`), for no feature depends on all of the others. */
export function setBatchWorks(all: Readonly<Record<BatchTask, BatchWork>>): void {
  works = all;
}

export function batchWork(what: BatchTask): BatchWork {
  const work = works[what];
  if (!work) throw new Error(`no batch does ${what} here: startEngine() has not been called`);
  return work;
}

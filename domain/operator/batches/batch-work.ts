import type { QuotaName } from '#contract/billing/catalogue.ts';
import type { Batch, BatchTask } from '#contract/operator/batches.contract.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import { definePorts } from '#domain/platform/ports.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';
import type { UnitCost } from './estimate.queries.ts';
import type { BatchItem } from './batch.model.ts';
import type { Chosen, Filters, Selected, Task } from './selection.queries.ts';

export interface BatchRow {
  readonly run_id: string;
  /** The creator who owns the batch and pays; null for the installation. */
  readonly creator_id: string | null;
  readonly name: string;
  readonly what: Batch['what'];
  /** For a translation: the target language. */
  readonly into_language: CourseLanguage | null;
  readonly instruction: string;
  /** Stored without `deciding`, which is derived from its items. */
  readonly state: Exclude<Batch['state'], 'deciding'>;
  readonly paused_for: string | null;
  readonly resumes_to: 'canary' | 'running' | null;
  readonly at_once: number;
  /** Whether its calls may wait for the vendors' batch services. */
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
  /** The cost of its results until that review. */
  readonly seen_micro_usd: number;
}

/** Input that all runs of a batch have in common. */
export interface BegunItem {
  readonly accountId: string;
  readonly courseId: string;
  readonly requestId: string;
  /** One run per item and attempt, however often it is tried: a process may crash before it has stored the run. */
  readonly idempotencyKey: string;
  readonly batchId: string;
  /** Whether the batch belongs to the courses' owner, who pays. */
  readonly ownerPays: boolean;
}

/** A leased item without a child run. */
export interface LeasedItem {
  readonly courseId: string;
  readonly accountId: string;
  readonly lessonIds: readonly string[];
  /** The results to create, unless they are lessons. */
  readonly places: readonly string[];
  readonly attempt: number;
}

export interface Child {
  /** Null when nothing is left to do. */
  readonly runId: string | null;
  /** Fingerprints of the live lessons at the start, by id. */
  readonly prints?: Readonly<Record<string, string>>;
}

/** A result to take back, with its batch's language. */
export type TakenBack = Pick<BatchItem, 'course_id' | 'account_id' | 'published_version'> & {
  readonly child_id: string;
  readonly into_language: BatchRow['into_language'];
  /** For an operator's batch: its name, which the versions of the course show as the reason. */
  readonly operatorReason: string | undefined;
};

/** A batch's adapter for one kind of work; each has a file in `works/`. */
export interface BatchWork {
  /** Checks that this installation can do the work. @throws ProductError */
  assertConfigured?(): void;
  /** Selects the courses, and what to make for each. */
  choose(task: Task, filters: Filters): Promise<Selected>;
  /** The message for an empty selection. */
  readonly nothing: Sentence;
  /** The installation's cost per unit. */
  costOfUnit(): Promise<UnitCost>;
  /** The maximum cost of the chosen courses for their creator, in hundredths of a token. */
  priceOf(courses: readonly Chosen[]): number;
  /** The plan's units that can pay for it, and their value; null when only tokens can. */
  readonly ofPlan: { readonly quota: QuotaName; readonly centitokens: number } | null;
  /** Starts the run of an item. A repeated key returns the same run. */
  start(batch: BatchRow, item: LeasedItem, begun: BegunItem): Promise<Child>;
  /** Takes back what a run has made live; can be repeated. @returns why part of it stayed, or null when everything is as before */
  takeBack(item: TakenBack): Promise<'edited_since' | null>;
}

/** The batch works; connected together with the engine's kinds (`domain/kinds.ts`), because no feature may depend on all others. */
export const batchWorks = definePorts<Readonly<Record<string, BatchWork>>>('batches');

/** Returns a batch work by name. @throws when this version of the code does not know it */
export function batchWork(what: BatchTask): BatchWork {
  const work = batchWorks()[what];
  if (!work) throw new Error(`there is no batch work for ${what}`);
  return work;
}

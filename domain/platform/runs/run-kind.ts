import type { Knex } from 'knex';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import type { RunKindName } from '#contract/platform/kinds-of-work.ts';
import type { QuotaName } from '#contract/platform/named-parts.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import type { Eta, PaidFrom, RunStatus, Takeover } from '#contract/platform/status.contract.ts';
import type { Lane } from '#queues/platform/define-job.ts';
import type { ExportPart } from '#domain/platform/export-part.ts';
import type { Sql } from '#domain/platform/sql.ts';
import type { NewStep } from '#domain/platform/steps/step.commands.ts';
import type { StepState, FailedAttempt } from '#domain/platform/steps/step.ts';

/** A run's columns that explain its failure. */
export interface FailedRun {
  readonly error_code: string | null;
  readonly error_detail: string | null;
  /** All failed tries, as JSON. */
  readonly operator_detail: string | null;
}

/** A run as the hooks of its kind receive it; the calling transaction has locked its row. */
export interface RunRef {
  readonly id: string;
  readonly kind: string;
  /** Owner; null for the installation's own work. */
  readonly accountId: string | null;
  /** The account that is notified; null for none. */
  readonly notifiedId: string | null;
  readonly subject: string;
  readonly title: string | null;
  readonly request: unknown;
}

/** A step as `order` sees it. Cancelled in a live run means reopened: it may be added again. */
export interface OrderedStep {
  readonly key: string;
  readonly state: StepState;
  readonly service: string | null;
  readonly tried: readonly FailedAttempt[];
  /** Services that were skipped because they were unreachable. */
  readonly passed_over: readonly string[];
  readonly error_code: string | null;
}

/** The next steps of a run. */
export interface Order {
  /** Steps that may start now; adding an existing one has no effect. */
  readonly add: readonly NewStep[];
  readonly stage: string;
  /** Percent; never decreases. */
  readonly progress: number;
  /** Set when the run can no longer be completed: the reason, and the attempts, for operators. */
  readonly failed?: { readonly code: ErrorCode; readonly tried: readonly FailedAttempt[] } | null;
}

/** Number of children by status. */
export type ChildCounts = Readonly<Record<RunStatus, number>>;

/** The maximum cost of a run that its owner pays for, and its description for the owner. */
export interface Price<Request> {
  /** The operations that order such a run; each takes the price that its caller has accepted (`defineEndpoint`). */
  readonly orderedBy: readonly [Endpoint, ...Endpoint[]];
  /** Maximum, in hundredths of a token. Default: set when the run is accepted, and reserved again by a retry. */
  cost?(request: Request): number;
  /** The plan's units that pay for the whole run while any are left. */
  readonly quota: {
    readonly feature: QuotaName;
    units(request: Request): number;
    readonly reserved: Sentence;
    readonly used: Sentence;
  } | null;
  /** For the list of transactions. */
  cause(about: string): Sentence;
}

/** The states in which a run has ended. */
export const ENDED_STATES = ['completed', 'failed', 'cancelled'] as const;

/**
 * How an ended run can be retried without paying again for finished parts: by retrying the run (`retryRun`, for operators `actOnRun`), by
 * an operation that makes the missing parts, or not at all, for a reason. English, for operators' documentation.
 */
export type Again =
  | { readonly retry: string }
  | { readonly by: Endpoint; readonly makes: string }
  /** The run cannot end like this, or nothing is missing or worth keeping. */
  | { readonly nothing: string };

/** A run as its envelope is built from it: the columns of every run, and `detail`, which its kind selects. */
export interface RunRow<Detail = unknown> extends FailedRun {
  readonly id: string;
  readonly account_id: string | null;
  readonly kind: string;
  readonly status: RunStatus;
  readonly stage: string;
  readonly progress: number;
  readonly subject: string;
  readonly title: string | null;
  readonly stopped: boolean;
  readonly of_library: boolean;
  readonly tokens_reserved: number;
  readonly paid_from: PaidFrom | null;
  readonly tokens_charged: number;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly pruned_at: Date | null;
  /** It failed and can run again. */
  readonly can_retry: boolean;
  /** The workers that can take over a dead worker's steps; null while its workers live. */
  readonly takeover: Takeover | null;
  readonly result: unknown;
  readonly steps: readonly OrderedStep[] | null;
  readonly log: readonly LogRow[] | null;
  readonly log_earlier: number;
  readonly queue_position: number | null;
  readonly children: ChildCounts | null;
  readonly detail: Detail;
}

/** A log line as the database's JSON. */
export interface LogRow {
  readonly at: string;
  readonly event: string;
  readonly text: string;
  readonly words: Sentence | null;
}

/** A run in a list, with the columns its kind selects. */
export type ListedRun<Detail = unknown> = Omit<
  RunRow<Detail>,
  'steps' | 'takeover' | 'log' | 'log_earlier' | 'pruned_at' | 'tokens_reserved' | 'paid_from' | 'tokens_charged' | 'account_id'
>;

/**
 * Declares one kind of slow work in one place. The engine accepts, admits, advances, bills, cancels, retries, lists and prunes its runs;
 * only kind-specific parts are here. SQL fragments become part of the engine's statements, so that a kind costs no round trip. Methods
 * receive values that the kind has declared itself, so they may type them more narrowly than the engine does.
 */
export interface RunKind<
  Request = unknown,
  Context = unknown,
  Step extends OrderedStep = OrderedStep,
  Detail = unknown,
  Summary = unknown,
> {
  readonly name: RunKindName;
  /** Validates the request when a run is accepted. @throws when it cannot be done */
  readonly request: { parse(input: unknown): Request };
  /**
   * `person`: a run belongs to an account. `installation`: a run is an operator's; payer, spending cap and recipient are given when it is
   * accepted.
   */
  readonly owner: 'person' | 'installation';
  readonly lane: Lane;
  /**
   * For work in a process that all accounts share: one run of an account starts at a time, and this many more may wait; further ones are
   * refused (`limits.rate`). Default: no limit.
   */
  readonly oneAtATime?: { readonly mostWaiting: number };
  /** In order; the engine adds `queued` before and `done` after them. */
  readonly stages: readonly string[];
  /** Stages in which a run waits for something external and occupies no slot. */
  readonly parkedStages?: readonly string[];
  /** State of a run when it is first admitted. */
  readonly begins: { readonly stage: string; readonly progress: number; readonly message: Sentence };
  /** `free`: costs no tokens. */
  readonly price: Price<Request> | 'free';
  /**
   * Inputs of `order`: `context` is a jsonb expression over `run` (and the tables that `join` adds), `step` one over `step`. Default: none.
   */
  readonly source?: { readonly join?: Sql; readonly context?: Sql; readonly step?: Sql };
  /** Decides the next steps. Pure: repeating it after a crash gives the same result. */
  order(context: Context, steps: readonly Step[], children: ChildCounts | null): Order;
  /** It starts child runs, which are counted for `order`. */
  readonly hasChildren?: boolean;
  /** Failure texts for the owner, by code; default: the error's title. */
  readonly reasons?: Partial<Record<ErrorCode, Sentence>>;
  /** The retry options for each kind of ending; `docs/ended-work.md` lists them all. */
  readonly again: Readonly<Record<(typeof ENDED_STATES)[number], Again>>;
  /**
   * How its owner learns of an end, in addition to its page, the list of runs and the webhook `run.ended`, which every kind has. English,
   * for `docs/ended-work.md`. Absent: in no other way.
   */
  readonly told?: Partial<Readonly<Record<(typeof ENDED_STATES)[number], string>>>;
  /** SQL condition on `run` that a failed run must satisfy to be retried. Default: none. */
  readonly retryNeeds?: Sql;
  readonly retryMessage?: Sentence;
  /** For requests without a key: within this time, a completed run of the same request is returned instead of doing the work again. */
  readonly repeatWindow?: string;
  /** The course that its notice links to, if its row in the contract has a notice. Default: the notice links to the run. */
  noticeCourse?(trx: Knex.Transaction, run: RunRef): Promise<string | undefined>;
  /** The export files that hold the results of its runs, beside the runs themselves; none if other features own the results. */
  readonly exported: readonly ExportPart[];
  /** Writes of the kind within the engine's transactions. */
  readonly hooks?: {
    /** Called when its stage has become `stage`. */
    entered?(trx: Knex.Transaction, run: RunRef, stage: string): Promise<void>;
    completed?(trx: Knex.Transaction, run: RunRef): Promise<void>;
    failed?(trx: Knex.Transaction, run: RunRef): Promise<void>;
    /** Called when the run is being stopped; its steps still run. */
    stopping?(trx: Knex.Transaction, run: RunRef): Promise<void>;
    /** Called when a failed run is retried; its failed steps have already been reset. */
    retried?(trx: Knex.Transaction, run: RunRef): Promise<void>;
    /** Called when one of its failed children is retried. */
    childRetried?(trx: Knex.Transaction, run: RunRef, childId: string): Promise<void>;
  };
  /**
   * Completes a stopped run with its finished work, by `completeRun`.
   * @returns false when there is nothing to keep. Default: nothing is kept.
   */
  keep?(trx: Knex.Transaction, run: RunRef): Promise<boolean>;
  /** The part of the status envelope that only this kind has: `sql` is a jsonb expression over `run`. */
  readonly details?: { readonly sql: Sql; toWire(run: RunRow<Detail>): object; pollMs?(run: RunRow<Detail>): number };
  /** The same for an entry in the list of runs. */
  readonly summary?: { readonly sql: Sql; toWire(run: ListedRun<Summary>): object };
  /** Estimates the remaining time of a live run; null when unknown. */
  eta?(run: RunRow<Detail>): Promise<Eta | null>;
  /** Columns of `run` to search, as a text expression in SQL; default: subject and title. */
  readonly searchable?: Sql;
  /** Condition over `step` and its `run`: steps whose output is never pruned, because something depends on it. Default: none. */
  readonly keepsOutput?: Sql;
  /** Condition over `run`: runs that are never pruned, because their work continues elsewhere. Default: none. */
  readonly keepsDetails?: Sql;
}

/** Declares a kind, with the types of its request and selections. */
export const defineKind = <Request, Context, Step extends OrderedStep = OrderedStep, Detail = unknown, Summary = unknown>(
  kind: RunKind<Request, Context, Step, Detail, Summary>,
): RunKind<Request, Context, Step, Detail, Summary> => kind;

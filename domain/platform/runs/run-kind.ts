import type { Knex } from 'knex';
import type { ErrorCode } from '#contract/platform/errors.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import type { Eta, RunStatus } from '#contract/platform/status.contract.ts';
import type { Lane } from '#queues/platform/define-job.ts';
import type { NewStep } from '#domain/platform/steps/add-steps.command.ts';
import type { StepState, Try } from '#domain/platform/steps/step.ts';

/** A run as every hook of its kind gets it: the row is locked by the transaction that calls the hook. */
export interface RunRef {
  readonly id: string;
  readonly kind: string;
  /** Whose row it is; null for the installation's own work. */
  readonly accountId: string | null;
  /** Who is told of it; null when nobody is. */
  readonly notifiedId: string | null;
  readonly subject: string;
  readonly title: string | null;
  readonly request: unknown;
}

/** A step as the order of stages sees it. Cancelled in a run that lives: it was reopened, and may be added again. */
export interface OrderedStep {
  readonly key: string;
  readonly state: StepState;
  readonly service: string | null;
  readonly tried: readonly Try[];
  /** Services that would have been asked, had they been within reach. */
  readonly passed_over: readonly string[];
  readonly error_code: string | null;
}

/** What comes next in a run. */
export interface Order {
  /** Steps that may start now; adding one that exists already is harmless. */
  readonly add: readonly NewStep[];
  readonly stage: string;
  /** Percent; it never goes back. */
  readonly progress: number;
  /** Set when the run cannot reach its end any more: why, and what was tried, for operators. */
  readonly failed?: { readonly code: ErrorCode; readonly tried: readonly Try[] } | null;
}

/** How many children a run has, by their status. */
export type ChildCounts = Readonly<Record<RunStatus, number>>;

/** What a run may cost, and in which words its owner reads of it. */
export interface Price<Request> {
  /** Hundredths of a token, at most. */
  cost(request: Request): number;
  /** Counted work of a plan that pays for the whole run while there is some left. */
  readonly quota: {
    readonly feature: string;
    units(request: Request): number;
    readonly reserved: Sentence;
    readonly used: Sentence;
  } | null;
  /** For the list of movements. */
  cause(about: string): Sentence;
}

/** A run as its envelope is made from it: columns every run has, and `detail`, which its kind has selected. */
export interface RunRow<Detail = unknown> {
  readonly id: string;
  readonly account_id: string | null;
  readonly kind: string;
  readonly status: RunStatus;
  readonly stage: string;
  readonly progress: number;
  readonly subject: string;
  readonly title: string | null;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly stopped: boolean;
  readonly tokens_reserved: number;
  readonly tokens_charged: number;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly pruned_at: Date | null;
  readonly result: unknown;
  readonly steps: readonly OrderedStep[] | null;
  readonly log: readonly LogRow[] | null;
  readonly log_earlier: number;
  readonly queue_position: number | null;
  readonly children: ChildCounts | null;
  readonly detail: Detail;
}

/** A line of the log as the store's JSON has it. */
export interface LogRow {
  readonly at: string;
  readonly event: string;
  readonly text: string;
  readonly words: Sentence | null;
}

/** A run in a list, with what its kind has selected. */
export type ListedRun<Detail = unknown> = Omit<
  RunRow<Detail>,
  'steps' | 'log' | 'log_earlier' | 'pruned_at' | 'tokens_reserved' | 'tokens_charged' | 'account_id'
>;

/**
 * One kind of slow work, declared in one place. The engine accepts, admits, advances, bills, cancels, retries, lists and prunes its runs;
 * what is peculiar to the kind stands here. SQL fragments are part of one statement of the engine, so that a kind costs no round trip.
 * Methods get values the kind has declared itself, so they may name them more exactly than the engine does.
 */
export interface RunKind<
  Request = unknown,
  Context = unknown,
  Step extends OrderedStep = OrderedStep,
  Detail = unknown,
  Summary = unknown,
> {
  readonly name: string;
  /** Checks what is asked when a run is accepted. @throws when it cannot be done */
  readonly request: { parse(asked: unknown): Request };
  /** `person`: a run belongs to an account. `installation`: an operator's; who pays, whose cap counts and who is told is said when it is accepted. */
  readonly owner: 'person' | 'installation';
  readonly lane: Lane;
  /** In their order; `queued` before and `done` after them are the engine's. */
  readonly stages: readonly string[];
  /** Of these, the stages in which a run waits for something outside and takes no place from others. */
  readonly parkedStages?: readonly string[];
  /** Where a run is when it is admitted for the first time. */
  readonly begins: { readonly stage: string; readonly progress: number; readonly said: Sentence };
  readonly price: Price<Request>;
  /** What `order` needs to know: `context` is a jsonb expression over `run` (and what `join` adds), `step` one over `step`. */
  readonly source: { readonly join?: string; readonly context: string; readonly step?: string };
  /** The order of its stages. Pure: asking again after a crash gives the same answer. */
  order(context: Context, steps: readonly Step[], children: ChildCounts | null): Order;
  /** It starts runs of its own, which are counted for it. */
  readonly hasChildren?: boolean;
  /** What its owner reads when it has failed; without an entry the error's title. */
  readonly reasons?: Partial<Record<ErrorCode, Sentence>>;
  /** Whether a failed run of these steps can go on. Left out: never. */
  mayRetry?(steps: readonly { readonly key: string; readonly state: string }[]): boolean;
  readonly retrySaid?: Sentence;
  /** Of an unkeyed request: a completed run of the same one is returned for so long instead of being done again. */
  readonly repeatWindow?: string;
  /** Facts of the kind that belong into the engine's transactions. */
  readonly hooks?: {
    /** Its stage has become `stage`. */
    entered?(trx: Knex.Transaction, run: RunRef, stage: string): Promise<void>;
    completed?(trx: Knex.Transaction, run: RunRef): Promise<void>;
    failed?(trx: Knex.Transaction, run: RunRef): Promise<void>;
    /** It is being stopped; its steps still run. */
    stopping?(trx: Knex.Transaction, run: RunRef): Promise<void>;
    /** A failed one goes on. */
    retried?(trx: Knex.Transaction, run: RunRef): Promise<void>;
  };
  /** Ends a stopped run with what it has made so far, by `completeRun`. @returns false when there is nothing to keep. Left out: nothing is. */
  keep?(trx: Knex.Transaction, run: RunRef): Promise<boolean>;
  /** Of the status envelope what only this kind has: `sql` is a jsonb expression over `run`. */
  readonly details?: { readonly sql: string; toWire(run: RunRow<Detail>): object; pollMs?(run: RunRow<Detail>): number };
  /** The same of an entry in the list of runs. */
  readonly summary?: { readonly sql: string; toWire(run: ListedRun<Summary>): object };
  /** How long a live run will still take; null when nobody knows. */
  eta?(run: RunRow<Detail>): Promise<Eta | null>;
  /** Which columns of `run` a search looks at, as an SQL expression of text; left out: subject and title. */
  readonly searchable?: string;
  /** Over `step` and its `run`: of which steps of an old one what they wrote stays, because something still depends on it. Left out: of none. */
  readonly keepsOutput?: string;
  /** Over `run`: what of an old one must stay as it is, because its work goes on elsewhere. Left out: nothing. */
  readonly keepsDetails?: string;
}

/** Declares a kind, with the types of what it asks for and selects. */
export const defineKind = <Request, Context, Step extends OrderedStep = OrderedStep, Detail = unknown, Summary = unknown>(
  kind: RunKind<Request, Context, Step, Detail, Summary>,
): RunKind<Request, Context, Step, Detail, Summary> => kind;

import type { Authorship } from '#contract/platform/authorship.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import type { Lane } from '#queues/platform/define-job.ts';

export type StepState = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

/**
 * One failed attempt at a step: the service, the error code and the time (ISO). Stored on the row, because the row, not the queue, counts
 * attempts.
 */
export interface FailedAttempt {
  /** Null when the failure was our own. */
  service: string | null;
  code: string;
  at: string;
  /** The answer's fault, in words; passed to the next attempt. */
  hint?: string;
  /** Nothing arrived from the service. */
  silent?: boolean;
  /** An answer arrived that does not fit the schema; `model` then names its model. */
  unreadable?: boolean;
  model?: string;
  /** The cause, if the code does not say enough (`failure-cause.ts`). */
  cause?: string;
  /** Number of tries this entry stands for; default: one. */
  times?: number;
  /** For how long its call had waited in our own queue, in ms, which is not the service's silence; absent: not at all. */
  queuedMs?: number;
  /** The explanation for the run's owner, if the code alone is not enough. */
  sentence?: Sentence;
}

/** Why a step has failed for good. */
export interface StepFailure {
  readonly code: string;
  /** For operators. */
  readonly detail: string;
}

/** A vendor call, recorded on its step's row right before it starts. */
export interface CallBegun {
  readonly id: string;
  readonly service: string;
  readonly model: string;
  readonly purpose: string;
  /** ISO time. */
  readonly at: string;
}

/** A service's paid answer, stored on its step's row until the step ends. */
export interface PaidAnswer {
  readonly callId: string;
  readonly service: string;
  /** The model that answered; absent in answers stored by an older release. */
  readonly by?: Authorship;
  /** Hash of the service's whole input. */
  readonly inputHash: string;
  /** Number of answers the step had used up before (see `attemptOf`). */
  readonly attempt: number;
  readonly value: unknown;
}

/** A worker's claim: the step's id and the fencing number. */
export interface StepHold {
  readonly stepId: string;
  readonly fence: number;
}

/** A claimed step with the request of its run. The run's kind knows the types of request and payload. */
export interface ClaimedStep<Request = unknown, Payload = unknown> extends StepHold {
  readonly runId: string;
  /** Kind of its run. */
  readonly kind: string;
  /** Owner of the run; null for the installation's own work. */
  readonly accountId: string | null;
  /** The account whose daily spending cap vendor calls count against; null: only the installation's. */
  readonly cappedId: string | null;
  readonly job: string;
  readonly key: string;
  /** The item it works on, e.g. a lesson's id. */
  readonly itemId: string | null;
  readonly payload: Payload;
  /** When it must stop polling; null before the first poll. */
  readonly pollUntil: Date | null;
  readonly lane: Lane;
  /** The run's calls may wait for the vendors' batch services. */
  readonly byVendorBatch: boolean;
  readonly tried: readonly FailedAttempt[];
  /** Milliseconds since the step was first claimed. */
  readonly ageMs: number;
  /** The newest call of an earlier claim; null before the first. */
  readonly callBegun: CallBegun | null;
  /** A paid answer that is not used yet; null when the service must be called. */
  readonly answer: PaidAnswer | null;
  readonly request: Request;
  readonly requestId: string;
  /** Services that an operator wants used only as a last resort. */
  readonly avoidedServices: readonly string[];
}

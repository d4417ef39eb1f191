import type { Lane } from '#queues/platform/define-job.ts';

export type StepState = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

/** One failed try of a step: which service, which code, when (ISO). Kept on the row: the row, not the queue, counts attempts. */
export interface Try {
  /** Null when the failure was our own. */
  service: string | null;
  code: string;
  at: string;
  /** What was wrong with the answer, in words the next try is asked with. */
  hint?: string;
}

/** A vendor call as its step's row keeps it from the moment before it begins. */
export interface CallBegun {
  readonly id: string;
  readonly service: string;
  readonly model: string;
  readonly purpose: string;
  /** ISO. */
  readonly at: string;
}

/** An answer a service was paid for, as its step's row stores it until the step ends. */
export interface PaidAnswer {
  readonly callId: string;
  readonly service: string;
  /** Of everything the service was asked with. */
  readonly inputHash: string;
  /** How many answers the step had used up before (see `attemptOf`). */
  readonly attempt: number;
  readonly value: unknown;
}

/** What a worker holds: the step's id and the fencing number of its claim. */
export interface StepHold {
  readonly stepId: string;
  readonly fence: number;
}

/** A step this process has claimed, with what its run asked for. What request and payload hold, the run's kind knows. */
export interface ClaimedStep<Request = unknown, Payload = unknown> extends StepHold {
  readonly runId: string;
  /** Of its run. */
  readonly kind: string;
  /** Whose run it is; null for the installation's own work. */
  readonly accountId: string | null;
  /** Against whose daily cap vendor calls count; null: against the installation's only. */
  readonly cappedId: string | null;
  readonly job: string;
  readonly key: string;
  /** Which one of the things the run works on, e.g. a lesson's id. */
  readonly itemId: string | null;
  readonly payload: Payload;
  /** Until when it may look again at something outside; null when it has not begun to. */
  readonly lookUntil: Date | null;
  readonly lane: Lane;
  readonly tried: readonly Try[];
  /** Milliseconds since the step was first claimed. */
  readonly ageMs: number;
  /** The newest call of an earlier claim; null before the first. */
  readonly callBegun: CallBegun | null;
  /** What a service has answered already and the step has not used; null when it has to ask. */
  readonly answer: PaidAnswer | null;
  readonly request: Request;
  readonly requestId: string;
  /** Services that an operator wants asked only if nobody else is left. */
  readonly avoidedServices: readonly string[];
}

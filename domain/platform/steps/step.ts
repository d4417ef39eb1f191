import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';

/** One failed try of a step: which service, which code, when (ISO). Kept on the row: the row, not the queue, counts attempts. */
export interface Try {
  /** Null when the failure was our own. */
  service: Service | null;
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
  readonly service: Service;
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

/** A step this process has claimed, with what its run asked for. */
export interface ClaimedStep extends StepHold {
  readonly runId: string;
  readonly accountId: string;
  readonly job: string;
  readonly key: string;
  readonly lessonId: string | null;
  readonly lane: 'interactive' | 'batch';
  readonly tried: readonly Try[];
  /** Milliseconds since the step was first claimed. */
  readonly ageMs: number;
  /** The newest call of an earlier claim; null before the first. */
  readonly callBegun: CallBegun | null;
  /** What a service has answered already and the step has not used; null when it has to ask. */
  readonly answer: PaidAnswer | null;
  readonly form: CourseForm;
  readonly requestId: string;
}

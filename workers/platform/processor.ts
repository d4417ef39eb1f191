import type { ClaimedStep } from '#domain/platform/steps/step.ts';

/** What a processor gets: the step it has claimed, and the signal that ends it (cancelled, taken over, draining). */
export interface StepWork {
  readonly step: ClaimedStep;
  readonly signal: AbortSignal;
}

/** Does one step by calling commands; the command that ends the step writes its result. Rejects on failure, never returns it. */
export type Processor = (work: StepWork) => Promise<void>;

import type { ClaimedStep, StepFailure } from '#domain/platform/steps/step.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';

/** Input of a processor: the claimed step, and the signal that aborts it (cancelled, taken over, draining). */
export interface StepWork<Step = ClaimedStep> {
  readonly step: Step;
  readonly signal: AbortSignal;
}

/** Executes one job. Its members are methods, so that a job can type the request and payload of its own kind. */
export interface Processor {
  /**
   * Executes one step by calling commands; the command that ends the step writes its result. A failure must reject.
   * @returns when to poll again, if the step waits for something external; it occupies no slot until then
   */
  work(given: StepWork): Promise<PollLater | void>;
  /**
   * Decides what a failure of the step means and writes the outcome.
   * @returns the reason if the step has failed for good; nothing if it will be tried again
   */
  settle(step: ClaimedStep, error: unknown): Promise<StepFailure | void>;
}

export type Processors = Readonly<Record<string, Processor>>;

import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import type { LookAgain } from '#domain/platform/steps/defer-step.command.ts';

/** What a processor gets: the step it has claimed, and the signal that ends it (cancelled, taken over, draining). */
export interface StepWork<Step = ClaimedStep> {
  readonly step: Step;
  readonly signal: AbortSignal;
}

/** Who does one job. Methods, so that a job may name the request and payload of its own kind. */
export interface Processor {
  /**
   * Does one step by calling commands; the command that ends the step writes its result. Rejects on failure, never returns it.
   * @returns when the step waits for something outside: when to look again. It holds no place until then.
   */
  work(given: StepWork): Promise<LookAgain | void>;
  /** Decides what a failure of the step means and writes it. */
  settle(step: ClaimedStep, error: unknown): Promise<void>;
}

export type Processors = Readonly<Record<string, Processor>>;

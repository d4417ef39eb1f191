import type { ClaimedStep } from './step.ts';

/** A process that works on steps itself, and may take new ones without the queue in between. */
export interface StepTaker {
  /**
   * Keeps as many places free as it has, at most `wanted`, has them filled and starts working on what it got. With a place for nobody
   * `claim` is not called. Throws what `claim` throws.
   * @param claim claims at most `count` steps for `worker`
   * @returns ids of the steps it works on now
   */
  fill(lane: string, wanted: number, claim: (worker: string, count: number) => Promise<readonly ClaimedStep[]>): Promise<string[]>;
}

let taker: StepTaker | null = null;

/** Called by a process that works on steps; one that does not (the api) has none. */
export function setStepTaker(next: StepTaker | null): void {
  taker = next;
}

export const stepTaker = (): StepTaker | null => taker;

import type { ClaimedStep } from './step.ts';

/** A process that executes steps, and may claim new ones without the queue. */
export interface StepClaimer {
  /**
   * Reserves as many free slots as it has, at most `wanted`, claims steps for them and starts working on these. Without a free slot `claim`
   * is not called. Throws what `claim` throws.
   * @param claim claims at most `count` steps for `worker`
   * @returns ids of the steps it now works on
   */
  fill(lane: string, wanted: number, claim: (worker: string, count: number) => Promise<readonly ClaimedStep[]>): Promise<string[]>;
}

let taker: StepClaimer | null = null;

/** Registers the process's taker; a process that executes no steps (the api) has none. */
export function setStepClaimer(next: StepClaimer | null): void {
  taker = next;
}

export const stepClaimer = (): StepClaimer | null => taker;

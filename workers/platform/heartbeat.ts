import { logger } from '#domain/platform/logger.ts';
import { heartbeatSteps } from '#domain/platform/steps/heartbeat-steps.command.ts';
import type { StepHold } from '#domain/platform/steps/step.ts';

/** Why a hold ended before its work did. `drain`: this process stops and gives the step back. */
export type HoldEnd = 'lost' | 'cancelled' | 'drain';

/** The reason on an aborted hold's signal. */
export class HoldEnded extends Error {
  readonly end: HoldEnd;

  constructor(end: HoldEnd) {
    super(`the step's hold has ended: ${end}`);
    this.name = 'HoldEnded';
    this.end = end;
  }
}

export interface Hold {
  readonly signal: AbortSignal;
  /** Why the hold has ended, or null while it is valid as far as this process knows. */
  ended(): HoldEnd | null;
  /** To be called when the work has ended, however it did. */
  release(): void;
}

export interface Heartbeat {
  hold(step: StepHold): Hold;
  /** Whether this process works on the step, as far as it knows with a valid hold. */
  holds(stepId: string): boolean;
  /** Ends all holds, and every later one at once, so that their work is given back. */
  drain(): void;
  count(): number;
  stop(): void;
}

/** A run that was stopped is seen, and its calls are aborted, by the first beat after it. */
export const HEARTBEAT_MS = 1_000;

interface Held {
  readonly step: StepHold;
  readonly controller: AbortController;
}

/**
 * Renews the leases of everything this process holds, once a second in one statement, and aborts the work whose hold is no longer
 * valid: cancelled or taken over, as the rows say. While the store cannot be asked the work goes on: its call is being paid for, an answer
 * can be stored whoever holds the step by then, and every other write names the fencing number.
 */
export function startHeartbeat(everyMs = HEARTBEAT_MS): Heartbeat {
  const holds = new Map<string, Held>();
  let beating = false;
  let draining = false;

  const end = (held: Held, how: HoldEnd) => {
    if (holds.get(held.step.stepId) === held) holds.delete(held.step.stepId);
    held.controller.abort(new HoldEnded(how));
  };

  const beat = async () => {
    beating = true;
    const asked = [...holds.values()];
    try {
      const lost = new Map((await heartbeatSteps(asked.map((held) => held.step))).map((one) => [one.stepId, one.reason]));
      for (const held of asked) {
        const reason = lost.get(held.step.stepId);
        // a hold that was released or replaced while the statement ran is nobody's any more
        if (reason && holds.get(held.step.stepId) === held) end(held, reason);
      }
    } catch (error) {
      logger().warn({ err: error, holds: asked.length }, 'heartbeat: the store did not answer, trying again');
    } finally {
      beating = false;
    }
  };

  const timer = setInterval(() => {
    if (!beating && holds.size > 0) void beat();
  }, everyMs);

  return {
    hold(step) {
      // this process has lost the step and claimed it again: the older claim is void
      const older = holds.get(step.stepId);
      if (older) end(older, 'lost');
      const held: Held = { step, controller: new AbortController() };
      holds.set(step.stepId, held);
      if (draining) held.controller.abort(new HoldEnded('drain'));
      const { signal } = held.controller;
      return {
        signal,
        ended: () => (signal.reason instanceof HoldEnded ? signal.reason.end : null),
        release: () => void (holds.get(step.stepId) === held && holds.delete(step.stepId)),
      };
    },
    holds: (stepId) => holds.has(stepId),
    drain() {
      draining = true;
      // they stay held, and their leases renewed, until their steps have been given back
      for (const held of holds.values()) held.controller.abort(new HoldEnded('drain'));
    },
    count: () => holds.size,
    stop: () => clearInterval(timer),
  };
}

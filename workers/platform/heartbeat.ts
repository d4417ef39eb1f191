import { logger } from '#domain/platform/logger.ts';
import { renewLeases } from '#domain/platform/steps/lease.commands.ts';
import type { StepHold } from '#domain/platform/steps/step.ts';

/** Why a hold ended before its work did. `drain`: this process is stopping and returns the step to the queue. */
export type HoldEnd = 'lost' | 'cancelled' | 'drain';

/** The abort reason of a hold's signal. */
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
  /** Returns why the hold has ended, or null while it is valid as far as this process knows. */
  ended(): HoldEnd | null;
  /** Ends the hold; call it when the work has ended, with or without success. */
  release(): void;
}

export interface Heartbeat {
  hold(step: StepHold): Hold;
  /** Tells whether this process works on the step, with a hold that is valid as far as it knows. */
  holds(stepId: string): boolean;
  /** Ends all current and future holds, so that their steps return to the queue. */
  drain(): void;
  count(): number;
  stop(): void;
}

/** The first beat after a run was stopped notices the stop and aborts its calls. */
export const HEARTBEAT_MS = 1_000;

interface Held {
  readonly step: StepHold;
  readonly controller: AbortController;
}

/**
 * Renews the leases of everything this process holds, once a second in one statement, and aborts work whose hold is no longer valid
 * (cancelled or taken over, according to the rows). While the database is unavailable the work continues: its call is already being paid
 * for, and every write includes the fencing number.
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
    const renewed = [...holds.values()];
    try {
      const lost = new Map((await renewLeases(renewed.map((held) => held.step))).map((one) => [one.stepId, one.reason]));
      for (const held of renewed) {
        const reason = lost.get(held.step.stepId);
        // ignore a hold that was released or replaced while the statement ran
        if (reason && holds.get(held.step.stepId) === held) end(held, reason);
      }
    } catch (error) {
      logger().warn({ err: error, holds: renewed.length }, 'heartbeat: the store did not answer, retrying');
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
      // the holds and their leases are kept until the steps have been returned
      for (const held of holds.values()) held.controller.abort(new HoldEnded('drain'));
    },
    count: () => holds.size,
    stop: () => clearInterval(timer),
  };
}

import type { ErrorCode } from '#contract/platform/errors.ts';
import type { NewStep } from '#domain/platform/steps/step.commands.ts';
import type { Order, OrderedStep } from './run-kind.ts';

/** The steps of a run, as the `order` of its kind asks for them. */
export interface KnownSteps<Step extends OrderedStep> {
  get(key: string): Step | undefined;
  /** It is completed. */
  isDone(key: string): boolean;
  /** It is completed or failed. */
  isEnded(key: string): boolean;
  /** It was never added, or was reopened: it may be added. */
  isMissing(key: string): boolean;
  /** Filters steps: returns those that may be added. */
  missing(wanted: readonly NewStep[]): NewStep[];
}

export function knownSteps<Step extends OrderedStep>(steps: readonly Step[]): KnownSteps<Step> {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const stateOf = (key: string) => byKey.get(key)?.state ?? 'cancelled';
  const isMissing = (key: string) => stateOf(key) === 'cancelled';
  return {
    get: (key) => byKey.get(key),
    isDone: (key) => stateOf(key) === 'completed',
    isEnded: (key) => ['completed', 'failed'].includes(stateOf(key)),
    isMissing,
    missing: (wanted) => wanted.filter(({ key }) => isMissing(key)),
  };
}

/** Returns why a run fails whose step has failed. */
export const failureOf = ({ error_code: code, tried }: OrderedStep): NonNullable<Order['failed']> => ({
  code: (code ?? 'vendors.failed') as ErrorCode,
  tried,
});

/** Returns the `order` of a run that consists of one step. */
export const orderOfOne =
  (step: NewStep, at: Pick<Order, 'stage' | 'progress'>) =>
  (_context: unknown, steps: readonly OrderedStep[]): Order => {
    const known = knownSteps(steps);
    const made = known.get(step.key);
    return { add: known.missing([step]), ...at, failed: made?.state === 'failed' ? failureOf(made) : null };
  };

interface Items<Step extends OrderedStep> {
  readonly known: KnownSteps<Step>;
  readonly wanted: readonly NewStep[];
  /** No item is being made any more. */
  readonly isOver: boolean;
  /** The last step of each item that has failed. */
  readonly failed: readonly Step[];
  readonly total: number;
  /** Completes the run with its result. */
  readonly close: NewStep;
}

/** Returns what comes next in a run whose items do not wait for one another: it fails only when all have failed, or it cannot be closed. */
export function orderItems<Step extends OrderedStep>({
  known,
  wanted,
  isOver,
  failed,
  total,
  close,
}: Items<Step>): Pick<Order, 'add' | 'failed'> {
  const isLost = isOver && failed.length === total;
  const closing = known.get(close.key);
  const cause = closing?.state === 'failed' ? closing : isLost ? failed[0] : undefined;
  return { add: known.missing(isOver && !isLost ? [...wanted, close] : wanted), failed: cause ? failureOf(cause) : null };
}

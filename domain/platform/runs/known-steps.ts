import type { ErrorCode } from '#contract/platform/errors.ts';
import type { NewStep } from '#domain/platform/steps/step.commands.ts';
import type { Order, OrderedStep } from './run-kind.ts';

/** The steps of a run, as its kind's `order` queries them. */
export interface KnownSteps<Step extends OrderedStep> {
  get(key: string): Step | undefined;
  /** Tells whether the step is completed. */
  isDone(key: string): boolean;
  /** Tells whether the step is completed or failed. */
  isEnded(key: string): boolean;
  /** Tells whether the step may be added: it was never added, or was reopened. */
  isMissing(key: string): boolean;
  /** Returns those of the steps that may be added. */
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

/** Returns the reason for which a run fails after one of its steps has failed. */
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
  /** No item is in progress any more. */
  readonly isOver: boolean;
  /** The last step of each failed item. */
  readonly failed: readonly Step[];
  readonly total: number;
  /** Completes the run with its result. */
  readonly close: NewStep;
}

/** Returns the next steps of a run with independent items: it fails only when all of them have failed, or when it cannot be closed. */
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

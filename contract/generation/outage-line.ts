import type { LogLine } from '#contract/platform/status.contract.ts';

type Line = Pick<LogLine, 'event' | 'words'>;

/** Tells whether a log line reports a result of a service; failures have other events. */
const isDelivery = ({ event, words }: Line): boolean => words?.values.service !== undefined && !event.startsWith('service.');

const OUTAGES: readonly string[] = ['services.out', 'services.used_up'];

/**
 * Returns the log line which says that no AI service answers, or that the run waits for their budgets, if nothing later shows that they
 * work again. Undefined when they answer, as far as is known.
 */
export function outageLine<T extends Line>({ log }: { readonly log: readonly T[] }): T | undefined {
  const at = log.findLastIndex(({ event }) => OUTAGES.includes(event));
  const isOver = log.slice(at + 1).some((line) => isDelivery(line) || line.event === 'run.retried');
  return isOver ? undefined : log[at];
}

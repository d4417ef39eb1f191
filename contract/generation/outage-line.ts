import type { LogLine } from '#contract/platform/status.contract.ts';

type Line = Pick<LogLine, 'event' | 'words'>;

/** Tells whether a line reports something a service delivered; failures have other events. */
const isDelivery = ({ event, words }: Line): boolean => words?.values.service !== undefined && !event.startsWith('service.');

const OUTAGES: readonly string[] = ['services.out', 'services.used_up'];

/**
 * Returns the log line that says that none of the four services answers, or whose budget is waited for, if it is the newest fact about them,
 * even if they had delivered before. Undefined when they answer, as far as is known.
 */
export function outageLine<T extends Line>({ log }: { readonly log: readonly T[] }): T | undefined {
  const at = log.findLastIndex(({ event }) => OUTAGES.includes(event));
  const isOver = log.slice(at + 1).some((line) => isDelivery(line) || line.event === 'run.retried');
  return isOver ? undefined : log[at];
}

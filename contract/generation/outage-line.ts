import type { LogLine } from '#contract/platform/status.contract.ts';

type Line = Pick<LogLine, 'event' | 'words'>;

/** A line of something a service has done; what it could not do is told by other events. */
const isDelivery = ({ event, words }: Line): boolean => words?.values.service !== undefined && !event.startsWith('service.');

/**
 * The line of a run's log that says that none of the four services answers, while that is the newest that is known of them; also of services that
 * had delivered before. Undefined when they do, as far as is known.
 */
export function outageLine<T extends Line>({ log }: { readonly log: readonly T[] }): T | undefined {
  const at = log.findLastIndex(({ event }) => event === 'services.out');
  const isOver = log.slice(at + 1).some((line) => isDelivery(line) || line.event === 'run.retried');
  return isOver ? undefined : log[at];
}

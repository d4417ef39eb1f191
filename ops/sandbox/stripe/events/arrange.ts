import { shuffle } from '../../compose/seeded.ts';
import type { DeliverySettings } from '../state/kinds.ts';

/** The order in which events that belong together are delivered. `salt` makes one shuffle differ from the next. */
export function arrange<T>(events: readonly T[], { order, seed }: Pick<DeliverySettings, 'order' | 'seed'>, salt: string): T[] {
  if (order === 'shuffle') return shuffle(events, `${seed} ${salt}`);
  return order === 'reverse' ? events.toReversed() : [...events];
}

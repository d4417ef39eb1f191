import type { QueueRow } from '#contract/operator/overview.contract.ts';

/** An idle queue of the console's overview. */
export const aQueue = (name: string, more: Partial<QueueRow> = {}): QueueRow => ({
  queue: name,
  work: 'generate',
  run: null,
  lane: name.endsWith('batch') ? 'batch' : 'interactive',
  active: 0,
  waiting: 0,
  delayed: 0,
  failed: 0,
  oldest_s: 0,
  wait: null,
  empty_in_s: null,
  ended: [0, 0],
  workers: 1,
  is_paused: false,
  ...more,
});

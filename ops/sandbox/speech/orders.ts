import type { CallLog } from '../control/call-log.ts';

/** Earlier answers, by key: the same order gets the same answer and counts once. */
const answered = new WeakMap<CallLog, Map<string, object>>();

/** Returns the earlier answer to an order with this key; an order without a key is always new. */
export const answerBefore = (log: CallLog, key: string): object | undefined => (key === '' ? undefined : answered.get(log)?.get(key));

/** Stores the answer to an order. */
export function storeOrderAnswer(log: CallLog, key: string, body: object): void {
  const known = answered.get(log) ?? new Map<string, object>();
  answered.set(log, known);
  known.set(key, body);
}

import type { CallLog } from '../control/call-log.ts';

/** Answers given before, by their keys: the same order is answered again and counted once. */
const answered = new WeakMap<CallLog, Map<string, object>>();

/** What an order with this key was answered before; an order without a key is always a new one. */
export const answerBefore = (log: CallLog, key: string): object | undefined => (key === '' ? undefined : answered.get(log)?.get(key));

/** Remembers the answer to an order. */
export function noteAnswer(log: CallLog, key: string, body: object): void {
  const known = answered.get(log) ?? new Map<string, object>();
  answered.set(log, known);
  known.set(key, body);
}

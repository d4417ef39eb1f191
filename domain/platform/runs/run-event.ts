import type { Knex } from 'knex';
import type { LogLine } from '#contract/platform/status.contract.ts';
import type { LogRow } from './run-kind.ts';
import { written, type Sentence } from '#contract/platform/sentence.contract.ts';

/** A log line: the event's stable name, and its sentence. */
export interface RunEvent {
  readonly name: string;
  readonly message: Sentence;
}

/** Adds a line to the log that the learner sees: an event, in a plain sentence. Use the transaction that causes the event. */
export async function recordEvent(trx: Knex, runId: string, name: string, message: Sentence): Promise<void> {
  await recordEvents(trx, runId, [{ name, message }]);
}

/** Adds several lines in this order. */
export async function recordEvents(trx: Knex, runId: string, events: readonly RunEvent[]): Promise<void> {
  if (events.length === 0) return;
  await trx('run_event').insert(events.map(({ name, message }) => ({ run_id: runId, event: name, ...written(message) })));
}

/** Converts a line of the log for the wire. */
export const logLine = ({ at, event, text, words }: LogRow): LogLine => ({
  at: new Date(at).toISOString(),
  event,
  text,
  ...(words && { words }),
});

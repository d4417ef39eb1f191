import type { Knex } from 'knex';

/** Adds one line to the log the learner sees: something that really happened, in a plain English sentence. Same transaction as the fact. */
export async function recordEvent(trx: Knex, runId: string, event: string, text: string): Promise<void> {
  await recordEvents(trx, runId, [{ name: event, text }]);
}

/** The same for several lines at once, in this order. */
export async function recordEvents(trx: Knex, runId: string, events: readonly { name: string; text: string }[]): Promise<void> {
  if (events.length > 0) await trx('run_event').insert(events.map(({ name, text }) => ({ run_id: runId, event: name, text })));
}

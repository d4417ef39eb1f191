import type { Knex } from 'knex';

/** Adds one line to the log the learner sees: something that really happened, in a plain English sentence. Same transaction as the fact. */
export async function recordEvent(trx: Knex, runId: string, event: string, text: string): Promise<void> {
  await trx('run_event').insert({ run_id: runId, event, text });
}

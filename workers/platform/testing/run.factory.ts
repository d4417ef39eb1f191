import type { Knex } from 'knex';
import { addSteps } from '#domain/platform/steps/step.commands.ts';
import { insertRun } from '#domain/testing/account.factory.ts';

/** Inserts a running run of a new account. @returns its id */
export async function makeRun(knex: Knex, changes: { lane?: 'interactive' | 'batch' } = {}): Promise<string> {
  return insertRun(knex, { lane: changes.lane ?? 'interactive' });
}

/** Adds write-lesson steps with these keys, as a command does. @returns their ids in the order of the keys */
export async function makeSteps(knex: Knex, runId: string, keys: readonly string[], lane = 'interactive'): Promise<string[]> {
  await knex.transaction((trx) =>
    addSteps(
      trx,
      { id: runId, lane },
      keys.map((key) => ({ job: 'write-lesson', key })),
    ),
  );
  const rows: { id: string; key: string }[] = await knex('step').where({ run_id: runId }).whereIn('key', keys).select('id', 'key');
  return keys.map((key) => rows.find((row) => row.key === key)?.id as string);
}

import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { addSteps } from '#domain/platform/steps/add-steps.command.ts';

/** A running run of a new account. @returns its id */
export async function makeRun(knex: Knex, changes: { lane?: 'interactive' | 'batch' } = {}): Promise<string> {
  const accountId = uuidv7();
  const runId = uuidv7();
  await knex('account').insert({
    id: accountId,
    email: `${accountId}@example.com`,
    first_name: 'Ada',
    last_name: 'Byron',
    terms_version: '1',
    terms_accepted_at: knex.fn.now(),
  });
  await knex('run').insert({
    id: runId,
    account_id: accountId,
    kind: 'course',
    lane: changes.lane ?? 'interactive',
    request: JSON.stringify({}),
    request_id: 'test',
    topic: 'beekeeping',
    status: 'running',
  });
  return runId;
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

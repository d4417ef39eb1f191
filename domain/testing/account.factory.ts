import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';

/** Inserts an account in the state after registration, with a unique address. @returns its id */
export async function insertAccount(knex: Knex, row: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = uuidv7();
  await knex('account').insert({
    id,
    email: `${id}@example.com`,
    first_name: 'Ada',
    last_name: 'Okafor',
    terms_version: '1',
    terms_accepted_at: new Date(),
    ...row,
  });
  return id;
}

/** Inserts a running run of a new account, with an empty request. @returns its id */
export async function insertRun(knex: Knex, row: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = uuidv7();
  const owner = (row['account_id'] as string | undefined) ?? (await insertAccount(knex));
  await knex('run').insert({
    id,
    account_id: owner,
    payer_id: owner,
    capped_id: owner,
    notified_id: owner,
    kind: 'course',
    request: '{}',
    request_id: 'test',
    subject: 'bees',
    status: 'running',
    ...row,
  });
  await knex('course_run').insert({ run_id: id });
  return id;
}

import type { Knex } from 'knex';
import { describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { findDueWork } from './due-work.queries.ts';

const database = useTestDatabase();
const id = uuidv7();
const past = new Date(Date.now() - 60_000);
const run = { id, kind: 'course', request: {}, request_id: 'due', subject: 'Due' };
const batch = { run_id: id, name: 'Due', what: 'refresh_all', selection: {}, estimate: {}, at_once: 1 };
const limits = { most_failures: 1, most_cost_drift: 1, most_unclean: 1, budget_micro_usd: 0 };
const answer = { id, account_id: id, session_id: id, sender: 'other', reply_to: id, state: 'sending', lease_until: past };
const call = { step_id: id, run_id: id, batch_id: id, service: 'claude', model: 'm', purpose: 'p', input_hash: 'h', attempt: 1 };

/** A row that a schedule has to handle, and the schedules that it starts. */
const ROWS: [table: string, row: object, due: string[]][] = [
  ['run', { ...run, status: 'queued' }, ['admission', 'parents']],
  ['run', { ...run, status: 'running' }, ['parents', 'sweep']],
  ['outbox', { step_id: id, dispatch: 1, job: 'j', lane: 'batch', due_at: past }, ['sweep']],
  ['outgoing_mail', { kind: 'k', data: {}, cause: 'c', recipient: 'r', message_id: 'm' }, ['mail']],
  ['course_message_to', { message_id: id, account_id: id }, ['course-messages']],
  ['push_delivery', { subscription_id: id, notification_id: 1 }, ['push']],
  ['stripe_event', { event_id: 'e', object_id: 'o', type: 't', created: past }, ['stripe-events']],
  ['mentor_message', answer, ['mentor-answers']],
  ['batch', { ...batch, ...limits, state: 'running' }, ['batches']],
  ['vendor_batch', { id, batch_id: id, service: 'claude', model: 'm', requests: 1, state: 'submitted' }, ['vendor-batches']],
  ['vendor_batch_item', { ...call, id }, ['vendor-batches']],
  ['bulk_act', { id, filter: {}, total: 1, act: 'retry' }, ['bulk-acts']],
];

/** The rows stand alone: what they refer to is missing. */
const withoutReferences = (work: (trx: Knex.Transaction) => Promise<unknown>) =>
  database.knex.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await work(trx);
  });

describe('the work that schedules wait for', () => {
  it('is none in an empty installation', async () => {
    expect(await findDueWork()).toEqual(new Set());
  });

  it.each(ROWS)('is seen in %s', async (table, row, due) => {
    await withoutReferences((trx) => trx(table).insert(row));
    expect(await findDueWork()).toEqual(new Set(due));
    await withoutReferences((trx) => trx(table).del());
  });
});

import { ACTIVE_BATCH } from '#domain/operator/batches/advance-batches.command.ts';
import { database, prepared } from '#domain/platform/database.ts';

/**
 * The rows that give the frequent schedules of a worker something to do. A condition may hold without need, but must hold whenever its
 * schedule has work: until the schedule's next run without being asked, nothing else would start it.
 */
const DUE_ROWS = {
  admission: `select from run where status = 'queued'`,
  parents: `select from run where status in ('queued','running')`,
  sweep: `select from run where status = 'running' union all select from outbox`,
  mail: `select from outgoing_mail where state = 'waiting' and due_at <= now() and (lease_until is null or lease_until < now())`,
  'course-messages': `select from course_message_to where told_at is null and given_up_at is null and due_at <= now()`,
  push: `select from push_delivery where state = 'waiting' and due_at <= now() and (lease_until is null or lease_until < now())`,
  'stripe-events': `select from stripe_event where state = 'pending' and next_at <= now()`,
  'mentor-answers': `select from mentor_message where state = 'sending' and lease_until < now()`,
  batches: `select from batch where ${ACTIVE_BATCH}`,
  'vendor-batches': `select from vendor_batch where state in ('submitting','submitted') union all select from vendor_batch_item where state = 'waiting'`,
  'bulk-acts': `select from bulk_act where state = 'running'`,
};

/** The name of a schedule that runs when it has something to do. */
export type DueWork = keyof typeof DUE_ROWS;

const SQL = `select ${Object.entries(DUE_ROWS)
  .map(([name, rows]) => `exists (${rows}) as "${name}"`)
  .join(', ')}`;

/** Returns the schedules that have something to do, by one statement for all: an idle worker would otherwise send twenty a second. */
export async function findDueWork(): Promise<ReadonlySet<string>> {
  const { rows } = await prepared(database(), SQL, []);
  return new Set(Object.entries(rows[0]).flatMap(([name, isDue]) => (isDue ? [name] : [])));
}

import type { Knex } from 'knex';

// An alarm may settle itself: a dispute that was won needs nobody any more. It has been dealt with, and by no operator. So
// are those of disputes that ended before.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table billing_alarm drop constraint billing_alarm_check,
      add constraint billing_alarm_check check (acknowledged_by is null or acknowledged_at is not null);
    update billing_alarm set acknowledged_at = now()
     where kind = 'payment.disputed' and acknowledged_at is null
       and detail->>'dispute' in (select stripe_dispute_id from billing_dispute where closed);
  `);
}

import type { Knex } from 'knex';

// A payment alarm is an alert too: counted, mailed and sent like every other, with the day by which somebody must act. The action taken is
// stored with it. A seller sees a dispute of a sale from its first day to its end. Alarms that are open today become alerts without a mail.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table billing_alarm add column due_at timestamptz, add column act text;
    alter table operator_alert add column due_at timestamptz, add column alarm_id uuid unique references billing_alarm(id) on delete set null;
    alter table billing_dispute add column evidence_due_at timestamptz, add column closed_at timestamptz;
    insert into operator_alert (id, rule, subject, value, holds_since, opened_at, alarm_id)
    select gen_random_uuid(), replace(replace(initcap(replace(kind, '.', ' ')), ' ', ''), '_', ''), substr(cause, length(kind) + 2), 1, at, at, id
      from billing_alarm where acknowledged_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from operator_alert where alarm_id is not null;
    alter table billing_dispute drop column closed_at, drop column evidence_due_at;
    alter table operator_alert drop column alarm_id, drop column due_at;
    alter table billing_alarm drop column act, drop column due_at;
  `);
}

import type { Knex } from 'knex';

// What a buyer of a course was given decides about its refund: the lessons they opened, and whether they exported the course. How a
// payment was made, as Stripe recognises it, limits refunds of one card over several accounts.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table enrolment
      add column opened_lessons uuid[] not null default '{}',
      add column exported_at timestamptz;
    update enrolment set opened_lessons = done.lessons
      from (select account_id, course_id, array_agg(lesson_id) as lessons from lesson_completion group by 1, 2) done
     where enrolment.paid_cents > 0 and done.account_id = enrolment.account_id and done.course_id = enrolment.course_id;
    alter table billing_payment add column method_fingerprint text;
    create index billing_payment_method on billing_payment (method_fingerprint) where method_fingerprint is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table billing_payment drop column method_fingerprint;
    alter table enrolment drop column exported_at, drop column opened_lessons;
  `);
}

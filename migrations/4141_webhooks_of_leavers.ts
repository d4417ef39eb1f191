import type { Knex } from 'knex';

// An organisation's webhook ends when its creator no longer owns the organisation, and says so; webhooks that had only fallen silent end
// now.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook drop constraint webhook_ended_why_check;
    alter table webhook add constraint webhook_ended_why_check check (ended_why in ('owner', 'failing', 'gone', 'left'));
    update webhook set ended_at = now(), ended_why = 'left'
     where holder = 'organisation' and ended_at is null and not exists (
       select from organisation_member m
        where m.account_id = webhook.account_id and m.organisation_id = webhook.organisation_id and m.role = 'owner');
    update webhook_delivery set state = 'failed', lease_until = null
      from webhook where webhook.id = webhook_id and webhook.ended_why = 'left' and webhook_delivery.state = 'waiting';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update webhook set ended_why = 'owner' where ended_why = 'left';
    alter table webhook drop constraint webhook_ended_why_check;
    alter table webhook add constraint webhook_ended_why_check check (ended_why in ('owner', 'failing', 'gone'));
  `);
}

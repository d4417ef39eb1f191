import type { Knex } from 'knex';

const KINDS = ['subscription', 'tokens', 'organisation', 'contract', 'course'];
const list = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(', ');

// A seat at an event is bought like a course: its price is made with the payment page.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table billing_order drop constraint billing_order_kind_check;
    alter table billing_order add constraint billing_order_kind_check check (kind in (${list([...KINDS, 'event'])}));
  `);
}

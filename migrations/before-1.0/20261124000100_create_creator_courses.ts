import type { Knex } from 'knex';

// What creators make in their studio. Its sales are in the ledger; an order of kind 'course' names the course in `package_id`.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table creator_course (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      title text not null check (char_length(title) between 1 and 200),
      description text not null check (char_length(description) between 1 and 5000),
      category text check (category in ('business','technology','creative','personal','academic')),
      price_cents integer not null default 0 check (price_cents between 0 and 999999),
      difficulty text not null default 'beginner' check (difficulty in ('beginner','intermediate','advanced')),
      hours numeric(6,2) check (hours > 0 and hours <= 1000),
      objectives text not null default '',
      tags text[] not null default '{}',
      prerequisites text not null default '',
      status text not null default 'draft' check (status in ('draft','published')),
      version integer not null default 1,
      -- the Idempotency-Key it was made with and what was asked, so that a repeat makes nothing
      client_key text,
      request_hash text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (account_id, client_key)
    );
    create index creator_course_list on creator_course (account_id, created_at desc, id desc);
    create index creator_course_list_by_status on creator_course (account_id, status, created_at desc, id desc);
    -- what was sold of one course; and what a creator's sales brought, read from the index alone
    create index billing_order_of_course on billing_order (package_id) include (id, account_id) where kind = 'course';
    create index ledger_sales on ledger_transaction (owner_kind, owner_id, at) include (order_id, kind, change)
      where unit = 'USD' and kind in ('sale','sale_refund');
  `);
}

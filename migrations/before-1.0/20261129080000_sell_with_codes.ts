import type { Knex } from 'knex';

// A creator takes a percentage off by a code. Each order that was opened with one holds one of its uses.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table market_code (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      -- null: of every course of the creator
      creator_course_id uuid references creator_course on delete cascade,
      code text not null check (code ~ '^[A-Z0-9]{3,20}$'),
      percent smallint not null check (percent between 5 and 90),
      max_uses integer check (max_uses between 1 and 100000),
      expires_at timestamptz,
      ended_at timestamptz,
      created_at timestamptz not null default now(),
      unique (account_id, code)
    );
    create index market_code_recent on market_code (account_id, created_at desc, id desc);
    create index market_code_of_course on market_code (creator_course_id) where creator_course_id is not null;

    create table market_code_use (
      order_id uuid primary key references billing_order on delete cascade,
      code_id uuid not null references market_code on delete cascade,
      list_cents integer not null check (list_cents > 0),
      created_at timestamptz not null default now()
    );
    create index market_code_used on market_code_use (code_id, created_at);
  `);
}

import type { Knex } from 'knex';

// External addresses that receive events. An event is written in the transaction of its fact, once for each owner who subscribes, with one
// delivery for each of their webhooks. `seq` is assigned while the fact holds its object's row, so that it grows with each event about the
// object.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhook (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      holder text not null check (holder in ('account', 'organisation', 'operator')),
      organisation_id uuid references organisation on delete cascade,
      url text not null,
      events text[] not null check (cardinality(events) > 0),
      secret_sealed bytea not null,
      old_secret_sealed bytea,
      old_secret_until timestamptz,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      ended_why text check (ended_why in ('owner', 'failing', 'gone')),
      failures integer not null default 0,
      failing_since timestamptz,
      rests_until timestamptz,
      is_quick boolean not null default false,
      check ((holder = 'organisation') = (organisation_id is not null)),
      check ((ended_at is null) = (ended_why is null)),
      check ((old_secret_sealed is null) = (old_secret_until is null))
    );
    create index webhook_of_account on webhook (account_id, holder);
    create index webhook_of_organisation on webhook (organisation_id) where organisation_id is not null;
    create index webhook_of_operators on webhook (created_at) where holder = 'operator';

    create table webhook_event (
      id uuid primary key,
      seq bigint generated always as identity,
      account_id uuid references account on delete cascade,
      organisation_id uuid references organisation on delete cascade,
      type text not null,
      object_id text not null,
      data jsonb not null,
      created_at timestamptz not null default now(),
      check (account_id is null or organisation_id is null)
    );
    create index webhook_event_of_account on webhook_event (account_id) where account_id is not null;
    create index webhook_event_of_organisation on webhook_event (organisation_id) where organisation_id is not null;
    create index webhook_event_old on webhook_event (created_at);

    create table webhook_delivery (
      webhook_id uuid not null references webhook on delete cascade,
      event_id uuid not null references webhook_event on delete cascade,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      tried_until timestamptz not null,
      lease_until timestamptz,
      created_at timestamptz not null default now(),
      primary key (webhook_id, event_id)
    );
    create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state = 'waiting';
    create index webhook_delivery_held on webhook_delivery (lease_until) where lease_until is not null;
    create index webhook_delivery_log on webhook_delivery (webhook_id, created_at desc, event_id desc);
    create index webhook_delivery_of_event on webhook_delivery (event_id);

    create table webhook_try (
      webhook_id uuid not null,
      event_id uuid not null,
      number integer not null,
      at timestamptz not null,
      took_ms integer not null,
      status smallint,
      answer text,
      error text,
      primary key (webhook_id, event_id, number),
      foreign key (webhook_id, event_id) references webhook_delivery on delete cascade
    );
    create index webhook_try_newest on webhook_try (webhook_id, at desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table webhook_try, webhook_delivery, webhook_event, webhook');
}

import type { Knex } from 'knex';

// Browsers that are told of notifications while the product is closed, and what is on its way to them.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table push_subscription (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      -- whoever is signed out is told nothing
      session_id uuid not null references session on delete cascade,
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      user_agent text not null,
      wants_runs boolean not null default true,
      wants_replies boolean not null default true,
      created_at timestamptz not null default now()
    );
    create index push_subscription_of_account on push_subscription (account_id, created_at);

    create index push_subscription_of_session on push_subscription (session_id);

    create table push_delivery (
      notification_id bigint not null references notification on delete cascade,
      subscription_id uuid not null references push_subscription on delete cascade,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
      attempts smallint not null default 0,
      due_at timestamptz not null default now(),
      lease_until timestamptz,
      created_at timestamptz not null default now(),
      primary key (notification_id, subscription_id)
    );
    create index push_delivery_due on push_delivery (due_at) where state = 'waiting';
    create index push_delivery_of_subscription on push_delivery (subscription_id);
    create index push_delivery_old on push_delivery (created_at);
  `);
}

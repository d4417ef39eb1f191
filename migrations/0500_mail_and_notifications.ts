import type { Knex } from 'knex';

// Notifications: by mail, in the app, and by push on people's devices.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table outgoing_mail (
      id bigint generated always as identity primary key,
      kind text not null,
      cause text not null unique,
      account_id uuid references account on delete cascade,
      recipient text not null,
      data jsonb not null,
      message_id text not null unique,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      lease_until timestamptz,
      last_error text,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      check ((state = 'waiting') = (ended_at is null))
    );
    create index outgoing_mail_account on outgoing_mail (account_id);
    create index outgoing_mail_due on outgoing_mail (due_at) where state = 'waiting';
    create index outgoing_mail_recipient on outgoing_mail (recipient) where account_id is null;

    create table notification (
      id bigint generated always as identity primary key,
      account_id uuid not null references account on delete cascade,
      kind text not null,
      cause text not null,
      subject text not null,
      task_id uuid,
      course_id uuid,
      created_at timestamptz not null default now(),
      read_at timestamptz,
      delivered integer,
      planned integer,
      held_until timestamptz,
      unique (account_id, cause),
      check ((delivered is null) = (planned is null) and delivered between 0 and planned)
    );
    -- they are deleted after a year: the hourly pruning finds them without reading all
    create index notification_age on notification (created_at);
    create index notification_recent on notification (account_id, id desc);
    create index notification_unread on notification (account_id) where read_at is null;

    create table push_subscription (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
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
      last_error text,
      primary key (notification_id, subscription_id)
    );
    create index push_delivery_due on push_delivery (due_at) where state = 'waiting';
    create index push_delivery_of_subscription on push_delivery (subscription_id);
    create index push_delivery_old on push_delivery (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table push_delivery, push_subscription, notification, outgoing_mail');
}

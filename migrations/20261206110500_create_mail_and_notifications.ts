import type { Knex } from 'knex';

// What people are told: by mail, in the app, and by push on their devices.
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
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table push_delivery, push_subscription, notification, outgoing_mail');
}

export const comments = `
  comment on table outgoing_mail is 'A mail that waits to be sent, was sent, or was given up.';
  comment on column outgoing_mail.cause is 'Unique: the same event is mailed once, however often it is reported.';
  comment on column outgoing_mail.recipient is 'Address.';
  comment on column outgoing_mail.data is 'What the template puts in (MailData of the kind). Emptied when the mail is sent.';
  comment on column outgoing_mail.message_id is 'Its Message-ID header.';
  comment on column outgoing_mail.attempts is 'Tries so far.';
  comment on column outgoing_mail.lease_until is 'A worker is sending it until then.';
  comment on column outgoing_mail.last_error is 'Why the last try failed.';

  comment on table notification is
    'A line in somebody''s list of notifications. The text is made from kind, subject and the counts, in the reader''s language.';
  comment on column notification.cause is 'Unique per account: the same event is notified once.';
  comment on column notification.subject is 'What the text names: a title, a person, the beginning of a text.';
  comment on column notification.task_id is 'The run it is about.';
  comment on column notification.delivered is 'Of a course written in part: lessons that are there, of planned.';
  comment on column notification.held_until is 'End of the quiet hours it was written in: until then it is not shown.';

  comment on table push_subscription is 'A browser that is told of notifications while the product is closed (Web Push).';
  comment on column push_subscription.session_id is 'The sign-in: whoever is signed out is told nothing.';
  comment on column push_subscription.endpoint is 'Address at the browser''s push service; whoever knows it can send.';
  comment on column push_subscription.p256dh is 'The browser''s public key.';
  comment on column push_subscription.auth is 'The browser''s shared secret.';
  comment on column push_subscription.wants_runs is 'Whether it is told of finished work.';
  comment on column push_subscription.wants_replies is 'Whether it is told of replies and messages.';

  comment on table push_delivery is 'A notification on its way to a browser.';
  comment on column push_delivery.lease_until is 'A worker is sending it until then.';
  comment on column push_delivery.last_error is 'Why the last try failed.';
`;

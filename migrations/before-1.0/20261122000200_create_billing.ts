import type { Knex } from 'knex';

// What is bought: orders, what Stripe told us, live plans, money given back. Every effect that must happen once has its unique key here.
// Rows outlive their person (an account is emptied, never deleted), so nothing cascades.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table billing_order (
      id uuid primary key,
      account_id uuid not null references account,
      kind text not null check (kind in ('subscription','tokens','organisation','contract','course')),
      package_id text not null,
      catalogue_version integer not null,
      amount_cents bigint not null check (amount_cents >= 0),
      -- a trial: nothing is due at first
      trial boolean not null default false,
      currency text not null default 'usd',
      status text not null default 'created' check (status in
        ('created','open','pending','fulfilled','expired','failed','refunded','partially_refunded','disputed','review')),
      -- name of an organisation to be made, reference of a contract, price id, return path
      detail jsonb not null default '{}',
      client_key text,
      stripe_session_id text unique,
      stripe_subscription_id text,
      stripe_payment_status text,
      last_checked_at timestamptz,
      fulfilled_at timestamptz,
      review_reason text,
      created_at timestamptz not null default now(),
      unique (account_id, client_key),
      check ((status in ('fulfilled','refunded','partially_refunded','disputed')) <= (fulfilled_at is not null))
    );
    create index billing_order_account on billing_order (account_id, created_at desc, id desc);
    -- what the reconciler looks after
    create index billing_order_waiting on billing_order (last_checked_at) where status in ('open','pending','review');
    create index billing_order_subscription on billing_order (stripe_subscription_id) where stripe_subscription_id is not null;

    -- inbox: an event is a hint that an object changed; the object is fetched anew
    create table stripe_event (
      event_id text primary key,
      type text not null,
      object_id text not null,
      api_version text,
      created timestamptz not null,
      received_at timestamptz not null default now(),
      state text not null default 'pending' check (state in ('pending','done','ignored','dead')),
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      last_error text
    );
    create index stripe_event_due on stripe_event (next_at) where state = 'pending';

    create table billing_customer (
      account_id uuid primary key references account,
      stripe_customer_id text not null unique,
      created_at timestamptz not null default now()
    );

    -- a plan somebody has or had; also the trial of ours, which Stripe does not know (stripe_subscription_id is null)
    create table subscription (
      id uuid primary key,
      account_id uuid not null references account,
      package_id text not null,
      -- the order that bought it; null for a trial of ours
      order_id uuid references billing_order,
      -- true: it pays for an organisation, and is no plan of the person who pays
      for_organisation boolean not null default false,
      stripe_subscription_id text unique,
      status text not null check (status in ('trialing','active','past_due','canceled','incomplete','unpaid','paused')),
      -- tokens and quotas of yearly plans come monthly on the anniversary of this moment
      anchor timestamptz not null,
      period_start timestamptz not null,
      period_end timestamptz not null,
      trial_end timestamptz,
      cancel_at_period_end boolean not null default false,
      next_package_id text,
      stripe_schedule_id text,
      -- the last preview of a change: only its moment of proration is taken back from a browser
      previewed jsonb,
      ended_at timestamptz,
      synced_at timestamptz not null default now(),
      created_at timestamptz not null default now()
    );
    create unique index subscription_live on subscription (account_id, for_organisation) where status in ('trialing','active','past_due');
    create index subscription_account on subscription (account_id, created_at desc);

    -- once per person: also after the account was deleted and made again with the same address
    create table trial_use (
      account_id uuid primary key references account,
      email_hash bytea not null unique,
      via text not null check (via in ('local','checkout')),
      at timestamptz not null default now()
    );

    -- money that came in: what bought an order, and every invoice of a plan
    create table billing_payment (
      id uuid primary key,
      account_id uuid not null references account,
      order_id uuid references billing_order,
      stripe_payment_intent_id text unique,
      stripe_invoice_id text unique,
      stripe_subscription_id text,
      reason text not null check (reason in ('purchase','subscription_create','subscription_cycle','subscription_update')),
      description text not null,
      package_id text not null,
      amount_cents bigint not null check (amount_cents >= 0),
      refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
      status text not null check (status in ('open','paid','failed','void')),
      disputed boolean not null default false,
      url text,
      paid_at timestamptz,
      created_at timestamptz not null default now(),
      check ((status = 'paid') = (paid_at is not null)),
      check (stripe_payment_intent_id is not null or stripe_invoice_id is not null)
    );
    create index billing_payment_account on billing_payment (account_id, created_at desc, id desc);
    create index billing_payment_subscription on billing_payment (stripe_subscription_id) where stripe_subscription_id is not null;

    create table refund (
      id uuid primary key,
      payment_id uuid not null references billing_payment,
      account_id uuid not null references account,
      stripe_refund_id text unique,
      amount_cents bigint not null check (amount_cents > 0),
      status text not null default 'requested' check (status in ('requested','pending','succeeded','failed')),
      -- self: the person within 14 days; operator; stripe: given in Stripe's own pages
      requested_by text not null check (requested_by in ('self','operator','stripe')),
      reason text not null,
      created_at timestamptz not null default now()
    );
    create index refund_account on refund (account_id, created_at desc);
    create index refund_payment on refund (payment_id);
    create index refund_waiting on refund (created_at) where status in ('requested','pending');

    create table billing_dispute (
      stripe_dispute_id text primary key,
      payment_id uuid not null references billing_payment,
      account_id uuid not null references account,
      status text not null,
      closed boolean not null default false,
      created_at timestamptz not null default now()
    );

    -- who did what with money stays written
    create function audit_is_append_only() returns trigger language plpgsql as $$
      begin raise exception 'append-only: % on %', tg_op, tg_table_name; end $$;
    create trigger audit_entry_append_only before update or delete or truncate on audit_entry
      for each statement execute function audit_is_append_only();

    alter table account drop column subscription_status, drop column subscription_plan, drop column subscription_expires, drop column trial_used;
  `);
}

import type { Knex } from 'knex';

// Orders, payments, plans and payouts, as Stripe reports them. Rows about money outlive their account.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table billing_customer (
      account_id uuid primary key references account,
      stripe_customer_id text not null unique,
      created_at timestamptz not null default now()
    );

    create table billing_order (
      id uuid primary key,
      account_id uuid not null references account,
      kind text not null check (kind in ('subscription', 'tokens', 'organisation', 'contract', 'course', 'event')),
      package_id text not null,
      catalogue_version integer not null,
      amount_cents bigint not null check (amount_cents >= 0),
      trial boolean not null default false,
      currency text not null default 'usd',
      status text not null default 'created',
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
      check ((status in ('fulfilled', 'refunded', 'partially_refunded', 'disputed', 'charged_back')) <= (fulfilled_at is not null)),
      check (status in ('created', 'open', 'pending', 'fulfilled', 'expired', 'failed', 'refunded', 'partially_refunded', 'disputed',
        'charged_back', 'review'))
    );
    create index billing_order_account on billing_order (account_id, created_at desc, id desc);
    -- a signed contract is recorded once, however its reference is capitalised
    create unique index billing_order_contract on billing_order (lower(detail ->> 'reference')) where kind = 'contract';
    create index billing_order_contract_page on billing_order (created_at desc, id desc) where kind = 'contract';
    -- what was sold of one course, and what a creator's sales brought, from the index alone
    create index billing_order_of_course on billing_order (package_id) include (id, account_id) where kind = 'course';
    create index billing_order_of_event on billing_order (package_id) where kind = 'event' and status = 'fulfilled';
    create index billing_order_subscription on billing_order (stripe_subscription_id) where stripe_subscription_id is not null;
    create index billing_order_unopened on billing_order (created_at) where status = 'created' and stripe_session_id is null;
    -- what the reconciler checks
    create index billing_order_waiting on billing_order (last_checked_at) where status in ('open', 'pending', 'review');

    create table billing_payment (
      id uuid primary key,
      account_id uuid not null references account,
      order_id uuid references billing_order,
      stripe_payment_intent_id text unique,
      stripe_invoice_id text unique,
      stripe_subscription_id text,
      reason text not null check (reason in ('purchase', 'subscription_create', 'subscription_cycle', 'subscription_update')),
      description text not null,
      package_id text not null,
      amount_cents bigint not null check (amount_cents >= 0),
      refunded_cents bigint not null default 0,
      status text not null check (status in ('open', 'paid', 'failed', 'void')),
      disputed boolean not null default false,
      url text,
      paid_at timestamptz,
      created_at timestamptz not null default now(),
      period_start timestamptz,
      period_end timestamptz,
      unused_cents bigint not null default 0 check (unused_cents >= 0),
      check (refunded_cents between 0 and amount_cents),
      check ((status = 'paid') = (paid_at is not null)),
      check (stripe_payment_intent_id is not null or stripe_invoice_id is not null),
      check (period_end > period_start)
    );
    create index billing_payment_account on billing_payment (account_id, created_at desc, id desc);
    -- what is still open of plans that have ended
    create index billing_payment_open on billing_payment (stripe_subscription_id) where status = 'open';
    create index billing_payment_order on billing_payment (order_id) where order_id is not null;
    create index billing_payment_subscription on billing_payment (stripe_subscription_id) where stripe_subscription_id is not null;

    create table billing_dispute (
      stripe_dispute_id text primary key,
      payment_id uuid not null references billing_payment,
      account_id uuid not null references account,
      status text not null,
      closed boolean not null default false,
      created_at timestamptz not null default now()
    );
    create index billing_dispute_payment on billing_dispute (payment_id);

    create table billing_alarm (
      id uuid primary key,
      kind text not null,
      cause text not null unique,
      subject text not null,
      account_id uuid references account,
      detail jsonb not null default '{}',
      at timestamptz not null default clock_timestamp(),
      acknowledged_at timestamptz,
      acknowledged_by uuid references account,
      check (acknowledged_by is null or acknowledged_at is not null)
    );
    create index billing_alarm_acknowledged on billing_alarm (at desc, id desc) where acknowledged_at is not null;
    create index billing_alarm_open on billing_alarm (at desc, id desc) where acknowledged_at is null;

    create table sales_message (
      id uuid primary key,
      package_id text,
      name text not null,
      email text not null,
      organisation text not null,
      message text not null,
      at timestamptz not null default clock_timestamp(),
      answered_at timestamptz,
      answered_by uuid references account on delete set null,
      check (answered_by is null or answered_at is not null)
    );
    create index sales_message_answered on sales_message (at desc, id desc) where answered_at is not null;
    create index sales_message_open on sales_message (at desc, id desc) where answered_at is null;

    create table refund (
      id uuid primary key,
      payment_id uuid not null references billing_payment,
      account_id uuid not null references account,
      stripe_refund_id text unique,
      amount_cents bigint not null check (amount_cents > 0),
      status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
      requested_by text not null check (requested_by in ('self', 'operator', 'stripe')),
      reason text not null,
      created_at timestamptz not null default now(),
      asked_at timestamptz
    );
    create index refund_account on refund (account_id, created_at desc);
    create index refund_payment on refund (payment_id);
    create index refund_waiting on refund (created_at) where status in ('requested', 'pending');

    create table subscription (
      id uuid primary key,
      account_id uuid not null references account,
      package_id text not null,
      order_id uuid references billing_order,
      for_organisation boolean not null default false,
      stripe_subscription_id text unique,
      status text not null check (status in ('trialing', 'active', 'past_due', 'canceled', 'incomplete', 'unpaid', 'paused')),
      anchor timestamptz not null,
      period_start timestamptz not null,
      period_end timestamptz not null,
      trial_end timestamptz,
      cancel_at_period_end boolean not null default false,
      next_package_id text,
      stripe_schedule_id text,
      previewed jsonb,
      ended_at timestamptz,
      synced_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      asked_at timestamptz,
      intent jsonb,
      intent_at timestamptz,
      turn uuid,
      turn_until timestamptz,
      check (intent is null or intent_at is not null),
      check ((turn is null) = (turn_until is null))
    );
    create index subscription_account on subscription (account_id, created_at desc);
    create index subscription_intent on subscription (intent_at) where intent is not null and status <> 'canceled';
    create unique index subscription_live on subscription (account_id, for_organisation)
      where status in ('trialing', 'active', 'past_due');
    -- what the reconciler checks: plans whose time has passed without news, and plans not heard of for a day
    create index subscription_overdue on subscription (least(period_end, case status
      when 'trialing' then trial_end else null::timestamptz end))
      where stripe_subscription_id is not null and status <> 'canceled';
    create index subscription_trial_end on subscription (coalesce(trial_end, period_end)) where status = 'trialing';
    create index subscription_unheard on subscription (synced_at) where stripe_subscription_id is not null and status <> 'canceled';

    create table trial_use (
      account_id uuid primary key references account,
      email_hash bytea not null unique,
      via text not null check (via in ('local', 'checkout')),
      at timestamptz not null default now()
    );

    create table stripe_event (
      event_id text primary key,
      type text not null,
      object_id text not null,
      api_version text,
      created timestamptz not null,
      received_at timestamptz not null default now(),
      state text not null default 'pending' check (state in ('pending', 'done', 'ignored', 'dead')),
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      last_error text
    );
    create index stripe_event_due on stripe_event (next_at) where state = 'pending';
    -- what is pruned each hour
    create index stripe_event_over on stripe_event (received_at) where state in ('done', 'ignored');

    create table quota_counter (
      id uuid primary key,
      owner_kind text not null check (owner_kind in ('user', 'organisation')),
      owner_id text not null,
      feature text not null,
      period_key text not null,
      allowed integer not null check (allowed >= 0),
      used integer not null default 0 check (used >= 0),
      held integer not null default 0 check (held >= 0),
      resets_at timestamptz,
      unique (owner_kind, owner_id, feature, period_key),
      constraint quota_counter_kept check ((used + held) <= allowed)
    );

    create table quota_hold (
      job_id text not null,
      feature text not null,
      counter_id uuid not null references quota_counter,
      units integer not null check (units > 0),
      state text not null default 'open' check (state in ('open', 'used', 'released')),
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      resolved_at timestamptz,
      key_id uuid,
      worth bigint not null default 0 check (worth >= 0),
      primary key (job_id, feature),
      check ((state = 'open') = (resolved_at is null))
    );
    create index quota_hold_counter on quota_hold (counter_id);
    create index quota_hold_by_key on quota_hold (key_id, created_at) where key_id is not null;
    create index quota_hold_open on quota_hold (expires_at) where state = 'open';

    create table creator_payout_account (
      account_id uuid primary key references account,
      stripe_account_id text not null unique,
      country text not null,
      details_submitted boolean not null default false,
      payouts_enabled boolean not null default false,
      created_at timestamptz not null default now(),
      synced_at timestamptz not null default now()
    );

    create table creator_payout (
      id uuid primary key,
      account_id uuid references account on delete set null,
      stripe_account_id text not null,
      cents bigint not null check (cents > 0),
      state text not null default 'pending' check (state in ('pending', 'sent', 'failed', 'returned')),
      stripe_transfer_id text unique,
      failure text,
      created_at timestamptz not null default now(),
      tried_at timestamptz,
      settled_at timestamptz,
      check ((state = 'pending') = (settled_at is null))
    );
    create index creator_payout_due on creator_payout (tried_at nulls first) where state = 'pending';
    create unique index creator_payout_pending on creator_payout (account_id) where state = 'pending';
    create index creator_payout_recent on creator_payout (account_id, created_at desc, id desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table creator_payout, creator_payout_account, quota_hold, quota_counter, stripe_event, trial_use, subscription, refund,
      sales_message, billing_alarm, billing_dispute, billing_payment, billing_order, billing_customer;
  `);
}

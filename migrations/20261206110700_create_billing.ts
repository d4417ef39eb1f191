import type { Knex } from 'knex';

// Orders, payments, plans and payouts, as Stripe reports them. Rows about money outlive the account they belong to.
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
      primary key (job_id, feature),
      check ((state = 'open') = (resolved_at is null))
    );
    create index quota_hold_counter on quota_hold (counter_id);
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
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table creator_payout, creator_payout_account, quota_hold, quota_counter, stripe_event, trial_use, subscription, refund,
      billing_alarm, billing_dispute, billing_payment, billing_order, billing_customer;
  `);
}

export const comments = `
  comment on table billing_customer is 'Under which name Stripe knows a person.';

  comment on table billing_order is
    'What somebody ordered: one payment page at Stripe, or a signed contract. Rows outlive their account.';
  comment on column billing_order.package_id is 'The package of the catalogue; the creator''s course or the event for those kinds.';
  comment on column billing_order.catalogue_version is 'Version of the price list at the time of the order.';
  comment on column billing_order.amount_cents is 'What is charged first, US cents; 0 for a trial.';
  comment on column billing_order.trial is 'The plan begins with a trial: nothing is due at first.';
  comment on column billing_order.status is 'created: not at Stripe yet; review: an operator has to look, see review_reason.';
  comment on column billing_order.client_key is 'The buyer''s Idempotency-Key.';
  comment on column billing_order.stripe_session_id is 'Checkout session.';
  comment on column billing_order.stripe_payment_status is 'As Stripe last reported it.';
  comment on column billing_order.last_checked_at is 'When the reconciler last asked Stripe.';
  comment on column billing_order.fulfilled_at is 'What was bought was given.';

  comment on table billing_payment is
    'Money that came in: what bought an order, and every invoice of a plan. Rows outlive their account.';
  comment on column billing_payment.order_id is 'The order it paid; null for later invoices of a plan.';
  comment on column billing_payment.reason is 'purchase, or Stripe''s billing reason of an invoice.';
  comment on column billing_payment.description is 'For lists and receipts.';
  comment on column billing_payment.amount_cents is 'US cents.';
  comment on column billing_payment.refunded_cents is 'Given back so far.';
  comment on column billing_payment.disputed is 'The payer disputes it at their bank.';
  comment on column billing_payment.url is 'Stripe''s page with the invoice or receipt.';
  comment on column billing_payment.period_start is
    'The time of a plan that it paid for: money that goes back takes the tokens of that time.';
  comment on column billing_payment.unused_cents is
    'What a raise of the plan was charged less because the former plan was not used up.';

  comment on table billing_dispute is 'A payment that its payer disputes at their bank.';
  comment on column billing_dispute.status is 'As Stripe reports it.';
  comment on column billing_dispute.closed is 'It was won or lost.';

  comment on table billing_alarm is 'Something about money that an operator has to look at, once per cause.';
  comment on column billing_alarm.cause is '<kind>:<occasion>, unique: a repeat, even years later, is the same alarm.';
  comment on column billing_alarm.subject is 'What it is about, as <kind>:<id>.';
  comment on column billing_alarm.account_id is 'Whose money it is, where it is somebody''s.';
  comment on column billing_alarm.detail is 'Plain facts; no secrets.';
  comment on column billing_alarm.acknowledged_by is 'The operator; null: nobody yet, or it settled itself (acknowledged_at is set).';

  comment on table refund is 'Money that goes back to a payer.';
  comment on column refund.stripe_refund_id is 'Null until Stripe has accepted it.';
  comment on column refund.requested_by is 'self: the buyer within 14 days; stripe: given in Stripe''s own pages.';
  comment on column refund.asked_at is 'When the reconciler last asked Stripe.';

  comment on table subscription is 'A plan that somebody has or had, including our own trials, which Stripe does not know.';
  comment on column subscription.order_id is 'The order that bought it; null for a trial of ours.';
  comment on column subscription.for_organisation is 'It pays for an organisation, and is no plan of the person who pays.';
  comment on column subscription.stripe_subscription_id is 'Null for a trial of ours.';
  comment on column subscription.anchor is 'Tokens and quotas come monthly on the anniversary of this moment, also in yearly plans.';
  comment on column subscription.period_start is 'Paid period, by Stripe''s clock: in its tests that is ahead of ours.';
  comment on column subscription.next_package_id is 'The plan after the period, unless the plan is cancelled.';
  comment on column subscription.stripe_schedule_id is 'Stripe''s schedule that carries out next_package_id.';
  comment on column subscription.previewed is
    'The last preview of a change: only its moment of proration is accepted from a browser.';
  comment on column subscription.synced_at is 'When the row last followed Stripe.';
  comment on column subscription.asked_at is 'When the reconciler last asked Stripe.';
  comment on column subscription.intent is 'The latest decision, possibly not carried out at Stripe yet (decidePlan).';
  comment on column subscription.intent_at is 'When it was decided, or last tried.';
  comment on column subscription.turn is 'Id of the request that changes the plan now (withPlanLock), until turn_until.';

  comment on table trial_use is
    'That a person has had the free trial. Stays when the account goes, so that the same address gets no second one.';
  comment on column trial_use.email_hash is 'Hash of the mailbox, so that other spellings of an address count as the same.';
  comment on column trial_use.via is 'local: a trial of ours; checkout: one with a card at Stripe.';

  comment on table stripe_event is
    'An event that Stripe has sent. It is a hint that an object changed: the object is fetched anew. Each event is handled once.';
  comment on column stripe_event.object_id is 'The object that changed.';
  comment on column stripe_event.created is 'By Stripe''s clock.';
  comment on column stripe_event.next_at is 'When it is tried again.';

  comment on table quota_counter is
    'What a plan counts instead of pricing it in tokens, per owner, feature and period. used + held never exceeds allowed.';
  comment on column quota_counter.owner_id is 'Id of the account or the organisation.';
  comment on column quota_counter.feature is 'Name of the quota in the catalogue.';
  comment on column quota_counter.period_key is 'The month of a plan, or the trial; unique with owner and feature.';
  comment on column quota_counter.resets_at is 'End of the period.';

  comment on table quota_hold is 'Units of a counter that are set aside for a piece of work, and then used or given back.';
  comment on column quota_hold.job_id is 'Id of the work: a run, a session of the tutor …';
  comment on column quota_hold.expires_at is 'A hold that nobody settles is released then.';

  comment on table creator_payout_account is
    'A creator''s account at Stripe (Connect), where earnings go. Stays when the creator goes, until all is paid.';
  comment on column creator_payout_account.country is 'ISO 3166-1 alpha-2.';
  comment on column creator_payout_account.details_submitted is 'The creator has filled in Stripe''s form.';
  comment on column creator_payout_account.payouts_enabled is 'Stripe pays out to it.';
  comment on column creator_payout_account.synced_at is 'When it was last read from Stripe.';

  comment on table creator_payout is 'A transfer of earnings to a creator''s account at Stripe.';
  comment on column creator_payout.account_id is 'Null when the creator has gone: the money was paid.';
  comment on column creator_payout.cents is 'US cents.';
  comment on column creator_payout.state is 'returned: the money came back.';
  comment on column creator_payout.failure is 'Stripe''s reason.';
  comment on column creator_payout.tried_at is 'Last try.';
`;

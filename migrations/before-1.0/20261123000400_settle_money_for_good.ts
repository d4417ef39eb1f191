import type { Knex } from 'knex';

// What the first months of money taught: a dispute ends, a payment knows its period, an operator sees what needs a person.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- a lost dispute is an end of its own: the bank took the money back
    alter table billing_order drop constraint billing_order_status_check, drop constraint billing_order_check;
    alter table billing_order
      add constraint billing_order_status_check check (status in
        ('created','open','pending','fulfilled','expired','failed','refunded','partially_refunded','disputed','charged_back','review')),
      add constraint billing_order_check
        check ((status in ('fulfilled','refunded','partially_refunded','disputed','charged_back')) <= (fulfilled_at is not null));
    update billing_order o set status = 'charged_back'
      from billing_payment p join billing_dispute d on d.payment_id = p.id
     where p.order_id = o.id and p.reason in ('purchase','subscription_create') and d.status = 'lost' and o.status = 'disputed';
    create index billing_dispute_payment on billing_dispute (payment_id);

    -- what a payment of a plan has paid for: money that goes back takes the tokens of that time, of no other
    alter table billing_payment add column period_start timestamptz, add column period_end timestamptz, add check (period_end > period_start);
    update billing_payment
       set period_start = coalesce(paid_at, created_at),
           period_end = coalesce(paid_at, created_at) + case when package_id like '%\\_monthly' then interval '1 month' else interval '1 year' end
     where reason <> 'purchase';

    -- what the reconciler looks after: plans not heard of for a day, and plans whose time has passed without news
    alter table subscription add column asked_at timestamptz;
    create index subscription_unheard on subscription (synced_at) where stripe_subscription_id is not null and status <> 'canceled';
    create index subscription_overdue on subscription ((least(period_end, case status when 'trialing' then trial_end end)))
      where stripe_subscription_id is not null and status <> 'canceled';

    -- what a person has to look at: each cause once, however often it is met, and after somebody has
    create table billing_alarm (
      id uuid primary key,
      kind text not null,
      cause text not null unique,
      -- who it is about, as <kind>:<id>; whose money it is, where it is somebody's
      subject text not null,
      account_id uuid references account,
      detail jsonb not null default '{}',
      at timestamptz not null default clock_timestamp(),
      acknowledged_at timestamptz,
      acknowledged_by uuid references account,
      check ((acknowledged_at is null) = (acknowledged_by is null))
    );
    create index billing_alarm_open on billing_alarm (at desc, id desc) where acknowledged_at is null;
    create index billing_alarm_acknowledged on billing_alarm (at desc, id desc) where acknowledged_at is not null;
  `);
}

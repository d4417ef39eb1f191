import type { Knex } from 'knex';

// What creators are owed goes to their own account at Stripe, as movements of the ledger like every other.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_transaction drop constraint ledger_transaction_kind_check;
    alter table ledger_transaction add constraint ledger_transaction_kind_check check (kind in
      ('grant', 'reserve', 'capture', 'release', 'expire', 'revoke', 'freeze', 'thaw', 'adjust', 'sale', 'sale_refund', 'payout', 'payout_return'));

    create table creator_payout_account (
      account_id uuid primary key references account on delete cascade,
      stripe_account_id text not null unique,
      country text not null,
      details_submitted boolean not null default false,
      payouts_enabled boolean not null default false,
      created_at timestamptz not null default now(),
      synced_at timestamptz not null default now()
    );

    create table creator_payout (
      id uuid primary key,
      -- stays when the creator goes: it is money that left
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
    create unique index creator_payout_pending on creator_payout (account_id) where state = 'pending';
    create index creator_payout_recent on creator_payout (account_id, created_at desc, id desc);
    create index creator_payout_due on creator_payout (tried_at nulls first) where state = 'pending';
  `);
}

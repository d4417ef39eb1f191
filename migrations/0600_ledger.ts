import type { Knex } from 'knex';

// Tokens and money by double entry: transactions and entries are append-only, a transaction adds up to zero, and balances follow from
// entries. Lots and holds determine which tokens an amount consists of. Accounts and lots are often updated in place, so their pages keep
// free space.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table ledger_account (
      id bigint generated always as identity primary key,
      owner_kind text not null check (owner_kind in ('user', 'organisation', 'system')),
      owner_id text not null,
      unit text not null,
      kind text not null,
      balance bigint not null default 0,
      clock_at timestamptz,
      unique (owner_kind, owner_id, unit, kind),
      -- tokens come from 'issued' and money from 'clearing'; a creator may owe what was paid out before it was refunded
      constraint ledger_account_covered check (balance >= 0 or kind in ('issued', 'clearing', 'payable', 'platform')),
      constraint ledger_account_kind check (unit = 'TOK' and kind in ('available', 'held', 'frozen', 'spent', 'issued', 'expired',
        'revoked') or unit = 'USD' and kind in ('clearing', 'payable', 'platform'))
    ) with (fillfactor = 70);

    create table ledger_transaction (
      id uuid primary key,
      idempotency_key text not null unique,
      request_hash text not null,
      unit text not null check (unit in ('TOK', 'USD')),
      kind text not null,
      owner_kind text not null,
      owner_id text not null,
      actor_id text,
      cause text not null,
      job_id text,
      order_id text,
      change bigint not null,
      balance_after bigint not null,
      at timestamptz not null default clock_timestamp(),
      cause_words jsonb,
      check (kind in ('grant', 'reserve', 'capture', 'release', 'expire', 'revoke', 'freeze', 'thaw', 'adjust', 'sale', 'sale_refund',
        'payout', 'payout_return'))
    );
    create index ledger_money_movements on ledger_transaction (owner_kind, owner_id, at, id) where unit = 'USD';
    create index ledger_movements on ledger_transaction (owner_kind, owner_id, at desc, id desc) where unit = 'TOK';
    create index ledger_movements_by_kind on ledger_transaction (owner_kind, owner_id, kind, at desc, id desc) where unit = 'TOK';
    create index ledger_movements_of_member on ledger_transaction (owner_id, coalesce(actor_id, ''), at desc, id desc)
      where unit = 'TOK' and owner_kind = 'organisation';
    create index ledger_sales on ledger_transaction (owner_kind, owner_id, at) include (order_id, kind, change)
      where unit = 'USD' and kind in ('sale', 'sale_refund');
    create index ledger_transaction_order on ledger_transaction (order_id, at) where order_id is not null;

    create table ledger_entry (
      transaction_id uuid not null references ledger_transaction,
      seq smallint not null,
      account_id bigint not null references ledger_account,
      lot_id uuid,
      amount bigint not null check (amount <> 0),
      primary key (transaction_id, seq)
    );
    create index ledger_entry_account on ledger_entry (account_id);

    create table token_lot (
      id uuid primary key,
      owner_kind text not null check (owner_kind in ('user', 'organisation')),
      owner_id text not null,
      source text not null check (source in ('daily', 'monthly', 'trial', 'purchase', 'reward', 'return', 'admin')),
      priority smallint not null,
      amount bigint not null check (amount > 0),
      remaining bigint not null check (remaining >= 0),
      held bigint not null default 0 check (held >= 0),
      spent bigint not null default 0 check (spent >= 0),
      dead bigint not null default 0 check (dead >= 0),
      frozen bigint not null default 0 check (frozen >= 0),
      effective_at timestamptz not null,
      expires_at timestamptz,
      period_key text not null,
      order_id text unique,
      subscription_id text,
      frozen_at timestamptz,
      revoked_at timestamptz,
      created_at timestamptz not null default now(),
      unique (owner_kind, owner_id, source, period_key),
      constraint token_lot_ends_later check (expires_at > effective_at),
      constraint token_lot_frozen check (frozen_at is null or remaining = 0),
      constraint token_lot_parts check ((remaining + held + spent + dead + frozen) = amount),
      constraint token_lot_revoked check (revoked_at is null or remaining = 0 and frozen = 0)
    ) with (fillfactor = 70);
    create index token_lot_burn_order on token_lot (owner_kind, owner_id, priority, expires_at, effective_at, id) where remaining > 0;
    create index token_lot_ending on token_lot (owner_kind, owner_id, expires_at) where remaining > 0 and expires_at is not null;
    create index token_lot_expiring on token_lot (expires_at) where remaining > 0 and expires_at is not null;
    create index token_lot_subscription on token_lot (subscription_id) where subscription_id is not null;

    create table token_hold (
      id uuid primary key,
      owner_kind text not null,
      owner_id text not null,
      job_id text not null unique,
      amount bigint not null check (amount > 0),
      captured bigint not null default 0,
      state text not null default 'open' check (state in ('open', 'captured', 'released')),
      cause text not null,
      actor_id text,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      resolved_at timestamptz,
      cause_words jsonb,
      key_id uuid,
      check (captured between 0 and amount),
      check ((state = 'open') = (resolved_at is null)),
      check (state <> 'released' or captured = 0)
    );
    create index token_hold_by_key on token_hold (key_id, created_at) where key_id is not null;
    create index token_hold_by_actor on token_hold (owner_id, actor_id, created_at) where owner_kind = 'organisation';
    create index token_hold_open on token_hold (expires_at) where state = 'open';

    create table token_hold_lot (
      hold_id uuid not null references token_hold,
      lot_id uuid not null references token_lot,
      amount bigint not null check (amount > 0),
      captured bigint not null default 0,
      primary key (hold_id, lot_id),
      check (captured between 0 and amount)
    );
    create index token_hold_lot_lot on token_hold_lot (lot_id);

    create function ledger_is_append_only() returns trigger language plpgsql as $$
      begin raise exception 'append-only: % on %', tg_op, tg_table_name; end $$;
    create trigger ledger_entry_append_only before delete or update or truncate on ledger_entry
      for each statement execute function ledger_is_append_only();
    create trigger ledger_transaction_append_only before delete or update or truncate on ledger_transaction
      for each statement execute function ledger_is_append_only();

    create function ledger_apply_entries() returns trigger language plpgsql as $$
      begin
        update ledger_account a set balance = a.balance + s.amount
          from (select account_id, sum(amount) as amount from added group by account_id) s
         where a.id = s.account_id and s.amount <> 0;
        return null;
      end $$;
    create trigger ledger_entry_apply after insert on ledger_entry referencing new table as added
      for each statement execute function ledger_apply_entries();

    create function ledger_transaction_balances() returns trigger language plpgsql as $$
      begin
        if exists (select from ledger_entry e join ledger_account a on a.id = e.account_id
                    where e.transaction_id = new.transaction_id group by a.unit having sum(e.amount) <> 0) then
          raise exception 'unbalanced transaction %', new.transaction_id;
        end if;
        return null;
      end $$;
    create constraint trigger ledger_entry_balanced after insert on ledger_entry deferrable initially deferred
      for each row execute function ledger_transaction_balances();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table token_hold_lot, token_hold, token_lot, ledger_entry, ledger_transaction, ledger_account;
    drop function ledger_is_append_only(), ledger_apply_entries(), ledger_transaction_balances();
  `);
}

import type { Knex } from 'knex';

/** Calls that are answered by a vendor's batch service: collected here, sent together, and taken over when the vendor has answered. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table run add column by_vendor_batch boolean not null default false;
    alter table batch add column by_vendor_batch boolean not null default false;
    -- what was paid of the list price
    alter table vendor_call add column price_share real not null default 1;

    create table vendor_batch (
      id uuid primary key,
      batch_id uuid not null references run on delete cascade,
      service text not null,
      model text not null,
      state text not null default 'submitting' check (state in ('submitting','submitted','ended','failed')),
      vendor_id text,
      -- as the vendor names it
      vendor_state text,
      requests integer not null,
      tries smallint not null default 0,
      -- batches of the vendor that turned out to be somebody else's
      not_ours text[] not null default '{}',
      problem text,
      created_at timestamptz not null default now(),
      submitted_at timestamptz,
      looked_at timestamptz,
      due_at timestamptz not null default now(),
      held_until timestamptz,
      cancel_asked_at timestamptz,
      cancelled_at timestamptz,
      ended_at timestamptz,
      unique (service, vendor_id)
    );
    -- a submission whose answer was lost is looked for at its vendor: there is at most one
    create unique index vendor_batch_one_submission on vendor_batch (service) where state = 'submitting';
    create index vendor_batch_due on vendor_batch (due_at) where state in ('submitting','submitted');
    create index vendor_batch_of on vendor_batch (batch_id, created_at);

    create table vendor_batch_item (
      id uuid primary key,
      vendor_batch_id uuid references vendor_batch on delete cascade,
      batch_id uuid not null references run on delete cascade,
      run_id uuid not null references run on delete cascade,
      step_id uuid not null references step on delete cascade,
      account_id uuid references account on delete set null,
      service text not null,
      model text not null,
      purpose text not null,
      input_hash text not null,
      attempt integer not null,
      request jsonb,
      state text not null default 'waiting' check (state in ('waiting','sent','answered','failed','cancelled')),
      answer text,
      finish text,
      input_tokens integer,
      cached_tokens integer,
      output_tokens integer,
      problem text,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create unique index vendor_batch_item_once on vendor_batch_item (step_id, input_hash, attempt) where state <> 'cancelled';
    create index vendor_batch_item_waiting on vendor_batch_item (created_at) where state = 'waiting';
    create index vendor_batch_item_in on vendor_batch_item (vendor_batch_id, state);
    create index vendor_batch_item_of on vendor_batch_item (batch_id) where state = 'waiting';
    create index vendor_batch_item_run on vendor_batch_item (run_id);
    create index vendor_batch_item_account on vendor_batch_item (account_id);
  `);
}

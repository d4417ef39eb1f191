import { Model } from 'objection';
import type { BudgetEnd } from '#contract/operator/service-connections.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { Cause } from './failure-cause.ts';

/** A service's model as all processes see it: its allowance and its circuit. */
export class VendorLane extends Model {
  static override tableName = 'vendor_lane';
  static override idColumn = ['service', 'model'];

  declare service: string;
  declare model: string;
  /** Requests left in the token bucket; it refills towards the configured limit per minute. */
  declare request_level: number;
  /** The same for tokens. */
  declare token_level: number;
  /** When the levels were computed. */
  declare refilled_at: Date;
  /** A 429 closes the bucket for every caller until then. */
  declare closed_until: Date | null;
  /** Number of consecutive failures. */
  declare failures: number;
  /** The circuit is open until then; afterwards one probe at a time, held until `probe_until`. */
  declare open_until: Date | null;
  declare probe_until: Date | null;
  /** Paused by an operator: no calls are made. */
  declare paused_at: Date | null;
  /** Since when it has answered nobody; null: it answers. */
  declare unanswered_since: Date | null;
  /** When that was last observed; old evidence says nothing about the present. */
  declare unanswered_at: Date | null;
  /** Why it will answer nobody until an operator acts, according to its newest call. */
  declare shut_for: Cause | null;
}

/** A call to an AI service: its usage and cost. */
export class VendorCall extends Model {
  static override tableName = 'vendor_call';

  declare id: string;
  declare account_id: Ref<'account'> | null;
  declare run_id: Ref<'run'> | null;
  /** The step; not a foreign key, because steps are deleted before their calls. */
  declare step_id: string | null;
  declare service: string;
  declare model: string;
  /** Purpose, such as `lesson` or `review`. */
  declare purpose: string;
  declare started_at: Date;
  /** Duration. */
  declare ms: number | null;
  declare outcome: 'ok' | 'rate_limited' | 'unavailable' | 'timed_out' | 'refused' | 'broken' | 'aborted';
  declare http_status: number | null;
  declare input_tokens: number | null;
  /** The part of the input tokens read from the vendor's cache. */
  declare cached_tokens: number | null;
  declare output_tokens: number | null;
  /** 1e-6 US dollars; null: the model's price is unknown. */
  declare cost_micro_usd: number | null;
  declare detail: string | null;
  /** A check rejected the answer, so its cost was wasted. */
  declare discarded: boolean;
  /** The paid share of the list price: less than 1 for a batch. */
  declare price_share: number;
}

/** Vendor spending on a UTC day, for the daily caps. */
export class SpendDay extends Model {
  static override tableName = 'spend_day';
  static override idColumn = ['day', 'account_id'];

  declare day: Date;
  /** The zero uuid stands for the whole installation. */
  declare account_id: string;
  /** 1e-6 US dollars. */
  declare micro_usd: number;
  declare calls: number;
  /** The part of it for calls whose vendor did not report their usage. */
  declare presumed_micro_usd: number;
}

/** A service's spending on a UTC day, for its budget. */
export class ServiceSpendDay extends Model {
  static override tableName = 'service_spend_day';
  static override idColumn = ['service', 'day'];

  declare service: string;
  declare day: Date;
  /** 1e-6 US dollars. */
  declare micro_usd: number;
  /** The part of it for calls whose vendor did not report their usage. */
  declare presumed_micro_usd: number;
}

/** A service's spending limits, and what happens when they are reached. */
export class ServiceBudget extends Model {
  static override tableName = 'service_budget';
  static override idColumn = 'service';

  declare service: Ref<'ai_service', Service>;
  /** US cents per UTC day; null: only the month is limited. */
  declare day_cents: number | null;
  declare month_cents: number | null;
  /** Whether other services take over, or courses wait for this one. */
  declare at_end: BudgetEnd;
  declare changed_at: Date;
  declare changed_by: Ref<'account'> | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    vendor_lane: Table<VendorLane>;
    vendor_call: Table<VendorCall>;
    spend_day: Table<SpendDay>;
    service_spend_day: Table<ServiceSpendDay>;
    service_budget: Table<ServiceBudget>;
  }
}

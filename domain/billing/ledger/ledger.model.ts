import { Model } from 'objection';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/**
 * An account of the double-entry ledger. Every account belongs to one owner, so operations of different owners never wait for each other.
 */
export class LedgerAccount extends Model {
  static override tableName = 'ledger_account';

  declare id: number;
  declare owner_kind: 'user' | 'organisation' | 'system';
  /** Id of the account or the organisation, or a name for the system. */
  declare owner_id: string;
  /** Hundredths of a token, or US cents. */
  declare unit: 'TOK' | 'USD';
  /**
   * Of a wallet: `available`, `held`, `frozen`, `spent`, and the sources and sinks of tokens: `issued`, `expired`, `revoked`. Of money:
   * `clearing`, `payable`, `platform`.
   */
  declare kind: 'available' | 'held' | 'frozen' | 'spent' | 'issued' | 'expired' | 'revoked' | 'clearing' | 'payable' | 'platform';
  /** Sum of its entries; only a trigger on `ledger_entry` writes it. */
  declare balance: number;
  /** On `available` accounts: allowances for a time before this are no longer granted. */
  declare clock_at: Date | null;
}

/**
 * A movement, append-only. Its entries add up to zero (a trigger checks on commit). Has no foreign keys to people and orders, because
 * ledgers outlive them.
 */
export class LedgerTransaction extends Model {
  static override tableName = 'ledger_transaction';

  declare id: string;
  /** Unique, so that a movement happens only once. */
  declare idempotency_key: string;
  /** SHA-256 of the request: the same key with another request is refused. */
  declare request_hash: string;
  declare unit: 'TOK' | 'USD';
  declare kind:
    | 'grant'
    | 'reserve'
    | 'capture'
    | 'release'
    | 'expire'
    | 'revoke'
    | 'freeze'
    | 'thaw'
    | 'adjust'
    | 'sale'
    | 'sale_refund'
    | 'payout'
    | 'payout_return';
  declare owner_kind: string;
  /** The wallet it is listed in. */
  declare owner_id: string;
  /** The user who caused it, when the wallet is an organisation's. */
  declare actor_id: string | null;
  /** Description for lists, in English. */
  declare cause: string;
  /** The job it is for. */
  declare job_id: string | null;
  declare order_id: string | null;
  /** Change of the owner's available (or payable) balance. */
  declare change: number;
  /** That balance after the movement. */
  declare balance_after: number;
  declare at: Date;
  /** The cause as a translatable sentence; null when `cause` says it all. */
  declare cause_words: Sentence | null;
}

/** One side of a movement, append-only. */
export class LedgerEntry extends Model {
  static override tableName = 'ledger_entry';
  static override idColumn = ['transaction_id', 'seq'];

  declare transaction_id: Ref<'ledger_transaction'>;
  /** Number of the entry within its transaction. */
  declare seq: number;
  declare account_id: Ref<'ledger_account', number>;
  /** The lot whose tokens move. */
  declare lot_id: string | null;
  declare amount: number;
}

/**
 * Tokens that were granted together and expire together, in hundredths of a token. The parts `remaining`, `held`, `spent`, `dead` and
 * `frozen` add up to `amount`.
 */
export class TokenLot extends Model {
  static override tableName = 'token_lot';

  declare id: string;
  declare owner_kind: 'user' | 'organisation';
  /** Id of the account or the organisation. */
  declare owner_id: string;
  declare source: 'daily' | 'monthly' | 'trial' | 'purchase' | 'reward' | 'return' | 'admin';
  /** Lower numbers are spent first. */
  declare priority: number;
  declare amount: number;
  declare remaining: number;
  /** Reserved for unfinished jobs. */
  declare held: number;
  declare spent: number;
  /** Expired or revoked. */
  declare dead: number;
  /** Frozen while a payment is disputed. */
  declare frozen: number;
  declare effective_at: Date;
  declare expires_at: Date | null;
  /** Unique with owner and source, so that an allowance is granted once. */
  declare period_key: string;
  /** The order that bought it. */
  declare order_id: string | null;
  /** The plan that granted it. */
  declare subscription_id: string | null;
  /** When set, tokens that return from a hold are frozen too. */
  declare frozen_at: Date | null;
  /** When set, tokens that return from a hold are revoked too. */
  declare revoked_at: Date | null;
  declare created_at: Date;
}

/** Tokens reserved for a job until they are charged (`captured`) or released, in hundredths of a token. */
export class TokenHold extends Model {
  static override tableName = 'token_hold';

  declare id: string;
  declare owner_kind: string;
  /** Id of the account or the organisation. */
  declare owner_id: string;
  /** Id of the job; unique. */
  declare job_id: string;
  declare amount: number;
  /** The final cost of the job. */
  declare captured: number;
  declare state: 'open' | 'captured' | 'released';
  /** Description for lists, in English. */
  declare cause: string;
  /** The user who caused it, when the wallet is an organisation's. */
  declare actor_id: string | null;
  /** When an unsettled hold is released. */
  declare expires_at: Date;
  declare created_at: Date;
  declare resolved_at: Date | null;
  /** The cause as a translatable sentence. */
  declare cause_words: Sentence | null;
  /** The API key whose budget of the day it counts against. */
  declare key_id: string | null;
}

/** The lots that a hold's tokens come from. */
export class TokenHoldLot extends Model {
  static override tableName = 'token_hold_lot';
  static override idColumn = ['hold_id', 'lot_id'];

  declare hold_id: Ref<'token_hold'>;
  declare lot_id: Ref<'token_lot'>;
  declare amount: number;
  declare captured: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    ledger_account: Table<LedgerAccount>;
    ledger_transaction: Table<LedgerTransaction>;
    ledger_entry: Table<LedgerEntry>;
    token_lot: Table<TokenLot>;
    token_hold: Table<TokenHold>;
    token_hold_lot: Table<TokenHoldLot>;
  }
}

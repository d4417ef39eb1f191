import { Model } from 'objection';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/**
 * An account of the double-entry ledger. Every account belongs to one owner, so that operations of different people never wait for each
 * other.
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
   * Of a wallet: `available`, `held`, `frozen`, `spent`, and where tokens come from and go to: `issued`, `expired`, `revoked`. Of money:
   * `clearing`, `payable`, `platform`.
   */
  declare kind: 'available' | 'held' | 'frozen' | 'spent' | 'issued' | 'expired' | 'revoked' | 'clearing' | 'payable' | 'platform';
  /** Sum of its entries; written by a trigger on `ledger_entry` only. */
  declare balance: number;
  /** Of `available`: allowances of a time before this are not given any more. */
  declare clock_at: Date | null;
}

/**
 * A movement, append-only. Its entries add up to zero (checked by a trigger on commit). Names nobody by foreign key: ledgers outlive people
 * and orders.
 */
export class LedgerTransaction extends Model {
  static override tableName = 'ledger_transaction';

  declare id: string;
  /** Unique: a movement happens once. */
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
  /** Whose doing it was, when an organisation shares the wallet. */
  declare actor_id: string | null;
  /** For lists, in English. */
  declare cause: string;
  /** The work it is for. */
  declare job_id: string | null;
  declare order_id: string | null;
  /** Of the owner's available (or payable) account. */
  declare change: number;
  /** Of the same. */
  declare balance_after: number;
  declare at: Date;
  /** The cause as a sentence that can be translated; null: `cause` is all of it. */
  declare cause_words: Sentence | null;
}

/** One side of a movement, append-only. */
export class LedgerEntry extends Model {
  static override tableName = 'ledger_entry';
  static override idColumn = ['transaction_id', 'seq'];

  declare transaction_id: Ref<'ledger_transaction'>;
  /** Its number within the transaction. */
  declare seq: number;
  declare account_id: Ref<'ledger_account', number>;
  /** The lot whose tokens move. */
  declare lot_id: string | null;
  declare amount: number;
}

/**
 * Tokens that were given at once and end together. Its parts `remaining`, `held`, `spent`, `dead` and `frozen` add up to `amount`.
 * Hundredths of a token.
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
  /** Set aside for work under way. */
  declare held: number;
  declare spent: number;
  /** Expired or taken back. */
  declare dead: number;
  /** Set aside while a payment is disputed. */
  declare frozen: number;
  declare effective_at: Date;
  declare expires_at: Date | null;
  /** Unique with owner and source: an allowance is given once. */
  declare period_key: string;
  /** The order that bought it. */
  declare order_id: string | null;
  /** The plan it belongs to. */
  declare subscription_id: string | null;
  /** Set: what comes back from a hold is frozen too. */
  declare frozen_at: Date | null;
  /** Set: what comes back from a hold is taken back too. */
  declare revoked_at: Date | null;
  declare created_at: Date;
}

/** Tokens that are reserved for a piece of work until they are charged (`captured`) or released. Hundredths of a token. */
export class TokenHold extends Model {
  static override tableName = 'token_hold';

  declare id: string;
  declare owner_kind: string;
  /** Id of the account or the organisation. */
  declare owner_id: string;
  /** Id of the work; unique. */
  declare job_id: string;
  declare amount: number;
  /** The final cost of the work. */
  declare captured: number;
  declare state: 'open' | 'captured' | 'released';
  /** For lists, in English. */
  declare cause: string;
  /** Whose doing it is, when an organisation shares the wallet. */
  declare actor_id: string | null;
  /** A hold that nobody settles is released then. */
  declare expires_at: Date;
  declare created_at: Date;
  declare resolved_at: Date | null;
  /** The cause as a sentence that can be translated. */
  declare cause_words: Sentence | null;
  /** The API key whose budget of the day it counts against. */
  declare key_id: string | null;
}

/** Which lots a hold's tokens come from. */
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

import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** An account's authenticator app, whose code is required to sign in. */
export class SecondFactor extends Model {
  static override tableName = 'second_factor';
  static override idColumn = 'account_id';

  declare account_id: Ref<'account'>;
  /** TOTP secret, sealed with the installation's secret. */
  declare secret: Buffer;
  /** When its first code was confirmed; null while only set up. */
  declare confirmed_at: Date | null;
  /** Wrong codes in a row since `failing_since`. */
  declare failures: number;
  declare failing_since: Date | null;
  declare created_at: Date;
}

/** A used code: each works once. */
export class SecondFactorStep extends Model {
  static override tableName = 'second_factor_step';
  static override idColumn = ['account_id', 'step'];

  declare account_id: Ref<'second_factor'>;
  /** Number of the 30-second time step of the code. */
  declare step: number;
  declare used_at: Date;
}

/** One of ten codes for a person who has lost the authenticator; each works once. */
export class RecoveryCode extends Model {
  static override tableName = 'recovery_code';
  static override idColumn = ['account_id', 'number'];

  declare account_id: Ref<'second_factor'>;
  /** 1 to 10. */
  declare number: number;
  /** Slow hash, bound to the account (`hashRecoveryCode`). */
  declare code_hash: Buffer;
  declare used_at: Date | null;
  declare created_at: Date;
}

/** A sign-in whose password was right and whose code is still missing. */
export class PendingSignIn extends Model {
  static override tableName = 'pending_sign_in';
  static override idColumn = 'token_hash';

  /** SHA-256 of the token that the browser holds. */
  declare token_hash: Buffer;
  declare account_id: Ref<'account'>;
  /** Wrong codes so far. */
  declare attempts: number;
  declare expires_at: Date;
  declare created_at: Date;
  /** The organisation whose sign-in was the first step. */
  declare organisation_id: Ref<'organisation'> | null;
  /** The provider's data about the session, as in `Session`. */
  declare ends_at: Date | null;
  declare provider_session: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    second_factor: Table<SecondFactor>;
    second_factor_step: Table<SecondFactorStep>;
    recovery_code: Table<RecoveryCode>;
    pending_sign_in: Table<PendingSignIn>;
  }
}

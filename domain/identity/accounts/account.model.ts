import { Model } from 'objection';
import type { User } from '#contract/identity/identity.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

export type Role = User['roles'][number];
export const ROLES = ['learner', 'creator', 'operator', 'admin'] as const satisfies readonly Role[];

/**
 * A user. `password_hash` is null for users who sign in only with a provider. A deleted account leaves a row without name, address and
 * password, because ledgers reference it.
 */
export class Account extends Model {
  static override tableName = 'account';

  declare id: string;
  /** In lower case. */
  declare email: string;
  declare password_hash: string | null;
  declare first_name: string;
  declare last_name: string;
  declare roles: Role[];
  declare terms_version: string;
  declare terms_accepted_at: Date;
  declare marketing_consent: boolean;
  declare created_at: Date;
  declare email_verified_at: Date | null;
  /** Null when unknown; see `ageBandOf`. */
  declare birth_year: number | null;
  /** The user's description of themselves; may be empty. */
  declare bio: string;
  /** When the account will be deleted, at its owner's request. Until then everything stays, and the owner can cancel. */
  declare deletion_due_at: Date | null;
  declare deleted_at: Date | null;
  /** When an operator suspended the account. */
  declare suspended_at: Date | null;
}

/**
 * A link mailed to a person, which works once. An account has one per purpose, but may have several that verify an address, because a mail
 * may arrive late.
 */
export class AccountLink extends Model {
  static override tableName = 'account_link';
  static override idColumn = 'token_hash';

  declare account_id: Ref<'account'>;
  declare kind: 'verify-email' | 'reset-password' | 'parental-consent';
  /** SHA-256 of the secret in the link. */
  declare token_hash: Buffer;
  declare expires_at: Date;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    account: Table<Account>;
    account_link: Table<AccountLink>;
  }
}

import { Model } from 'objection';
import type { User } from '#contract/identity/identity.contract.ts';

export type Role = User['roles'][number];
export const ROLES = ['learner', 'creator', 'operator', 'admin'] as const satisfies readonly Role[];

/**
 * A user. `email` is in lower case; `password_hash` is null for users who sign in with a provider only. A deleted account leaves a row
 * without name, address and password, because ledgers reference it.
 */
export class Account extends Model {
  static override tableName = 'account';

  declare id: string;
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
  /** null: unknown. See `isMinor`. */
  declare birth_year: number | null;
  /** The user's description of themselves; may be empty. */
  declare bio: string;
  declare deletion_due_at: Date | null;
  declare deleted_at: Date | null;
}

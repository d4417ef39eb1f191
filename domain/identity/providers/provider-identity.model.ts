import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** An account at Google or Apple that a person signs in with. */
export class ProviderIdentity extends Model {
  static override tableName = 'provider_identity';
  static override idColumn = ['provider', 'subject'];

  declare provider: 'google' | 'apple';
  /** The provider's own id of the person, which never changes. */
  declare subject: string;
  declare account_id: Ref<'account'>;
  /** As reported by the provider when it was linked. */
  declare email: string;
  declare created_at: Date;
  declare last_used_at: Date | null;
}

/** A sign-in in progress at a provider: the values that must match when the browser returns. */
export class ProviderAttempt extends Model {
  static override tableName = 'provider_attempt';
  static override idColumn = 'state_hash';

  /** SHA-256 of the `state` that the provider returns. */
  declare state_hash: Buffer;
  /** SHA-256 of the cookie in the browser that started. */
  declare browser_hash: Buffer;
  declare provider: string;
  /** The ID token must contain it. */
  declare nonce: string;
  /** PKCE code verifier. */
  declare code_verifier: string;
  /** The account that adds a sign-in method; null for a sign-in. */
  declare account_id: Ref<'account'> | null;
  /** Whether the terms were accepted beforehand, so that a new account can be made. */
  declare terms_accepted: boolean;
  declare expires_at: Date;
}

/** An ID token that was used to sign in, remembered until it is too old to be used again. */
export class UsedIdToken extends Model {
  static override tableName = 'used_id_token';
  static override idColumn = 'token_hash';

  /** SHA-256 of the token. */
  declare token_hash: Buffer;
  declare expires_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    provider_identity: Table<ProviderIdentity>;
    provider_attempt: Table<ProviderAttempt>;
    used_id_token: Table<UsedIdToken>;
  }
}

import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import type { SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';
import type { ArrivedIdentity } from './arrived-identity.ts';

/** A person whom an organisation's provider vouches for. The subject never changes; the address may, with no effect. */
export class OrganisationIdentity extends Model {
  static override tableName = 'organisation_identity';
  static override idColumn = ['organisation_id', 'issuer', 'subject'];

  declare organisation_id: Ref<'organisation'>;
  declare issuer: string;
  declare subject: string;
  declare account_id: Ref<'account'>;
  /** As last reported by the provider. */
  declare email: string | null;
  declare created_at: Date;
  declare last_used_at: Date | null;
}

/** A sign-in in progress at an organisation's provider, used once: the values that the response must match. */
export class OrganisationAttempt extends Model {
  static override tableName = 'organisation_attempt';
  static override idColumn = 'state_hash';

  /** SHA-256 of the `state`, or of SAML's RelayState. */
  declare state_hash: Buffer;
  /** SHA-256 of the cookie in the browser that started. */
  declare browser_hash: Buffer;
  declare connection_id: Ref<'organisation_sign_in'>;
  /** For OpenID Connect. */
  declare nonce: string | null;
  declare code_verifier: string | null;
  /** For SAML: id of the request that must be answered. */
  declare request_id: string | null;
  /** Our path to land on. */
  declare next: string | null;
  /** The account whose Test it is; null for a sign-in. */
  declare tester_id: Ref<'account'> | null;
  declare expires_at: Date;
}

/** A provider's verified response, kept until its page fetches it. */
export class OrganisationArrival extends Model {
  static override tableName = 'organisation_arrival';
  static override idColumn = 'token_hash';

  declare token_hash: Buffer;
  /** Null when the response was unrequested. */
  declare browser_hash: Buffer | null;
  declare connection_id: Ref<'organisation_sign_in'>;
  declare tester_id: Ref<'account'> | null;
  /** This or a problem. */
  declare identity: ArrivedIdentity | null;
  declare problem: (Pick<SignInRefused, 'reason' | 'words' | 'codes'> & { readonly detail: string }) | null;
  declare next: string | null;
  declare expires_at: Date;
}

/** A used assertion, remembered until it is too old to be used again. */
export class UsedAssertion extends Model {
  static override tableName = 'used_assertion';
  static override idColumn = ['connection_id', 'assertion_hash'];

  declare connection_id: Ref<'organisation_sign_in'>;
  declare assertion_hash: Buffer;
  declare expires_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    organisation_identity: Table<OrganisationIdentity>;
    organisation_attempt: Table<OrganisationAttempt>;
    organisation_arrival: Table<OrganisationArrival>;
    used_assertion: Table<UsedAssertion>;
  }
}

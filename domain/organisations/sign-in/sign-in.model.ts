import { Model } from 'objection';
import type { SignInAttributes, SignInFailureReason, SignInMode } from '#contract/organisations/sign-in.contract.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A value of the provider's role attribute, and the role it gives, which is never owner. */
export interface RoleRule {
  readonly value: string;
  readonly role: Exclude<OrganisationRole, 'owner'>;
}

/** How an organisation's members sign in at its identity provider. */
export class OrganisationSignIn extends Model {
  static override tableName = 'organisation_sign_in';
  static override idColumn = 'organisation_id';

  /** Also part of the addresses that the provider knows. */
  declare organisation_id: Ref<'organisation'>;
  /** The text that members type at sign-in. */
  declare slug: string;
  declare kind: 'oidc' | 'saml';
  declare mode: SignInMode;
  /** The issuer for OpenID Connect, the entity id for SAML. */
  declare issuer: string;
  /** The provider's tenants whose people may come, where all tenants share the issuer (`issuer-tenants.ts`). */
  declare tenants: string[];
  declare client_id: string | null;
  /** Encrypted with the installation's secret. */
  declare secret_sealed: Buffer | null;
  declare sso_address: string | null;
  /** Address from which its metadata is read again every day; null when it was given as a file or by hand. */
  declare metadata_address: string | null;
  declare metadata_read_at: Date | null;
  declare metadata_problem: string | null;
  /** Whether people may arrive without a request of ours, from a page of the provider (SAML). */
  declare allows_unsolicited: boolean;
  /** Whether a person who signs in becomes a member while seats are free. */
  declare joins: boolean;
  /** Names of the provider's attributes; the usual ones where '' or absent. */
  declare attributes: Partial<SignInAttributes>;
  declare roles: RoleRule[];
  /** Maximum lifetime of its sessions when unused, and in all; null for the defaults. */
  declare idle_hours: number | null;
  declare longest_hours: number | null;
  /** Counts the changes that invalidate a Test. */
  declare revision: number;
  declare tested_revision: number | null;
  declare tested_at: Date | null;
  declare changed_at: Date;
  /** The person who set it up, and so decides who can sign in through it. */
  declare changed_by: Ref<'account'> | null;
}

/** A certificate with which a SAML provider signs; while the provider changes it, there are several. */
export class OrganisationCertificate extends Model {
  static override tableName = 'organisation_certificate';
  static override idColumn = ['organisation_id', 'fingerprint'];

  declare organisation_id: Ref<'organisation_sign_in'>;
  /** SHA-256 in hexadecimal digits. */
  declare fingerprint: string;
  declare pem: string;
  declare starts_at: Date;
  declare ends_at: Date;
  /** When its end was announced. */
  declare warned_at: Date | null;
}

/** The number of refused sign-ins by day and reason. */
export class OrganisationSignInFailure extends Model {
  static override tableName = 'organisation_sign_in_failure';
  static override idColumn = ['organisation_id', 'day', 'reason'];

  declare organisation_id: Ref<'organisation'>;
  declare day: Date;
  declare reason: SignInFailureReason;
  declare count: number;
  declare last_at: Date;
  /** For administrators; without secrets. */
  declare last_detail: string | null;
  /** What the provider answered to a request of ours, cleaned, or null. */
  declare last_words: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    organisation_sign_in: Table<OrganisationSignIn>;
    organisation_certificate: Table<OrganisationCertificate>;
    organisation_sign_in_failure: Table<OrganisationSignInFailure>;
  }
}

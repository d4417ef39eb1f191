import { Model } from 'objection';
import type { SignInAttributes, SignInFailureReason, SignInMode } from '#contract/organisations/sign-in.contract.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A value of the provider's role attribute, and the role it stands for: never the owner's. */
export interface RoleRule {
  readonly value: string;
  readonly role: Exclude<OrganisationRole, 'owner'>;
}

/** How an organisation's members sign in at its identity provider. */
export class OrganisationSignIn extends Model {
  static override tableName = 'organisation_sign_in';
  static override idColumn = 'organisation_id';

  /** Also in our addresses that the provider knows. */
  declare organisation_id: Ref<'organisation'>;
  /** The text that members type at sign-in. */
  declare slug: string;
  declare kind: 'oidc' | 'saml';
  declare mode: SignInMode;
  /** Of OpenID Connect its issuer, of SAML its entity id. */
  declare issuer: string;
  declare client_id: string | null;
  /** Encrypted with the installation's secret. */
  declare secret_sealed: Buffer | null;
  declare sso_address: string | null;
  /** Where its metadata is read again every day; null: given as a file or by hand. */
  declare metadata_address: string | null;
  declare metadata_read_at: Date | null;
  declare metadata_problem: string | null;
  /** People may arrive without having asked for it here, from a page of the provider's (SAML). */
  declare allows_unsolicited: boolean;
  /** A person who signs in becomes a member while seats are free. */
  declare joins: boolean;
  /** Names of what the provider sends; '' or absent: the usual ones. */
  declare attributes: Partial<SignInAttributes>;
  declare roles: RoleRule[];
  /** How long a sign-in by it lasts without use, and in all; null: as everybody's. */
  declare idle_hours: number | null;
  declare longest_hours: number | null;
  /** Counts the changes of what a Test proves. */
  declare revision: number;
  declare tested_revision: number | null;
  declare tested_at: Date | null;
  declare changed_at: Date;
  /** Who has set it up, and so says who comes by it. */
  declare changed_by: Ref<'account'> | null;
}

/** A certificate by which a SAML provider signs; while it changes them there are several. */
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
  /** The provider's message, cleaned; null: none. */
  declare last_words: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    organisation_sign_in: Table<OrganisationSignIn>;
    organisation_certificate: Table<OrganisationCertificate>;
    organisation_sign_in_failure: Table<OrganisationSignInFailure>;
  }
}

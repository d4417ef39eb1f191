import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A company or a school with seats and a shared wallet: it is the ledger's owner (`organisation`, id). */
export class Organisation extends Model {
  static override tableName = 'organisation';

  declare id: string;
  declare name: string;
  /** The package of the catalogue that it has bought. */
  declare package_id: string;
  /** Members it may have. */
  declare seats: number;
  declare starts_at: Date;
  /** End of the newest year that was paid for. */
  declare ends_at: Date;
  declare created_at: Date;
}

/** A paid year of an organisation; its tokens are granted with this row. A subscription renews itself under its first order. */
export class OrganisationTerm extends Model {
  static override tableName = 'organisation_term';
  static override idColumn = ['order_id', 'starts_at'];

  declare order_id: Ref<'billing_order'>;
  declare starts_at: Date;
  declare ends_at: Date;
  declare organisation_id: Ref<'organisation'>;
  declare package_id: string;
  declare created_at: Date;
}

/** A person's membership; there is at most one. */
export class OrganisationMember extends Model {
  static override tableName = 'organisation_member';
  static override idColumn = 'account_id';

  declare account_id: Ref<'account'>;
  declare organisation_id: Ref<'organisation'>;
  declare role: 'owner' | 'member';
  declare joined_at: Date;
}

/** An invitation that was mailed. */
export class OrganisationInvite extends Model {
  static override tableName = 'organisation_invite';

  declare id: string;
  declare organisation_id: Ref<'organisation'>;
  /** In lower case. */
  declare email: string;
  /** SHA-256 of the secret in the link. */
  declare token_hash: Buffer;
  declare invited_by: Ref<'account'> | null;
  declare sent_at: Date;
  declare expires_at: Date;
  declare ended_at: Date | null;
  /** Set with `ended_at`; null: still open. */
  declare ended_how: 'accepted' | 'withdrawn' | 'expired' | null;
  declare accepted_by: Ref<'account'> | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    organisation: Table<Organisation>;
    organisation_term: Table<OrganisationTerm>;
    organisation_member: Table<OrganisationMember>;
    organisation_invite: Table<OrganisationInvite>;
  }
}

import { Model } from 'objection';
import type { OrganisationRole, PersonSource, RoleGiver } from '#contract/organisations/roles.ts';
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
  declare role: OrganisationRole;
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
  /** The person's role. */
  declare role: OrganisationRole;
  declare invited_by: Ref<'account'> | null;
  declare sent_at: Date;
  declare expires_at: Date;
  declare ended_at: Date | null;
  /** Set with `ended_at`; null: still open. */
  declare ended_how: 'accepted' | 'withdrawn' | 'expired' | null;
  declare accepted_by: Ref<'account'> | null;
}

export type PersonState = 'waiting' | 'joined' | 'left';

/** Somebody an organisation knows: who waits for an invite to be taken up, has joined, or has left. Whoever joined has a membership too. */
export class OrganisationPerson extends Model {
  static override tableName = 'organisation_person';

  declare id: string;
  declare organisation_id: Ref<'organisation'>;
  /** The account that has joined, or had. */
  declare account_id: Ref<'account'> | null;
  /** In lower case; by it the organisation knows the person, whatever the account's address becomes. */
  declare email: string;
  /** The directory's user name for the person; null: the address. */
  declare user_name: string | null;
  /** The directory's or the list's own id. */
  declare external_id: string | null;
  declare given_name: string;
  declare family_name: string;
  /** As the organisation's list has it; the account keeps its own. */
  declare birth_year: number | null;
  /** The person's current or future role. */
  declare role: OrganisationRole;
  declare role_by: RoleGiver;
  /** The manually assigned role before a directory or a rule assigned one; null: no role above member. */
  declare hand_role: Exclude<OrganisationRole, 'owner'> | null;
  declare state: PersonState;
  /** Where the organisation has the person from. */
  declare source: PersonSource;
  /** Who answered for a person under 13 before that person joined, and why. */
  declare authorised_by: Ref<'account'> | null;
  declare authorised_why: string | null;
  declare authorised_at: Date | null;
  /** Grows with every change. */
  declare version: number;
  declare created_at: Date;
  declare changed_at: Date;
  declare left_at: Date | null;
}

/** A class or a group of an organisation's people. */
export class OrganisationGroup extends Model {
  static override tableName = 'organisation_group';

  declare id: string;
  declare organisation_id: Ref<'organisation'>;
  declare name: string;
  declare external_id: string | null;
  declare source: 'roster' | 'scim';
  declare version: number;
  declare created_at: Date;
  declare changed_at: Date;
}

/** Who is in which group. */
export class OrganisationGroupPerson extends Model {
  static override tableName = 'organisation_group_person';
  static override idColumn = ['group_id', 'person_id'];

  declare group_id: Ref<'organisation_group'>;
  declare person_id: Ref<'organisation_person'>;
}

/** A domain whose addresses an organisation claims, or, once it is verified, has: one organisation at most has a domain. */
export class OrganisationDomain extends Model {
  static override tableName = 'organisation_domain';

  declare id: string;
  declare organisation_id: Ref<'organisation'>;
  /** In lower case. */
  declare domain: string;
  declare added_by: Ref<'account'> | null;
  declare added_at: Date;
  /** When its owner proved it; null: only claimed, which opens nothing. */
  declare verified_at: Date | null;
  /** People with a verified address of this domain can join by themselves. */
  declare joins: boolean;
  /** The required value of its TXT record; null: claimed before records existed. */
  declare proof: string | null;
  declare checked_at: Date | null;
  /** Since when the record of a verified domain has not been found. */
  declare missing_since: Date | null;
  /** When its administrators were told so. */
  declare warned_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    organisation: Table<Organisation>;
    organisation_term: Table<OrganisationTerm>;
    organisation_member: Table<OrganisationMember>;
    organisation_invite: Table<OrganisationInvite>;
    organisation_domain: Table<OrganisationDomain>;
    organisation_person: Table<OrganisationPerson>;
    organisation_group: Table<OrganisationGroup>;
    organisation_group_person: Table<OrganisationGroupPerson>;
  }
}

import { Model } from 'objection';
import type { OrganisationRole, PersonSource, RoleGiver } from '#contract/organisations/roles.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A company or a school with seats and a shared wallet, which it owns in the ledger (`organisation`, id). */
export class Organisation extends Model {
  static override tableName = 'organisation';

  declare id: string;
  declare name: string;
  /** The package of the catalogue that it bought. */
  declare package_id: string;
  /** Maximum number of members. */
  declare seats: number;
  declare starts_at: Date;
  /** End of the newest year that was paid for. */
  declare ends_at: Date;
  declare created_at: Date;
}

/** A paid year of an organisation; its tokens are granted with this row. Renewals of a subscription belong to its first order. */
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

/** A person whom an organisation knows: waiting to accept an invite, joined, or left. A person who has joined has a membership too. */
export class OrganisationPerson extends Model {
  static override tableName = 'organisation_person';

  declare id: string;
  declare organisation_id: Ref<'organisation'>;
  /** The account that has joined, also after leaving. */
  declare account_id: Ref<'account'> | null;
  /** In lower case. Identifies the person in the organisation, even if the account's address changes. */
  declare email: string;
  /** The directory's user name for the person; null when it is the address. */
  declare user_name: string | null;
  /** The id in the directory or list. */
  declare external_id: string | null;
  declare given_name: string;
  declare family_name: string;
  /** As in the organisation's list; the account has its own. */
  declare birth_year: number | null;
  /** The person's current or future role. */
  declare role: OrganisationRole;
  declare role_by: RoleGiver;
  /** The role given by hand before a directory or a rule gave another; null for none above member. */
  declare hand_role: Exclude<OrganisationRole, 'owner'> | null;
  declare state: PersonState;
  /** How the organisation came to know the person. */
  declare source: PersonSource;
  /** Who gave the school's consent for a person under 13 before they joined, and why. */
  declare authorised_by: Ref<'account'> | null;
  declare authorised_why: string | null;
  declare authorised_at: Date | null;
  /** Increases with every change. */
  declare version: number;
  declare created_at: Date;
  declare changed_at: Date;
  declare left_at: Date | null;
}

/** A class or group of people in an organisation. */
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

/** Membership of a person in a group. */
export class OrganisationGroupPerson extends Model {
  static override tableName = 'organisation_group_person';
  static override idColumn = ['group_id', 'person_id'];

  declare group_id: Ref<'organisation_group'>;
  declare person_id: Ref<'organisation_person'>;
}

/**
 * A domain whose addresses an organisation claims; once verified, they belong to it. At most one organisation can have verified a domain.
 */
export class OrganisationDomain extends Model {
  static override tableName = 'organisation_domain';

  declare id: string;
  declare organisation_id: Ref<'organisation'>;
  /** In lower case. */
  declare domain: string;
  declare added_by: Ref<'account'> | null;
  declare added_at: Date;
  /** When it was verified; null while only claimed, which has no effect. */
  declare verified_at: Date | null;
  /** Whether people with a verified address of this domain can join by themselves. */
  declare joins: boolean;
  /** The required value of its TXT record; null for domains claimed before records existed. */
  declare proof: string | null;
  declare checked_at: Date | null;
  /** Since when a verified domain's record has been missing. */
  declare missing_since: Date | null;
  /** When the administrators were informed of that. */
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

import type { OrganisationPerson } from '#contract/organisations/organisation.contract.ts';
import type { RosterColumn, RosterKind, RosterReason } from '#contract/organisations/rosters.contract.ts';
import type { OrganisationRole } from '#contract/organisations/roles.ts';
import { shownAddress } from '#frontend/lib/shown-address.ts';
import { t } from '#frontend/lib/text.ts';

export const nameOf = ({ name, ...addressed }: Pick<OrganisationPerson, 'name' | 'email' | 'platform'>): string =>
  name || shownAddress(addressed);

export const roleName = (role: OrganisationRole): string =>
  ({ owner: () => t('Owner'), administrator: () => t('Administrator'), teacher: () => t('Teacher'), member: () => t('Member') })[role]();

/** A member's role, and its source if it was assigned automatically: it can then disappear without anyone here acting. */
export function givenRole({ role, role_by: by }: Pick<OrganisationPerson, 'role' | 'role_by'>): string {
  if (role === 'member' || by === 'hand') return roleName(role);
  return by === 'directory'
    ? t('{role}, set by the directory', { role: roleName(role) })
    : t('{role}, set by sign-in rules', { role: roleName(role) });
}

/** What will happen to an automatically assigned role; null for others. */
export function giverAbout({ role, role_by: by }: Pick<OrganisationPerson, 'role' | 'role_by'>): string | null {
  if (role === 'member' || by === 'hand') return null;
  return by === 'directory'
    ? t('Your directory has assigned this role and can remove it. Roles you assign here stay, whatever the directory does.')
    : t('Your sign-in rules assigned this role and decide it again at each sign-in.');
}

/** The permissions of a role, for the person assigning it. */
export const roleAbout = (role: OrganisationRole): string =>
  ({
    owner: () => t('Everything, including the contract and its payments. Must be an adult.'),
    administrator: () => t('People and how they sign in, but not the contract.'),
    teacher: () => t('Classes, but not lists of people.'),
    member: () => t('Learns and uses the token pool.'),
  })[role]();

export const stateName = (state: OrganisationPerson['state']): string =>
  ({ joined: () => t('Joined'), waiting: () => t('Invited'), left: () => t('Left') })[state]();

export const sourceName = (source: OrganisationPerson['source']): string =>
  ({
    purchase: () => t('Bought the plan'),
    invite: () => t('Invited manually'),
    roster: () => t('From a list'),
    scim: () => t('From the directory'),
    sign_in: () => t('By signing in'),
    lms: () => t('From a learning platform'),
    domain: () => t('By the domain of the address'),
  })[source]();

export const columnName = (column: RosterColumn): string =>
  ({
    email: () => t('Email address'),
    given_name: () => t('First name'),
    family_name: () => t('Last name'),
    name: () => t('Name'),
    role: () => t('Role'),
    external_id: () => t('External id'),
    groups: () => t('Classes'),
    birth_year: () => t('Year of birth'),
  })[column]();

export const kindName = (kind: RosterKind): string =>
  ({
    added: () => t('Added'),
    changed: () => t('Changed'),
    removed: () => t('Removed'),
    same: () => t('Unchanged'),
    refused: () => t('Refused'),
  })[kind]();

export const reasonWords = (reason: RosterReason): string =>
  ({
    no_email: () => t('The address is missing.'),
    bad_email: () => t('This is not an email address.'),
    twice: () => t('The address is in the list twice; the first line counts.'),
    bad_role: () => t('The role must be administrator, teacher or member.'),
    bad_birth_year: () => t('This is not a year of birth.'),
    rounded_id: () =>
      t('A spreadsheet has rounded the external id. Format the column as text, enter the full number and save the file again.'),
    lost_letters: () => t('Some letters in this line were lost before it was uploaded. Export the list again.'),
    too_long: () => t('A value is too long.'),
    owner_by_hand: () => t('Owners can only be assigned and changed manually.'),
    above_role: () => t('The role is above yours.'),
    self: () => t('You cannot change your own role with a list.'),
    external_id_taken: () => t('The external ID belongs to someone else.'),
    seats: () => t('No seats left.'),
    too_young: () => t('Too young for the role.'),
    changed_since: () => t('Something has changed since the preview.'),
  })[reason]();

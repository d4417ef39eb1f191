import { reaches, type OrganisationRole } from '#contract/organisations/roles.ts';
import type { OrganisationPerson } from '../organisation.model.ts';
import type { WantedUser } from './scim-user.ts';

/** A person's role, its source, and the role that remains if a directory or the sign-in's rules withdraw it. */
type Standing = Pick<OrganisationPerson, 'role' | 'role_by' | 'hand_role'>;

/** Returns the role that was given by hand; nobody has given less than a member's. */
const handRoleOf = ({ role, role_by: by, hand_role: kept }: Standing): OrganisationRole => (by === 'hand' ? role : (kept ?? 'member'));

/**
 * Decides about what a directory says of somebody's role. It raises, and takes away what it has given; what was given by hand stays. Owners are
 * none of its business.
 * @returns null: everything stays as it is
 */
export function roleByDirectory(person: Standing, said: WantedUser['role']): { role: OrganisationRole; by: 'hand' | 'directory' } | null {
  if (said === null || person.role === 'owner') return null;
  const byHand = { role: handRoleOf(person), by: 'hand' } as const;
  if (said === 'none') return person.role_by === 'directory' ? byHand : null;
  const decided = reaches(byHand.role, said) ? byHand : ({ role: said, by: 'directory' } as const);
  return decided.role === person.role && decided.by === person.role_by ? null : decided;
}

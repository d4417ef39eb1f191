import { reaches, type OrganisationRole } from '#contract/organisations/roles.ts';
import type { OrganisationPerson } from '../organisation.model.ts';
import type { WantedUser } from './scim-user.ts';

/** A person's role, its source, and the role that remains when a directory or the sign-in's rules withdraw theirs. */
type Standing = Pick<OrganisationPerson, 'role' | 'role_by' | 'hand_role'>;

/** Returns the role given by hand, which is at least member. */
const handRoleOf = ({ role, role_by: by, hand_role: kept }: Standing): OrganisationRole => (by === 'hand' ? role : (kept ?? 'member'));

/**
 * Decides a person's role when a directory names one, or none. A directory can raise a role and withdraw what it gave, but not change a
 * role given by hand, nor owners.
 * @returns null when nothing changes
 */
export function roleByDirectory(person: Standing, said: WantedUser['role']): { role: OrganisationRole; by: 'hand' | 'directory' } | null {
  if (said === null || person.role === 'owner') return null;
  const byHand = { role: handRoleOf(person), by: 'hand' } as const;
  if (said === 'none') return person.role_by === 'directory' ? byHand : null;
  const decided = reaches(byHand.role, said) ? byHand : ({ role: said, by: 'directory' } as const);
  return decided.role === person.role && decided.by === person.role_by ? null : decided;
}

import type { RosterReason } from '#contract/organisations/rosters.contract.ts';
import { isPlatformAddress } from '#contract/lti/platform-address.ts';
import { reaches, type OrganisationRole } from '#contract/organisations/roles.ts';
import type { PersonState } from '../organisation.model.ts';
import type { ReadRow } from './read-roster.task.ts';
import type { OrganisationRosterRow, RosterBefore, RosterFields } from './roster.model.ts';

/** A person's data that a list is compared with. */
export interface KnownPerson {
  readonly id: string;
  readonly account_id: string | null;
  readonly email: string;
  readonly role: OrganisationRole;
  readonly state: PersonState;
  readonly given_name: string;
  readonly family_name: string;
  readonly external_id: string | null;
  readonly birth_year: number | null;
  /** Names of the groups that came from lists. */
  readonly groups: readonly string[];
}

interface Actor {
  readonly accountId: string;
  readonly role: OrganisationRole;
}

export type PlannedRow = Pick<OrganisationRosterRow, 'line' | 'kind' | 'email' | 'name' | 'wanted' | 'before' | 'reason' | 'person_id'>;

const nameOf = ({ given_name: given, family_name: family }: RosterFields): string => `${given ?? ''} ${family ?? ''}`.trim();

/**
 * Compares lines with the people of an organisation. Plans what each line changes, or why it is refused: nobody is raised above the
 * uploader, nobody above the uploader is touched, and only people make owners.
 */
export class RosterDiff {
  readonly #byEmail: ReadonlyMap<string, KnownPerson>;
  readonly #byExternalId: Map<string, string>;
  readonly #actor: Actor;
  readonly #seen = new Set<string>();
  #lastLine = 0;

  constructor(people: readonly KnownPerson[], actor: Actor) {
    this.#byEmail = new Map(people.map((one) => [one.email, one]));
    this.#byExternalId = new Map(people.flatMap(({ external_id: id, email }) => (id === null ? [] : [[id, email] as const])));
    this.#actor = actor;
  }

  /** Plans the change of a line. */
  plan(row: ReadRow): PlannedRow {
    this.#lastLine = Math.max(this.#lastLine, row.line);
    const person = this.#byEmail.get(row.email);
    const { role, external_id, birth_year, groups } = row;
    const wanted: RosterFields = { ...namesOf(row, person), role, external_id, birth_year, groups };
    const planned = {
      line: row.line,
      email: row.email,
      wanted,
      before: person ? beforeOf(person) : null,
      person_id: person?.id ?? null,
      reason: null,
    };
    const name = nameOf(wanted) || (person ? nameOf(person) : '');
    const reason = row.reason ?? this.#refusal(row, person);
    // a refused line names its person too: they are not missing
    this.#seen.add(row.email);
    if (reason) return { ...planned, name, kind: 'refused', reason };
    if (external_id !== null) this.#byExternalId.set(external_id, row.email);
    if (!person || person.state === 'left') return { ...planned, name, kind: 'added' };
    return { ...planned, name, kind: isChanged(person, wanted) ? 'changed' : 'same' };
  }

  #refusal({ email, role, external_id: externalId }: ReadRow, person: KnownPerson | undefined): RosterReason | null {
    if (externalId !== null && (this.#byExternalId.get(externalId) ?? email) !== email) return 'external_id_taken';
    if (role !== null && !reaches(this.#actor.role, role)) return 'above_role';
    if (!person || role === null || role === person.role || person.state === 'left') return null;
    if (person.account_id === this.#actor.accountId) return 'self';
    if (person.role === 'owner') return 'owner_by_hand';
    return reaches(this.#actor.role, person.role) ? null : 'above_role';
  }

  /**
   * Plans the removal of people whom no line names: only members and teachers, never the uploader, and nobody from a learning platform
   * without an address, because no list can contain them.
   */
  missing(): PlannedRow[] {
    return [...this.#byEmail.values()]
      .filter(({ email, role, state }) => state !== 'left' && (role === 'member' || role === 'teacher') && !this.#seen.has(email))
      .filter(({ account_id: id, email }) => id !== this.#actor.accountId && !isPlatformAddress(email))
      .map((person) => ({
        line: (this.#lastLine += 1),
        kind: 'removed',
        email: person.email,
        name: nameOf(person),
        wanted: null,
        before: beforeOf(person),
        reason: null,
        person_id: person.id,
      }));
  }
}

const beforeOf = ({ given_name, family_name, role, external_id, birth_year, groups, state }: KnownPerson): RosterBefore => ({
  given_name,
  family_name,
  role,
  external_id,
  birth_year,
  groups,
  state,
});

/** Returns a line's name; a full name does not replace parts that form the same name, in either order. */
function namesOf(
  { whole_name: whole, given_name, family_name }: ReadRow,
  person: KnownPerson | undefined,
): Pick<RosterFields, 'given_name' | 'family_name'> {
  if (whole === null || !person) return { given_name, family_name };
  const parts = [person.given_name, person.family_name].filter((part) => part !== '');
  const isSame = [parts.join(' '), parts.toReversed().join(' '), parts.toReversed().join(', ')].includes(whole);
  return isSame ? { given_name: null, family_name: null } : { given_name, family_name };
}

function isChanged(person: KnownPerson, wanted: RosterFields): boolean {
  const differs = (key: 'given_name' | 'family_name' | 'role' | 'external_id' | 'birth_year') =>
    wanted[key] !== null && wanted[key] !== undefined && wanted[key] !== person[key];
  const groups = wanted.groups ?? null;
  const others = groups !== null && [...groups].toSorted().join('\n') !== [...person.groups].toSorted().join('\n');
  return others || (['given_name', 'family_name', 'role', 'external_id', 'birth_year'] as const).some(differs);
}

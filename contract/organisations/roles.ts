/** Roles in an organisation, highest first. A role can do what `ORGANISATION_ACTS` grants it; rank alone grants nothing. */
export const ORGANISATION_ROLES = ['owner', 'administrator', 'teacher', 'member'] as const;
export type OrganisationRole = (typeof ORGANISATION_ROLES)[number];

/** Tells whether a text is a role. */
export const isOrganisationRole = (text: string): text is OrganisationRole => (ORGANISATION_ROLES as readonly string[]).includes(text);

/**
 * Who can do what in an organisation; no other code decides it. Owners are responsible for the contract and its money, administrators for
 * people and their sign-in, teachers for classes. All members can read the organisation's name, its plan and their own data, and can leave.
 */
export const ORGANISATION_ACTS = {
  /** Buying, renewing and cancelling; deleting the account affects the contract. */
  hold_contract: ['owner'],
  /** API keys that spend from the pool. */
  hold_keys: ['owner'],
  /** The list of people with their spending, and the open invites. */
  see_people: ['owner', 'administrator'],
  invite: ['owner', 'administrator'],
  remove_people: ['owner', 'administrator'],
  give_roles: ['owner', 'administrator'],
  /** Consenting for members under 13, as their school. */
  authorise_minors: ['owner', 'administrator'],
  /** Lists of people, by file and by SCIM. */
  provision: ['owner', 'administrator'],
  /** Domains and the members' sign-in. */
  set_sign_in: ['owner', 'administrator'],
  /** The log of changes to people, roles, sign-in and tokens. */
  see_audit: ['owner', 'administrator'],
  /** Learning platforms (LMS) that open lessons, with their member lists and refusals. */
  set_up_lms: ['owner', 'administrator'],
  /** Creating classes, managing one's own, and offering one's own courses to an LMS. */
  teach: ['owner', 'administrator', 'teacher'],
  /** Managing every class, its teachers and its spending limits. */
  oversee_classes: ['owner', 'administrator'],
} as const satisfies Record<string, readonly OrganisationRole[]>;
export type OrganisationAct = keyof typeof ORGANISATION_ACTS;

/** Returns the roles that can do something. */
export const rolesThatMay = (act: OrganisationAct): readonly OrganisationRole[] => ORGANISATION_ACTS[act];

/** Tells whether a role can do something. */
export const roleMay = (role: OrganisationRole, act: OrganisationAct): boolean => rolesThatMay(act).includes(role);

/** Tells whether a role is at least as high as another: nobody can assign a role above their own, or change a person above themselves. */
export const reaches = (role: OrganisationRole, other: OrganisationRole): boolean =>
  ORGANISATION_ROLES.indexOf(role) <= ORGANISATION_ROLES.indexOf(other);

/** Returns the roles that a person with this role can assign, highest first. */
export const rolesToGive = (role: OrganisationRole): readonly OrganisationRole[] =>
  roleMay(role, 'give_roles') ? ORGANISATION_ROLES.filter((other) => reaches(role, other)) : [];

/** How a person came into an organisation. */
export const PERSON_SOURCES = ['purchase', 'invite', 'roster', 'scim', 'sign_in', 'lms', 'domain'] as const;
export type PersonSource = (typeof PERSON_SOURCES)[number];

/**
 * Who assigned a person's role: somebody by hand (also by a list or an invite), a directory, or the rules of the organisation's sign-in.
 */
export const ROLE_GIVERS = ['hand', 'directory', 'sign_in'] as const;
export type RoleGiver = (typeof ROLE_GIVERS)[number];

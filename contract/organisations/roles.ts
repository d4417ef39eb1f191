/** Roles in an organisation, highest first. Each can do what `ORGANISATION_ACTS` grants it; rank alone grants nothing. */
export const ORGANISATION_ROLES = ['owner', 'administrator', 'teacher', 'member'] as const;
export type OrganisationRole = (typeof ORGANISATION_ROLES)[number];

/** Tells whether a text is a role. */
export const isOrganisationRole = (text: string): text is OrganisationRole => (ORGANISATION_ROLES as readonly string[]).includes(text);

/**
 * Who may do what in an organisation; nothing else decides it. An owner answers for the contract and its money, an administrator for people
 * and how they sign in, a teacher for classes. Whoever is in the organisation reads its name, its plan and the own part, and may leave.
 */
export const ORGANISATION_ACTS = {
  /** Buying, renewing and cancelling, and what deleting the account would end. */
  hold_contract: ['owner'],
  /** API keys that spend from the pool. */
  hold_keys: ['owner'],
  /** The list of people with what each spends, and the open invites. */
  see_people: ['owner', 'administrator'],
  invite: ['owner', 'administrator'],
  remove_people: ['owner', 'administrator'],
  give_roles: ['owner', 'administrator'],
  /** Answering for members under 13, as their school. */
  authorise_minors: ['owner', 'administrator'],
  /** Lists of people, by file and by SCIM. */
  provision: ['owner', 'administrator'],
  /** Domains, and how members sign in. */
  set_sign_in: ['owner', 'administrator'],
  /** Who has changed what of people, roles, sign-in and tokens. */
  see_audit: ['owner', 'administrator'],
  /** Learning platforms (LMS) that open lessons, and the lists and refusals that come from them. */
  set_up_lms: ['owner', 'administrator'],
  /** Making classes, managing those one teaches, and saying which own courses may be placed in an LMS. */
  teach: ['owner', 'administrator', 'teacher'],
  /** Managing every class: who teaches it, and what it may spend. */
  oversee_classes: ['owner', 'administrator'],
} as const satisfies Record<string, readonly OrganisationRole[]>;
export type OrganisationAct = keyof typeof ORGANISATION_ACTS;

/** Returns the roles that may do something. */
export const rolesThatMay = (act: OrganisationAct): readonly OrganisationRole[] => ORGANISATION_ACTS[act];

/** Tells whether a role may do something. */
export const roleMay = (role: OrganisationRole, act: OrganisationAct): boolean => rolesThatMay(act).includes(role);

/** Tells whether a role is at least as high as another: nobody gives a role above their own, or touches somebody above themselves. */
export const reaches = (role: OrganisationRole, other: OrganisationRole): boolean =>
  ORGANISATION_ROLES.indexOf(role) <= ORGANISATION_ROLES.indexOf(other);

/** Returns the roles that somebody of a role may give, highest first. */
export const rolesToGive = (role: OrganisationRole): readonly OrganisationRole[] =>
  roleMay(role, 'give_roles') ? ORGANISATION_ROLES.filter((other) => reaches(role, other)) : [];

/** Where an organisation has a person from. */
export const PERSON_SOURCES = ['purchase', 'invite', 'roster', 'scim', 'sign_in', 'lms', 'domain'] as const;
export type PersonSource = (typeof PERSON_SOURCES)[number];

/** By whom a person has the role: by hand (also by a list or an invite), by a directory, or by the rules of the organisation's sign-in. */
export const ROLE_GIVERS = ['hand', 'directory', 'sign_in'] as const;
export type RoleGiver = (typeof ROLE_GIVERS)[number];

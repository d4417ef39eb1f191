/** Roles in an organisation, highest first. A role can do what `ORGANISATION_ACTS` grants it; rank alone grants nothing. */
export const ORGANISATION_ROLES = ['owner', 'administrator', 'teacher', 'member'] as const;
export type OrganisationRole = (typeof ORGANISATION_ROLES)[number];

/** Tells whether a text is a role. */
export const isOrganisationRole = (text: string): text is OrganisationRole => (ORGANISATION_ROLES as readonly string[]).includes(text);

/**
 * Who sets what is limited in an organisation. A teacher reaches their own classes only, and so does a `class_teacher`, a member
 * who teaches a class without being a teacher of the organisation. Nobody lifts a limit of a role above theirs: of several limits the
 * strictest counts (`leftOfClasses`), and who cannot set a limit cannot end what it applies to.
 */
export const LIMIT_SETTERS = {
  /** What a class, and each of its students, spends from the pool in a month. */
  class_tokens: ['owner', 'administrator'],
  /** Ending a student's place in a class with such a limit, which ends the limit for them; a place that ends otherwise leaves it. */
  limited_places: ['owner', 'administrator'],
  /** Students of a class: adding them, and removing them where nothing is limited. */
  class_students: ['owner', 'administrator', 'teacher', 'class_teacher'],
  class_teachers: ['owner', 'administrator'],
  /** People of the organisation, and their roles up to one's own. */
  members: ['owner', 'administrator'],
  /** The number of seats, which is bought. */
  seats: ['owner'],
  /** Budgets of the keys that spend from the pool. */
  key_budgets: ['owner'],
  /** Directories, sign-in and learning platforms. */
  providers: ['owner', 'administrator'],
} as const;
export type Limited = keyof typeof LIMIT_SETTERS;
export type LimitSetter = Exclude<OrganisationRole, 'member'> | 'class_teacher' | 'student';

/** Tells whether somebody can set a limit, or what lifts it. */
export const maySet = (who: LimitSetter, what: Limited): boolean => (LIMIT_SETTERS[what] as readonly LimitSetter[]).includes(who);

/**
 * Who can do what in an organisation; no other code decides it. Owners are responsible for the contract and its money, administrators for
 * people and their sign-in, teachers for classes. All members can read the organisation's name, its plan and their own data, and can leave.
 */
export const ORGANISATION_ACTS = {
  /** Buying, renewing and cancelling; deleting the account affects the contract. */
  hold_contract: LIMIT_SETTERS.seats,
  /** API keys that spend from the pool. */
  hold_keys: LIMIT_SETTERS.key_budgets,
  /** The list of people with their spending, and the open invites. */
  see_people: ['owner', 'administrator'],
  invite: LIMIT_SETTERS.members,
  remove_people: LIMIT_SETTERS.members,
  give_roles: LIMIT_SETTERS.members,
  /** Consenting for members under 13, as their school. */
  authorise_minors: ['owner', 'administrator'],
  /** Lists of people, by file and by SCIM. */
  provision: LIMIT_SETTERS.providers,
  /** Domains and the members' sign-in. */
  set_sign_in: LIMIT_SETTERS.providers,
  /** The log of changes to people, roles, sign-in and tokens. */
  see_audit: ['owner', 'administrator'],
  /** Learning platforms (LMS) that open lessons, with their member lists and refusals. */
  set_up_lms: LIMIT_SETTERS.providers,
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

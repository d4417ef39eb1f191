/** The scopes of API keys (worded in `contract/identity/key-scopes.ts`), in display order. */
export const KEY_SCOPE_IDS = [
  'courses:read',
  'courses:write',
  'generate',
  'learn',
  'mentor',
  'media',
  'studio',
  'account:read',
  'organisation',
  'classes',
  'operate:read',
  'operate',
] as const;
export type KeyScope = (typeof KEY_SCOPE_IDS)[number];

/** Why an endpoint needs a person, whatever a key's scopes are. */
export const PERSON_ONLY = {
  access: 'It changes how people sign in, or deletes an account.',
  payment: 'It pays, pays out, or commits to a payment.',
  own_word: 'Others would take it for a person’s own words or decision.',
  told: 'It decides who receives events, or returns a signing secret.',
  other_people: 'It reveals or changes data of other people, or a person’s location.',
  everything: 'It exports all data, or creates a link that anyone can open.',
  lms: 'It belongs to an LMS launch, or sets up an LMS.',
  installation: 'It decides about people, secrets or money of the whole installation.',
} as const;
export type PersonOnly = keyof typeof PERSON_ONLY;

/** The scopes of API keys, any one of which opens an endpoint; `any` accepts every key. */
export type ScopesRule = 'any' | readonly [KeyScope, ...KeyScope[]];

/** Why an endpoint needs no session, so that none is public by mistake. */
export type PublicAs =
  /** Operational status, and content that is public by nature. */
  | 'information'
  | 'market'
  /** Requests that carry their own proof, or belong to a secret link. */
  | 'secret_link'
  /** Signing in and out. */
  | 'sign_in'
  /** Endpoints that learning platforms read, or that their pages call before they have a token. */
  | 'lms'
  /** A mail's secret link. */
  | 'mail_link';

/**
 * Why every signed-in user can address what a path identifies: what it is, and the parameters that identify it. No parameter identifies an account
 * of which the answer shows something.
 */
export const NAMES_OPEN = {
  own: { says: 'Only the caller’s own data, which the path subdivides.', params: ['provider', 'language', 'upload_id', 'part', 'month'] },
  published_course: { says: 'A course in the market.', params: ['course_id'] },
  library_course: { says: 'A ready course of the free library.', params: ['slug'] },
  group: { says: 'A study group, of which everyone can see that it exists.', params: ['group_id'] },
  post: { says: 'A forum, a post or a reply.', params: ['forum_id', 'post_id', 'reply_id'] },
  event: { says: 'A local event.', params: ['event_id'] },
  place: { says: 'A study place.', params: ['location_id'] },
  room: { says: 'A study room, or the chat of all users.', params: ['room_id'] },
  person: { says: 'A person, whom the caller mutes or blocks: the answer shows nothing of them.', params: ['person_id'] },
} as const;
export type NamesOpen = keyof typeof NAMES_OPEN;

/** Who reads a text that somebody sends to an endpoint without an age rule. */
export type TextReader =
  /** There is no text, only choices, numbers, dates and ids. */
  | 'no_text'
  | 'sender'
  /** Owners and administrators of an organisation, who are adults. */
  | 'organisation_administrators'
  /** People who can set up the organisation's platforms. */
  | 'lms_administrators'
  /** The person concerned, a member of the same organisation. */
  | 'member_concerned'
  /** People who manage the members of the same organisation. */
  | 'roster_administrators'
  /** Teachers and students of a class, whom the same organisation has added. */
  | 'class'
  | 'operators'
  /** Others, once the text is published, and while the writer's age allows it (`isInMarket`). */
  | 'market'
  /** Others, if the writer is old enough to be visible (`community_visibility`, `leaderboard`). */
  | 'profile_visitors';

/**
 * What a public endpoint does after the account behind it is suspended, is deleted or turns out to be a child's without consent.
 * - `ends`: it no longer shows anything of the account (`api/platform/open-links.test.ts` calls it).
 * - `goesOn`: it opens no session and shows nothing; the reason why it may continue.
 * - `no_secret`: nothing that is sent to it opens anything.
 */
export type LinkRule = 'ends' | 'no_secret' | { readonly goesOn: string };

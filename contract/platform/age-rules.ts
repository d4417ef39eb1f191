/** Children below this age need a parent's or a school's agreement (COPPA). */
export const CHILD_BELOW = 13;
export const ADULT_AT = 18;

/** A user's age group, determined by the year of birth alone. */
export type AgeBand = 'child' | 'minor' | 'adult' | 'unknown';
/**
 * When an age band can use a feature: always, once a parent has agreed (`parent`), once a parent or the school has (`parent_or_school`), or
 * never. `told`: only after giving the unknown year of birth.
 */
export type Allowance = 'yes' | 'parent' | 'parent_or_school' | 'told' | 'no';

/**
 * Which age bands can use which features (PROF-04, A17, G26, G48). An endpoint declares one of these rules as `age`, and the guard enforces
 * it; a command calls `assertAge`; a screen shows the result of `ageRefusal`.
 */
export const AGE_RULES = {
  /** Sharing one's location, and seeing people nearby. */
  location: { unknown: 'told', child: 'no', minor: 'no', adult: 'yes' },
  /** Being visible to others: public profile, connections, lists of people (members of a group, people online). */
  community_visibility: { unknown: 'told', child: 'no', minor: 'no', adult: 'yes' },
  /** Appearing by name on a leaderboard. */
  leaderboard: { unknown: 'told', child: 'no', minor: 'parent', adult: 'yes' },
  /** Voice and video calls. */
  voice: { unknown: 'told', child: 'no', minor: 'parent', adult: 'yes' },
  /**
   * Writing for strangers (forums, shared courses, the market), and everything in rooms where members meet (groups, live chat, messages): reading,
   * writing, the live feed, mentions, notifications and membership. Forums are public: every signed-in user can read them.
   */
  chat_with_strangers: { unknown: 'told', child: 'no', minor: 'parent', adult: 'yes' },
  /** Coaching and events: 18 and older, or with a parent's consent. Users of unknown age have confirmed it by accepting the terms. */
  coaching: { unknown: 'yes', child: 'parent', minor: 'parent', adult: 'yes' },
  /** Buying plans, tokens and courses, and trials. */
  purchase: { unknown: 'yes', child: 'parent', minor: 'parent', adult: 'yes' },
  /** Owning an organisation, which pays for others and is responsible for pupils: owners have confirmed that they are adults. */
  organisation_owner: { unknown: 'told', child: 'no', minor: 'no', adult: 'yes' },
  /** News and offers by email. */
  marketing_mail: { unknown: 'yes', child: 'no', minor: 'no', adult: 'yes' },
  /** Voice notes to oneself, which no other user hears. */
  voice_notes: { unknown: 'yes', child: 'parent_or_school', minor: 'yes', adult: 'yes' },
  /**
   * Creating a link that cannot be guessed and opens for anyone who has it: a certificate with its holder's name, a clip, an audio feed.
   * Strangers do not come across it, so an unknown year of birth does not matter.
   */
  secret_address: { unknown: 'yes', child: 'parent_or_school', minor: 'yes', adult: 'yes' },
} as const satisfies Record<string, Record<AgeBand, Allowance>>;

export type AgeRule = keyof typeof AGE_RULES;
export const isAgeRule = (name: string): name is AgeRule => Object.hasOwn(AGE_RULES, name);

/** The parties that can consent to the account of a user under 18 (PROF-04). */
export const CONSENT_GIVERS = ['parent', 'school'] as const;
export type ConsentGiver = (typeof CONSENT_GIVERS)[number];

/** The known facts about a user's age. */
export interface AgeFacts {
  /** The year that the user gave; null if none. */
  readonly birthYear: number | null;
  /** Confirmed consents only, never claimed ones. */
  readonly consents: readonly ConsentGiver[];
}

/** Why a feature is off: the year of birth is unknown, consent is missing, or the user is too young. */
export const AGE_REFUSALS = ['age.unknown', 'age.parent_needed', 'age.consent_needed', 'age.too_young'] as const;
export type AgeRefusal = (typeof AGE_REFUSALS)[number];

/** Returns the age band. A user whose birthday may still come this year counts as the younger age. */
export function ageBandOf(birthYear: number | null, now: Date = new Date()): AgeBand {
  if (birthYear === null) return 'unknown';
  const least = now.getUTCFullYear() - birthYear - 1;
  if (least < CHILD_BELOW) return 'child';
  return least < ADULT_AT ? 'minor' : 'adult';
}

/** Returns why a rule excludes a user; null if it does not. */
export function ageRefusal(rule: AgeRule, { birthYear, consents }: AgeFacts, now: Date = new Date()): AgeRefusal | null {
  const allowance: Allowance = AGE_RULES[rule][ageBandOf(birthYear, now)];
  if (allowance === 'yes') return null;
  if (allowance === 'told') return 'age.unknown';
  if (allowance === 'parent') return consents.includes('parent') ? null : 'age.parent_needed';
  if (allowance === 'parent_or_school') return consents.length > 0 ? null : 'age.consent_needed';
  return 'age.too_young';
}

/** From this age on a child may do what needs a parent's or a school's agreement below it (COPPA). */
export const CHILD_BELOW = 13;
const ADULT_AT = 18;

/** Who somebody must be taken for, by the year of birth alone. */
export type AgeBand = 'child' | 'minor' | 'adult' | 'unknown';
/**
 * What a band may do: always, once a parent has agreed (`parent`), once a parent or the school has (`parent_or_school`), or never. `told` is
 * for who has not told the year of birth: it has to be told first.
 */
type Allowance = 'yes' | 'parent' | 'parent_or_school' | 'told' | 'no';

/**
 * What is off for whom (PROF-04, A17, G26, G48). An endpoint declares one of these as `age`, and the guard enforces it; a command asks
 * `requireAge`; a screen shows what `ageRefusal` says.
 */
export const AGE_RULES = {
  /** Sharing where one is, and seeing who is near. */
  location: { unknown: 'told', child: 'no', minor: 'no', adult: 'yes' },
  /** Being found by others: public profile, lists of people. */
  community_visibility: { unknown: 'told', child: 'no', minor: 'no', adult: 'yes' },
  /** A name on a list that others see. */
  leaderboard: { unknown: 'told', child: 'no', minor: 'parent', adult: 'yes' },
  /** Speaking with others by sound or picture. */
  voice: { unknown: 'told', child: 'no', minor: 'parent', adult: 'yes' },
  /** Writing where people one has not chosen read and answer: forums, groups, live chat, messages. */
  chat_with_strangers: { unknown: 'yes', child: 'no', minor: 'parent', adult: 'yes' },
  /** Coaching and events: 18 and older, or with a parent's consent. Who has not told the year has agreed to the terms, which say so. */
  coaching: { unknown: 'yes', child: 'parent', minor: 'parent', adult: 'yes' },
  /** News and offers by mail. */
  marketing_mail: { unknown: 'yes', child: 'no', minor: 'no', adult: 'yes' },
  /** One's own recordings, which nobody else hears. */
  voice_notes: { unknown: 'yes', child: 'parent_or_school', minor: 'yes', adult: 'yes' },
} as const satisfies Record<string, Record<AgeBand, Allowance>>;

export type AgeRule = keyof typeof AGE_RULES;
export const isAgeRule = (name: string): name is AgeRule => Object.hasOwn(AGE_RULES, name);

/** Who has agreed to the account of somebody under 18; PROF-04 names both. */
export const CONSENT_GIVERS = ['parent', 'school'] as const;
export type ConsentGiver = (typeof CONSENT_GIVERS)[number];

/** What is known of somebody's age. */
export interface AgeStanding {
  /** As told, null when not. */
  readonly birthYear: number | null;
  /** Whose agreement was confirmed, never only claimed. */
  readonly consents: readonly ConsentGiver[];
}

/** Why something is off: the year is not told, nobody has agreed yet, or it is for older people. */
export type AgeRefusal = 'age.unknown' | 'age.parent_needed' | 'age.consent_needed' | 'age.too_young';

/** Who may still have the birthday of this year before them counts as the younger one. */
export function ageBandOf(birthYear: number | null, now: Date = new Date()): AgeBand {
  if (birthYear === null) return 'unknown';
  const least = now.getUTCFullYear() - birthYear - 1;
  if (least < CHILD_BELOW) return 'child';
  return least < ADULT_AT ? 'minor' : 'adult';
}

/** Why a rule keeps somebody out; null when it does not. */
export function ageRefusal(rule: AgeRule, { birthYear, consents }: AgeStanding, now: Date = new Date()): AgeRefusal | null {
  const allowance: Allowance = AGE_RULES[rule][ageBandOf(birthYear, now)];
  if (allowance === 'yes') return null;
  if (allowance === 'told') return 'age.unknown';
  if (allowance === 'parent') return consents.includes('parent') ? null : 'age.parent_needed';
  if (allowance === 'parent_or_school') return consents.length > 0 ? null : 'age.consent_needed';
  return 'age.too_young';
}

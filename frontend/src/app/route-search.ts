import { termsSearch, type TermsSearch } from '#frontend/app/use-terms.ts';
import type { CREATOR_CATEGORIES, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';
import { COURSE_SORTS, type CourseSort } from '#contract/courses/course-sorts.ts';
import { COURSE_FILTERS, type CourseFilter } from '#frontend/features/courses/list/course-filter.ts';
import { dialogSearch, type DialogName } from '#frontend/lib/dialog-address.ts';

/**
 * What the addresses may carry behind the `?`. The router keeps a raw value that a reader leaves out: every reader names each of its
 * keys, `undefined` where the value is not one of ours.
 */
type Raw = Record<string, unknown>;

/** An all-digit value arrives as a number. */
const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;

export interface AnySearch extends TermsSearch {
  /** Somebody comes back from the payment page: read on any path, then taken out of the address (PAY-19). */
  readonly session_id?: string | undefined;
}
export const anySearch = ({ session_id, terms }: Raw): AnySearch => ({ ...termsSearch(terms), session_id: textOf(session_id) });

export interface ShellSearch {
  /** A dialog over the screen. */
  readonly dialog?: DialogName | undefined;
}
export const shellSearch = ({ dialog }: Raw): ShellSearch => dialogSearch(dialog);

export interface LinkSearch {
  /** Of a mailed link. */
  readonly token?: string | undefined;
}
export const linkSearch = ({ token }: Raw): LinkSearch => ({ token: textOf(token) });

export interface JoinSearch {
  /** Of the mail; empty when the link is not whole. */
  readonly token: string;
}
export const joinSearch = ({ token }: Raw): JoinSearch => ({ token: textOf(token) ?? '' });

export interface CoursesSearch {
  /** Absent: all. */
  readonly filter?: CourseFilter | undefined;
  readonly q?: string | undefined;
  /** Absent: last written first. */
  readonly sort?: CourseSort | undefined;
}
export const coursesSearch = ({ filter, q, sort }: Raw): CoursesSearch => ({
  filter: COURSE_FILTERS.find((known) => known === filter),
  q: textOf(q),
  sort: COURSE_SORTS.find((known) => known === sort),
});

export interface MarketAddress {
  readonly q?: string | undefined;
  readonly category?: (typeof CREATOR_CATEGORIES)[number] | undefined;
  readonly difficulty?: (typeof CREATOR_DIFFICULTIES)[number] | undefined;
  readonly language?: string | undefined;
  readonly length?: 'short' | 'medium' | 'long' | undefined;
  readonly price?: 'free' | 'paid' | undefined;
  readonly rating?: number | undefined;
  readonly creator?: string | undefined;
  readonly sort?: 'popular' | 'newest' | 'rating' | 'price' | undefined;
  readonly page?: number | undefined;
}
const oneOf = <V extends string>(known: readonly V[], value: unknown): V | undefined => known.find((one) => one === value);
const numberOf = (value: unknown, least: number, most: number): number | undefined =>
  Number.isInteger(Number(value)) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined;
export const marketSearch = (raw: Raw): MarketAddress => ({
  q: textOf(raw.q),
  category: oneOf(['business', 'technology', 'creative', 'personal', 'academic'], raw.category),
  difficulty: oneOf(['beginner', 'intermediate', 'advanced'], raw.difficulty),
  language: textOf(raw.language),
  length: oneOf(['short', 'medium', 'long'], raw.length),
  price: oneOf(['free', 'paid'], raw.price),
  rating: numberOf(raw.rating, 1, 5),
  creator: textOf(raw.creator),
  sort: oneOf(['popular', 'newest', 'rating', 'price'], raw.sort),
  page: numberOf(raw.page, 1, 500),
});

export interface NotesSearch {
  readonly q?: string | undefined;
}
export const notesSearch = ({ q }: Raw): NotesSearch => ({ q: textOf(q) });

export interface NearbySearch {
  /** Absent: all. */
  readonly show?: 'learners' | 'events' | 'locations' | undefined;
  /** The event that is looked at. */
  readonly event?: string | undefined;
}
export const nearbySearch = ({ show, event }: Raw): NearbySearch => ({
  show: oneOf(['learners', 'events', 'locations'], show),
  event: textOf(event),
});

export interface DiscussionsSearch {
  /** Absent: all forums. */
  readonly forum?: 'general' | 'technical' | 'learning' | 'career' | undefined;
  readonly q?: string | undefined;
}
export const discussionsSearch = ({ forum, q }: Raw): DiscussionsSearch => ({
  forum: oneOf(['general', 'technical', 'learning', 'career'], forum),
  q: textOf(q),
});

export interface GroupsSearch {
  readonly q?: string | undefined;
  /** Those the reader belongs to. */
  readonly mine?: 'yes' | undefined;
}
export const groupsSearch = ({ q, mine }: Raw): GroupsSearch => ({ q: textOf(q), mine: oneOf(['yes'], mine) });

export interface MentorSearch {
  /** The conversation that is open; absent: a new one. */
  readonly session?: string | undefined;
  readonly q?: string | undefined;
}
export const mentorSearch = ({ session, q }: Raw): MentorSearch => ({ session: textOf(session), q: textOf(q) });

export interface LearningSearch {
  /** A passage of the lesson to be shown. */
  readonly passage?: string | undefined;
}
export const learningSearch = ({ passage }: Raw): LearningSearch => ({ passage: textOf(passage) });

export interface HistorySearch {
  /** The version that is compared with the live one; absent: the list alone. */
  readonly version?: number | undefined;
}
export const historySearch = ({ version }: Raw): HistorySearch => ({
  version: Number.isInteger(version) && Number(version) >= 1 ? Number(version) : undefined,
});

/** What a section of the console shows: each reads what it knows. */
export interface OperatorSearch {
  /** Of payment alarms; absent: those that wait. */
  readonly show?: 'looked-at' | undefined;
  /** Seconds between two looks at the overview; 0: paused; absent: 5. */
  readonly every?: number | undefined;
  /** Of lists: what is searched and how it is sorted, as one text. */
  readonly find?: string | undefined;
}
export const operatorSearch = ({ show, every, find }: Raw): OperatorSearch => ({
  show: show === 'looked-at' ? show : undefined,
  every: every === undefined ? undefined : numberOf(every, 0, 60),
  find: textOf(find),
});

export interface BillingSearch {
  /** The plan whose change is being looked at. */
  readonly change?: string | undefined;
}
export const billingSearch = ({ change }: Raw): BillingSearch => ({ change: textOf(change) });

export interface StudioCoursesSearch {
  /** Absent: all. */
  readonly filter?: 'published' | 'draft' | 'archived' | undefined;
}
export const studioCoursesSearch = ({ filter }: Raw): StudioCoursesSearch => ({
  filter: oneOf(['published', 'draft', 'archived'], filter),
});

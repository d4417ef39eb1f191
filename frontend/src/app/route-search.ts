import { safeNext } from '#frontend/app/safe-next.ts';
import { termsSearch, type TermsSearch } from '#frontend/app/use-terms.ts';
import type { Interval } from '#contract/billing/catalogue.ts';
import { ORGANISATION_ROLES, type OrganisationRole } from '#contract/organisations/roles.ts';
import type { CourseAudio } from '#contract/audio/audio.contract.ts';
import { AGE_GROUPS } from '#contract/courses/age-groups.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { CREATOR_CATEGORIES, CREATOR_DIFFICULTIES } from '#contract/studio/creator-courses.contract.ts';
import { COURSE_SORTS, type CourseSort } from '#contract/courses/course-sorts.ts';
import { COURSE_FILTERS, type CourseFilter } from '#frontend/features/courses/list/course-filter.ts';
import { dialogSearch, type DialogName } from '#frontend/lib/dialog-address.ts';

/**
 * The search parameters of the routes. The router keeps a raw value that a parser omits, so every parser names each of its keys and returns
 * `undefined` for invalid values.
 */
type Raw = Record<string, unknown>;

/** The router parses an all-digit value as a number. */
const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;

export interface AnySearch extends TermsSearch {
  /** Set when the user returns from the payment page: read on any path, then removed from the URL (PAY-19). */
  readonly session_id?: string | undefined;
}
export const anySearch = ({ session_id, terms }: Raw): AnySearch => ({ ...termsSearch(terms), session_id: textOf(session_id) });

export interface ShellSearch {
  /** The dialog open over the screen. */
  readonly dialog?: DialogName | undefined;
}
export const shellSearch = ({ dialog }: Raw): ShellSearch => dialogSearch(dialog);

export interface LinkSearch {
  /** The token of a mailed link. */
  readonly token?: string | undefined;
  /** The page that requested the link. */
  readonly next?: string | undefined;
}
export const linkSearch = ({ token, next }: Raw): LinkSearch => ({ token: textOf(token), ...safeNext(next) });

export interface JoinSearch {
  /** The token of the mail; empty when the link is truncated. */
  readonly token: string;
}
export const joinSearch = ({ token }: Raw): JoinSearch => ({ token: textOf(token) ?? '' });

export interface CoursesSearch {
  /** All by default. */
  readonly filter?: CourseFilter | undefined;
  readonly q?: string | undefined;
  /** By default, most recently written first. */
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
  /** All by default. */
  readonly show?: 'learners' | 'events' | 'locations' | undefined;
  /** The selected event. */
  readonly event?: string | undefined;
}
export const nearbySearch = ({ show, event }: Raw): NearbySearch => ({
  show: oneOf(['learners', 'events', 'locations'], show),
  event: textOf(event),
});

export interface DiscussionsSearch {
  /** By default, all forums. */
  readonly forum?: 'general' | 'technical' | 'learning' | 'career' | undefined;
  readonly q?: string | undefined;
}
export const discussionsSearch = ({ forum, q }: Raw): DiscussionsSearch => ({
  forum: oneOf(['general', 'technical', 'learning', 'career'], forum),
  q: textOf(q),
});

export interface GroupsSearch {
  readonly q?: string | undefined;
  /** Only the groups the user belongs to. */
  readonly mine?: 'yes' | undefined;
}
export const groupsSearch = ({ q, mine }: Raw): GroupsSearch => ({ q: textOf(q), mine: oneOf(['yes'], mine) });

export interface MentorSearch {
  /** The open conversation; absent for a new one. */
  readonly session?: string | undefined;
  readonly q?: string | undefined;
}
export const mentorSearch = ({ session, q }: Raw): MentorSearch => ({ session: textOf(session), q: textOf(q) });

export interface LearningSearch {
  /** The passage of the lesson to scroll to. */
  readonly passage?: string | undefined;
}
export const learningSearch = ({ passage }: Raw): LearningSearch => ({ passage: textOf(passage) });

export interface ConceptMapSearch {
  readonly q?: string | undefined;
  /** By default the map if there is room, and the list on a phone. */
  readonly view?: 'map' | 'list' | undefined;
  /** Absent to show only the terms that occur in at least two lessons. */
  readonly all?: 'yes' | undefined;
}
export const conceptMapSearch = ({ q, view, all }: Raw): ConceptMapSearch => ({
  q: textOf(q),
  view: oneOf(['map', 'list'], view),
  all: oneOf(['yes'], all),
});

export interface AudioSearch {
  /** Id of the lesson to listen to, or to have made; by default the one where the listener stopped. */
  readonly lesson?: string | undefined;
  /** By default the language in which the listener stopped, else the one in which the course is read. */
  readonly language?: CourseAudio['language'] | undefined;
}
export const audioSearch = ({ lesson, language }: Raw): AudioSearch => ({
  lesson: textOf(lesson),
  language: oneOf(FORM_OPTIONS.language_preference, language),
});

export interface HistorySearch {
  /** The version compared with the live one; absent for the list only. */
  readonly version?: number | undefined;
}
export const historySearch = ({ version }: Raw): HistorySearch => ({
  version: Number.isInteger(version) && Number(version) >= 1 ? Number(version) : undefined,
});

/** The parameters of the console's sections; each section reads its own. */
export interface OperatorSearch {
  /** Filter of payment alarms and of messages to sales; by default the open ones. */
  readonly show?: 'looked-at' | 'answered' | undefined;
  /** Polling interval of the overview, in seconds; 0 if paused, 5 by default. */
  readonly every?: number | undefined;
  /** By default one day. */
  readonly range?: '1h' | '7d' | '30d' | undefined;
  /** Search and sort order of a list, encoded as one text. */
  readonly find?: string | undefined;
  /** Whether the form of a new batch is open. */
  readonly plan?: true | undefined;
  /** The topic of that batch. */
  readonly topic?: string | undefined;
}
export const operatorSearch = ({ show, every, range, find, plan, topic }: Raw): OperatorSearch => ({
  show: oneOf(['looked-at', 'answered'], show),
  every: every === undefined ? undefined : numberOf(every, 0, 60),
  range: oneOf(['1h', '7d', '30d'], range),
  find: textOf(find),
  plan: plan === true ? true : undefined,
  topic: textOf(topic),
});

export interface PlansSearch {
  /** Where to go after the sign-in that the requested page requires. */
  readonly next?: string | undefined;
  /** By default the interval of the user's plan, else monthly. */
  readonly billed?: Interval | undefined;
}
export const plansSearch = ({ next, billed }: Raw): PlansSearch => ({ ...safeNext(next), billed: oneOf(['month', 'year'], billed) });

export interface BillingSearch {
  /** The plan whose change is being previewed. */
  readonly change?: string | undefined;
}
export const billingSearch = ({ change }: Raw): BillingSearch => ({ change: textOf(change) });

export interface OrganisationSearch {
  /** The search text for its members. */
  readonly q?: string | undefined;
  readonly role?: OrganisationRole | undefined;
  /** By default, members who have joined or are invited. */
  readonly state?: 'waiting' | 'joined' | 'left' | undefined;
}
export const organisationSearch = ({ q, role, state }: Raw): OrganisationSearch => ({
  q: textOf(q),
  role: oneOf(ORGANISATION_ROLES, role),
  state: oneOf(['waiting', 'joined', 'left'], state),
});

export interface RostersSearch {
  /** The open list of members; absent for the upload form. */
  readonly list?: string | undefined;
}
export const rostersSearch = ({ list }: Raw): RostersSearch => ({ list: textOf(list) });

export interface StudioCoursesSearch {
  /** All by default. */
  readonly filter?: 'published' | 'draft' | 'archived' | undefined;
}
export const studioCoursesSearch = ({ filter }: Raw): StudioCoursesSearch => ({
  filter: oneOf(['published', 'draft', 'archived'], filter),
});

export interface StudioCourseSearch {
  /** Id of the lesson shown beside the course; by default its page in the market is shown. */
  readonly lesson?: string | undefined;
  /** Whether the form to have its lessons written is open. */
  readonly write?: true | undefined;
}
export const studioCourseSearch = ({ lesson, write }: Raw): StudioCourseSearch => ({
  lesson: textOf(lesson),
  write: write === true ? true : undefined,
});

export interface StudySearch {
  /** Name of the deck whose due cards are reviewed. */
  readonly deck?: string | undefined;
  /** Id of the course whose due items are reviewed. */
  readonly course?: string | undefined;
}
export const studySearch = ({ deck, course }: Raw): StudySearch => ({ deck: textOf(deck)?.slice(0, 120), course: textOf(course) });

export interface BuilderSearch {
  /** The class that the course is for; once started, the course is assigned to it. */
  readonly class?: string | undefined;
}
export const builderSearch = ({ class: classId }: Raw): BuilderSearch => ({ class: textOf(classId) });

export interface LibrarySearch {
  readonly q?: string | undefined;
  readonly category?: (typeof CREATOR_CATEGORIES)[number] | undefined;
  readonly language?: (typeof FORM_OPTIONS)['language_preference'][number] | undefined;
  /** The name of an age group. */
  readonly age?: string | undefined;
}
export const librarySearch = ({ q, category, language, age }: Raw): LibrarySearch => ({
  q: textOf(q)?.slice(0, 100),
  category: oneOf(['business', 'technology', 'creative', 'personal', 'academic'], category),
  language: oneOf(FORM_OPTIONS.language_preference, language),
  age: oneOf(
    AGE_GROUPS.map(({ name }) => name),
    age,
  ),
});

export interface ClassSearch {
  /** The run that is writing a course for the class. */
  readonly assign?: string | undefined;
}
export const classSearch = ({ assign }: Raw): ClassSearch => ({ assign: textOf(assign) });

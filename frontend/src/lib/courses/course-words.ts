import { CATEGORY_WORDS, DIFFICULTY_WORDS } from '#contract/studio/course-field-words.ts';
import type { Pace } from '#contract/courses/course-plan.contract.ts';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { formatDollars } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';

export const lessonsText = (n: number): string => t('{n, plural, one {# lesson} other {# lessons}}', { n });
export const modulesText = (n: number): string => t('{n, plural, one {# module} other {# modules}}', { n });

/** Returns the label of a course's category (CRE-19). */
export const categoryWord = (category: NonNullable<CreatorCourse['category']>): string => t(CATEGORY_WORDS[category]);

/** Returns the label of a course's difficulty (CRE-19). */
export const difficultyWord = (difficulty: CreatorCourse['difficulty']): string => t(DIFFICULTY_WORDS[difficulty]);

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** The name of a course's language, as in the form. */
export const languageWord = (language: string): string => translateServerText(capitalised(language));

/** `Free`, or `$12.50`. */
export const priceWord = (dollars: number): string => (dollars === 0 ? t('Free') : formatDollars(dollars));
export const completedText = (done: number, total: number): string =>
  t('{total, plural, one {{done} of # lesson completed} other {{done} of # lessons completed}}', { done, total });

/** The number of lessons that were added after a learner had completed the course. */
export const newLessonsText = (n: number): string => t('{n, plural, one {# new lesson} other {# new lessons}}', { n });

/** The time that a course takes: `7 days, about 35 minutes a day`. @param minutes of a day or week */
export const paceText = ({ unit, units }: Pick<Pace, 'unit' | 'units'>, minutes: number): string =>
  unit === 'day'
    ? t('{units, plural, one {# day} other {# days}}, {effort}', { units, effort: effortText(unit, minutes) })
    : t('{units, plural, one {# week} other {# weeks}}, {effort}', { units, effort: effortText(unit, minutes) });

// a message of its own, since one with two plurals cannot be translated by a service
const effortText = (unit: Pace['unit'], minutes: number): string =>
  unit === 'day'
    ? t('about {minutes, plural, one {# minute} other {# minutes}} a day', { minutes })
    : t('about {minutes, plural, one {# minute} other {# minutes}} a week', { minutes });

/** The day or week that a learner has come to: `Day 3 of 7`. */
export const dayText = (unit: Pace['unit'], number: number, of: number): string =>
  unit === 'day' ? t('Day {number} of {of}', { number, of }) : t('Week {number} of {of}', { number, of });

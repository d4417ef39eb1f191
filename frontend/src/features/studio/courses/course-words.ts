import { FEWEST_STUDENTS } from '#contract/studio/creator-figures.contract.ts';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { textLocale } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import type { CreatorFilter } from './course-filter.ts';

export const statusWord = (status: CreatorCourse['status']): string =>
  ({ draft: t('Draft'), published: t('Published'), archived: t('Archived') })[status];

export const filterWord = (filter: CreatorFilter): string => (filter === 'all' ? t('All') : statusWord(filter));

/** For a figure that has not been measured yet; never shown as zero. */
export const notYet = (): string => t('– not yet');

/** `4.6 of 5`; unknown before the first rating. */
export const ratingWord = ({ rating }: Pick<CreatorCourse, 'rating'>): string =>
  rating === 0 ? notYet() : t('{rating} of 5', { rating: formatNumber(rating) });

/** `61%`; unknown while it has too few students. */
export const completionWord = ({ students, completion_rate: rate }: Pick<CreatorCourse, 'students' | 'completion_rate'>): string =>
  rate === 0 && students < FEWEST_STUDENTS
    ? notYet()
    : new Intl.NumberFormat(textLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(rate / 100);

/** `36 students`: people, each counted once, however many courses they have. */
export const studentsWord = (people: number): string => t('{n, plural, one {# student} other {# students}}', { n: people });

/** `48 enrolments`: courses that students have; a person with two courses counts twice. */
export const enrolmentsWord = (enrolments: number): string => t('{n, plural, one {# enrolment} other {# enrolments}}', { n: enrolments });

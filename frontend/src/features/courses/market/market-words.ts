import { difficultyWord, lessonsText } from '#frontend/lib/courses/course-words.ts';
import type { Listing, MarketLength, MARKET_SORTS, REPORT_REASONS } from '#contract/market/market.contract.ts';
import { formatDuration, formatNumber } from '#frontend/lib/format.ts';
import { t, told } from '#frontend/lib/text.ts';

export const sortWord = (sort: (typeof MARKET_SORTS)[number]): string =>
  ({ popular: t('Most learned first'), newest: t('Newest first'), rating: t('Best rated first'), price: t('Lowest price first') })[sort];

export const lengthWord = (length: MarketLength): string =>
  ({ short: t('Up to 2 hours'), medium: t('2 to 10 hours'), long: t('Over 10 hours') })[length];

export const reasonWord = (reason: (typeof REPORT_REASONS)[number]): string =>
  ({
    rights: t('It uses work of others'),
    false: t('It says what is not true'),
    harmful: t('It is harmful'),
    spam: t('It is advertising'),
    other: t('Something else'),
  })[reason];

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** The name of a course's language, as in the form. */
export const languageWord = (language: string): string => told(capitalised(language));

export const studentsWord = (n: number): string => (n === 1 ? t('1 student') : t('{n} students', { n: formatNumber(n) }));

export const starsWord = ({ rating, rating_count: count }: Pick<Listing, 'rating' | 'rating_count'>): string =>
  rating === null ? t('Not rated yet') : t('{rating} of 5 ({n})', { rating: formatNumber(rating), n: formatNumber(count) });

/** The one-line summary of a course. */
export const factsOf = (course: Listing): string =>
  [
    difficultyWord(course.difficulty),
    lessonsText(course.lesson_count),
    formatDuration(course.duration_minutes * 60),
    languageWord(course.language),
  ].join(' · ');

import { difficultyWord, languageWord, lessonsText } from '#frontend/lib/courses/course-words.ts';
import type { Listing, MarketLength, MARKET_SORTS, REPORT_REASONS } from '#contract/market/market.contract.ts';
import { formatDuration, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { LENGTH_WORDS, MARKET_WORDS, SORT_WORDS } from '#contract/market/market-words.ts';

export const sortWord = (sort: (typeof MARKET_SORTS)[number]): string => t(SORT_WORDS[sort]);

export const lengthWord = (length: MarketLength): string => t(LENGTH_WORDS[length]);

export const reasonWord = (reason: (typeof REPORT_REASONS)[number]): string =>
  ({
    rights: t('It uses other people’s work'),
    false: t('It contains false information'),
    harmful: t('It is harmful'),
    spam: t('It is advertising'),
    other: t('Something else'),
  })[reason];

export const studentsWord = (n: number): string => t(MARKET_WORDS.students, { n });

export const starsWord = ({ rating, rating_count: count }: Pick<Listing, 'rating' | 'rating_count'>): string =>
  rating === null ? t(MARKET_WORDS.not_rated) : t(MARKET_WORDS.rated, { rating: formatNumber(rating), n: formatNumber(count) });

/** A course in one line: its level, lessons, duration and language; without lessons, only what is known. */
export const factsOf = (course: Listing): readonly string[] =>
  [
    difficultyWord(course.difficulty),
    course.lesson_count > 0 && lessonsText(course.lesson_count),
    course.duration_minutes > 0 && formatDuration(course.duration_minutes * 60),
    course.language !== '' && languageWord(course.language),
  ].filter((fact) => fact !== false);

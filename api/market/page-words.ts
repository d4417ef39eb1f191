import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { coverArt } from '#contract/courses/cover-art/cover-art.ts';
import { COVER_HEIGHT, COVER_WIDTH } from '#contract/courses/cover-art/draw.ts';
import { marketCover } from '#contract/courses/course-pictures.contract.ts';
import { marketPicture, type Listing } from '#contract/market/market.contract.ts';
import type { ShareShape } from '#contract/site.ts';
import { marketPictureKey } from '#domain/market/listing.queries.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { MARKET_WORDS } from '#contract/market/market-words.ts';
import { DIFFICULTY_WORDS } from '#contract/studio/course-field-words.ts';
import { escapeHtml } from '#domain/mail/mail-parts.ts';

export const number = (n: number): string => new Intl.NumberFormat('en').format(n);
/** Returns one of the market's English texts with its values. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string => inEnglish({ key: text, values });
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const counted = (n: number, word: string): string => (n === 1 ? `1 ${word}` : `${number(n)} ${word}s`);
export const priceWord = (dollars: number): string => (dollars === 0 ? 'Free' : `$${dollars.toFixed(2)}`);
/** Returns a day as HTML, which the page's script rewrites in the reader's locale. */
export const dateWord = (at: string): string => {
  const words = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(at));
  return `<time datetime="${escapeHtml(at)}">${words}</time>`;
};
const starsWord = ({ rating, rating_count: count }: Pick<Listing, 'rating' | 'rating_count'>): string =>
  rating === null ? MARKET_WORDS.not_rated : filled(MARKET_WORDS.rated, { rating: number(rating), n: number(count) });
/** Returns stars out of five, partly filled; screen readers get the words instead. */
const starsMark = (stars: number, words: string): string =>
  `<span class="stars" role="img" aria-label="${words}" title="${words}" style="--stars:${stars}"></span>`;
/** Returns the average rating of a course or a creator. */
export const starsOf = (rated: Pick<Listing, 'rating' | 'rating_count'>): string =>
  rated.rating === null ? MARKET_WORDS.not_rated : starsMark(rated.rating, starsWord(rated));
/** Returns one reader's rating. */
export const starsGiven = (stars: number): string => starsMark(stars, filled(MARKET_WORDS.stars, { n: stars }));
export const studentsWord = (n: number): string => filled(MARKET_WORDS.students, { n });
export const languageCode = (language: string): string => (LANGUAGE_CODES as Record<string, string>)[language] ?? 'en';

/** Returns minutes as `4 min`, `1 h 20 min`. */
export function durationWord(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** Returns the facts about a course, for one line. */
export const factsOf = ({ difficulty, lesson_count: lessons, duration_minutes: minutes, language }: Listing): readonly string[] => [
  DIFFICULTY_WORDS[difficulty],
  counted(lessons, 'lesson'),
  durationWord(minutes),
  capitalised(language),
];

/**
 * Returns a line of facts as the app shows them (`ui/meta-line.tsx`): it wraps between two facts, and no line begins or ends with a dot.
 * @param facts as HTML
 */
export const factLine = (facts: readonly string[]): string =>
  `<div class="meta line"><span>${facts.map((fact, at) => `<span>${at === 0 ? '' : '<span class="dot"> · </span>'}${fact}</span>`).join('')}</span></div>`;

/** Returns a link to a path of this installation. */
export const link = (path: string, words: string, attributes = ''): string =>
  `<a href="${escapeHtml(path)}"${attributes}>${escapeHtml(words)}</a>`;

export const listOf = (lines: readonly string[], attributes = ''): string =>
  `<ul${attributes}>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;

/** Returns the address of a course's cover; null if it has none. */
export function coverAddress({ id, cover }: Pick<Listing, 'id' | 'cover'>, size: 'small' | 'large'): string | null {
  if (!cover) return null;
  return marketCover.path.replace(':course_id', id).replace(':media_id', size === 'small' ? cover.thumb_id : cover.media_id);
}

/** Returns the address of a course's picture for shared links and feeds, which changes with the picture's content. */
export const pictureAddress = (course: Pick<Listing, 'id' | 'title' | 'category' | 'cover'>, shape: ShareShape): string =>
  `${marketPicture.path.replace(':course_id', course.id).replace(':key', marketPictureKey(course, shape))}${shape === 'wide' ? '' : `?shape=${shape}`}`;

/**
 * Returns a course's cover in a list: its picture, or a cover drawn from its title. The first covers are visible immediately, so they are
 * not loaded lazily.
 */
export function coverOf(course: Listing, isFirst: boolean): string {
  const address = coverAddress(course, 'small');
  if (address !== null)
    return `<img src="${escapeHtml(address)}" alt="${escapeHtml(course.cover?.alt ?? '')}" width="480" height="360" decoding="async"${isFirst ? '' : ' loading="lazy"'}>`;
  return drawnCover(course);
}

/** Returns a cover drawn from a title. */
export function drawnCover(course: Pick<Listing, 'title' | 'category'>): string {
  return `<svg viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">${coverArt(course)}</svg>`;
}

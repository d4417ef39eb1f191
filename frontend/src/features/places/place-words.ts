import type { LocalEvent } from '#contract/places/events.contract.ts';
import type { StudyLocation } from '#contract/places/places.contract.ts';
import { formatEventTime, formatNumber, formatPrice } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

export const distanceWord = (km: number): string => (km < 0.5 ? t('within 500 m') : t('{km} km away', { km: formatNumber(km) }));

/** A compass direction, one of eight. @param bearing in degrees clockwise from north */
export function directionWord(bearing: number): string {
  const words = [
    t('to the north'),
    t('to the north-east'),
    t('to the east'),
    t('to the south-east'),
    t('to the south'),
    t('to the south-west'),
    t('to the west'),
    t('to the north-west'),
  ];
  return words[Math.round(bearing / 45) % words.length]!;
}

export const costWord = ({ cost }: LocalEvent): string => (cost === 0 ? t('Free') : formatPrice(cost));

/** In the time zone of the place, where the reader will be. */
export const eventWhen = ({ starts_at: at, time_zone: timeZone }: LocalEvent): string => formatEventTime(at, timeZone);

export const seatsWord = ({ attendees, max_attendees: most, waiting }: LocalEvent): string =>
  waiting > 0
    ? t('{n} of {most} seats taken, {waiting} waiting', { n: attendees, most, waiting })
    : t('{n} of {most} seats taken', { n: attendees, most });

export const ratingWord = ({ rating, rating_count: count }: StudyLocation): string =>
  rating === null
    ? t('Not rated yet')
    : t('{rating} of {most} ({n, plural, one {# rating} other {# ratings}})', {
        rating: formatNumber(rating),
        most: formatNumber(5),
        n: count,
      });

/** All terms used in the lists of places and events. */
const listWords = (): Readonly<Record<string, string>> => ({
  Available: t('Available'),
  Busy: t('Busy'),
  'Study Location': t('Study Location'),
  Library: t('Library'),
  Café: t('Café'),
  Campus: t('Campus'),
  'Community centre': t('Community centre'),
  'Check locally': t('Check locally'),
  WiFi: t('WiFi'),
  'Study Space': t('Study Space'),
  'Power outlets': t('Power outlets'),
  Quiet: t('Quiet'),
  Coffee: t('Coffee'),
  'Wheelchair access': t('Wheelchair access'),
  'Study group': t('Study group'),
  Workshop: t('Workshop'),
  Talk: t('Talk'),
  Meetup: t('Meetup'),
});

/** Translates a term of a fixed list: types, amenities, states. Users' own text stays unchanged. */
export const listWord = (english: string): string => listWords()[english] ?? english;

/** Marks sample data from the seed: its address does not exist, so there are no links to it. */
export const sampleWord = (): string => t('Sample: made up for this installation');

/** A link to directions on a maps service; it contains the destination's address, never the user's position. */
export const directionsTo = (address: string): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: address })}`;

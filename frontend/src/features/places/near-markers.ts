import type { LocalEvent } from '#contract/places/events.contract.ts';
import type { Position } from '#contract/places/grid.ts';
import type { NearbyLearner, StudyLocation } from '#contract/places/places.contract.ts';
import { t } from '#frontend/lib/text.ts';
import type { MapMarker } from './map/map-props.ts';
import type { Shown } from './place-filters.tsx';
import { distanceWord } from './place-words.ts';

/** The id of the user's own marker. */
export const YOU = 'you';

/** The results around a position; unknown ones are empty. */
export interface Found {
  readonly learners: readonly NearbyLearner[];
  readonly events: readonly LocalEvent[];
  readonly locations: readonly StudyLocation[];
}

/** Returns the map's markers: the user, if the position is known, and the results. */
export function markersOf({ learners, events, locations }: Found, shown: Shown, you: Position | null): MapMarker[] {
  const isShown = (kind: Shown) => shown === 'all' || shown === kind;
  return [
    ...(you ? [{ id: YOU, kind: 'user', label: t('You, within 500 m'), ...you } satisfies MapMarker] : []),
    ...(isShown('learners') ? learners : []).map(({ user_id: id, name, distance_km: km, latitude, longitude }): MapMarker => ({
      id,
      kind: 'learner',
      label: `${name}, ${distanceWord(km)}`,
      latitude,
      longitude,
    })),
    ...(isShown('events') ? events : []).map(({ event_id: id, title: label, latitude, longitude }): MapMarker => ({
      id,
      kind: 'event',
      label,
      latitude,
      longitude,
    })),
    ...(isShown('locations') ? locations : []).map(
      ({ location_id: id, name: label, coordinates: { lat: latitude, lng: longitude } }): MapMarker => ({
        id,
        kind: 'location',
        label,
        latitude,
        longitude,
      }),
    ),
  ];
}

import * as z from 'zod/mini';
import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import { decimalText, wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { visibleName, visibleText } from '#contract/platform/visible-name.ts';
import { WRITING_REFUSALS } from '#contract/moderation/moderation.contract.ts';

/** LOC-07, LOC-08, LOC-09: default search radius, and maximum, in kilometres. */
export const RADIUS_KM = { learners: 10, events: 25, locations: 5 } as const;
export const RADIUS_KM_MAX = 50;
/** Maximum entries of each list in the side panel (LOC-03). */
export const PANEL = { learners: 5, events: 3, locations: 3 } as const;
/** Zoom levels of the map: initially, and after Re-center (LOC-02). */
export const ZOOM = { usual: 12, recenter: 14 } as const;
/** Initial centre of a map without a known position: Greenwich, at longitude 0. */
export const USUAL_CENTRE = { latitude: 51.4779, longitude: 0 } as const;
/** Options of the browser's geolocation; milliseconds (LOC-18). */
export const GEOLOCATION = { timeout: 15_000, enableHighAccuracy: true, maximumAge: 300_000 } as const;
/** Days after which a position is deleted unless it was renewed. */
export const SHARED_DAYS = 30;

export const SUBJECTS_MAX = 5;
export const STATUSES = ['Available', 'Busy'] as const;
/** Shown for a study location whose own values are missing (LOC-13). */
export const LOCATION_DEFAULTS = { type: 'Study Location', hours: 'Check locally', amenities: ['WiFi', 'Study Space'] } as const;
export const AMENITIES = ['WiFi', 'Study Space', 'Power outlets', 'Quiet', 'Coffee', 'Wheelchair access'] as const;
export const LOCATION_TYPES = ['Study Location', 'Library', 'Café', 'Campus', 'Community centre'] as const;
export const STARS = [1, 2, 3, 4, 5] as const;

const latitude = z.number().check(z.gte(-90), z.lte(90));
const longitude = z.number().check(z.gte(-180), z.lte(180));
/** In degrees; only its 500 m square is stored. */
export const positionSchema = z.object({ latitude, longitude });

/** Where and how far to search, and the maximum number of results, nearest first. */
export const nearbyQuery = (radiusKm: number) =>
  z.object({
    latitude: decimalText(-90, 90),
    longitude: decimalText(-180, 180),
    radius_km: z._default(decimalText(0.5, RADIUS_KM_MAX), radiusKm),
    limit: z._default(wholeText(1, 100), 50),
  });
export const nearbyErrors = ['validation.failed'] as const;

const sharingSchema = z.object({
  /** The centre of the known square. */
  position: positionSchema,
  subjects: z.array(z.string()),
  status: z.enum(STATUSES),
  shared_at: z.string(),
  updated_at: z.string(),
});
export type Sharing = z.infer<typeof sharingSchema>;

/** How maps are rendered here: `rings` needs nothing, `tiles` needs an operator's file, `google` needs a key. */
export const mapSchema = z.object({
  provider: z.enum(['rings', 'tiles', 'google']),
  /** The Google Maps key, which every browser receives: it must be restricted to this product's address at Google. */
  key: z.nullable(z.string()),
  attribution: z.nullable(z.string()),
});
export type MapSettings = z.infer<typeof mapSchema>;

/** The features of places that the caller can use; `location` says why sharing is off, null if it is not (G48, A17). */
export const placesStanding = defineEndpoint({
  name: 'placesStanding',
  method: 'GET',
  path: '/api/places/standing',
  summary: 'The caller’s permissions on the map, their shared location, and how the map is drawn.',
  auth: 'user',
  personOnly: 'other_people',
  responses: {
    200: z.object({
      location: z.nullable(z.enum(AGE_REFUSALS)),
      sharing: z.nullable(sharingSchema),
      map: mapSchema,
    }),
  },
  errors: [],
});

/** G48: consent to be found by other learners nearby, with one's position. Repeating the call updates position and texts. */
export const sharePlace = defineEndpoint({
  name: 'sharePlace',
  method: 'PUT',
  path: '/api/places/sharing',
  summary: 'Share the caller’s position, to 500 m, with learners nearby.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  age: 'location',
  body: z.object({
    /** Nothing is stored without it. */
    consent: z.literal(true),
    latitude,
    longitude,
    subjects: z._default(z.array(visibleName(60)).check(z.maxLength(SUBJECTS_MAX)), []),
    status: z._default(z.enum(STATUSES), 'Available'),
  }),
  example: { consent: true, latitude: 52.5, longitude: 13.4 },
  responses: { 200: z.object({ sharing: sharingSchema }) },
  errors: nearbyErrors,
  limit: 'share-place',
});

export const unsharePlace = defineEndpoint({
  name: 'unsharePlace',
  method: 'DELETE',
  path: '/api/places/sharing',
  summary: 'Stop sharing the caller’s position, which is deleted.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  responses: { 200: z.object({ sharing: z.null() }) },
  errors: [],
});

/** LOC-10. Only learners who consented are included; positions are squares of 500 m. */
export const learnerSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  distance_km: z.number(),
  common_interests: z.array(z.string()),
  /** Lessons completed. */
  study_sessions_completed: z.int(),
  /** Points awarded. */
  reputation_score: z.int(),
  latitude,
  longitude,
  bio: z.string(),
  subjects: z.array(z.string()),
  status: z.string(),
});
export type NearbyLearner = z.infer<typeof learnerSchema>;

/** LOC-07. Only learners who share their own position can search; others get `places.no_consent`. */
export const nearbyLearners = defineEndpoint({
  name: 'nearbyLearners',
  method: 'GET',
  path: '/api/nearby-learners/:user_id',
  summary: 'Learners nearby who share their position, nearest first.',
  auth: 'user',
  personOnly: 'other_people',
  age: 'location',
  params: z.object({ user_id: z.string() }),
  query: nearbyQuery(RADIUS_KM.learners),
  responses: { 200: z.object({ nearby_learners: z.array(learnerSchema), total: z.int() }) },
  errors: [...nearbyErrors, 'places.no_consent'],
});

/** A study location with the specified fields (LOC-13). */
export const locationSchema = z.object({
  location_id: z.string(),
  name: z.string(),
  description: z.string(),
  address: z.string(),
  coordinates: z.object({ lat: latitude, lng: longitude }),
  type: z.string(),
  hours: z.string(),
  amenities: z.array(z.string()),
  /** Out of 5; null until rated. */
  rating: z.nullable(z.number()),
  rating_count: z.int(),
  /** The caller's own rating. */
  my_rating: z.nullable(z.int()),
  distance_km: z.nullable(z.number()),
  /** Added by the caller, who can delete it. */
  is_mine: z.boolean(),
  is_sample: z.boolean(),
});
export type StudyLocation = z.infer<typeof locationSchema>;

/** Study locations within a radius, nearest first (LOC-09). */
export const studyLocations = defineEndpoint({
  name: 'studyLocations',
  method: 'GET',
  path: '/api/study-locations/:user_id',
  summary: 'Study locations nearby, nearest first.',
  auth: 'user',
  personOnly: 'other_people',
  age: 'location',
  params: z.object({ user_id: z.string() }),
  query: nearbyQuery(RADIUS_KM.locations),
  responses: { 200: z.object({ study_locations: z.array(locationSchema), total: z.int() }) },
  errors: nearbyErrors,
});

export const addLocation = defineEndpoint({
  name: 'addLocation',
  method: 'POST',
  path: '/api/study-locations',
  summary: 'Add a study location. Repeating the id returns the existing one.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  age: 'location',
  body: z.object({
    location_id: z.uuid(),
    name: visibleName(120),
    description: z._default(z.string().check(z.trim(), z.maxLength(2_000)), ''),
    address: visibleText(300),
    latitude,
    longitude,
    type: z._default(z.enum(LOCATION_TYPES), LOCATION_DEFAULTS.type),
    hours: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    amenities: z._default(z.array(z.enum(AMENITIES)).check(z.maxLength(AMENITIES.length)), [...LOCATION_DEFAULTS.amenities]),
  }),
  example: {
    location_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1e',
    name: 'Town library',
    address: '1 Market Square',
    latitude: 52.5,
    longitude: 13.4,
  },
  responses: { 200: z.object({ location: locationSchema }) },
  errors: [...nearbyErrors, ...WRITING_REFUSALS, 'places.too_many', 'not_found'],
  limit: 'add-place',
});

const ofLocation = z.object({ location_id: z.string() });

export const deleteLocation = defineEndpoint({
  name: 'deleteLocation',
  method: 'DELETE',
  path: '/api/study-locations/:location_id',
  summary: 'Delete a study location that the caller has added.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  params: ofLocation,
  responses: { 200: z.object({ deleted: z.boolean() }) },
  errors: ['not_found'],
});

export const rateLocation = defineEndpoint({
  name: 'rateLocation',
  method: 'PUT',
  path: '/api/study-locations/:location_id/rating',
  summary: 'Rate a study location from 1 to 5, or change the rating.',
  auth: 'user',
  offline: 'network',
  personOnly: 'other_people',
  namesOpen: 'place',
  age: 'location',
  params: ofLocation,
  body: z.object({ stars: z.int().check(z.gte(1), z.lte(5)) }),
  example: { stars: 4 },
  responses: { 200: z.object({ location: locationSchema }) },
  errors: [...nearbyErrors, 'not_found', 'places.own'],
});

/** The operator's map file, in PMTiles format; supports `Range` requests. */
export const mapFile = defineEndpoint({
  name: 'mapFile',
  method: 'GET',
  path: '/api/places/map-file',
  summary: 'The operator’s map file, in parts.',
  auth: 'user',
  personOnly: 'other_people',
  media: 'application/vnd.pmtiles',
  responses: { 200: fileBody, 206: fileBody },
  errors: ['places.no_map'],
  limit: 'poll',
});

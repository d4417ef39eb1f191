import * as places from '#contract/places/places.contract.ts';
import { openMapFile } from '#domain/places/map-file.ts';
import { nearbyLearners } from '#domain/places/nearby-learners.queries.ts';
import { findPlacesAccess } from '#domain/places/places-access.queries.ts';
import { sharePlace, unsharePlace } from '#domain/places/share-place.command.ts';
import { studyLocation, studyLocations } from '#domain/places/spots/study-location.queries.ts';
import { addLocation, deleteLocation, rateLocation } from '#domain/places/spots/add-location.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { readRange } from '#api/media/read-range.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountPlaces(router: ApiRouter): void {
  mount(router, places.placesStanding, async ({ user }) => ({ status: 200, body: await findPlacesAccess(user.userId) }));
  mount(router, places.sharePlace, async ({ user, body }) => {
    const { latitude, longitude, subjects, status } = body;
    return { status: 200, body: { sharing: await sharePlace({ accountId: user.userId, latitude, longitude, subjects, status }) } };
  });
  mount(router, places.unsharePlace, async ({ user }) => {
    await unsharePlace(user.userId);
    return { status: 200, body: { sharing: null } };
  });
  mount(router, places.nearbyLearners, async ({ user, query }) => ({
    status: 200,
    body: await nearbyLearners({ accountId: user.userId, ...query }),
  }));
  mount(router, places.studyLocations, async ({ user, query }) => ({
    status: 200,
    body: await studyLocations({ accountId: user.userId, ...query }),
  }));
  mount(router, places.addLocation, async ({ user, body: { location_id: locationId, ...details } }) => {
    await addLocation({ accountId: user.userId, locationId, ...details });
    return { status: 200, body: { location: await studyLocation({ accountId: user.userId, locationId }) } };
  });
  mount(router, places.deleteLocation, async ({ user, params }) => {
    await deleteLocation({ accountId: user.userId, locationId: params.location_id });
    return { status: 200, body: { deleted: true } };
  });
  mount(router, places.rateLocation, async ({ user, params, body }) => {
    const named = { accountId: user.userId, locationId: params.location_id };
    await rateLocation({ ...named, ...body });
    return { status: 200, body: { location: await studyLocation(named) } };
  });
  mount(router, places.mapFile, async ({ header }) => {
    const file = openMapFile();
    if (!file) throw new ProductError('places.no_map', 'There is no map file here.');
    const range = readRange(header('range'), file.size);
    const headers = {
      'Accept-Ranges': 'bytes',
      'Content-Length': String(range ? range.end - range.start + 1 : file.size),
      // ranges of a file must not be mixed with those of the file that replaces it
      ETag: file.tag,
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
    };
    return range
      ? { status: 206, body: file.read(range), headers }
      : { status: 200, body: file.read({ start: 0, end: file.size - 1 }), headers };
  });
}

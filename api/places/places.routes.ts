import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import * as events from '#contract/places/events.contract.ts';
import * as places from '#contract/places/places.contract.ts';
import type { QueryOf } from '#contract/platform/endpoint.ts';
import { startCheckout } from '#domain/billing/checkout/checkout.commands.ts';
import { createEvent, joinEvent, leaveEvent, cancelEvent } from '#domain/places/events/event.commands.ts';
import { eventCalendarText } from '#domain/places/events/event-calendar.ts';
import { eventAttendees, getEvent, localEvents, myEvents, upcomingEvents } from '#domain/places/events/event.queries.ts';
import { openMapFile } from '#domain/places/map-file.ts';
import { nearbyLearners, findPlacesAccess } from '#domain/places/nearby-learners.queries.ts';
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
    if (!file) throw new ProductError('places.no_map', 'This installation has no map file.');
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

const eventsFor = (accountId: string, { latitude, longitude, ...area }: QueryOf<typeof events.localEvents>) =>
  latitude === undefined || longitude === undefined
    ? upcomingEvents({ accountId, limit: area.limit })
    : localEvents({ accountId, latitude, longitude, ...area });

export function mountEvents(router: ApiRouter): void {
  mount(router, events.localEvents, async ({ user, query }) => ({
    status: 200,
    body: await eventsFor(user.userId, query),
  }));
  // before single events, whose path it matches too
  mount(router, events.myEvents, async ({ user }) => ({ status: 200, body: { local_events: await myEvents(user.userId) } }));
  mount(router, events.getEvent, async ({ user, params }) => ({
    status: 200,
    body: { event: await getEvent({ accountId: user.userId, eventId: params.event_id }) },
  }));
  mount(router, events.createEvent, async ({ user, body }) => {
    const named = { accountId: user.userId, eventId: body.event_id };
    await createEvent({
      ...named,
      title: body.title,
      description: body.description,
      startsAt: new Date(body.starts_at),
      timeZone: body.time_zone,
      minutes: body.duration,
      locationName: body.location_name,
      address: body.address,
      latitude: body.latitude,
      longitude: body.longitude,
      eventType: body.event_type,
      maxAttendees: body.max_attendees,
      priceCents: body.price_cents,
    });
    return { status: 200, body: { event: await getEvent(named) } };
  });
  mount(router, events.joinLocalEvent, async ({ user, body, header }) => {
    const joined = await joinEvent({ accountId: user.userId, eventId: body.event_id });
    if (joined.status !== 'payment_due')
      return {
        status: 200,
        body: { status: joined.status, confirmation_code: joined.status === 'joined' ? joined.code : null, payment: null },
      };
    const payment = await startCheckout({
      accountId: user.userId,
      purchase: joined.purchase,
      originUrl: body.origin_url,
      returnPath: `/community/nearby?show=events&event=${body.event_id}`,
      idempotencyKey: idempotencyKeyOf(header(IDEMPOTENCY_KEY)),
    });
    return { status: 200, body: { status: joined.status, confirmation_code: null, payment } };
  });
  mount(router, events.leaveEvent, async ({ user, params }) => {
    const named = { accountId: user.userId, eventId: params.event_id };
    await leaveEvent(named);
    return { status: 200, body: { event: await getEvent(named) } };
  });
  mount(router, events.cancelEvent, async ({ user, params }) => {
    const named = { accountId: user.userId, eventId: params.event_id };
    await cancelEvent(named);
    return { status: 200, body: { event: await getEvent(named) } };
  });
  mount(router, events.eventAttendees, async ({ user, params }) => ({
    status: 200,
    body: { attendees: await eventAttendees({ accountId: user.userId, eventId: params.event_id }) },
  }));
  mount(router, events.eventCalendar, async ({ user, params }) => {
    const event = await getEvent({ accountId: user.userId, eventId: params.event_id });
    return {
      status: 200,
      body: pieces(eventCalendarText(event)),
      headers: { 'Content-Disposition': `attachment; filename="event-${event.date}.ics"` },
    };
  });
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

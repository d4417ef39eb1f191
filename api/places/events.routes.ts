import * as events from '#contract/places/events.contract.ts';
import { startCheckout } from '#domain/billing/checkout/start-checkout.command.ts';
import { cancelEvent } from '#domain/places/events/cancel-event.command.ts';
import { createEvent } from '#domain/places/events/create-event.command.ts';
import { eventCalendarText } from '#domain/places/events/event-calendar.ts';
import { eventAttendees, getEvent, localEvents, myEvents, upcomingEvents } from '#domain/places/events/event.queries.ts';
import { joinEvent, leaveEvent } from '#domain/places/events/join-event.command.ts';
import type { QueryOf } from '#contract/platform/endpoint.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';

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

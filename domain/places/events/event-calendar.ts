import type { LocalEvent } from '#contract/places/events.contract.ts';
import { calendarText, escaped } from '#domain/platform/calendar-text.ts';

/**
 * Returns an event as an iCalendar file; importing the file of a cancelled event removes it from a calendar.
 * @param now its creation time
 */
export function eventCalendarText(event: LocalEvent, now: Date = new Date()): string {
  const { event_id: id, starts_at: startsAt, duration, location, attendance } = event;
  const isCancelled = event.state === 'cancelled';
  const code = attendance?.confirmation_code;
  return calendarText(
    {
      part: 'Events',
      method: isCancelled ? 'CANCEL' : 'PUBLISH',
      events: [
        {
          id,
          // an event is never changed, only cancelled
          sequence: isCancelled ? 1 : 0,
          changedAt: now,
          startsAt: new Date(startsAt),
          endsAt: new Date(Date.parse(startsAt) + duration * 60_000),
          isCancelled,
          title: event.title,
          description: [event.description, code && `Confirmation: ${code}`].filter(Boolean).join('\n\n'),
          link: `/community/nearby?event=${id}`,
          more: [
            `LOCATION:${escaped([location.name, location.address].filter(Boolean).join(', '))}`,
            `GEO:${event.latitude};${event.longitude}`,
          ],
        },
      ],
    },
    now,
  );
}

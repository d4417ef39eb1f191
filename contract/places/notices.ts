/** Notification kinds of events. */
export const PLACES_NOTICES = ['event.cancelled', 'event.seat', 'event.seat_offered'] as const;

import { dayOf, timeOf } from '#frontend/lib/calendar.ts';

/** The end of a day in the reader's zone, in the server's format; null without a day. */
export const toDueAt = (day: string, time: string): string | null =>
  day === '' ? null : new Date(`${day}T${time || '23:59'}`).toISOString();

/** An ISO time as values of the date and time fields, in the reader's zone. */
export function toFields(iso: string | null): { day: string; time: string } {
  if (iso === null) return { day: '', time: '23:59' };
  const at = new Date(iso);
  return { day: dayOf(at), time: timeOf(at) };
}

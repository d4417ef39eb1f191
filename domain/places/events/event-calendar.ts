import type { LocalEvent } from '#contract/places/events.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { config } from '#domain/platform/config.ts';

/** Maximum length of a line in a calendar file in bytes, without its end (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** Returns an event as an iCalendar file (RFC 5545). @param now its creation time */
export function eventCalendarText(event: LocalEvent, now: Date = new Date()): string {
  const { event_id: id, starts_at: startsAt, duration, location, attendance } = event;
  const link = `${config().publicOrigin}/community/nearby?event=${id}`;
  const code = attendance?.confirmation_code;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT}//Events//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(config().publicOrigin).hostname}`,
    `DTSTAMP:${timeOf(now)}`,
    `DTSTART:${timeOf(new Date(startsAt))}`,
    `DTEND:${timeOf(new Date(Date.parse(startsAt) + duration * 60_000))}`,
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped([event.description, code && `Confirmation: ${code}`, link].filter(Boolean).join('\n\n'))}`,
    `LOCATION:${escaped([location.name, location.address].filter(Boolean).join(', '))}`,
    `GEO:${event.latitude};${event.longitude}`,
    `URL:${link}`,
    `STATUS:${event.state === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

const timeOf = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`);

/** Folds longer lines: they continue in the next one after a blank, never within a character. */
function folded(line: string): string {
  const parts = [''];
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      parts.push('');
      // the blank counts
      bytes = 1;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join('\r\n ');
}

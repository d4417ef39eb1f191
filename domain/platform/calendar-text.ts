import { PRODUCT } from '#contract/product.ts';
import { config } from '#domain/platform/config.ts';

/** Maximum length of a line in a calendar file, in bytes without its line break (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** An entry of a calendar. */
interface CalendarEvent {
  /** Stable id, by which calendars recognise an event again. */
  readonly id: string;
  /** Increases with each change (RFC 5545, 3.8.7.4). */
  readonly sequence: number;
  readonly changedAt: Date;
  readonly startsAt: Date;
  /** Null: the event has no duration. */
  readonly endsAt: Date | null;
  readonly isCancelled: boolean;
  readonly title: string;
  readonly description: string;
  /** Path of its page. */
  readonly link: string;
  /** Further lines in RFC 5545 syntax. */
  readonly more?: readonly string[];
}

interface Calendar {
  /** The content type, in PRODID. */
  readonly part: string;
  /** `CANCEL` only for a file whose events are all cancelled (RFC 5546, 3.2.5). */
  readonly method: 'PUBLISH' | 'CANCEL';
  /** Only for calendars that apps refresh regularly. */
  readonly name?: string;
  readonly events: readonly CalendarEvent[];
}

/** Returns events as an iCalendar file (RFC 5545). @param now its creation time */
export function calendarText({ part, method, name, events }: Calendar, now: Date = new Date()): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT}//${part}//EN`,
    `METHOD:${method}`,
    ...(name === undefined ? [] : [`X-WR-CALNAME:${escaped(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']),
    ...events
      .filter(({ startsAt, endsAt }) => isWritable(startsAt) && (endsAt === null || isWritable(endsAt)))
      .flatMap((event) => linesOf(event, method, now)),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

function linesOf(event: CalendarEvent, method: Calendar['method'], now: Date): string[] {
  const origin = config().publicOrigin;
  const link = `${origin}${event.link}`;
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}@${new URL(origin).hostname}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${timeOf(now)}`,
    `LAST-MODIFIED:${timeOf(event.changedAt)}`,
    `DTSTART:${timeOf(event.startsAt)}`,
    ...(event.endsAt === null ? [] : [`DTEND:${timeOf(event.endsAt)}`]),
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped([event.description, link].filter(Boolean).join('\n\n'))}`,
    ...(event.more ?? []),
    `URL:${link}`,
    // a cancellation must name its organiser (RFC 5546, 3.2.5)
    ...(method === 'CANCEL' ? [`ORGANIZER;CN=${PRODUCT}:${origin}`] : []),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** Years have four digits (RFC 5545, 3.3.4); entered ones do, but a date stored long ago may not. */
const isWritable = (at: Date): boolean => /^\d{4}-/.test(at.toISOString());
const timeOf = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Everything that some reader of calendars takes for the end of a line. */
const LINE_ENDS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;
/** Characters that a text of a calendar cannot have (RFC 5545, 3.3.11). */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f]/g;

/** Escapes a text as a value of a calendar file. */
export const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(LINE_ENDS, String.raw`\n`)
    .replaceAll(CONTROLS, '');

/** Folds long lines: they continue on the next line after a space, never within a character. */
function folded(line: string): string {
  const parts = [''];
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      parts.push('');
      // the leading space counts
      bytes = 1;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join('\r\n ');
}

import { EVENT_PRICE_CENTS } from '#contract/billing/catalogue.ts';
import type { Position } from '#contract/places/grid.ts';
import { USUAL_CENTRE } from '#contract/places/places.contract.ts';
import { database } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { withEngine } from '../scripts/with-engine.ts';

/** Audit entry of the samples, so that deleted or withdrawn ones are not created again. */
const GIVEN = { actor: 'script:seed', action: 'places.samples' } as const;
const DAY_MS = 86_400_000;

/** Returns a position at this distance in kilometres from the map's default centre. */
const at = (east: number, north: number): Position => ({
  latitude: USUAL_CENTRE.latitude + north / 111.2,
  longitude: USUAL_CENTRE.longitude + east / 69.3,
});

/** Adults, so that every part of the map can be tried; people with a position have agreed to be found. */
const PEOPLE: readonly { email: string; birthYear: number; place?: Position; subjects?: readonly string[] }[] = [
  { email: 'learner@example.com', birthYear: 1994 },
  { email: 'creator@example.com', birthYear: 1986, place: at(1.6, 2.1), subjects: ['Baking', 'Bookkeeping'] },
  { email: 'operator@example.com', birthYear: 1979, place: at(-4.2, -1.2), subjects: ['Statistics', 'Baking'] },
];

const EVENTS = [
  {
    id: '019a5e00-0000-7000-8000-00000000e001',
    title: 'Bread and books: an evening for home bakers',
    description: 'A sample event. Bring a loaf that went wrong and the book you learn from; we look at both.',
    type: 'Meetup',
    place: 'Sample hall',
    days: 9,
    seats: 12,
    cents: 0,
    ...at(2.4, -0.9),
  },
  {
    id: '019a5e00-0000-7000-8000-00000000e002',
    title: 'Workshop: your first month of books',
    description: 'A sample event with a fee. Two hours with a spreadsheet; bring a month of receipts.',
    type: 'Workshop',
    place: 'Sample workshop',
    days: 16,
    seats: 2,
    cents: EVENT_PRICE_CENTS,
    ...at(-6.3, 4.4),
  },
] as const;

const SPOTS = [
  {
    id: '019a5e00-0000-7000-8000-00000000a001',
    name: 'Sample reading room',
    type: 'Library',
    hours: '9:00-18:00',
    amenities: ['WiFi', 'Study Space', 'Quiet'],
    ...at(0.8, -1.4),
  },
  {
    id: '019a5e00-0000-7000-8000-00000000a002',
    name: 'Sample corner café',
    type: 'Café',
    hours: '',
    amenities: ['WiFi', 'Coffee', 'Power outlets'],
    ...at(-1.9, 0.7),
  },
] as const;

/**
 * Adds real rows around the map's default centre (G47), each marked as a sample: two sample users who agreed to be found, two events and
 * two study locations. Runs once: users' changes stay.
 */
export async function seedSamplePlaces(): Promise<string[]> {
  const { rows } = await database().raw(
    `select id, email from account where email = any(?) and not exists (select from audit_entry where actor = ? and action = ?)`,
    [PEOPLE.map(({ email }) => email), GIVEN.actor, GIVEN.action],
  );
  const ids = new Map((rows as { id: string; email: string }[]).map(({ id, email }) => [email, id]));
  const host = ids.get('creator@example.com');
  if (!host) return [];
  // loaded only when needed: every start checks whether something is missing
  const { cellOf } = await import('#contract/places/grid.ts');
  const { sharePlace } = await withEngine(import('#domain/places/share-place.command.ts'));
  for (const { email, birthYear, place, subjects = [] } of PEOPLE) {
    const accountId = ids.get(email);
    if (!accountId) continue;
    await database()('account').where({ id: accountId, birth_year: null }).update({ birth_year: birthYear });
    if (place) await sharePlace({ accountId, ...place, subjects, status: 'Available' });
  }
  const cell = (position: Position) => ({ cell_y: cellOf(position).y, cell_x: cellOf(position).x });
  for (const { id, title, description, type, place, days, seats, cents, ...position } of EVENTS) {
    const startsAt = new Date(Math.floor(Date.now() / DAY_MS + days) * DAY_MS + DAY_MS * 0.75);
    await database()('local_event')
      .insert({
        id,
        account_id: host,
        title,
        description,
        event_type: type,
        location_name: place,
        address: '1 Sample Street, Greenwich, London',
        ...cell(position),
        starts_at: startsAt,
        ends_at: new Date(startsAt.getTime() + 2 * 3_600_000),
        time_zone: 'Europe/London',
        max_attendees: seats,
        price_cents: cents,
        is_sample: true,
      })
      .onConflict('id')
      .ignore();
  }
  for (const { id, name, type, hours, amenities, ...position } of SPOTS)
    await database()('study_place')
      .insert({
        id,
        account_id: host,
        name,
        address: '2 Sample Street, Greenwich, London',
        ...cell(position),
        type,
        hours,
        amenities,
        is_sample: true,
      })
      .onConflict('id')
      .ignore();
  await recordAudit({ ...GIVEN, subject: `account:${host}` });
  return [`Sample people, events and study spots near Greenwich (${USUAL_CENTRE.latitude}, ${USUAL_CENTRE.longitude})`];
}

import type { Knex } from 'knex';
import type { LocalEvent } from '#contract/places/events.contract.ts';
import { centreOf, type Position } from '#contract/places/grid.ts';
import { kmBetween, nearestCells, rowsOfCells, type SearchArea } from '#domain/places/nearest-cells.queries.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { blockedWith, shownName } from '#domain/people/people.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { raw, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';

interface EventRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly event_type: string;
  readonly location_name: string;
  readonly address: string;
  readonly cell_y: number;
  readonly cell_x: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly time_zone: string;
  /** In local time of the place: `2026-12-03 18:30`. */
  readonly local: string;
  readonly max_attendees: number;
  readonly price_cents: number;
  readonly is_sample: boolean;
  readonly cancelled_at: Date | null;
  readonly is_over: boolean;
  readonly is_mine: boolean;
  readonly organiser: string | null;
  readonly taken: number;
  readonly waiting: number;
  readonly state: NonNullable<LocalEvent['attendance']>['state'] | null;
  readonly confirmation_code: string | null;
  readonly held_until: Date | null;
}

/** Condition: it occupies a seat, taken or reserved for a payment. */
export const OCCUPIES_SEAT = `(state = 'joined' or held_until > now())`;
/** Condition: an expired reservation does not count. */
const COUNTS = `(state in ('joined', 'waiting') or held_until > now())`;
/** Condition: no block between reader and organiser; held events are visible only to their author. @param event alias of the row */
const shown = (event: string): string =>
  `(${event}.account_id is null or ${event}.account_id <> all(:hidden::uuid[])) and ${isShown('event', raw(`${event}.id`), raw(':me')).sql}`;
const OPEN = `p.cancelled_at is null and p.ends_at > now() and ${shown('p')}`;
const READ = `near.*, near.ends_at <= now() as is_over, near.account_id is not distinct from :me as is_mine,
  to_char(near.starts_at at time zone near.time_zone, 'YYYY-MM-DD HH24:MI') as local,
  (select ${shownName(sql`account`).sql} from account where account.id = near.account_id and deleted_at is null) as organiser,
  seats.taken, seats.waiting, own.state, own.confirmation_code, own.held_until`;
const SEATS = `cross join lateral (
    select count(*) filter (where ${OCCUPIES_SEAT})::int as taken, count(*) filter (where state = 'waiting')::int as waiting
      from event_attendance where event_id = near.id) seats
  left join event_attendance own on own.event_id = near.id and own.account_id = :me and ${COUNTS.replaceAll(/\b(state|held_until)\b/g, 'own.$1')}`;

/** Lists events within a radius that are not over and not cancelled, nearest first (LOC-08). */
export async function localEvents({
  accountId,
  ...around
}: SearchArea & { accountId: string }): Promise<{ local_events: LocalEvent[]; total: number }> {
  const bindings = { me: accountId, hidden: await blockedWith(accountId) };
  const { total, ys, xs } = await nearestCells({ table: 'local_event', where: OPEN, bindings, around });
  if (ys.length === 0) return { local_events: [], total };
  const { rows } = await database().raw(
    `select ${READ} from ${rowsOfCells('local_event', OPEN, 'p.starts_at, p.id')} ${SEATS} order by near.place, near.starts_at, near.id`,
    { ...bindings, ys, xs, limit: around.limit },
  );
  return { local_events: (rows as EventRow[]).map((row) => eventOf(row, around)), total };
}

/** Lists events of everywhere that are not over and not cancelled, the next first: for users without a location. */
export async function upcomingEvents({
  accountId,
  limit,
}: {
  accountId: string;
  limit: number;
}): Promise<{ local_events: LocalEvent[]; total: number }> {
  const bindings = { me: accountId, hidden: await blockedWith(accountId), limit };
  const [{ rows }, counted] = await Promise.all([
    database().raw(
      `select ${READ} from (select p.* from local_event p where ${OPEN} order by p.starts_at, p.id limit :limit) near ${SEATS}
        order by near.starts_at, near.id`,
      bindings,
    ),
    database().raw(`select count(*)::int as total from local_event p where ${OPEN}`, bindings),
  ]);
  return { local_events: (rows as EventRow[]).map((row) => eventOf(row, null)), total: counted.rows[0].total };
}

/** Maximum number of the caller's own events in a list. */
const OWN_MOST = 100;

/** Lists events a user attends or organises: upcoming ones first, then past ones, latest first. */
export async function myEvents(accountId: string): Promise<LocalEvent[]> {
  const { rows } = await database().raw(
    `select ${READ} from local_event near ${SEATS}
      where near.id in (select event_id from event_attendance where account_id = :me and ${COUNTS} union all select id from local_event where account_id = :me)
      order by near.ends_at <= now(), abs(extract(epoch from near.starts_at - now())), near.id limit ${OWN_MOST}`,
    { me: accountId },
  );
  return (rows as EventRow[]).map((row) => eventOf(row, null));
}

/** Returns one event, as a user sees it. @throws ProductError not_found */
export async function getEvent({ accountId, eventId }: { accountId: string; eventId: string }): Promise<LocalEvent> {
  if (!isUuid(eventId)) throw notFound('event');
  const { rows } = await database().raw(`select ${READ} from local_event near ${SEATS} where near.id = :eventId and ${shown('near')}`, {
    me: accountId,
    eventId,
    hidden: await blockedWith(accountId),
  });
  if (!rows[0]) throw notFound('event');
  return eventOf(rows[0], null);
}

/** Lists an event's attendees in seat order, for its organiser. @throws ProductError not_found */
export async function eventAttendees({
  accountId,
  eventId,
}: {
  accountId: string;
  eventId: string;
}): Promise<{ name: string; confirmation_code: string }[]> {
  const event = isUuid(eventId) && (await database()('local_event').where({ id: eventId, account_id: accountId }).first('id'));
  if (!event) throw notFound('event');
  const { rows } = await database().raw(
    `select ${shownName(sql`account`).sql} as name, confirmation_code from event_attendance join account on account.id = account_id
      where event_id = ? and state = 'joined' order by event_attendance.created_at`,
    [eventId],
  );
  return rows;
}

/** Tells whether a payment was for a seat at an event. */
export async function isOfEvent(store: Knex, { order_id: id }: { readonly order_id: string | null }): Promise<boolean> {
  return id !== null && (await store('billing_order').where({ id, kind: 'event' }).first('id')) !== undefined;
}

/** A locked row of `local_event`. */
export interface LockedEvent {
  readonly id: string;
  readonly account_id: string | null;
  readonly title: string;
  readonly max_attendees: number;
  readonly price_cents: number;
  readonly cancelled_at: Date | null;
  readonly ends_at: Date;
  readonly is_over: boolean;
}

/** Locks an event, so that its seats are assigned one at a time. Take it after a billing lock and rows of orders, never before. */
export async function lockEvent(trx: Knex.Transaction, eventId: string): Promise<LockedEvent | null> {
  if (!isUuid(eventId)) return null;
  const { rows } = await trx.raw(
    `select id, account_id, title, max_attendees, price_cents, cancelled_at, ends_at, ends_at <= now() as is_over
       from local_event where id = ? for no key update`,
    [eventId],
  );
  return rows[0] ?? null;
}

function eventOf(row: EventRow, around: Position | null): LocalEvent {
  const cell = { y: row.cell_y, x: row.cell_x };
  const [date = '', time = ''] = row.local.split(' ');
  return {
    event_id: row.id,
    title: row.title,
    description: row.description,
    date,
    time,
    starts_at: row.starts_at.toISOString(),
    time_zone: row.time_zone,
    location: { name: row.location_name, address: row.address },
    distance_km: around && kmBetween(around, cell),
    cost: row.price_cents / 100,
    attendees: row.taken,
    max_attendees: row.max_attendees,
    waiting: row.waiting,
    event_type: row.event_type,
    duration: Math.round((row.ends_at.getTime() - row.starts_at.getTime()) / 60_000),
    ...centreOf(cell),
    organiser: row.organiser,
    state: row.cancelled_at ? 'cancelled' : row.is_over ? 'over' : 'open',
    attendance: row.state && {
      state: row.state,
      confirmation_code: row.confirmation_code,
      held_until: row.held_until?.toISOString() ?? null,
    },
    is_mine: row.is_mine,
    is_sample: row.is_sample,
  };
}

import type { Knex } from 'knex';
import type { LocalEvent } from '#contract/places/events.contract.ts';
import { centreOf, type Position } from '#contract/places/grid.ts';
import { kmBetween, nearestCells, rowsOfCells, type SearchArea } from '#domain/places/nearby-learners.queries.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { blockedWith } from '#domain/people/people.queries.ts';
import { shownName } from '#domain/identity/accounts/shown-name.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { expression, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { LocalEvent as StoredEvent } from './local-event.model.ts';

type EventRow = StoredEvent & {
  /** In the place's local time: `2026-12-03 18:30`. */
  readonly local: string;
  readonly is_over: boolean;
  readonly is_mine: boolean;
  readonly organiser: string | null;
  readonly taken: number;
  readonly waiting: number;
  readonly state: NonNullable<LocalEvent['attendance']>['state'] | null;
  readonly confirmation_code: string | null;
  readonly held_until: Date | null;
};

/** SQL condition: it occupies a seat, taken or reserved for a payment. */
export const OCCUPIES_SEAT = sql`(state = 'joined' or held_until > now())`;
/** SQL condition on an attendance named `own`: it is no expired reservation. */
const COUNTS = sql`(own.state in ('joined', 'waiting') or own.held_until > now())`;

/** The reader, and the people hidden from the reader by a block. */
interface Reader {
  readonly accountId: string;
  readonly hidden: readonly string[];
}

/** SQL condition: no block between reader and organiser; held events are visible only to their author. @param event alias of the row */
const isEventShown = (event: Sql, { accountId, hidden }: Reader): Sql =>
  sql`(${event}.account_id is null or ${event}.account_id <> all(${hidden}::uuid[])) and ${isShown('event', sql`${event}.id`, accountId)}`;
const isOpen = (reader: Reader): Sql => sql`p.cancelled_at is null and p.ends_at > now() and ${isEventShown(sql`p`, reader)}`;
/** Selects events for a reader. @param near the source of the rows, named `near` */
const selectEvents = (
  reader: string,
  near: Sql,
): Sql => sql`select near.*, near.ends_at <= now() as is_over, near.account_id is not distinct from ${reader} as is_mine,
  to_char(near.starts_at at time zone near.time_zone, 'YYYY-MM-DD HH24:MI') as local,
  (select ${shownName(sql`account`)} from account where account.id = near.account_id and deleted_at is null) as organiser,
  seats.taken, seats.waiting, own.state, own.confirmation_code, own.held_until
  from ${near} cross join lateral (
    select count(*) filter (where ${OCCUPIES_SEAT})::int as taken, count(*) filter (where state = 'waiting')::int as waiting
      from event_attendance where event_id = near.id) seats
  left join event_attendance own on own.event_id = near.id and own.account_id = ${reader} and ${COUNTS}`;

/** Lists events within a radius that are neither over nor cancelled, nearest first (LOC-08). */
export async function localEvents({
  accountId,
  ...around
}: SearchArea & { accountId: string }): Promise<{ local_events: LocalEvent[]; total: number }> {
  const where = isOpen({ accountId, hidden: await blockedWith(accountId) });
  const { total, ys, xs } = await nearestCells({ table: 'local_event', where, around });
  if (ys.length === 0) return { local_events: [], total };
  const near = rowsOfCells({ table: 'local_event', where, ys, xs, order: sql`p.starts_at, p.id`, limit: around.limit });
  const rows = await rowsOf<EventRow>(database(), sql`${selectEvents(accountId, near)} order by near.place, near.starts_at, near.id`);
  return { local_events: rows.map((row) => eventOf(row, around)), total };
}

/** Lists events anywhere that are neither over nor cancelled, soonest first, for users without a location. */
export async function upcomingEvents({
  accountId,
  limit,
}: {
  accountId: string;
  limit: number;
}): Promise<{ local_events: LocalEvent[]; total: number }> {
  const where = isOpen({ accountId, hidden: await blockedWith(accountId) });
  const near = sql`(select p.* from local_event p where ${where} order by p.starts_at, p.id limit ${limit}) near`;
  const [rows, [counted]] = await Promise.all([
    rowsOf<EventRow>(database(), sql`${selectEvents(accountId, near)} order by near.starts_at, near.id`),
    rowsOf<{ total: number }>(database(), sql`select count(*)::int as total from local_event p where ${where}`),
  ]);
  return { local_events: rows.map((row) => eventOf(row, null)), total: counted!.total };
}

/** Maximum number of the caller's own events in a list. */
const OWN_MOST = 100;

/** Lists events that a user attends or organises: upcoming ones first, then past ones, latest first. */
export async function myEvents(accountId: string): Promise<LocalEvent[]> {
  const rows = await rowsOf<EventRow>(
    database(),
    sql`${selectEvents(accountId, sql`local_event near`)}
      where near.id in (select event_id from event_attendance own where account_id = ${accountId} and ${COUNTS}
                        union all select id from local_event where account_id = ${accountId})
      order by near.ends_at <= now(), abs(extract(epoch from near.starts_at - now())), near.id limit ${OWN_MOST}`,
  );
  return rows.map((row) => eventOf(row, null));
}

/** Returns one event, as a user sees it. @throws ProductError not_found */
export async function getEvent({ accountId, eventId }: { accountId: string; eventId: string }): Promise<LocalEvent> {
  if (!isUuid(eventId)) throw notFound('event');
  const shown = isEventShown(sql`near`, { accountId, hidden: await blockedWith(accountId) });
  const [row] = await rowsOf<EventRow>(
    database(),
    sql`${selectEvents(accountId, sql`local_event near`)} where near.id = ${eventId} and ${shown}`,
  );
  if (!row) throw notFound('event');
  return eventOf(row, null);
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
  return rowsOf(
    database(),
    sql`select ${shownName(sql`account`)} as name, confirmation_code from event_attendance join account on account.id = account_id
         where event_id = ${eventId} and state = 'joined' order by event_attendance.created_at`,
  );
}

/** A locked row of `local_event`. */
export interface LockedEvent extends Pick<
  StoredEvent,
  'id' | 'account_id' | 'title' | 'max_attendees' | 'price_cents' | 'cancelled_at' | 'ends_at'
> {
  readonly is_over: boolean;
}

/** Locks an event, so that its seats are assigned one at a time. Take this lock after billing locks and rows of orders, never before. */
export async function lockEvent(trx: Knex.Transaction, eventId: string): Promise<LockedEvent | null> {
  if (!isUuid(eventId)) return null;
  const event = await trx('local_event')
    .where({ id: eventId })
    .forNoKeyUpdate()
    .first<LockedEvent | undefined>(
      'id',
      'account_id',
      'title',
      'max_attendees',
      'price_cents',
      'cancelled_at',
      'ends_at',
      expression(trx, sql`ends_at <= now() as is_over`),
    );
  return event ?? null;
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

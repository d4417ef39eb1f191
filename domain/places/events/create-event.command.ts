import { cellOf, type Position } from '#contract/places/grid.ts';
import { assertAdult } from '#domain/places/places-age.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

/** Events of one person that are still to come. */
const MOST = 20;
const YEAR_MS = 366 * 86_400_000;

interface NewEvent extends Position {
  readonly accountId: string;
  /** Made by the client: sent twice it is one event. */
  readonly eventId: string;
  readonly title: string;
  readonly description: string;
  readonly startsAt: Date;
  readonly timeZone: string;
  readonly minutes: number;
  readonly locationName: string;
  readonly address: string;
  readonly eventType: string;
  readonly maxAttendees: number;
  readonly priceCents: number;
}

/** @throws ProductError validation.failed, places.minor, places.too_many; not_found for an id that is somebody else's */
export async function createEvent({ accountId, eventId, startsAt, timeZone, minutes, ...said }: NewEvent): Promise<void> {
  await assertAdult(accountId);
  const { y, x } = cellOf(said);
  await transact(async (trx) => {
    await trx('account').where({ id: accountId }).forNoKeyUpdate().first('id');
    const known = await trx('local_event').where({ id: eventId }).first('account_id');
    if (known) {
      if (known.account_id !== accountId) throw notFound('event');
      return;
    }
    assertTime(startsAt, timeZone);
    const [{ count }] = await trx('local_event')
      .where({ account_id: accountId, cancelled_at: null })
      .where('ends_at', '>', trx.fn.now())
      .count();
    if (Number(count) >= MOST) throw new ProductError('places.too_many', 'You arrange as many events as one person can at a time.');
    await trx('local_event').insert({
      id: eventId,
      account_id: accountId,
      title: said.title,
      description: said.description,
      event_type: said.eventType,
      location_name: said.locationName,
      address: said.address,
      cell_y: y,
      cell_x: x,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + minutes * 60_000),
      time_zone: timeZone,
      max_attendees: said.maxAttendees,
      price_cents: said.priceCents,
    });
    await recordAudit({ actor: `account:${accountId}`, action: 'event.create', subject: `event:${eventId}` }, trx);
  });
}

function assertTime(startsAt: Date, timeZone: string): void {
  if (!isTimeZone(timeZone)) throw invalid('time_zone', 'There is no such time zone.');
  const ahead = startsAt.getTime() - Date.now();
  if (ahead <= 0) throw invalid('starts_at', 'The event has to be in the future.');
  if (ahead > YEAR_MS) throw invalid('starts_at', 'The event has to be within a year.');
}

/** The store takes the same names: both read the IANA database. */
const isTimeZone = (name: string): boolean => Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC';

const invalid = (path: string, message: string) =>
  new ProductError('validation.failed', message, { data: { errors: [fieldProblem(path, message)] } });

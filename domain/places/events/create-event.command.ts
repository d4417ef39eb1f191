import { cellOf, type Position } from '#contract/places/grid.ts';
import { startJudgement } from '#domain/moderation/start-judgement.command.ts';
import { submitText } from '#domain/moderation/submit-text.command.ts';
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

/** @throws ProductError validation.failed, places.too_many, and what the gate of public texts refuses; not_found for an id that is somebody else's */
export async function createEvent({ accountId, eventId, startsAt, timeZone, minutes, ...said }: NewEvent): Promise<void> {
  const { y, x } = cellOf(said);
  const state = await transact(async (trx) => {
    await trx('account').where({ id: accountId }).forNoKeyUpdate().first('id');
    const known = await trx('local_event').where({ id: eventId }).first('account_id');
    if (known) {
      if (known.account_id !== accountId) throw notFound('event');
      return 'clear';
    }
    assertTime(startsAt, timeZone);
    const { rows } = await trx.raw(
      'select count(*)::int as count from local_event where account_id = ? and cancelled_at is null and ends_at > now()',
      [accountId],
    );
    if (rows[0].count >= MOST) throw new ProductError('places.too_many', 'You arrange as many events as one person can at a time.');
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
    const text = [said.title, said.description, said.locationName, said.address].filter(Boolean).join('\n\n');
    return submitText(trx, { accountId, type: 'event', id: eventId, text, href: `/community/nearby?event=${eventId}` });
  });
  if (state === 'held') await startJudgement({ type: 'event', id: eventId });
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

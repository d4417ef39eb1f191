import { ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** The end of a page: the sort time as Postgres writes it (in microseconds, which a Date would lose) and the id that breaks ties. */
export interface PageCursor {
  readonly at: string;
  readonly id: string;
}

const TIME = /^(?!0000)(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?$/;

/** Tells whether Postgres would accept a time: it has no year 0 and no 31 February. */
function isTime(text: string): boolean {
  const [, day, time] = TIME.exec(text) ?? [];
  const read = new Date(`${day}T${time}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(`${day}T${time}`);
}

/** The answer field whose value goes into each parameter. */
const NAMED_BY = { after: 'next', cursor: 'next_cursor' } as const;

/** Encodes a cursor as opaque text. */
export const encodeCursor = (cursor: PageCursor): string => Buffer.from(`${cursor.at}|${cursor.id}`).toString('base64url');

/** Decodes a cursor from `encodeCursor`. @throws ProductError validation.failed at the `parameter` that carried it, for anything else */
export function decodeCursor(text: string, parameter: 'after' | 'cursor'): PageCursor {
  const [at = '', id = '', ...rest] = Buffer.from(text, 'base64url').toString('utf8').split('|');
  if (isTime(at) && isUuid(id) && rest.length === 0) return { at, id };
  throw new ProductError('validation.failed', 'The place to continue from is not valid.', {
    data: { errors: [{ path: parameter, message: `Must be the \`${NAMED_BY[parameter]}\` of an earlier page` }] },
  });
}

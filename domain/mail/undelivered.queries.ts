import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';

/** Returns which mails were given up, by their causes: refused addresses, or servers unreachable for hours. */
export async function undeliveredOf(causes: readonly string[], store: Knex = database()): Promise<ReadonlySet<string>> {
  if (causes.length === 0) return new Set();
  return new Set(await store('outgoing_mail').whereIn('cause', causes).where({ state: 'dead' }).pluck('cause'));
}

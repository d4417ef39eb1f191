import { Model } from 'objection';
import { isRightWay } from '#domain/membership/ways-in.queries.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import { sql } from '#domain/platform/sql.ts';

/**
 * One sign-in on one device. Stores no secret: of the cookie only a hash, and refresh tokens are derived from the id and the `generation`
 * (`session-secrets.ts`), so rotating a token only increments the generation.
 */
export class Session extends Model {
  static override tableName = 'session';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare cookie_hash: Buffer;
  /** Whether the session was used with its cookie; from then on a refresh requires both. */
  declare cookie_seen: boolean;
  declare generation: number;
  declare rotated_at: Date;
  declare user_agent: string;
  declare created_at: Date;
  declare last_seen_at: Date;
  declare expires_at: Date;
  declare revoked_at: Date | null;
  declare revoked_reason: string | null;
  /** The organisation whose sign-in opened it; leaving that organisation ends it. Null for the person's own way. */
  declare organisation_id: Ref<'organisation'> | null;
  /** When that organisation's provider ends it; null when it does not say. */
  declare ends_at: Date | null;
  /** The provider's own session id, by which it can end this one; null when it names none. */
  declare provider_session: string | null;
}

/** A ticket that opens a live socket once, for a session. */
export class LiveTicket extends Model {
  static override tableName = 'live_ticket';
  static override idColumn = 'token_hash';

  /** SHA-256 of the ticket. */
  declare token_hash: Buffer;
  declare session_id: Ref<'session'>;
  declare expires_at: Date;
}

/** SQL condition: the `session` has neither ended nor expired, and its account may still sign in that way. */
export const IS_LIVE = sql`(session.revoked_at is null and session.expires_at > now()
  and ${isRightWay(sql`session.account_id`, sql`session.organisation_id`)})`;

/** Truncates a user agent for storage. */
export const storedUserAgent = (userAgent: string): string => userAgent.slice(0, 300);

declare module 'knex/types/tables.js' {
  interface Tables {
    session: Table<Session>;
    live_ticket: Table<LiveTicket>;
  }
}

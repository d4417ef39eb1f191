import { Model } from 'objection';
import { isRightWay } from '#domain/membership/ways-in.queries.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';
import { sql } from '#domain/platform/sql.ts';

/**
 * One sign-in on one device. No secret is stored: the cookie as a hash, and refresh tokens are derived from the id and the `generation`
 * (`session-secrets.ts`), so rotating one only increments it.
 */
export class Session extends Model {
  static override tableName = 'session';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare cookie_hash: Buffer;
  /** The session was used with its cookie: from then on a refresh requires both. */
  declare cookie_seen: boolean;
  declare generation: number;
  declare rotated_at: Date;
  declare user_agent: string;
  declare created_at: Date;
  declare last_seen_at: Date;
  declare expires_at: Date;
  declare revoked_at: Date | null;
  declare revoked_reason: string | null;
  /** By which organisation's sign-in its person came: leaving that ends it; null: by a way of their own. */
  declare organisation_id: Ref<'organisation'> | null;
  /** Until when that organisation's provider lets it last; null: it does not say. */
  declare ends_at: Date | null;
  /** The provider's own session, by which it ends this one; null: it does not name it. */
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

/** A condition: the `session` has neither ended nor expired, and came by a way that its account may use. */
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

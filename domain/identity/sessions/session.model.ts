import { Model } from 'objection';

/**
 * One sign-in on one device. No secret is stored: the cookie is kept as a hash, and refresh tokens are derived from the id and the
 * `generation` (`session-secrets.ts`), so rotating one is counting up.
 */
export class Session extends Model {
  static override tableName = 'session';

  declare id: string;
  declare account_id: string;
  declare cookie_hash: Buffer;
  /** The session has been seen together with its cookie: from then on a refresh needs both. */
  declare cookie_seen: boolean;
  declare generation: number;
  declare rotated_at: Date;
  declare user_agent: string;
  declare created_at: Date;
  declare last_seen_at: Date;
  declare expires_at: Date;
  declare revoked_at: Date | null;
  declare revoked_reason: string | null;
}

/** As much of a browser's name of itself as is stored. */
export const storedUserAgent = (userAgent: string): string => userAgent.slice(0, 300);

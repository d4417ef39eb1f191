import { LONGEST_SESSION_HOURS, USUAL_IDLE_HOURS } from '#contract/organisations/sign-in-lifetime.contract.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';

/** The organisation whose sign-in was used, and its provider's limits for the session. */
export interface CameBy {
  readonly organisationId: string;
  /** When the provider ends the session (SAML's SessionNotOnOrAfter); null when it does not say. */
  readonly endsAt?: Date | null;
  /** The provider's own session id (OpenID Connect's `sid`), by which it can end ours; null when it names none. */
  readonly providerSession?: string | null;
}

const hoursOf = (column: 'idle_hours' | 'longest_hours', usual: number, organisationId: Sql): Sql =>
  sql`make_interval(hours => coalesce((select ${column === 'idle_hours' ? sql`s.idle_hours` : sql`s.longest_hours`}
        from organisation_sign_in s where s.organisation_id = ${organisationId}), ${usual}))`;

/**
 * SQL expression: when a session expires: when it has been idle too long, at its maximum age, or when the provider says so, whichever is
 * first. An organisation sets the first two for sessions through its sign-in; the defaults apply to all others.
 * @param session its columns, as SQL
 */
export const expiryOf = (session: { organisationId: Sql; seenAt: Sql; createdAt: Sql; endsAt: Sql }): Sql =>
  sql`least(${session.seenAt} + ${hoursOf('idle_hours', USUAL_IDLE_HOURS, session.organisationId)},
            ${session.createdAt} + ${hoursOf('longest_hours', LONGEST_SESSION_HOURS, session.organisationId)}, ${session.endsAt})`;

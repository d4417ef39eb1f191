import { LONGEST_SESSION_HOURS, USUAL_IDLE_HOURS } from '#contract/organisations/sign-in-lifetime.contract.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';

/** The organisation whose sign-in was used, and its provider's limits of the session. */
export interface CameBy {
  readonly organisationId: string;
  /** Until when the provider lets it last (SAML's SessionNotOnOrAfter); null: it does not say. */
  readonly endsAt?: Date | null;
  /** The provider's own session (OpenID Connect's `sid`), by which it ends ours; null: it does not name it. */
  readonly providerSession?: string | null;
}

const hoursOf = (column: 'idle_hours' | 'longest_hours', usual: number, organisationId: Sql): Sql =>
  sql`make_interval(hours => coalesce((select ${column === 'idle_hours' ? sql`s.idle_hours` : sql`s.longest_hours`}
        from organisation_sign_in s where s.organisation_id = ${organisationId}), ${usual}))`;

/**
 * Returns when a session expires: after it was idle for long, after its longest time, and when the provider says; whichever is first. An
 * organisation sets the first two for those who come by its sign-in; for everybody else they are the usual ones.
 * @param session its columns, as SQL
 */
export const expiryOf = (session: { organisationId: Sql; seenAt: Sql; createdAt: Sql; endsAt: Sql }): Sql =>
  sql`least(${session.seenAt} + ${hoursOf('idle_hours', USUAL_IDLE_HOURS, session.organisationId)},
            ${session.createdAt} + ${hoursOf('longest_hours', LONGEST_SESSION_HOURS, session.organisationId)}, ${session.endsAt})`;

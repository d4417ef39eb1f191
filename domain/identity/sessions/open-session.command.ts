import type { Knex } from 'knex';
import { assertOwnWayIn } from '#domain/membership/ways-in.queries.ts';
import { uuidv7 } from 'uuidv7';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { signAccessToken } from './access-token.ts';
import { expiryOf, type CameBy } from './session-lifetime.ts';
import { storedUserAgent } from './session.model.ts';
import { hashCookie, refreshTokenOf } from './session-secrets.ts';
import { newToken } from '#domain/platform/links/secret-link.ts';

export interface OpenedSession {
  readonly sessionId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** For the browser's cookie only; never part of a body. */
  readonly cookie: string;
}

/**
 * Opens a session for an account that has just authenticated. Every sign-in gets its own session and cookie.
 * @param cameBy the organisation whose sign-in was used; null for the person's own way, which an organisation may forbid its members
 * @throws ProductError auth.suspended, auth.organisation_required
 */
export async function openSession(
  accountId: string,
  userAgent: string,
  trx?: Knex.Transaction,
  cameBy: CameBy | null = null,
): Promise<OpenedSession> {
  const store = trx ?? database();
  if (cameBy === null) await assertOwnWayIn(accountId, store);
  const isSuspended = await store('account').where({ id: accountId }).whereNotNull('suspended_at').first('id');
  if (isSuspended) throw new ProductError('auth.suspended', 'This account is suspended. Please contact us.');
  const id = uuidv7();
  const cookie = newToken();
  await store('session').insert({
    id,
    account_id: accountId,
    cookie_hash: hashCookie(cookie),
    user_agent: storedUserAgent(userAgent),
    organisation_id: cameBy?.organisationId ?? null,
    ends_at: cameBy?.endsAt ?? null,
    provider_session: cameBy?.providerSession ?? null,
    expires_at: expression(
      store,
      expiryOf({
        organisationId: sql`${cameBy?.organisationId ?? null}::uuid`,
        seenAt: sql`now()`,
        createdAt: sql`now()`,
        endsAt: sql`${cameBy?.endsAt ?? null}::timestamptz`,
      }),
    ),
  });
  return {
    sessionId: id,
    accessToken: await signAccessToken({ userId: accountId, sessionId: id }),
    refreshToken: refreshTokenOf(id, 1),
    cookie,
  };
}

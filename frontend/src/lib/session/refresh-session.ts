import { refresh } from '#contract/identity/identity.contract.ts';
import { ApiError, networkError } from '#frontend/lib/api-error.ts';
import { clearNotices, toast } from '#frontend/lib/toast.ts';
import { clearSession, readSession, rereadSession, writeSession } from './token-store.ts';
import { t } from '#frontend/lib/text.ts';

/** One lock for all tabs of this origin; another installation on another port is another origin. */
const LOCK = 'session-refresh';

/** Clears a session that cannot be renewed, notifies the user, and returns the error to throw (AUTH-15). */
function endSession(): ApiError {
  const message = t('Authentication failed');
  const { wasRefused, accessToken, refreshToken } = readSession();
  // of several calls that were refused, only the first says so; and a call that was under way while the user signed out, or had the account
  // deleted, must not replace what that has said
  const hasEnded = wasRefused || (accessToken === null && refreshToken === null);
  if (!hasEnded) {
    clearSession(true);
    clearNotices();
    toast('error', message);
  }
  return new ApiError({ status: 401, code: 'auth.refresh_invalid', message });
}

async function exchange(refreshToken: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(refresh.path, {
      method: refresh.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
      credentials: 'same-origin',
    });
  } catch {
    throw networkError();
  }
  if (response.status === 401 || response.status === 403) throw endSession();
  const answer = (await response.json().catch(() => null)) as { access_token?: string; refresh_token?: string } | null;
  // A server or proxy that is restarting, busy or broken has not rejected the session: it stays for the next attempt.
  if (!response.ok || !answer?.access_token) throw networkError();
  const life = lifeOf(answer.access_token);
  if (life) clockAheadMs = Date.now() - life.from;
  writeSession({ accessToken: answer.access_token, refreshToken: answer.refresh_token ?? refreshToken });
  return answer.access_token;
}

/** Refreshes the token under the lock, unless another tab or call has done so since `refused` was sent. */
async function renew(refused: string): Promise<string> {
  const { accessToken, refreshToken } = rereadSession();
  if (accessToken !== null && accessToken !== refused) return accessToken;
  if (refreshToken === null) {
    throw endSession();
  }
  return exchange(refreshToken);
}

/** Time before expiry at which a token is renewed, in ms; at most a quarter of its lifetime. */
const EARLY_MS = 30_000;
/** How far this device's clock is ahead of the server's, in ms, measured when a token was last fetched here. */
let clockAheadMs = 0;

/** When a token was issued and when it expires, in the server's ms; null when it does not contain both. */
function lifeOf(token: string): { readonly from: number; readonly until: number } | null {
  try {
    const { iat, exp } = JSON.parse(atob(token.split('.')[1]!)) as { iat: number; exp: number };
    return { from: iat * 1000, until: exp * 1000 };
  } catch {
    return null;
  }
}

/** Returns the access token to send; renews one that is about to expire, so that no call is refused for it. Null without a session. */
export async function currentToken(): Promise<string | null> {
  const token = readSession().accessToken;
  const life = token === null ? null : lifeOf(token);
  if (token === null || life === null) return token;
  const leftMs = life.until - (Date.now() - clockAheadMs);
  if (leftMs <= Math.min(EARLY_MS, (life.until - life.from) / 4)) {
    return refreshAccessToken(token).catch((error: unknown) => {
      if (readSession().accessToken === null) throw error;
      // The old token may still be valid.
      return token;
    });
  }
  return token;
}

let underway: Promise<string> | null = null;

/**
 * Returns a new access token after `refused` was answered with 401. Concurrent calls and tabs share one request (G22).
 * @throws ApiError 'Authentication failed' with the session cleared, or a network error with the session kept.
 */
export function refreshAccessToken(refused: string): Promise<string> {
  const now = readSession().accessToken;
  if (now !== null && now !== refused) return Promise.resolve(now);
  underway ??= (navigator.locks ? navigator.locks.request(LOCK, () => renew(refused)) : renew(refused)).finally(() => {
    underway = null;
  });
  return underway;
}

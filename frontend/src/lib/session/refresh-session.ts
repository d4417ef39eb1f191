import { refresh } from '#contract/identity/identity.contract.ts';
import { ApiError, networkError } from '#frontend/lib/api-error.ts';
import { clearNotices, toast } from '#frontend/lib/toast.ts';
import { clearSession, readSession, rereadSession, writeSession } from './token-store.ts';
import { t } from '#frontend/lib/text.ts';

/** One name for all tabs of this origin; another installation on another port is another origin. */
const LOCK = 'session-refresh';

/** The session cannot be renewed: it is cleared, said, and raised (AUTH-15). */
function endSession(): ApiError {
  const message = t('Authentication failed');
  clearSession(true);
  clearNotices();
  toast('error', message);
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
  // A server, or a proxy before it, that is restarting, busy or broken has not refused anybody: the session is kept for the next try.
  if (!response.ok || !answer?.access_token) throw networkError();
  const life = lifeOf(answer.access_token);
  if (life) clockAheadMs = Date.now() - life.from;
  writeSession({ accessToken: answer.access_token, refreshToken: answer.refresh_token ?? refreshToken });
  return answer.access_token;
}

/** Renews under the lock, unless another tab or call has renewed since `refused` was sent. */
async function renew(refused: string): Promise<string> {
  const { accessToken, refreshToken } = rereadSession();
  if (accessToken !== null && accessToken !== refused) return accessToken;
  if (refreshToken === null) {
    throw endSession();
  }
  return exchange(refreshToken);
}

/** Renewed so long before it runs out, in ms, and at the latest when a quarter of its life is left. */
const EARLY_MS = 30_000;
/** What this device's clock is ahead of the server's, in ms, as the last token told that was fetched here. */
let clockAheadMs = 0;

/** When a token was made and when it runs out, in the server's ms; null of one that does not say. */
function lifeOf(token: string): { readonly from: number; readonly until: number } | null {
  try {
    const { iat, exp } = JSON.parse(atob(token.split('.')[1]!)) as { iat: number; exp: number };
    return { from: iat * 1000, until: exp * 1000 };
  } catch {
    return null;
  }
}

/** The access token to send now: one that is about to run out is renewed first, so that no call is refused for its age. Null for none. */
export async function currentToken(): Promise<string | null> {
  const token = readSession().accessToken;
  const life = token === null ? null : lifeOf(token);
  if (token === null || life === null) return token;
  const leftMs = life.until - (Date.now() - clockAheadMs);
  if (leftMs <= Math.min(EARLY_MS, (life.until - life.from) / 4)) {
    return refreshAccessToken(token).catch((error: unknown) => {
      if (readSession().accessToken === null) throw error;
      // It may still do.
      return token;
    });
  }
  return token;
}

let underway: Promise<string> | null = null;

/**
 * A fresh access token after `refused` was answered with 401. However many calls and tabs ask at once, one request is sent (G22).
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

import { refresh } from '#contract/identity/identity.contract.ts';
import { ApiError, networkError } from '#frontend/lib/api-error.ts';
import { clearNotices, toast } from '#frontend/lib/toast.ts';
import { clearSession, readSession, rereadSession, writeSession } from '#frontend/lib/token-store.ts';
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

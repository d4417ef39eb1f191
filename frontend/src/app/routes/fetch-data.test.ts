import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchOnEnter } from '#frontend/app/routes/fetch-data.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { clearSession } from '#frontend/lib/session/token-store.ts';
import { aUser } from '#frontend/testing/user.factory.ts';

const USER = aUser();
const fetchData = vi.fn(async () => undefined);

beforeEach(() => {
  fetchData.mockClear();
  enterSession({ access_token: 'a1', refresh_token: 'r1', user: USER });
});
afterEach(clearSession);

describe("a screen's first requests", () => {
  it('start when the screen is entered', () => {
    fetchOnEnter('enter', fetchData);
    expect(fetchData).toHaveBeenCalledExactlyOnceWith(USER.user_id);
  });

  it.each(['preload', 'stay'])('do not start for %s', (cause) => {
    fetchOnEnter(cause, fetchData);
    expect(fetchData).not.toHaveBeenCalled();
  });

  it('do not start for a visitor', () => {
    clearSession();
    fetchOnEnter('enter', fetchData);
    expect(fetchData).not.toHaveBeenCalled();
  });

  it('leave it to the screen to report that its files are missing', async () => {
    const missing = Promise.reject(new Error('gone'));
    fetchOnEnter('enter', () => missing);
    // an unhandled rejection would fail the run
    await expect(missing).rejects.toThrow('gone');
  });
});

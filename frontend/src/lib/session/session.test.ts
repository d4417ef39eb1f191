import { beforeEach, describe, expect, it, vi } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, stubServer, unreachable } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';

const USER = aUser();

let status: number;
let asked: string[];
let answered: object;

/** Loads the modules as a newly opened page does. */
async function openPage() {
  vi.resetModules();
  const session = await import('./session.ts');
  const toasts = await import('#frontend/lib/toast.ts');
  return { ...session, getNotices: toasts.getNotices };
}

function storeSession() {
  localStorage.setItem('access_token', 'a1');
  localStorage.setItem('refresh_token', 'r1');
  localStorage.setItem('user', JSON.stringify(USER));
}

beforeEach(() => {
  status = 200;
  asked = [];
  answered = { ...USER, first_name: 'Ada B.' };
  stubServer(({ path }) => {
    asked.push(path);
    if (status === 0) return unreachable();
    return status === 200 ? partly({ user: answered, message: 'ok' }) : problem('access.denied', 'No');
  });
});

describe('at the start', () => {
  it('AUTH-13 a stored session is checked with the me call, and its user brought up to date', async () => {
    storeSession();
    const { getSession, checkSession } = await openPage();
    expect(getSession().status).toBe('checking');
    await checkSession();
    expect(asked).toEqual(['/api/auth/me']);
    expect(getSession()).toMatchObject({ status: 'signed-in', user: { first_name: 'Ada B.' } });
  });

  it('sends the time zone of the device once, while the server knows none', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'Europe/Warsaw' } as never);
    storeSession();
    answered = { ...USER, lacks_time_zone: true };
    const { checkSession, getSession } = await openPage();
    await checkSession();
    await vi.waitFor(() => expect(asked).toEqual(['/api/auth/me', '/api/user/time-zone']));
    await vi.waitFor(() => expect(getSession().user).not.toHaveProperty('lacks_time_zone'));
  });

  it('AUTH-13 a refusal clears it', async () => {
    storeSession();
    status = 403;
    const { getSession, checkSession } = await openPage();
    await checkSession();
    expect(getSession().status).toBe('signed-out');
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('an unreachable server does not sign the user out', async () => {
    storeSession();
    status = 0;
    const { getSession, checkSession } = await openPage();
    await checkSession();
    expect(getSession()).toMatchObject({ status: 'signed-in', user: USER });
  });

  it('ROOT-04 without a stored session there is no request and no user', async () => {
    const { getSession, checkSession } = await openPage();
    await checkSession();
    expect([getSession().status, asked.length]).toEqual(['signed-out', 0]);
  });

  it('ROOT-08 without a session store the context of a sign-in is missing: logged in the console, and the landing page follows', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('denied');
    });
    const { getSession } = await openPage();
    expect(getSession().status).toBe('signed-out');
    expect(said.mock.calls).toEqual([['AuthContext not available']]);
  });

  it('REC-05 G20 the old authToken key is migrated once and removed', async () => {
    localStorage.setItem('authToken', 'old');
    localStorage.setItem('user', JSON.stringify(USER));
    const { checkSession } = await openPage();
    await checkSession();
    expect([localStorage.getItem('access_token'), localStorage.getItem('authToken')]).toEqual(['old', null]);
  });
});

describe('entering and leaving', () => {
  it('AUTH-17 stores the two tokens and the user in local storage', async () => {
    const { enterSession, getSession } = await openPage();
    expect(enterSession({ access_token: 'a1', refresh_token: 'r1', user: USER })).toBe(true);
    expect(localStorage.getItem('access_token')).toBe('a1');
    expect(localStorage.getItem('refresh_token')).toBe('r1');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(USER);
    expect(getSession().status).toBe('signed-in');
  });

  it('ROOT-07 refuses an answer without a token or a user', async () => {
    const { enterSession, getSession } = await openPage();
    expect(enterSession({ user: USER })).toBe(false);
    expect(enterSession({ access_token: 'a1' })).toBe(false);
    expect(getSession().status).toBe('signed-out');
  });

  it('works for the tab if storage is refused', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('denied');
    });
    const { enterSession, getSession } = await openPage();
    expect(enterSession({ access_token: 'a1', refresh_token: 'r1', user: USER })).toBe(true);
    expect(getSession().status).toBe('signed-in');
  });

  it("AUTH-16 signing out ends the session on the server, clears everything and says 'Logged out successfully'", async () => {
    const { enterSession, signOut, getSession, getNotices } = await openPage();
    enterSession({ access_token: 'a1', refresh_token: 'r1', user: USER });
    await signOut();
    expect(asked).toEqual(['/api/auth/logout']);
    expect(getSession().status).toBe('signed-out');
    expect([localStorage.getItem('access_token'), localStorage.getItem('refresh_token'), localStorage.getItem('user')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(getNotices().map(({ text }) => text)).toEqual(['Logged out successfully']);
  });

  it('AUTH-16 signing out works without the server', async () => {
    const { enterSession, signOut, getSession } = await openPage();
    enterSession({ access_token: 'a1', refresh_token: 'r1', user: USER });
    status = 0;
    await signOut();
    expect(getSession().status).toBe('signed-out');
  });

  it('follows another tab', async () => {
    const { enterSession, getSession, subscribeToSession } = await openPage();
    enterSession({ access_token: 'a1', refresh_token: 'r1', user: USER });
    const heard = vi.fn();
    const stop = subscribeToSession(heard);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
    expect(heard).toHaveBeenCalled();
    expect(getSession().status).toBe('signed-out');
    stop();
  });
});

import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { openSession, type OpenedSession } from './open-session.command.ts';
import { logOut, refreshSession } from './session.commands.ts';
import { registerAccount } from '#domain/identity/accounts/account.commands.ts';
import { readRefreshToken } from './session-secrets.ts';
import { verifyAccess } from './session.queries.ts';

const database = useTestDatabase();
let accountId: string;
let session: OpenedSession;

const refresh = (refreshToken: string, cookie: string | null = null) => refreshSession({ refreshToken, cookie });
const refused = { code: 'auth.refresh_invalid' };
const rowOf = (token: string) =>
  database
    .knex('session')
    .where({ id: readRefreshToken(token)!.sessionId })
    .first();
const rotatedAgo = (token: string, seconds: number) =>
  database
    .knex('session')
    .where({ id: readRefreshToken(token)!.sessionId })
    .update({ rotated_at: database.knex.raw(`now() - ? * interval '1 s'`, [seconds]) });

beforeEach(async () => {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  ({ accountId } = await registerAccount({
    email,
    password: 'correct horse',
    firstName: 'A',
    lastName: 'B',
    marketingConsent: false,
    userAgent: '',
  }));
  session = await openSession(accountId, 'test');
});

describe('refreshing', () => {
  it('AUTH-12 returns a working access token and the next refresh token', async () => {
    const next = await refresh(session.refreshToken);
    expect(await verifyAccess(next.accessToken)).toMatchObject({ userId: accountId });
    expect(next.refreshToken).not.toBe(session.refreshToken);
    expect((await refresh(next.refreshToken)).refreshToken).not.toBe(next.refreshToken);
  });

  it('AUTH-12 gives concurrent callers one and the same successor', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refreshToken)));
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
    expect((await rowOf(session.refreshToken))!.generation).toBe(2);
  });

  it('repeats the successor for 30 s to a caller that lost the response', async () => {
    const next = await refresh(session.refreshToken);
    await rotatedAgo(session.refreshToken, 25);
    expect((await refresh(session.refreshToken)).refreshToken).toBe(next.refreshToken);
  });

  it('AUTH-15 ends the session when the previous token returns later than that, and records it', async () => {
    const next = await refresh(session.refreshToken);
    await rotatedAgo(session.refreshToken, 31);
    await expect(refresh(session.refreshToken)).rejects.toMatchObject(refused);
    await expect(refresh(next.refreshToken)).rejects.toMatchObject(refused);
    expect(await verifyAccess(next.accessToken)).toBeNull();
    expect(await rowOf(session.refreshToken)).toMatchObject({ revoked_reason: 'refresh-token-reused' });
    const audit = await database.knex('audit_entry').where({ actor: `account:${accountId}` });
    expect(audit).toMatchObject([{ action: 'session.reuse_detected', detail: { presented: 1, current: 2 } }]);
  });

  it('ends the session when a token of an older generation is presented, however soon', async () => {
    const second = await refresh(session.refreshToken);
    await refresh(second.refreshToken);
    await expect(refresh(session.refreshToken)).rejects.toMatchObject(refused);
    expect((await rowOf(session.refreshToken))!.revoked_at).not.toBeNull();
  });

  it('AUTH-15 refuses tokens that we did not issue', async () => {
    const [id, , signature] = session.refreshToken.split('.');
    for (const token of ['', 'garbage', `${id}.2.${signature}`, `${id}.1.${'A'.repeat(43)}`, session.refreshToken.slice(0, -1)]) {
      await expect(refresh(token)).rejects.toMatchObject(refused);
    }
    expect((await rowOf(session.refreshToken))!.revoked_at).toBeNull();
  });

  it('ends after 14 idle days, is prolonged by use, and never lasts longer than 90 days', async () => {
    const days = async () => {
      const { rows } = await database.knex.raw(`select extract(epoch from expires_at - now()) / 86400 as days from session where id = ?`, [
        readRefreshToken(session.refreshToken)!.sessionId,
      ]);
      return Math.round(Number(rows[0].days));
    };
    expect(await days()).toBe(14);
    await database.knex('session').update({ created_at: database.knex.raw(`now() - interval '85 days'`) });
    const next = await refresh(session.refreshToken);
    expect(await days()).toBe(5);
    await database.knex('session').update({ expires_at: database.knex.raw(`now() - interval '1 s'`) });
    await expect(refresh(next.refreshToken)).rejects.toMatchObject(refused);
  });
});

describe('a session used with its cookie', () => {
  it('refreshes only with that cookie from then on; a stolen token is refused without harm to its owner', async () => {
    const next = await refresh(session.refreshToken, session.cookie);
    expect((await rowOf(session.refreshToken))!.cookie_seen).toBe(true);
    const other = await openSession(accountId, 'test');
    await expect(refresh(next.refreshToken)).rejects.toMatchObject(refused);
    await expect(refresh(next.refreshToken, other.cookie)).rejects.toMatchObject(refused);
    await expect(refresh(session.refreshToken, other.cookie)).rejects.toMatchObject(refused);
    expect((await rowOf(session.refreshToken))!.revoked_at).toBeNull();
    expect(await refresh(next.refreshToken, session.cookie)).toMatchObject({ refreshToken: expect.any(String) });
  });

  it('never used with it refreshes freely, even beside a stranger’s cookie', async () => {
    const other = await openSession(accountId, 'test');
    const next = await refresh(session.refreshToken, other.cookie);
    expect((await rowOf(session.refreshToken))!.cookie_seen).toBe(false);
    expect(await refresh(next.refreshToken)).toMatchObject({ refreshToken: expect.any(String) });
  });
});

describe('signing out by a refresh token', () => {
  const signOut = (refreshToken: string, cookie: string | null = null) => logOut({ accessToken: null, refreshToken, cookie });
  const isOver = async () => (await rowOf(session.refreshToken))!.revoked_reason;
  const audited = () =>
    database
      .knex('audit_entry')
      .where({ actor: `account:${accountId}` })
      .pluck('action');

  it('ends the session of the current token, and of the one before for 30 s', async () => {
    await signOut(session.refreshToken);
    expect(await isOver()).toBe('log-out');
    session = await openSession(accountId, 'test');
    await refresh(session.refreshToken);
    await signOut(session.refreshToken);
    expect(await isOver()).toBe('log-out');
    expect(await audited()).toEqual([]);
  });

  it('ends no session that is used with its cookie if the cookie is missing or another’s: a stolen token signs nobody out', async () => {
    const next = await refresh(session.refreshToken, session.cookie);
    await signOut(next.refreshToken);
    await signOut(session.refreshToken);
    const other = await openSession(accountId, 'test');
    await signOut(next.refreshToken, other.cookie);
    expect(await isOver()).toBeNull();
    await signOut(next.refreshToken, session.cookie);
    expect(await isOver()).toBe('log-out');
  });

  it('treats an outdated token as a copied one, and records it', async () => {
    await refresh(session.refreshToken);
    await rotatedAgo(session.refreshToken, 31);
    await signOut(session.refreshToken);
    expect(await isOver()).toBe('refresh-token-reused');
    expect(await audited()).toEqual(['session.reuse_detected']);
  });
});

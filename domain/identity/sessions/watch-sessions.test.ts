import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { onStatement } from '#domain/platform/database.ts';
import { listenToStore } from '#domain/platform/store-listener.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { liveSessionById } from './live-sessions.ts';
import { registerAccount, grantRole } from '#domain/identity/accounts/account.commands.ts';
import { readAccessToken } from './access-token.ts';
import { watchSessions } from './watch-sessions.ts';

const db = useTestDatabase();
const WAIT = { timeout: 60_000 };
/** This file's listening connection, told apart from those of other files that run at the same time. */
const LISTENER = `from pg_stat_activity where datname = current_database() and query like 'listen session_changed%'`;
let sessionId: string;
let stop: () => Promise<void>;
let statements = 0;

beforeAll(async () => {
  const opened = await registerAccount({
    email: 'watched@example.com',
    password: 'a long password',
    firstName: 'W',
    lastName: 'W',
    marketingConsent: false,
    userAgent: 'test',
  });
  sessionId = (await readAccessToken(opened.accessToken))!.sessionId;
  onStatement(() => (statements += 1));
  stop = listenToStore([watchSessions()]);
  await vi.waitFor(async () => {
    const { rows } = await db.knex.raw(`select 1 ${LISTENER}`);
    if (rows.length === 0) throw new Error('there is no listener yet');
  }, WAIT);
});
afterAll(() => stop());

it('a session that was read is not read again while nothing changes', async () => {
  await liveSessionById(sessionId);
  statements = 0;
  for (let n = 0; n < 50; n += 1) expect(await liveSessionById(sessionId)).not.toBeNull();
  expect(statements).toBe(0);
});

it('another process grants a role, and it is known here at once', async () => {
  await db.knex.raw(`update account set roles = array_append(roles, 'operator') where email = 'watched@example.com'`);
  await vi.waitFor(async () => expect((await liveSessionById(sessionId))?.roles).toContain('operator'), WAIT);
  await grantRole({ email: 'watched@example.com', role: 'creator', actor: 'test' });
  await vi.waitFor(async () => expect((await liveSessionById(sessionId))?.roles).toContain('creator'), WAIT);
});

it('a lost connection is noticed: changes made in the meantime are known after it is restored', async () => {
  await db.knex.raw(`select pg_terminate_backend(pid) ${LISTENER}`);
  await db.knex.raw('update session set revoked_at = now() where id = ?', [sessionId]);
  await vi.waitFor(async () => expect(await liveSessionById(sessionId)).toBeNull(), WAIT);
});

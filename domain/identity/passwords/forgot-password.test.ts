import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { forgotPassword } from './forgot-password.command.ts';
import { registerAccount } from '#domain/identity/accounts/register-account.command.ts';

// the test controls the pause, so that a timing leak shows without measuring time
vi.mock('node:timers/promises', async (original) => ({ ...(await original<object>()), setTimeout: vi.fn() }));

const db = useTestDatabase();
let endPause: () => void;
const pauses = vi.mocked(sleep);

beforeEach(() => {
  pauses.mockReset();
  pauses.mockImplementation(() => new Promise((resolve) => void (endPause = () => resolve(undefined))));
});

it('answers after the same delay for a known and an unknown address, and mails no unknown one', async () => {
  await registerAccount({
    email: 'ada@example.com',
    password: 'correct horse',
    firstName: 'Ada',
    lastName: 'B',
    marketingConsent: false,
    userAgent: '',
  });
  for (const email of ['ada@example.com', 'nobody@example.com']) {
    let answered = false;
    const asked = forgotPassword(email).then(() => void (answered = true));
    const mails = () => db.knex('outgoing_mail').where({ recipient: email, kind: 'reset-password' });
    if (email === 'ada@example.com') await vi.waitUntil(async () => (await mails()).length === 1, { timeout: 20_000 });
    else expect(await mails()).toEqual([]);
    expect(answered).toBe(false);
    endPause();
    await asked;
  }
  expect(await db.knex('outgoing_mail').where({ recipient: 'nobody@example.com' })).toEqual([]);
  const [known, unknown] = pauses.mock.calls.map(([ms]) => ms);
  expect(pauses).toHaveBeenCalledTimes(2);
  expect(known).toBe(unknown);
});

import { expect, it, vi } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { forgotPassword } from './password.commands.ts';
import { registerAccount } from '#domain/identity/accounts/account.commands.ts';

const db = useTestDatabase();

it('answers after the same delay for a known and an unknown address, and sends nothing to unknown ones', async () => {
  await registerAccount({
    email: 'ada@example.com',
    password: 'correct horse',
    firstName: 'Ada',
    lastName: 'B',
    marketingConsent: false,
    userAgent: '',
  });
  const pauses: number[] = [];
  for (const email of ['ada@example.com', 'nobody@example.com']) {
    // the test controls the pause, so that a timing leak shows without measuring time
    const pause = Promise.withResolvers<void>();
    let answered = false;
    const answer = forgotPassword(email, (ms) => {
      pauses.push(ms);
      return pause.promise;
    }).then(() => void (answered = true));
    const mails = () => db.knex('outgoing_mail').where({ recipient: email, kind: 'reset-password' });
    if (email === 'ada@example.com') await vi.waitUntil(async () => (await mails()).length === 1, { timeout: 60_000 });
    else expect(await mails()).toEqual([]);
    expect(answered).toBe(false);
    pause.resolve();
    await answer;
  }
  expect(await db.knex('outgoing_mail').where({ recipient: 'nobody@example.com' })).toEqual([]);
  const [known, unknown] = pauses;
  expect(pauses).toHaveLength(2);
  expect(known).toBe(unknown);
});

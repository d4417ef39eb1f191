import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { mailedToken } from '#domain/mail/mailed-token.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { changePassword, forgotPassword, resetPassword } from '#domain/identity/passwords/password.commands.ts';
import { endOtherSessions, endSession, refreshSession } from '#domain/identity/sessions/session.commands.ts';
import { ageBandOf } from '#contract/platform/age-rules.ts';
import { givenSignIn } from '#domain/identity/sessions/log-in.factory.ts';
import { registerAccount } from './account.commands.ts';
import { renderMail } from '#domain/mail/render-mail.ts';
import { sendVerification, verifyEmail } from './email-address.commands.ts';
import { listSessions, verifyAccess } from '#domain/identity/sessions/session.queries.ts';
import type { MailKind } from '#domain/mail/mail-kinds.ts';

const db = useTestDatabase();
const OLD = 'correct horse';
const NEW = 'battery staple';
let email: string;
let accountId: string;
let refreshToken: string;
let accessToken: string;

const signIn = (password = OLD) => givenSignIn({ email, password, userAgent: 'other device' });
const mails = (kind: MailKind) => db.knex('outgoing_mail').where({ kind, account_id: accountId });
const linkRows = () => db.knex('account_link').where({ account_id: accountId }).orderBy('kind');
const age = (kind: 'verify-email' | 'reset-password', interval: string) =>
  db
    .knex('account_link')
    .where({ account_id: accountId, kind })
    .update({ expires_at: db.knex.raw(`expires_at - ?::interval`, [interval]) });
const sessionOf = async (token: string) => (await verifyAccess(token))!.sessionId;
const dead = { code: 'auth.link_invalid' };

const register = (address: string) =>
  registerAccount({ email: address, password: OLD, firstName: 'Ada', lastName: 'B', marketingConsent: false, userAgent: 'first device' });
beforeEach(async () => {
  email = `${randomBytes(6).toString('hex')}@example.com`;
  ({ accountId, refreshToken, accessToken } = await register(email));
});

describe('verifying an email address', () => {
  it('A16 is mailed with the registration, and works once', async () => {
    const token = await mailedToken('verify-email', email);
    await verifyEmail(token);
    expect((await db.knex('account').where({ id: accountId }).first())!.email_verified_at).toBeInstanceOf(Date);
    await expect(verifyEmail(token)).rejects.toMatchObject(dead);
  });

  it('a registration with an existing address changes nothing, and notifies its owner by mail once a day', async () => {
    const before = await db.knex('account').where({ id: accountId }).first();
    for (let time = 0; time < 2; time += 1) await expect(register(email.toUpperCase())).rejects.toMatchObject({ code: 'auth.email_taken' });
    expect(await db.knex('account').where({ id: accountId }).first()).toEqual(before);
    expect(await mails('verify-email')).toHaveLength(1);
    expect(await mails('account-exists')).toMatchObject([{ recipient: email, data: { first_name: 'Ada', link: '/forgot-password' } }]);
  });

  it('a new link leaves the earlier one, whose email may be late, and leads back to the page where it was requested; using either uses up both', async () => {
    const first = await mailedToken('verify-email', email);
    expect(await sendVerification(accountId, '/plans/standard_yearly')).toEqual({ verified: false });
    const second = await mailedToken('verify-email', email);
    const [mail] = await mails('verify-email');
    expect(renderMail('verify-email', mail!.data).text).toContain(`/verify-email?token=${second}&next=%2Fplans%2Fstandard_yearly`);
    expect(await mails('verify-email')).toHaveLength(1);
    await verifyEmail(first);
    await expect(verifyEmail(second)).rejects.toMatchObject(dead);
    expect(await sendVerification(accountId)).toEqual({ verified: true });
    expect(await linkRows()).toEqual([]);
  });

  it('ends after seven days, and never takes a token of the other kind', async () => {
    await forgotPassword(email);
    await expect(verifyEmail(await mailedToken('reset-password', email))).rejects.toMatchObject(dead);
    const token = await mailedToken('verify-email', email);
    await age('verify-email', '7 days 1 second');
    await expect(verifyEmail(token)).rejects.toMatchObject(dead);
    for (const nonsense of ['', 'x', 'A'.repeat(43)]) await expect(verifyEmail(nonsense)).rejects.toMatchObject(dead);
  });

  it('of one account says nothing about another', async () => {
    const other = await register(`other-${email}`);
    await verifyEmail(await mailedToken('verify-email', email));
    expect((await db.knex('account').where({ id: other.accountId }).first())!.email_verified_at).toBeNull();
  });
});

describe('a lost password', () => {
  it('is replaced through the link: the new password works, the old one does not, all sessions end, and the owner is notified', async () => {
    const device = await signIn();
    await forgotPassword(email.toUpperCase());
    await resetPassword({ token: await mailedToken('reset-password', email), password: NEW });
    await expect(signIn(OLD)).rejects.toMatchObject({ code: 'auth.invalid_credentials' });
    expect(await verifyAccess(accessToken)).toBeNull();
    expect(await verifyAccess(device.accessToken)).toBeNull();
    await expect(refreshSession({ refreshToken, cookie: null })).rejects.toMatchObject({ code: 'auth.refresh_invalid' });
    expect(await verifyAccess((await signIn(NEW)).accessToken)).toMatchObject({ userId: accountId });
    expect(await mails('password-changed')).toHaveLength(1);
    expect((await db.knex('account').where({ id: accountId }).first())!.email_verified_at).toBeInstanceOf(Date);
    const audit = await db.knex('audit_entry').where({ subject: `account:${accountId}` });
    expect(audit).toMatchObject([
      { action: 'account.address_taken_over', detail: { how: 'reset', ended: {} } },
      { action: 'password.reset', detail: {} },
    ]);
  });

  it('the link works once, even if it is used twice at the same moment', async () => {
    await forgotPassword(email);
    const token = await mailedToken('reset-password', email);
    const uses = await Promise.allSettled([1, 2, 3, 4].map((n) => resetPassword({ token, password: `battery staple ${n}` })));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const use of uses) if (use.status === 'rejected') expect(use.reason).toMatchObject(dead);
    expect(await mails('password-changed')).toHaveLength(1);
  });

  it('the link expires after an hour, and with every newer one', async () => {
    await forgotPassword(email);
    const first = await mailedToken('reset-password', email);
    await forgotPassword(email);
    await expect(resetPassword({ token: first, password: NEW })).rejects.toMatchObject(dead);
    const second = await mailedToken('reset-password', email);
    await age('reset-password', '1 hour 1 second');
    await expect(resetPassword({ token: second, password: NEW })).rejects.toMatchObject(dead);
    expect(await signIn(OLD)).toBeDefined();
  });

  it('asking and using at the same moment neither hangs nor breaks', async () => {
    await forgotPassword(email);
    const token = await mailedToken('reset-password', email);
    const outcomes = await Promise.allSettled([
      resetPassword({ token, password: NEW }),
      forgotPassword(email),
      forgotPassword(email),
      sendVerification(accountId),
    ]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(dead);
  });

  it('a concurrent sign-in with the old password has no session afterwards', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [from, to] = round % 2 === 0 ? [OLD, NEW] : [NEW, OLD];
      await forgotPassword(email);
      const token = await mailedToken('reset-password', email);
      const [entries] = await Promise.all([
        Promise.allSettled(Array.from({ length: 6 }, () => signIn(from))),
        resetPassword({ token, password: to }),
      ]);
      for (const entry of entries) {
        if (entry.status === 'rejected') expect(entry.reason).toMatchObject({ code: 'auth.invalid_credentials' });
      }
      expect(await db.knex('session').where({ account_id: accountId }).whereNull('revoked_at')).toEqual([]);
    }
  });
});

describe('changing the password', () => {
  it('needs the current one, keeps this session and ends the others, and revokes links to reset it', async () => {
    const sessionId = await sessionOf(accessToken);
    const device = await signIn();
    await forgotPassword(email);
    const token = await mailedToken('reset-password', email);
    const wrong = changePassword({ accountId, sessionId, current: 'wrong', next: NEW });
    await expect(wrong).rejects.toMatchObject({ code: 'auth.password_wrong' });
    expect(await changePassword({ accountId, sessionId, current: OLD, next: NEW })).toEqual({ ended: 1 });
    expect(await verifyAccess(accessToken)).not.toBeNull();
    expect(await verifyAccess(device.accessToken)).toBeNull();
    await expect(resetPassword({ token, password: 'stolen mailbox' })).rejects.toMatchObject(dead);
    expect(await mails('password-changed')).toHaveLength(1);
  });

  it('fails for one of two concurrent changes, because its current password is no longer right', async () => {
    const sessionId = await sessionOf(accessToken);
    const change = (next: string) => changePassword({ accountId, sessionId, current: OLD, next });
    const outcomes = await Promise.allSettled([change('the first one'), change('the other one')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await mails('password-changed')).toHaveLength(1);
  });
});

describe('sessions', () => {
  it('are listed with the current one first, and without those that have ended', async () => {
    const present = await sessionOf(accessToken);
    const other = await sessionOf((await signIn()).accessToken);
    const gone = await sessionOf((await signIn()).accessToken);
    await endSession({ accountId, sessionId: gone });
    const sessions = await listSessions({ accountId, sessionId: present });
    expect(sessions.map(({ session_id, current, user_agent }) => [session_id, current, user_agent])).toEqual([
      [present, true, 'first device'],
      [other, false, 'other device'],
    ]);
  });

  it('an ended one neither acts nor refreshes, even if it is in use', async () => {
    await endSession({ accountId, sessionId: await sessionOf(accessToken) });
    expect(await verifyAccess(accessToken)).toBeNull();
    await expect(refreshSession({ refreshToken, cookie: null })).rejects.toMatchObject({ code: 'auth.refresh_invalid' });
  });

  it('all others are ended together', async () => {
    const present = await sessionOf(accessToken);
    const others = [await signIn(), await signIn(), await signIn()];
    expect(await endOtherSessions({ accountId, sessionId: present })).toEqual({ ended: 3, ended_keys: 0 });
    for (const { accessToken: token } of others) expect(await verifyAccess(token)).toBeNull();
    expect(await verifyAccess(accessToken)).not.toBeNull();
    expect(await endOtherSessions({ accountId, sessionId: present })).toEqual({ ended: 0, ended_keys: 0 });
  });

  it('of another user, or an unknown one, cannot be ended', async () => {
    const other = await register(`other-${email}`);
    for (const sessionId of [await sessionOf(other.accessToken), 'nonsense', '019abcde-0000-7000-8000-000000000000']) {
      await expect(endSession({ accountId, sessionId })).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await verifyAccess(other.accessToken)).not.toBeNull();
  });
});

describe('a minor', () => {
  it.each([
    [null, true],
    [2008, true],
    [2007, false],
    [1950, false],
    [2020, true],
  ])('A17 born in %s, in 2026: %s', (birthYear, minor) => {
    expect(ageBandOf(birthYear, new Date('2026-01-01T00:00:00Z')) !== 'adult').toBe(minor);
  });
});

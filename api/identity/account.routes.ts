import * as account from '#contract/identity/account.contract.ts';
import { findAccount } from '#domain/identity/accounts/account.queries.ts';
import { cancelDeletion } from '#domain/identity/accounts/cancel-deletion.command.ts';
import { changePassword } from '#domain/identity/passwords/change-password.command.ts';
import { endOtherSessions, endSession } from '#domain/identity/sessions/end-session.command.ts';
import { forgotPassword } from '#domain/identity/passwords/forgot-password.command.ts';
import { requestDeletion } from '#domain/identity/accounts/request-deletion.command.ts';
import { readReset, resetPassword } from '#domain/identity/passwords/reset-password.command.ts';
import { sendVerification } from '#domain/identity/accounts/send-verification.command.ts';
import { listSessions } from '#domain/identity/sessions/session.queries.ts';
import { setBirthYear } from '#domain/identity/age/set-birth-year.command.ts';
import { verifyEmail } from '#domain/identity/accounts/verify-email.command.ts';
import { config } from '#domain/platform/config.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { sessionCookieHeader } from '#api/platform/session-cookie.ts';

/** Mounts the account: details, sessions, and deletion. */
export function mountAccount(router: ApiRouter): void {
  mount(router, account.getAccount, async ({ user }) => ({ status: 200, body: await findAccount(user.userId) }));

  mount(router, account.sendVerification, async ({ user }) => {
    const { verified } = await sendVerification(user.userId);
    const message = verified ? 'The address is verified already.' : 'A mail with the link is on its way.';
    return { status: 202, body: { message, email_verified: verified } };
  });

  mount(router, account.verifyEmail, async ({ body }) => {
    await verifyEmail(body.token);
    return { status: 200, body: { message: 'The email address is verified.' } };
  });

  mountPasswords(router);
  mountSessions(router);

  mount(router, account.setBirthYear, async ({ user, body }) => {
    await setBirthYear({ accountId: user.userId, birthYear: body.birth_year });
    return { status: 200, body: await findAccount(user.userId) };
  });

  mount(router, account.requestDeletion, async ({ user, body }) => {
    const { dueAt } = await requestDeletion({ accountId: user.userId, password: body.password });
    return { status: 200, body: { deletion_due_at: dueAt.toISOString() }, headers: sessionCookieHeader(null) };
  });

  mount(router, account.cancelDeletion, async ({ user }) => {
    await cancelDeletion(user.userId);
    return { status: 200, body: await findAccount(user.userId) };
  });
}

function mountPasswords(router: ApiRouter): void {
  mount(router, account.forgotPassword, async ({ body }) => {
    await forgotPassword(body.email);
    const message = 'If an account has this address, a mail with a link to choose a new password is on its way.';
    return { status: 202, body: { message, mail_configured: config().mail.smtpUrl !== null } };
  });

  mount(router, account.readReset, async ({ body }) => ({ status: 200, body: await readReset(body.token) }));

  mount(router, account.resetPassword, async ({ body }) => {
    const { token, password, code, end_passkeys: endPasskeys, end_providers: endProviders } = body;
    await resetPassword({ token, password, code, endPasskeys, endProviders });
    return { status: 200, body: { message: 'The password is changed. Please sign in.' }, headers: sessionCookieHeader(null) };
  });

  mount(router, account.changePassword, async ({ user, body }) => {
    const { userId: accountId, sessionId } = user;
    const { ended } = await changePassword({ accountId, sessionId, current: body.current, next: body.new });
    return { status: 200, body: { message: 'The password is changed.', ended } };
  });
}

function mountSessions(router: ApiRouter): void {
  mount(router, account.listSessions, async ({ user }) => ({
    status: 200,
    body: { sessions: await listSessions({ accountId: user.userId, sessionId: user.sessionId }) },
  }));

  mount(router, account.endSession, async ({ user, params }) => {
    await endSession({ accountId: user.userId, sessionId: params.session_id });
    const isOwn = params.session_id === user.sessionId;
    return { status: 200, body: { message: 'Signed out.' }, ...(isOwn && { headers: sessionCookieHeader(null) }) };
  });

  mount(router, account.endOtherSessions, async ({ user }) => ({
    status: 200,
    body: await endOtherSessions({ accountId: user.userId, sessionId: user.sessionId }),
  }));
}

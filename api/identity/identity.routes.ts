import * as account from '#contract/identity/account.contract.ts';
import * as contract from '#contract/identity/age.contract.ts';
import * as identity from '#contract/identity/identity.contract.ts';
import * as secondFactor from '#contract/identity/second-factor.contract.ts';
import { findAccount, findUser } from '#domain/identity/accounts/account.queries.ts';
import { requestDeletion, cancelDeletion } from '#domain/identity/accounts/account-deletion.commands.ts';
import { sendVerification, verifyEmail } from '#domain/identity/accounts/email-address.commands.ts';
import { findAgePage } from '#domain/identity/age/age.queries.ts';
import {
  setBirthYear,
  askParent,
  answerParentalRequest,
  correctBirthYear,
  readParentalRequest,
} from '#domain/identity/age/age.commands.ts';
import { changePassword, forgotPassword, readReset, resetPassword } from '#domain/identity/passwords/password.commands.ts';
import { findSecondFactor } from '#domain/identity/second-factor/second-factor.queries.ts';
import {
  setUpSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  finishSignIn,
} from '#domain/identity/second-factor/second-factor.commands.ts';
import { logIn, logOut, endOtherSessions, endSession, refreshSession } from '#domain/identity/sessions/session.commands.ts';
import { registerAccount } from '#domain/identity/accounts/account.commands.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { sessionCookieHeader } from '#api/platform/session-cookie.ts';
import { countKeysOf } from '#domain/identity/api-keys/api-key.queries.ts';
import { listSessions } from '#domain/identity/sessions/session.queries.ts';
import { config } from '#domain/platform/config.ts';
import { sessionAnswer, signInAnswer } from './session-answer.ts';

export function mountIdentity(router: ApiRouter): void {
  mount(router, identity.login, async ({ body, header }) => {
    return signInAnswer(await logIn({ ...body, userAgent: header('User-Agent') }), header);
  });

  mount(router, identity.register, async ({ body, header }) => {
    const opened = await registerAccount({
      email: body.email,
      password: body.password,
      firstName: body.first_name,
      lastName: body.last_name,
      marketingConsent: body.marketing_consent,
      interfaceLanguage: body.interface_language,
      userAgent: header('User-Agent'),
    });
    return { status: 201, ...(await sessionAnswer(opened, header)) };
  });

  mount(router, identity.me, async ({ user }) => ({ status: 200, body: { user: await findUser(user.userId) } }));

  mount(router, identity.refresh, async ({ body, credentials }) => {
    const next = await refreshSession({ refreshToken: body.refresh_token, cookie: credentials.cookie });
    return { status: 200, body: { access_token: next.accessToken, refresh_token: next.refreshToken } };
  });

  mount(router, identity.logout, async ({ body, credentials }) => {
    await logOut({ accessToken: credentials.bearer, refreshToken: body?.refresh_token ?? null, cookie: credentials.cookie });
    return { status: 200, body: { message: 'Logged out successfully' }, headers: sessionCookieHeader(null) };
  });
}

/** Mounts the account: details, sessions, and deletion. */
export function mountAccount(router: ApiRouter): void {
  mount(router, account.getAccount, async ({ user }) => ({ status: 200, body: await findAccount(user.userId) }));

  mount(router, account.sendVerification, async ({ user, body }) => {
    const { verified } = await sendVerification(user.userId, body?.next);
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
    body: {
      sessions: await listSessions({ accountId: user.userId, sessionId: user.sessionId }),
      api_keys: await countKeysOf(user.userId),
    },
  }));

  mount(router, account.endSession, async ({ user, params }) => {
    await endSession({ accountId: user.userId, sessionId: params.session_id });
    const isOwn = params.session_id === user.sessionId;
    return { status: 200, body: { message: 'Signed out.' }, ...(isOwn && { headers: sessionCookieHeader(null) }) };
  });

  mount(router, account.endOtherSessions, async ({ user, query }) => ({
    status: 200,
    body: await endOtherSessions({ accountId: user.userId, sessionId: user.sessionId, withKeys: query.api_keys === 'end' }),
  }));
}

/** Mounts age rules and parental consent. */
export function mountAge(router: ApiRouter): void {
  mount(router, contract.getAgePage, async ({ user }) => ({ status: 200, body: await findAgePage(user.userId) }));

  mount(router, contract.askParent, async ({ user, body }) => {
    await askParent({ accountId: user.userId, parentEmail: body.parent_email });
    return { status: 202, body: await findAgePage(user.userId) };
  });

  mount(router, contract.readParentalRequest, async ({ body }) => ({ status: 200, body: await readParentalRequest(body.token) }));

  mount(router, contract.answerParentalRequest, async ({ body }) => ({ status: 200, body: await answerParentalRequest(body) }));

  mount(router, contract.correctBirthYear, async ({ body: { token, birth_year: birthYear } }) => ({
    status: 200,
    body: await correctBirthYear({ token, birthYear }),
  }));
}

export function mountSecondFactor(router: ApiRouter): void {
  mount(router, secondFactor.getSecondFactor, async ({ user }) => ({ status: 200, body: await findSecondFactor(user.userId) }));

  mount(router, secondFactor.setUpSecondFactor, async ({ user, body }) => ({
    status: 200,
    body: await setUpSecondFactor({ accountId: user.userId, password: body.password }),
  }));

  mount(router, secondFactor.confirmSecondFactor, async ({ user, body }) => {
    const { recoveryCodes } = await confirmSecondFactor({ accountId: user.userId, sessionId: user.sessionId, code: body.code });
    return { status: 200, body: { recovery_codes: recoveryCodes } };
  });

  mount(router, secondFactor.renewRecoveryCodes, async ({ user, body }) => {
    const { recoveryCodes } = await renewRecoveryCodes({ accountId: user.userId, password: body.password, code: body.code });
    return { status: 200, body: { recovery_codes: recoveryCodes } };
  });

  mount(router, secondFactor.turnOffSecondFactor, async ({ user, body }) => {
    await turnOffSecondFactor({ accountId: user.userId, password: body.password, code: body.code });
    return { status: 200, body: await findSecondFactor(user.userId) };
  });

  mount(router, secondFactor.finishSignIn, async ({ body, header }) => {
    const opened = await finishSignIn({ token: body.token, code: body.code, userAgent: header('User-Agent') });
    return { status: 200, ...(await sessionAnswer(opened, header)) };
  });
}

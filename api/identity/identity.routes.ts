import * as identity from '#contract/identity/identity.contract.ts';
import { findUser } from '#domain/identity/accounts/find-user.queries.ts';
import { logIn } from '#domain/identity/sessions/log-in.command.ts';
import { logOut } from '#domain/identity/sessions/log-out.command.ts';
import { refreshSession } from '#domain/identity/sessions/refresh-session.command.ts';
import { registerAccount } from '#domain/identity/accounts/register-account.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { sessionCookieHeader } from '#api/platform/session-cookie.ts';
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

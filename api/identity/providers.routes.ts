import { parseCookie, stringifySetCookie } from 'cookie';
import * as contract from '#contract/identity/providers.contract.ts';
import { beginAttempt } from '#domain/identity/providers/provider-attempt.ts';
import {
  signInWithProvider,
  signInWithToken,
  addProvider,
  configuredProviders,
  listLinked,
  removeProvider,
} from '#domain/identity/providers/provider.commands.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { sessionCookieName } from '#api/platform/session-cookie.ts';
import { signInAnswer } from './session-answer.ts';

const ATTEMPT_LIFE_S = 600;
const cookieName = (): string => `${sessionCookieName()}-provider`;
const browserOf = (header: (name: string) => string): string | null => parseCookie(header('Cookie'))[cookieName()] || null;

/** Returns the cookie of the browser that started the sign-in: the provider redirects to our page, which sends the cookie along. */
const attemptCookie = (secret: string) => ({
  'Set-Cookie': stringifySetCookie({
    name: cookieName(),
    value: secret,
    maxAge: ATTEMPT_LIFE_S,
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'strict',
  }),
});

export function mountProviders(router: ApiRouter): void {
  mount(router, contract.listProviders, async () => ({ status: 200, body: configuredProviders() }));

  mount(router, contract.startProvider, async ({ params, body }) => {
    const { url, browser } = await beginAttempt({ ...params, accountId: null, termsAccepted: body.terms_accepted === true });
    return { status: 200, body: { url }, headers: attemptCookie(browser) };
  });

  mount(router, contract.finishProvider, async ({ params, body, header }) =>
    signInAnswer(await signInWithProvider({ ...params, ...body, browser: browserOf(header) }, header('User-Agent')), header),
  );

  mount(router, contract.socialLogin, async ({ body, header }) => {
    const given = { provider: body.provider, idToken: body.id_token, termsAccepted: body.terms_accepted === true };
    return signInAnswer(await signInWithToken(given, header('User-Agent')), header);
  });

  mount(router, contract.listLinkedProviders, async ({ user }) => ({ status: 200, body: { linked: await listLinked(user.userId) } }));

  mount(router, contract.startLink, async ({ user, params }) => {
    const { url, browser } = await beginAttempt({ ...params, accountId: user.userId, termsAccepted: false });
    return { status: 200, body: { url }, headers: attemptCookie(browser) };
  });

  mount(router, contract.finishLink, async ({ user, params, body, header }) => ({
    status: 200,
    body: {
      linked: await addProvider({ accountId: user.userId, sessionId: user.sessionId }, { ...params, ...body, browser: browserOf(header) }),
    },
  }));

  mount(router, contract.unlinkProvider, async ({ user, params }) => ({
    status: 200,
    body: { linked: await removeProvider(user.userId, params.provider) },
  }));
}

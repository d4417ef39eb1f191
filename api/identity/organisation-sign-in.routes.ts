import { parseCookie, stringifySetCookie } from 'cookie';
import * as contract from '#contract/identity/organisation-sign-in.contract.ts';
import { connectOrganisation, enterByOrganisation } from '#domain/organisations/arrivals/arrival.commands.ts';
import { beginOrganisationSignIn, finishOidc, takeSamlResponse } from '#domain/organisations/arrivals/attempt.commands.ts';
import { endFromProvider } from '#domain/organisations/arrivals/end-from-provider.command.ts';
import { redirectUri } from '#domain/vendors/identity-providers/connection-addresses.ts';
import { ownMetadata } from '#domain/vendors/identity-providers/saml.client.ts';
import { SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';
import { findByHint, findConnection } from '#domain/organisations/sign-in/sign-in.queries.ts';
import { notFound } from '#domain/platform/errors.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { FOR_ANYBODY, openDoor, type OpenDoor } from '#api/platform/doors.ts';
import type { Limits } from '#api/platform/limits.ts';
import { readForm } from '#api/platform/read-body.ts';
import { sessionCookieName } from '#api/platform/session-cookie.ts';
import { signInAnswer } from './session-answer.ts';

const ATTEMPT_LIFE_S = 600;
const cookieName = (): string => `${sessionCookieName()}-organisation`;
const browserOf = (header: (name: string) => string): string | null => parseCookie(header('Cookie'))[cookieName()] || null;

/** Returns the cookie of the browser that started the sign-in; the page to which the provider returns sends it with its own calls. */
export const attemptCookie = (secret: string) => ({
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

/** Mounts the sign-in with an organisation's provider. */
export function mountOrganisationSignIn(router: ApiRouter): void {
  mount(router, contract.findOrganisationSignIn, async ({ body }) => ({
    status: 200,
    body: { found: await findByHint(body.organisation) },
  }));

  mount(router, contract.startOrganisationSignIn, async ({ params, body }) => {
    const asking = { isSilent: body.silent === true, hint: body.login_hint };
    const begun = { connectionId: params.connection_id, next: body.next ?? null, testerId: null, ...asking };
    const { url, browser } = await beginOrganisationSignIn(begun);
    return { status: 200, body: { url }, headers: attemptCookie(browser) };
  });

  mount(router, contract.finishOrganisationSignIn, async ({ params, body, header }) => {
    const { error_description: description, ...answer } = body;
    const { arrival, isTest } = await finishOidc({
      ...answer,
      description,
      connectionId: params.connection_id,
      browser: browserOf(header),
    });
    return { status: 200, body: { arrival, test: isTest } };
  });

  mount(router, contract.enterByOrganisation, async ({ body, header }) => {
    const entering = { token: body.arrival, browser: browserOf(header), termsAccepted: body.terms_accepted === true };
    const { signedIn, next } = await enterByOrganisation({ ...entering, userAgent: header('User-Agent') });
    const answer = await signInAnswer(signedIn, header);
    return answer.status === 200 ? { ...answer, body: { ...answer.body, next } } : { ...answer, body: { ...answer.body, next } };
  });

  mount(router, contract.connectOrganisation, async ({ user, body, header }) => ({
    status: 200,
    body: await connectOrganisation({
      token: body.arrival,
      browser: browserOf(header),
      accountId: user.userId,
      sessionId: user.sessionId,
    }),
  }));

  mount(router, contract.organisationMetadata, async ({ params }) => {
    if (!(await findConnection(params.connection_id))) throw notFound('sign-in');
    return { status: 200, body: pieces(ownMetadata(params.connection_id)) };
  });
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** A form with a response of 256 KB in Base64, in which every character may be escaped. */
const MOST_BYTES = 800_000;
const ACS = /^\/sign-in\/organisation\/([\w-]{1,60})\/acs$/;

/**
 * Receives SAML responses. The provider has the browser post them here without our cookies, because the form comes from another site. The
 * response is checked and stored, and the browser is redirected to our page, whose own call carries the cookies. Nothing in the form
 * determines the target.
 */
export const samlReturn = (limits: Limits): OpenDoor =>
  openDoor(
    limits,
    {
      name: 'samlReturn',
      at: 'POST /sign-in/organisation/:connection_id/acs',
      ...FOR_ANYBODY,
      bodyBytes: MOST_BYTES,
      limit: 'sign-in-return',
      takes: (ctx) => ctx.method === 'POST' && ACS.test(ctx.path),
    },
    async (ctx) => {
      const id = ACS.exec(ctx.path)![1]!;
      const form = await readForm(ctx);
      const arrived = await takeSamlResponse({
        connectionId: id,
        response: form.get('SAMLResponse') ?? '',
        relayState: (form.get('RelayState') ?? '').slice(0, 200),
      });
      ctx.set('Cache-Control', 'no-store');
      const query = arrived ? new URLSearchParams({ arrival: arrived.arrival, ...(arrived.isTest && { test: '1' }) }) : 'refused=not_asked';
      ctx.redirect(`${new URL(redirectUri(id)).pathname}?${query}`);
      // the browser follows a 303 with a GET
      ctx.status = 303;
    },
  );

/** A logout token has a few hundred characters. */
const LOGOUT_BYTES = 16_000;
const LOGOUT = /^\/sign-in\/organisation\/([\w-]{1,60})\/logout$/;

/** Receives messages from an OpenID provider's server that it has ended a session (Back-Channel Logout 1.0, 2.5 and 2.8). */
export const providerLogout = (limits: Limits): OpenDoor =>
  openDoor(
    limits,
    {
      name: 'providerLogout',
      at: 'POST /sign-in/organisation/:connection_id/logout',
      ...FOR_ANYBODY,
      bodyBytes: LOGOUT_BYTES,
      limit: 'provider-logout',
      takes: (ctx) => ctx.method === 'POST' && LOGOUT.test(ctx.path),
    },
    async (ctx) => {
      const form = await readForm(ctx);
      ctx.set('Cache-Control', 'no-store');
      try {
        await endFromProvider(LOGOUT.exec(ctx.path)![1]!, form.get('logout_token') ?? '');
        ctx.status = 200;
        ctx.body = '';
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error;
        ctx.status = 400;
        ctx.body = { error: 'invalid_request', error_description: error.message };
      }
    },
  );

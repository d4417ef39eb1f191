import { randomBytes } from 'node:crypto';
import type { Provider } from 'oidc-provider';
import { APP_DAYS } from '#contract/identity/api-keys.contract.ts';
import * as contract from '#contract/identity/connected-apps.contract.ts';
import { KEY_SCOPE_IDS, type KeyScope } from '#contract/identity/key-scopes.ts';
import { assertAge, findAgeRefusal } from '#domain/identity/age/age-eligibility.queries.ts';
import { shownRedirect } from '#contract/identity/redirect-uri.ts';
import { connectApp } from '#domain/identity/api-keys/api-key.commands.ts';
import { hasApp } from '#domain/identity/api-keys/api-key.queries.ts';
import { grantHash, keepClient } from '#domain/identity/connected-apps/oauth-record.commands.ts';
import type { ClientMetadata } from '#domain/identity/connected-apps/oauth-record.model.ts';
import { mcpResource } from '#domain/identity/connected-apps/use-access-token.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { browserOf, oauthProvider } from '#api/mcp/oauth/oauth-provider.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Seconds in which a flood of app registrations subsides (`keepClient`). */
const ROOM_S = 900;
/** The displayed name of an app that has no name, or uses ours. */
const NAMELESS = '?';

export function mountConnectedApps(router: ApiRouter): void {
  mount(router, contract.registerClient, async ({ body: { client_name: name, redirect_uris } }) => {
    const metadata = {
      client_id: randomBytes(18).toString('base64url'),
      client_id_issued_at: Math.floor(Date.now() / 1000),
      ...(name && { client_name: name }),
      redirect_uris,
      // http and private-use schemes are only for people's own machines, where any port belongs to the app (RFC 8252)
      application_type: redirect_uris.every((uri) => uri.startsWith('https:')) ? 'web' : 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none' as const,
    };
    if (!(await keepClient(metadata))) {
      throw new ProductError('limits.rate', 'Too many apps have registered. Please try again later.', {
        data: { retryAfterS: ROOM_S },
      });
    }
    return { status: 201, body: metadata };
  });

  mount(router, contract.getConsent, async ({ user, params, header }) => {
    const asked = await askedBy(header('Cookie'), params.uid);
    const { client_id: clientId } = asked.client;
    const [replaces, age_refusal] = await Promise.all([
      hasApp({ accountId: user.userId, clientId }),
      findAgeRefusal(user.userId, 'secret_address'),
    ]);
    return { status: 200, body: { ...shownOf(asked), redirect_uri: asked.redirectUri, scopes: asked.scopes, replaces, age_refusal } };
  });

  mount(router, contract.decideConsent, async ({ user, params, body, header }) => {
    const cookie = header('Cookie');
    const sought = await askedBy(cookie, params.uid);
    const { provider, client, scopes: asked, others } = sought;
    const answer = (result: Parameters<Provider['interactionResult']>[2]) =>
      provider.interactionResult(...browserOf(cookie), result, { mergeWithLastSubmission: false });
    const scopes = asked.filter((scope) => body.scopes.includes(scope));
    if (!body.agree) {
      const location = await answer({ error: 'access_denied', error_description: 'the person did not agree' });
      return { status: 200, body: { location } };
    }
    if (scopes.length === 0) {
      const why = 'Choose at least one option.';
      throw new ProductError('validation.failed', why, { data: { errors: [fieldProblem('scopes', why)] } });
    }
    const accountId = user.userId;
    // checked before the grant is saved, because `connectApp` would leave it without a key
    await assertAge(accountId, 'secret_address');
    const grant = new provider.Grant({ accountId, clientId: client.client_id });
    grant.addResourceScope(mcpResource(), scopes.join(' '));
    const left = asked.filter((scope) => !scopes.includes(scope));
    if (left.length > 0) grant.rejectResourceScope(mcpResource(), left.join(' '));
    if (others.length > 0) grant.rejectOIDCScope(others.join(' '));
    // a grant without its key is worthless, so a kill between the two opens nothing
    const grantId = await grant.save();
    const { client_name: name, host } = shownOf(sought);
    const app = { clientId: client.client_id, host, name, grantHash: grantHash(grantId), days: APP_DAYS };
    await connectApp({ accountId, sessionId: user.sessionId, scopes, dayBudget: body.day_budget, ...app });
    return { status: 200, body: { location: await answer({ login: { accountId, remember: false }, consent: { grantId } }) } };
  });
}

interface Asked {
  readonly provider: Provider;
  readonly client: ClientMetadata;
  /** The app's redirect URI. */
  readonly redirectUri: string;
  readonly scopes: KeyScope[];
  /** Scopes that are not ours, such as `openid`, which grant nothing. */
  readonly others: string[];
}

/**
 * Returns the authorisation that this browser has started: its cookie must identify it, so that nobody can have another person approve
 * their request.
 * @throws ProductError not_found
 */
async function askedBy(cookie: string, uid: string): Promise<Asked> {
  const provider = await oauthProvider();
  const interaction = await provider.interactionDetails(...browserOf(cookie)).catch(() => null);
  if (interaction?.uid !== uid) throw notFound('sign-in');
  const client = await provider.Client.find(String(interaction.params['client_id']));
  if (!client) throw notFound('app');
  const wanted = String(interaction.params['scope'] ?? '').split(' ');
  const scopes = contract.APP_SCOPES.filter((scope) => wanted.includes(scope));
  const others = wanted.filter((scope) => scope !== '' && !(KEY_SCOPE_IDS as readonly string[]).includes(scope));
  const metadata = client.metadata() as unknown as ClientMetadata;
  return {
    provider,
    client: metadata,
    redirectUri: String(interaction.params['redirect_uri'] ?? metadata.redirect_uris[0]),
    scopes,
    others,
  };
}

/** The details of an app that a person sees. */
function shownOf({ client, redirectUri }: Asked): { client_name: string; host: string } {
  // for apps that registered before names were cleaned
  return { client_name: contract.nameOfProgram(client.client_name ?? '') || NAMELESS, host: shownRedirect(redirectUri) };
}

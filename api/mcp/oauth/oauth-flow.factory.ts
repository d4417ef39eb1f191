import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClientProvider, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { FROM_OUR_PAGE, send, type Person, type Received } from '#api/testing/test-api.ts';
import { APP_SCOPES } from '#contract/identity/connected-apps.contract.ts';
import { config } from '#domain/platform/config.ts';

export const REDIRECT = 'http://127.0.0.1:8765/callback';
const SESSION = '__Host-cw-3000';

/** Creates a browser in which a person is signed in: it keeps cookies and does not follow redirects by itself. */
export function browserOf(origin: string, person: Person) {
  const cookies = new Map([[SESSION, person.cookie]]);
  const go = async (
    address: string,
    sent: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Received> => {
    const target = address.replace(config().publicOrigin, '');
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(origin, target, { ...sent, headers: { Cookie, ...FROM_OUR_PAGE, ...sent.headers } });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return answer;
  };
  return { go, cookies };
}
export type Browser = ReturnType<typeof browserOf>;

export interface Decision {
  readonly agree?: boolean;
  readonly scopes?: readonly string[];
  readonly day_budget?: number;
}

/** Opens the address to which an app sends a person, and decides. @returns the browser's final redirect */
export async function decide(browser: Browser, address: string, { agree = true, scopes = APP_SCOPES, day_budget = 100 }: Decision = {}) {
  const begun = await browser.go(address);
  const page = begun.headers.location;
  if (!page?.startsWith('/connect/')) return { begun, asked: null, answer: null, end: begun };
  const consent = page.replace('/connect/', '/api/consents/');
  const asked = await browser.go(consent);
  const answer = await browser.go(consent, { method: 'POST', body: { agree, scopes, day_budget } });
  const end = answer.status === 200 ? await browser.go(answer.json.location) : answer;
  return { begun, asked, answer, end };
}

export const pkce = (verifier = randomBytes(32).toString('base64url')) => ({
  verifier,
  challenge: createHash('sha256').update(verifier).digest('base64url'),
});

/** Returns the SDK's OAuth client as an app uses it: it registers, and a scripted person approves. */
export function scriptedProvider(browser: Browser, decision: Decision = {}) {
  const kept: { client?: StoredOAuthClientInformation; tokens?: StoredOAuthTokens; verifier?: string; callback?: URLSearchParams } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: {
      client_name: 'Study Buddy',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client,
    saveClientInformation: (information) => void (kept.client = information),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
    async redirectToAuthorization(url) {
      const { end } = await decide(browser, url.href, decision);
      kept.callback = new URL(end.headers.location!).searchParams;
    },
  };
  return { provider, kept };
}

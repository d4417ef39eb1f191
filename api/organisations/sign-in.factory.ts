import { FROM_OUR_PAGE, type Person, type Received, type useTestApi } from '#api/testing/test-api.ts';
import type { SignInConnection } from '#contract/organisations/sign-in.contract.ts';
import { readSamlRequest, type Responding, type SamlProvider } from '#domain/vendors/identity-providers/saml-provider.factory.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { setTxtResolver } from '#domain/organisations/domains/domain.commands.ts';

type Api = ReturnType<typeof useTestApi>;

/** The cookie of a browser that has started a sign-in. */
export interface Began {
  readonly url: string;
  readonly cookie: string;
}

const COOKIE = '__Host-cw-3000-organisation';

/** Calls that browsers and administrators make, for tests of organisations' sign-ins. */
export function signInCalls(api: Api) {
  const post = (path: string, body: unknown, more: { by?: Person; cookie?: string | undefined; method?: string } = {}): Promise<Received> =>
    api.call(path, {
      method: more.method ?? 'POST',
      ...(body !== undefined && { body }),
      ...(more.by && { bearer: more.by.accessToken }),
      headers: { ...FROM_OUR_PAGE, ...(more.cookie !== undefined && { Cookie: `${COOKIE}=${more.cookie}` }) },
    });

  /** Creates an organisation with its owner. */
  async function givenSchool(name: string, domain: string) {
    const owner = await api.givenPerson(`owner@${domain}`, { proven: true, birthYear: 1980 });
    const { id } = await givenOrganisation({ owner: { id: owner.userId, email: owner.email }, name });
    return { id, owner, domain };
  }

  /** Claims a domain and proves it, as a TXT record would. */
  async function verify(by: Person, domain: string): Promise<Received> {
    const { json } = await post('/api/organisation/domains', { domain }, { by });
    const claimed = json.domains.find((one: { domain: string }) => one.domain === domain);
    setTxtResolver(async (asked) => (asked === claimed.record_name ? [[claimed.record_value]] : []));
    const checked = await post(`/api/organisation/domains/${domain}/check`, undefined, { by });
    setTxtResolver(null);
    return checked;
  }

  const USUAL = {
    allows_unsolicited: false,
    joins: true,
    attributes: { subject: '', email: '', first_name: '', last_name: '', role: '' },
    roles: [] as SignInConnection['roles'],
  };
  const save = (by: Person, more: object): Promise<Received> =>
    post('/api/organisation/sign-in', { ...USUAL, ...more }, { by, method: 'PUT' });
  const mode = (by: Person, to: string): Promise<Received> => post('/api/organisation/sign-in/mode', { mode: to }, { by, method: 'PUT' });

  async function begin(connectionId: string, next?: string, more: object = {}): Promise<Began> {
    const answer = await post(`/api/auth/organisation/${connectionId}/start`, { ...(next !== undefined && { next }), ...more });
    if (answer.status !== 200) throw new Error(answer.text);
    return began(answer);
  }
  const began = (answer: Received): Began => ({
    url: answer.json.url,
    cookie: new RegExp(`${COOKIE}=([^;]+)`).exec(String(answer.headers['set-cookie']))![1]!,
  });

  /** Posts a response like a browser returning from the provider: from another site, without cookies. */
  const postSaml = (connectionId: string, xml: string, relayState: string): Promise<Received> =>
    api.call(`/sign-in/organisation/${connectionId}/acs`, {
      rawBody: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' },
    });
  const arrivalOf = (answer: Received): string | null => new URL(answer.headers.location ?? '', 'http://ours').searchParams.get('arrival');

  /** Lets a provider answer a sign-in that a browser began. @returns the arrival */
  async function answerSaml(connectionId: string, { url }: Began, provider: SamlProvider, more: Partial<Responding> = {}): Promise<string> {
    const { relayState, ...asked } = readSamlRequest(url);
    return arrivalOf(await postSaml(connectionId, provider.respond({ ...asked, ...more }), relayState))!;
  }
  const enter = (arrival: string, { cookie }: { cookie?: string | undefined }, terms = false): Promise<Received> =>
    post('/api/auth/organisation/enter', { arrival, ...(terms && { terms_accepted: true }) }, { cookie });

  /** Completes a whole sign-in with SAML. */
  async function comeBySaml(
    connectionId: string,
    provider: SamlProvider,
    more: Partial<Responding> & { terms?: boolean } = {},
  ): Promise<Received> {
    const started = await begin(connectionId);
    return enter(await answerSaml(connectionId, started, provider, more), started, more.terms ?? false);
  }
  return { post, givenSchool, verify, save, mode, begin, began, postSaml, arrivalOf, answerSaml, enter, comeBySaml };
}

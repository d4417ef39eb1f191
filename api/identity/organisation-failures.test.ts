import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { signInCalls } from '#api/organisations/sign-in.factory.ts';
import { samlProvider } from '#domain/vendors/identity-providers/saml-provider.factory.ts';
import { startProvider } from '#ops/sandbox/identity/provider.ts';

const api = useTestApi();
const { post, givenSchool, verify, save, mode, begin, began, answerSaml, enter } = signInCalls(api);
const setup = async (by: Person) => (await api.call('/api/organisation/sign-in', { bearer: by.accessToken })).json;

/** Entra's message for a person who is not assigned. */
const AADSTS = 'AADSTS50105: Your administrator has configured the application to block users.\r\nTrace ID: 1\u202e';
/** Nobody has signed these: whoever holds the browser can have written them. */
const LURE = 'Call +1 900 5555 at once, your account is locked';

describe('a refusal of an OpenID provider', () => {
  const CLIENT = { id: 'coursewright', secret: 'the secret of the client' };
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let school: Awaited<ReturnType<typeof givenSchool>>;
  beforeAll(async () => {
    provider = await startProvider(CLIENT);
    school = await givenSchool('Words School', 'words.example');
    await verify(school.owner, 'words.example');
    await save(school.owner, { kind: 'oidc', slug: 'words', issuer: provider.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret });
    await mode(school.owner, 'offered');
  });
  afterAll(() => provider.close());
  const refusal = { error: 'access_denied', error_description: `${LURE}. ${AADSTS} AADSTS99999` };
  const SAID = 'the browser brought a refusal with the code access_denied, AADSTS50105';
  const stateOf = ({ url }: { url: string }) => new URL(url).searchParams.get('state')!;

  it('is told to the person and to administrators by its known codes, and in no words that a browser brought', async () => {
    const started = await begin(school.id);
    const answer = await post(
      `/api/auth/organisation/${school.id}/finish`,
      { state: stateOf(started), ...refusal },
      { cookie: started.cookie },
    );
    expect(answer.json).toMatchObject({
      code: 'auth.organisation_refused',
      detail: expect.stringContaining('access_denied, AADSTS50105.'),
    });
    const { failures } = await setup(school.owner);
    expect(failures).toMatchObject([{ reason: 'provider_error', last_detail: SAID, last_words: null }]);
    expect(answer.text + JSON.stringify(failures)).not.toMatch(/900 5555|administrator has configured|Trace ID|AADSTS99999/);
  });

  it.each(['Call +1 900 5555', 'access_denied ', 'constructor', 'ACCESS_DENIED', ''])(
    'has no code that nobody knows: %j',
    async (error) => {
      const started = await begin(school.id);
      const answer = await post(
        `/api/auth/organisation/${school.id}/finish`,
        { state: stateOf(started), error, error_description: LURE },
        { cookie: started.cookie },
      );
      expect(answer.json.detail).toBe('Your organisation’s sign-in did not let you in. Please ask its administrators.');
      const { failures } = await setup(school.owner);
      expect(failures).toMatchObject([{ last_detail: 'the browser brought a refusal without a known code', last_words: null }]);
    },
  );

  it('is shown to nobody whose sign-in did not begin here', async () => {
    const started = await begin(school.id);
    const answer = await post(`/api/auth/organisation/${school.id}/finish`, { state: stateOf(started), ...refusal });
    expect(answer.json.code).toBe('auth.organisation_refused');
    expect(answer.text).not.toContain('AADSTS');
  });

  it('is shown in a test, separately from our own text', async () => {
    const started = began(await post('/api/organisation/sign-in/test', undefined, { by: school.owner }));
    const { json } = await post(
      `/api/auth/organisation/${school.id}/finish`,
      { state: stateOf(started), ...refusal },
      { cookie: started.cookie },
    );
    const { json: report } = await post('/api/organisation/sign-in/test/report', { arrival: json.arrival }, { by: school.owner });
    expect(report.problem).toEqual({ reason: 'provider_error', detail: SAID, words: null });
  });
});

describe('a wrong issuer when saving', () => {
  let server: Server;
  let address: string;
  let owner: Person;
  beforeAll(async () => {
    server = createServer((request, answer) => {
      const published = { issuer: 'https://login.example/{tenantid}/v2.0' };
      if (request.url?.startsWith('/other/'))
        return void answer.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(published));
      if (request.url?.startsWith('/page/')) return void answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>');
      answer.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    ({ owner } = await givenSchool('Wrong School', 'wrong.example'));
  });
  afterAll(() => void server.close());
  const saved = (issuer: string) => save(owner, { kind: 'oidc', slug: 'wrong', issuer, client_id: 'c' });

  it.each([
    ['another path', '/nowhere', '/nowhere/.well-known/openid-configuration answered 404'],
    ['one that calls itself otherwise', '/other', 'and calls its issuer https://login.example/{tenantid}/v2.0'],
    ['a page', '/page', '/page/.well-known/openid-configuration answered 200: '],
  ])('is reported with the requested address and its response: %s', async (_, path, why) => {
    const { json } = await saved(address + path);
    expect(json).toMatchObject({ code: 'organisation.metadata_refused', detail: expect.stringContaining(why) });
    expect(json.detail).toContain(address + path);
  });

  it('is read from the description whose address was pasted instead', async () => {
    const provider = await startProvider({ id: 'c', secret: 's' });
    const { json } = await saved(`${provider.issuer}/.well-known/openid-configuration`);
    provider.close();
    expect(json.connection.issuer).toBe(provider.issuer);
  });

  it('is reported like metadata that cannot be fetched', async () => {
    const { json } = await save(owner, { kind: 'saml', slug: 'wrong', metadata_address: `${address}/metadata` });
    expect(json.detail).toContain(`${address}/metadata answered 404`);
  });
});

describe('a refusal of a SAML provider', () => {
  const domain = 'status.example';
  const provider = samlProvider({ entityId: `https://idp.${domain}/saml` });
  let school: Awaited<ReturnType<typeof givenSchool>>;
  beforeAll(async () => {
    school = await givenSchool('Status School', domain);
    await save(school.owner, { kind: 'saml', slug: 'status', metadata: provider.metadata(), allows_unsolicited: true });
    await verify(school.owner, domain);
    await mode(school.owner, 'offered');
  });
  const denied = (xml: string) =>
    xml.replace(
      /<samlp:Status>.*<\/samlp:Status>/,
      `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied"/></samlp:StatusCode><samlp:StatusMessage>${LURE} ${AADSTS.replace('\r\n', '&#10;')}</samlp:StatusMessage></samlp:Status>`,
    );

  it('is told by the known codes of its status, and not in the words of an unsigned response', async () => {
    const started = await begin(school.id);
    const arrival = await answerSaml(school.id, started, provider, { after: denied });
    const { json } = await enter(arrival, started);
    expect(json.detail).toContain('Responder, RequestDenied, AADSTS50105.');
    const [failure] = (await setup(school.owner)).failures;
    const last_detail = 'the browser brought a refusal with the code Responder, RequestDenied, AADSTS50105';
    expect(failure).toMatchObject({ reason: 'provider_error', last_words: null, last_detail });
  });

  it.each<[string, string, (xml: string) => string]>([
    ['provider_error', 'a status that nobody knows', (xml) => denied(xml).replaceAll(/Value="[^"]*"/g, `Value="${LURE}"`)],
    [
      'unreadable',
      'an element',
      (xml) => xml.replace(/^<samlp:Response/, '<samlp:Call_900_5555').replace(/samlp:Response>$/, 'samlp:Call_900_5555>'),
    ],
    ['unreadable', 'a document that is cut', (xml) => `${xml}</Call_900_5555>`],
    ['algorithm', 'an algorithm', (xml) => xml.replaceAll(/(SignatureMethod Algorithm=")[^"]*/g, `$1${LURE}`)],
    ['unreadable', 'a canonicalisation', (xml) => xml.replaceAll(/(CanonicalizationMethod Algorithm=")[^"]*/g, `$1${LURE}`)],
  ])('is never told in words of the response: %s by %s', async (_, __, after) => {
    const started = await begin(school.id);
    const arrival = await answerSaml(school.id, started, provider, { attributes: { mail: [`ada@${domain}`] }, after });
    const refused = await enter(arrival, started);
    expect(refused.json.code).toBe('auth.organisation_refused');
    expect(refused.text + JSON.stringify(await setup(school.owner))).not.toMatch(/900.5555/);
  });

  it('has no words for a browser that did not request it either: anybody may have written it', async () => {
    const { acs, entity_id: audience } = (await setup(school.owner)).ours;
    const xml = provider.respond({ requestId: null, acs, audience, after: denied });
    const { postSaml, arrivalOf } = signInCalls(api);
    const refused = await enter(arrivalOf(await postSaml(school.id, xml, ''))!, {});
    expect(refused.json.code).toBe('auth.organisation_refused');
    expect(refused.text).not.toMatch(/900 5555|administrator has/);
  });

  it('whose response alone is signed is distinguished from a wrong certificate, with the listed certificate that differs', async () => {
    const started = await begin(school.id);
    const mail = { attributes: { mail: [`ada@${domain}`] } };
    await answerSaml(school.id, started, provider, { ...mail, signs: ['Response'] });
    const another = samlProvider({ entityId: provider.entityId });
    await answerSaml(school.id, await begin(school.id), another, mail);
    const reasons = (await setup(school.owner)).failures.map(({ reason }: { reason: string }) => reason);
    expect(reasons).toEqual(expect.arrayContaining(['assertion_unsigned', 'signature']));
  });
});

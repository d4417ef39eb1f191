import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signInCalls } from '#api/organisations/sign-in.factory.ts';
import { useTestApi } from '#api/testing/test-api.ts';
import { ISSUER_ROWS, type Tenancy } from '#contract/organisations/issuer-tenants.ts';
import { assertTenant } from '#domain/organisations/arrivals/assert-tenant.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';
import { startProvider, type ProviderPerson } from '#ops/sandbox/identity/provider.ts';

allowLogged(/shares? this address|All share it/);

const api = useTestApi();
const { post, givenSchool, verify, save, mode, begin, enter } = signInCalls(api);
const knex = (table: string) => api.database.knex(table);
const DOMAIN = 'tenant.example';
const [OURS, OTHERS] = ['72f988bf-86f1-41af-91ab-2d7cd011db47', 'aaaaaaaa-86f1-41af-91ab-2d7cd011db47'];
const COMMON = 'https://login.microsoftonline.com/common/v2.0';
const CLIENT = { id: 'coursewright', secret: 'the secret of the client' };
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const GOOGLE = { kind: 'oidc', slug: 'tenants', issuer: 'https://accounts.google.com', client_id: 'c' } as const;

let provider: Awaited<ReturnType<typeof startProvider>>;
let school: Awaited<ReturnType<typeof givenSchool>>;
const rows = ISSUER_ROWS as (typeof ISSUER_ROWS)[number][];
const usual = [...rows];
beforeAll(async () => {
  provider = await startProvider(CLIENT);
  school = await givenSchool('Tenant School', DOMAIN);
  await verify(school.owner, DOMAIN);
});
afterAll(() => provider.close());
afterEach(() => void rows.splice(0, rows.length, ...usual));

/** Makes the provider on loopback one that many organisations share. */
const shares = (tenancy: Tenancy) =>
  rows.push({ provider: 'a stand-in', source: 'https://x.example', host: /^127\.0\.0\.1$/, tenancy: () => tenancy });
const fixed: Tenancy = { kind: 'fixed', provider: 'a stand-in', claims: ['tid'], tenant: OURS };
const named: Tenancy = { kind: 'named', provider: 'a stand-in', claim: 'team', isDomain: false, isOptional: false };
const refused: Tenancy = { kind: 'refused', sentence: { key: 'All share it.', values: {} } };
const asOurs = (more: object = {}) =>
  save(school.owner, {
    kind: 'oidc',
    slug: 'tenants',
    issuer: provider.issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    ...more,
  });
const failures = () =>
  knex('organisation_sign_in_failure').where({ organisation_id: school.id }).delete().returning(['reason', 'last_detail']);

describe('when a provider is set up', () => {
  it.each([
    COMMON,
    'https://login.microsoftonline.com/organizations/v2.0',
    'https://login.microsoftonline.com/consumers/v2.0',
    'https://gitlab.com',
  ])('%s is refused, and the sentence says what to enter', async (issuer) => {
    const { status, json } = await save(school.owner, { ...GOOGLE, issuer });
    expect([status, json.code]).toEqual([400, 'validation.failed']);
    expect(json.errors).toMatchObject([{ path: 'issuer', message: expect.stringMatching(/ shares? this address/) }]);
  });

  it('Google needs the domains of the organisation, each verified', async () => {
    const said = async (tenants?: string[]) => (await save(school.owner, { ...GOOGLE, ...(tenants && { tenants }) })).json.errors;
    expect(await said()).toMatchObject([{ path: 'tenants', message: expect.stringContaining('claim hd') }]);
    expect(await said([])).toMatchObject([{ path: 'tenants' }]);
    expect(await said([DOMAIN, 'elsewhere.example'])).toMatchObject([
      { path: 'tenants', message: 'Verify the domain elsewhere.example first.' },
    ]);
  });

  it('a SAML provider with a shared entity id is refused', async () => {
    const saml = { kind: 'saml', slug: 'tenants', sso_address: 'https://login.microsoftonline.com/common/saml2', certificates: 'none' };
    const { json } = await save(school.owner, { ...saml, entity_id: 'https://sts.windows.net/{tenantid}/' });
    expect(json.errors).toMatchObject([{ path: 'entity_id', message: expect.stringContaining('<tenant id>') }]);
  });

  it('keeps the named tenants until others are sent', async () => {
    shares(named);
    expect((await asOurs()).json.errors).toMatchObject([{ path: 'tenants' }]);
    expect((await asOurs({ tenants: ['T1', 'T1', 'T2'] })).json.connection.tenants).toEqual(['T1', 'T2']);
    expect((await asOurs()).json.connection.tenants).toEqual(['T1', 'T2']);
    rows.pop();
    expect((await asOurs()).json.connection.tenants).toEqual([]);
  });
});

describe('at every sign-in and logout', () => {
  const ADA: ProviderPerson = { sub: 'ada', email: `ada@${DOMAIN}`, email_verified: true };
  async function comes(claims: object) {
    provider.person = ADA;
    const started = await begin(school.id);
    const answer = await fetch(started.url, { redirect: 'manual' });
    provider.deviation = { ...claims };
    const back = Object.fromEntries(new URL(answer.headers.get('location')!).searchParams);
    const finished = await post(`/api/auth/organisation/${school.id}/finish`, back, { cookie: started.cookie });
    return finished.status === 200 ? enter(finished.json.arrival, started, true) : finished;
  }
  async function leaves(claims: object) {
    provider.deviation = { email: undefined, email_verified: undefined, events: EVENTS, ...claims };
    return api.call(`/sign-in/organisation/${school.id}/logout`, {
      rawBody: new URLSearchParams({ logout_token: await provider.issue(ADA) }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  }
  const isIn = async ({ json }: { json: { access_token: string } }) =>
    (await api.call('/api/auth/me', { bearer: json.access_token })).status;

  it('a tenant that stands in the issuer is the only one', async () => {
    await asOurs();
    await mode(school.owner, 'offered');
    shares(fixed);
    for (const claims of [{ tid: OTHERS }, {}, { tid: '' }, { tid: [OURS, OTHERS] }])
      expect((await comes(claims)).json.code, JSON.stringify(claims)).toBe('auth.organisation_refused');
    expect(await failures()).toMatchObject([{ reason: 'not_member' }]);
    const here = await comes({ tid: OURS.toUpperCase() });
    expect(here.status, here.text).toBe(200);
    expect((await leaves({ tid: OTHERS })).status).toBe(400);
    expect(await isIn(here)).toBe(200);
    expect((await leaves({})).status).toBe(200);
    expect(await isIn(here)).toBe(401);
  });

  it('a tenant that the connection names is in every token', async () => {
    shares(named);
    await asOurs({ tenants: ['T1', 'T2'] });
    await mode(school.owner, 'offered');
    for (const claims of [{ team: 'T3' }, { team: 't1' }, {}]) expect((await comes(claims)).json.code).toBe('auth.organisation_refused');
    const here = await comes({ team: 'T2' });
    expect(here.status, here.text).toBe(200);
    for (const claims of [{}, { team: 'T3' }]) expect((await leaves(claims)).status).toBe(400);
    expect(await isIn(here)).toBe(200);
    expect((await leaves({ team: 'T2' })).status).toBe(200);
    expect(await isIn(here)).toBe(401);
  });

  it('a shared issuer that was saved before lets nobody in, and asks nobody', async () => {
    await asOurs();
    await mode(school.owner, 'offered');
    const here = await comes({});
    const began = await begin(school.id);
    await failures();
    shares(refused);
    expect((await post(`/api/auth/organisation/${school.id}/start`, {})).json.code).toBe('auth.provider_away');
    const state = new URL(began.url).searchParams.get('state');
    const finished = await post(`/api/auth/organisation/${school.id}/finish`, { state, code: 'c' }, { cookie: began.cookie });
    expect(finished.json.code).toBe('auth.organisation_refused');
    expect(await failures()).toEqual([{ reason: 'issuer', last_detail: 'All share it.' }]);
    expect((await leaves({})).status).toBe(400);
    expect(await isIn(here)).toBe(200);
  });
});

describe('each provider of the table', () => {
  const of = (issuer: string, tenants: string[] = [], kind: 'oidc' | 'saml' = 'oidc') => ({
    kind,
    issuer,
    tenants,
    organisationId: school.id,
  });
  const entra = `https://login.microsoftonline.com/${OURS}/v2.0`;
  type Claims = Parameters<typeof assertTenant>[1];
  const TENANT_ID = 'http://schemas.microsoft.com/identity/claims/tenantid';

  it('Google: the hosted domain is named, and verified', async () => {
    const google = of('https://accounts.google.com', [DOMAIN, 'released.example']);
    await assertTenant(google, { hd: [DOMAIN.toUpperCase()] }, 'sign_in');
    for (const claims of [{}, { hd: ['elsewhere.example'] }, { hd: ['released.example'] }] as Claims[])
      for (const about of ['sign_in', 'end'] as const)
        await expect(assertTenant(google, claims, about)).rejects.toMatchObject({ reason: 'not_member' });
    // a verified domain that the connection does not name
    await expect(assertTenant(of('https://accounts.google.com'), { hd: [DOMAIN] }, 'sign_in')).rejects.toMatchObject({
      reason: 'not_member',
    });
  });

  it('Microsoft: by OpenID and SAML', async () => {
    await assertTenant(of(entra), { tid: [OURS] }, 'sign_in');
    await expect(assertTenant(of(entra), { tid: [OTHERS] }, 'sign_in')).rejects.toMatchObject({ reason: 'not_member' });
    await expect(assertTenant(of(entra), {}, 'sign_in')).rejects.toMatchObject({ reason: 'not_member' });
    await expect(assertTenant(of(COMMON), { tid: [OURS] }, 'sign_in')).rejects.toMatchObject({ reason: 'issuer' });
    const saml = of(`https://sts.windows.net/${OURS}/`, [], 'saml');
    await assertTenant(saml, { [TENANT_ID]: [OURS] }, 'sign_in');
    await expect(assertTenant(saml, { [TENANT_ID]: [OTHERS] }, 'sign_in')).rejects.toMatchObject({ reason: 'not_member' });
  });

  it('an issuer of one organisation: its tenant is asked only if the connection names one', async () => {
    await assertTenant(of('https://school.okta.com'), {}, 'sign_in');
    await assertTenant(of('https://school.eu.auth0.com/'), {}, 'sign_in');
    const auth0 = of('https://school.eu.auth0.com/', ['org_1']);
    await assertTenant(auth0, { org_id: ['org_1'] }, 'sign_in');
    for (const claims of [{}, { org_id: ['org_2'] }] as Claims[])
      await expect(assertTenant(auth0, claims, 'sign_in')).rejects.toMatchObject({ reason: 'not_member' });
  });
});

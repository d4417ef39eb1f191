import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FROM_OUR_PAGE, useTestApi, type Person } from '#api/testing/test-api.ts';
import { renewKeys, signMessage } from '#domain/lti/signing-key.commands.ts';
import { decodeProtectedHeader } from 'jose';
import { givenMember } from '#domain/organisations/organisation.factory.ts';
import { startLtiPlatform, type LtiPlatform } from '#ops/testing/lti-platform.ts';
import { givenSchool, type School } from './lti.factory.ts';

const api = useTestApi();
let school: School;
let lms: LtiPlatform;

beforeAll(async () => {
  school = await givenSchool(api, 'head@school.example');
  lms = await startLtiPlatform();
});
afterAll(() => {
  school.lms.close();
  lms.close();
});

const added = async (): Promise<{ id: string; code: string }> => {
  const { json } = await school.asOwner('POST', 'lms', { name: 'Another', product: 'other', authorised: true });
  return { id: json.platform.platform_id, code: new URL(json.registration_url).searchParams.get('code')! };
};

describe('a platform', () => {
  it('registers itself with the address that was copied into it, once', async () => {
    const { id, code } = await added();
    const body = {
      platform_id: id,
      code,
      openid_configuration: `${lms.origin}/openid-configuration`,
      registration_token: 'registration-token',
    };
    const register = (given: object) => api.call('/api/lti/registrations', { body: { ...body, ...given }, headers: FROM_OUR_PAGE });
    expect((await register({ code: 'x' })).json.code).toBe('lti.registration_used');
    expect((await register({ openid_configuration: 'http://10.0.0.1/' })).json.code).toBe('lti.registration_refused');
    // whose configuration names another platform
    expect((await register({ openid_configuration: `http://localhost:${new URL(lms.origin).port}/openid-configuration` })).json.code).toBe(
      'lti.registration_refused',
    );
    expect(await register({})).toMatchObject({ status: 201, json: { name: 'Another' } });
    expect((await register({})).json.code).toBe('lti.registration_used');
    const { platforms } = (await school.asOwner('GET', 'lms')).json;
    expect(platforms.find(({ platform_id }: { platform_id: string }) => platform_id === id)).toMatchObject({
      state: 'active',
      product: 'moodle',
      issuer: lms.origin,
      client_id: 'tool-1',
      deployment_ids: ['deployment-1'],
      origins: [lms.origin],
    });
    expect(lms.problems).toEqual([]);
  });

  it('is registered by hand with addresses on the public internet only', async () => {
    const { id } = await added();
    const wrong = await school.asOwner('PUT', `lms/${id}`, {
      ...school.lms.registration,
      name: 'By hand',
      token_url: 'https://10.0.0.1:8443/token',
      origins: ['https://lms.example:8080'],
    });
    expect(wrong.json.errors.map(({ path }: { path: string }) => path)).toEqual(['token_url', 'origins.0']);
  });

  it('is set up by owners and administrators; teachers offer courses, members neither', async () => {
    const person: Person = await api.givenPerson('member@school.example');
    const as = (method: string, target: string) => api.call(`/api/organisation/${target}`, { method, bearer: person.accessToken });
    const seen = [];
    for (const role of [null, 'member', 'teacher', 'administrator'] as const) {
      if (role) {
        await givenMember(school.organisationId, person.userId);
        await api.database.knex('organisation_member').where({ account_id: person.userId }).update({ role });
      }
      const [platforms, offers] = [await as('GET', 'lms'), await as('GET', 'lms-courses')];
      seen.push([role, platforms.json.code ?? platforms.status, offers.json.code ?? offers.status]);
    }
    expect(seen).toEqual([
      [null, 'organisation.none', 'organisation.none'],
      ['member', 'organisation.not_allowed', 'organisation.not_allowed'],
      ['teacher', 'organisation.not_allowed', 200],
      ['administrator', 200, 200],
    ]);
  });

  it('may have launches in a frame of its own origin; no other page may be in a frame', async () => {
    const policy = async (target: string, method = 'GET') => {
      const { headers } = await api.call(target, {
        method,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' },
        ...(method === 'POST' && { rawBody: 'iss=x' }),
      });
      return [/frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1], headers['x-frame-options']];
    };
    const own = [school.lms.origin, undefined];
    const none = ["'none'", 'DENY'];
    expect(await policy(`/lti/${school.platformId}/login`, 'POST')).toEqual(own);
    expect(await policy(`/lti/${school.platformId}/launch`, 'POST')).toEqual(own);
    expect(await policy(`/lti/${uuidv7()}/launch`, 'POST')).toEqual(none);
    expect(await policy('/')).toEqual(none);
    expect(await policy('/organisation/lms')).toEqual(none);
    const { id, code } = await added();
    const at = `openid_configuration=${encodeURIComponent('http://localhost:9/c')}`;
    expect(await policy(`/lti/${id}/register?code=${code}&${at}`)).toEqual(['http://localhost:9', undefined]);
    expect(await policy(`/lti/${id}/register?code=guessed&${at}`)).toEqual(none);
  });

  it('reads what it needs of the tool in one document', async () => {
    const { json } = await api.call(`/api/lti/configuration/${school.platformId}`);
    expect(json).toMatchObject({
      oidc_initiation_url: expect.stringMatching(/\/lti\/[^/]+\/login$/),
      public_jwk_url: expect.stringMatching(/\/api\/lti\/jwks$/),
    });
  });
});

describe('our keys', () => {
  it('are two, of which the one signs that platforms have had a week to read; the oldest goes when a third comes', async () => {
    const published = async () => (await api.call('/api/lti/jwks')).json.keys.map(({ kid }: { kid: string }) => kid);
    const signer = async (at: Date) => decodeProtectedHeader(await signMessage({}, 60, at)).kid;
    const days = (n: number) => new Date(Date.now() + n * 86_400_000);
    const [newer, older] = await published();
    expect(await signer(new Date())).toBe(older);
    expect(await signer(days(8))).toBe(newer);
    await renewKeys(days(61));
    const [third, second] = await published();
    expect([second, third === older]).toEqual([newer, false]);
    expect(await signer(days(61))).toBe(newer);
    expect(await signer(days(69))).toBe(third);
    const sealed = await api.database.knex('lti_key').pluck('private_sealed');
    expect(sealed.some((key) => key.includes('PRIVATE KEY'))).toBe(false);
  });
});

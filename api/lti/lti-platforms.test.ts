import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeProtectedHeader, type FlattenedJWSInput } from 'jose';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FROM_OUR_PAGE, useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { askLms } from '#domain/lti/lms-client.ts';
import { keysOf } from '#domain/lti/launch-message.ts';
import { readRosters } from '#domain/lti/read-rosters.command.ts';
import { renewKeys, signMessage } from '#domain/lti/signing-key.commands.ts';
import { givenMember } from '#domain/organisations/organisation.factory.ts';
import { setNetwork } from '#domain/platform/network/ask-stranger.ts';
import { INSTRUCTOR, startLtiPlatform, type LtiPlatform } from '#ops/testing/lti-platform.ts';
import { givenSchool, type School } from './lti.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/lti (rosters|scores): given up/);

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
  it('registers itself once, with the address that was copied into it', async () => {
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
    // a configuration that names another platform
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
      name: 'Manually',
      token_url: 'https://10.0.0.1:8443/token',
      origins: ['https://lms.example:8080'],
    });
    expect(wrong.json.errors.map(({ path }: { path: string }) => path)).toEqual(['token_url', 'origins.0']);
  });

  it('is set up by owners and administrators; teachers offer courses, members do neither', async () => {
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

  it('may show launches in a frame of its own origin; no other page may be in a frame', async () => {
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

  it('reads all it needs about the tool in one document', async () => {
    const { json } = await api.call(`/api/lti/configuration/${school.platformId}`);
    expect(json).toMatchObject({
      oidc_initiation_url: expect.stringMatching(/\/lti\/[^/]+\/login$/),
      public_jwk_url: expect.stringMatching(/\/api\/lti\/jwks$/),
    });
  });
});

describe('our keys', () => {
  it('are two: platforms have had a week to read the one that signs; the oldest is deleted when a third comes', async () => {
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

describe('an offer', () => {
  const contents = async (query = '') => {
    const { json } = await school.launch({ subject: 'teacher', roles: [INSTRUCTOR] });
    return (await school.inLaunch(json.token, 'GET', `contents${query}`)).json.courses as { source: string; course_id: string }[];
  };

  it('ends when its author leaves the organisation: it is no longer listed, placed or opened', async () => {
    const author = await api.givenPerson('author@school.example');
    await givenMember(school.organisationId, author.userId);
    await api.database.knex('organisation_member').where({ account_id: author.userId }).update({ role: 'teacher' });
    const courseId = await givenCourse(author.userId, { document: { title: 'Orchards' } });
    await api.call(`/api/organisation/lms-courses/${courseId}`, { method: 'PUT', bearer: author.accessToken });
    const { json: teacher } = await school.launch({ subject: 'teacher', roles: [INSTRUCTOR] });
    const items = [{ source: 'offered', course_id: courseId }];
    const chosen = await school.inLaunch(teacher.token, 'POST', 'choice', { items });
    await fetch(chosen.json.return_url, { method: 'POST', body: new URLSearchParams({ JWT: chosen.json.jwt }) });
    const target = school.lms.placed.at(-1)!.url;
    expect((await school.launch({ subject: 'early', target })).status).toBe(201);

    await api.database.knex('organisation_member').where({ account_id: author.userId }).delete();
    const { offers } = (await school.asOwner('GET', 'lms-courses')).json;
    expect(offers.map(({ course_id }: { course_id: string }) => course_id)).toEqual([school.courseId]);
    // it no longer counts towards the organisation's limit, and rejoining does not offer it again
    expect(await api.database.knex('lti_offer').where({ account_id: author.userId })).toEqual([]);
    expect((await contents('?q=orchards')).length).toBe(0);
    expect((await school.launch({ subject: 'late', target })).json.code).toBe('lti.target');
    // content that was already opened stays theirs
    expect((await school.launch({ subject: 'early', target })).status).toBe(201);
  });

  it('does not hide the market, however many there are', async () => {
    const { knex } = api.database;
    const ids = await Promise.all(Array.from({ length: 31 }, () => givenCourse(school.owner.userId)));
    const offer = (course_id: string) => ({ organisation_id: school.organisationId, course_id, account_id: school.owner.userId });
    await knex('lti_offer').insert(ids.map(offer));
    const sold = { id: uuidv7(), account_id: school.owner.userId, title: 'Free bees', description: 'Bees', status: 'published' };
    const dates = { published_at: new Date(0), renewed_at: new Date(0), language: 'english', age_group: 'Adults' };
    await knex('creator_course').insert({ ...sold, ...dates, price_cents: 0, published_version: 1, published_course_id: ids[0]! });
    const listed = await contents();
    expect(listed.filter(({ source }) => source === 'offered')).toHaveLength(30);
    expect(listed.filter(({ source }) => source === 'market')).toMatchObject([{ course_id: sold.id }]);

    // it opens as a copy of the marketplace course, as long as the user does not have to pay for it
    const { content } = (await knex('course_version').where({ course_id: ids[0]! }).first('content'))!;
    await knex('publication_version').insert({ creator_course_id: sold.id, number: 1, content: JSON.stringify(content) });
    const target = await school.placed({ source: 'market', course_id: sold.id });
    expect((await school.launch({ subject: 'nell', target })).status).toBe(201);
    const { account_id } = (await knex('lti_user').where({ subject: 'nell' }).first('account_id'))!;
    expect(await knex('enrolment').where({ account_id }).pluck('creator_course_id')).toEqual([sold.id]);
    await knex('creator_course').where({ id: sold.id }).update({ price_cents: 500 });
    expect((await school.launch({ subject: 'late for nothing', target })).json.code).toBe('lti.target');
    expect((await school.launch({ subject: 'nell', target })).status).toBe(201);
  });
});

describe('a list of members', () => {
  const teacherComes = async () => school.launch({ subject: 'teacher', roles: [INSTRUCTOR], target: await school.placed() });
  const context = () => api.database.knex('lti_context').where({ platform_id: school.platformId });

  it('that is being read is not taken from its reader when a teacher comes, and is read at once when somebody asks', async () => {
    await teacherComes();
    const { id } = (await context().first('id'))!;
    const [soon, later] = [new Date(Date.now() + 60_000), new Date(Date.now() + 3_600_000)];
    await context().update({ attempts: 2, lease_until: soon, due_at: soon });
    await teacherComes();
    expect(await context().first('attempts')).toEqual({ attempts: 2 });
    await context().update({ lease_until: null, due_at: later });
    await school.asOwner('POST', `lms-classes/${id}/reading`);
    const { attempts, due_at: due } = (await context().first('attempts', 'due_at'))!;
    expect([attempts, due! < soon]).toEqual([0, true]);
  });

  it('with implausibly many people on a page is refused', async () => {
    const large = await givenSchool(api, 'head@large.example', { members: 2_100 });
    await large.launch({ subject: 'teacher', roles: [INSTRUCTOR], target: await large.placed() });
    await readRosters();
    large.lms.close();
    const { contexts } = (await large.asOwner('GET', 'lms-classes')).json;
    expect(contexts).toMatchObject([{ members: 0, problem: 'The platform sent no list of members.' }]);
  });
});

describe('the addresses of a platform', () => {
  const answering = async (answer: RequestListener) => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };

  it('are asked for keys once in half a minute while the platform does not answer, whatever keys its messages name', async () => {
    let asked = 0;
    const jwks_url = await answering((_, response) => void response.writeHead(((asked += 1), 503)).end());
    const find = keysOf({ id: uuidv7(), jwks_url });
    for (const kid of ['invented', 'another', 'a third'])
      await expect(find({ alg: 'RS256', kid }, {} as FlattenedJWSInput)).rejects.toThrow('503');
    expect(asked).toBe(1);
  });

  it('answer in time, from the lookup of the name on, and not without end', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => abortedAfter(50));
    onTestFinished(() => void vi.restoreAllMocks());
    onTestFinished(() => setNetwork(null));
    const asked: string[] = [];
    setNetwork({ resolve: (host) => (asked.push(host), new Promise(() => undefined)), isAllowed: () => true, ports: [''] });
    await expect(askLms('https://lms.example/', { accept: '*/*' })).rejects.toMatchObject({ kind: 'away' });
    // not through the system's resolver, whose few threads a slow name server would block
    expect(asked).toEqual(['lms.example']);
    const silent = await answering((_, response) => void response.write('{'));
    await expect(askLms(silent, { accept: '*/*' })).rejects.toMatchObject({ kind: 'away' });
    vi.restoreAllMocks();
    const endless = await answering((_, response) => void response.end('x'.repeat(1_100_000)));
    await expect(askLms(endless, { accept: '*/*' })).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('a person whom a platform names', () => {
  it('shows that platform wherever others have an address, until the platform is removed', async () => {
    await school.launch({ subject: 'nia', name: ['Nia', 'Obi'], target: await school.placed() });
    const { account_id: userId } = (await api.database.knex('lti_user').where({ subject: 'nia' }).first('account_id'))!;
    const call = (method: string, target: string, body?: object) =>
      api.call(`/api/classes${target}`, { method, bearer: school.owner.accessToken, ...(body && { body }) });
    const id = uuidv7();
    await call('POST', '', { class_id: id, name: '7b' });
    const candidates = (await call('GET', `/${id}/candidates?q=nia`)).json.people;
    await call('POST', `/${id}/members`, { people: [userId], role: 'student' });
    await call('POST', `/${id}/assignments`, { assignment_id: uuidv7(), course_id: school.courseId });
    const lists = async () => [
      (await school.asOwner('GET', 'people?q=nia')).json.people,
      (await call('GET', `/${id}/members?q=nia`)).json.members,
    ];
    for (const list of [candidates, ...(await lists())]) expect(list).toMatchObject([{ name: 'Nia Obi', platform: 'Our Moodle' }]);
    expect((await call('GET', `/${id}/report.csv`)).text).toContain('Nia Obi,from Our Moodle,');
    const { people } = (await school.asOwner('GET', 'people?role=owner')).json;
    expect(people).toMatchObject([{ email: school.owner.email, platform: null }]);

    await school.asOwner('DELETE', `lms/${school.platformId}`);
    for (const list of await lists()) expect(list).toMatchObject([{ name: 'Nia Obi', platform: null }]);
    expect((await call('GET', `/${id}/report.csv`)).text).toContain('Nia Obi,from a learning platform,');
  });
});

/** Returns a signal that aborts soon; the platform's own limit is twelve seconds. */
function abortedAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms);
  return controller.signal;
}

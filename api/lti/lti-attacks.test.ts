import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTHeaderParameters } from 'jose';
import { generateKeyPairSync, sign } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FROM_OUR_PAGE, useTestApi } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { readRosters } from '#domain/lti/read-rosters.command.ts';
import { sendScores } from '#domain/lti/send-scores.command.ts';
import { INSTRUCTOR, LTI, startLtiPlatform, type LtiPlatform } from '#ops/testing/lti-platform.ts';
import { givenSchool, type Deviation, type School } from './lti.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/The platform|lti (rosters|scores): given up/);

const api = useTestApi();
const knex = (table: string) => api.database.knex(table);
let school: School;
let other: School;
let lesson: string;
/** The attacker's server on loopback, with its current answer. */
let answer: (path: string, response: ServerResponse) => void = (_, response) => void response.writeHead(404).end();
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url!);
  answer(request.url!, response);
});
let origin = '';

beforeAll(async () => {
  [school, other] = [await givenSchool(api, 'head@attacked.example'), await givenSchool(api, 'head@attacker.example')];
  lesson = await school.placed({ lesson_id: school.lessonIds[0]! });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const one of [school.lms, other.lms, server]) one.close();
  server.closeAllConnections();
});

const json = (body: unknown) => (_: string, response: ServerResponse) =>
  void response.writeHead(200, { 'Content-Type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Returns the honest token with another header, signed by the platform's own key or unsigned. */
const headed = (header: JWTHeaderParameters & Record<string, unknown>, signature = ''): Deviation => ({
  sent: (body) => ({
    ...body,
    id_token: `${part(header)}.${body['id_token']!.split('.')[1]}.${signature || body['id_token']!.split('.')[2]}`,
  }),
});
const claimed = (name: string, value: unknown): Deviation => ({ claims: (as) => ({ ...as, [name]: value }) });
const expectRefused = async (deviation: Deviation, codes: RegExp = /^lti\./) => {
  const before = await knex('lti_session').count({ count: '*' }).first();
  const launched = await school.launch({ subject: 'mallory', target: lesson }, deviation);
  expect(launched.json.code, launched.text).toMatch(codes);
  expect(await knex('lti_session').count({ count: '*' }).first()).toEqual(before);
};

describe('a message whose key the attacker chooses', () => {
  it.each<[string, JWTHeaderParameters & Record<string, unknown>]>([
    ['a path', { alg: 'RS256', kid: '../../../../dev/null' }],
    ['an address', { alg: 'RS256', kid: 'https://evil.example/jwks#key' }],
    ['a statement', { alg: 'RS256', kid: "x' union select 'key" }],
    ['a property of every object', { alg: 'RS256', kid: '__proto__' }],
    ['a NUL', { alg: 'RS256', kid: 'platform-key\0' }],
    ['a text without end', { alg: 'RS256', kid: 'k'.repeat(8_000) }],
    ['a number', { alg: 'RS256', kid: 7 as unknown as string }],
    ['a list', { alg: 'RS256', kid: ['platform-key'] as unknown as string }],
    ['nothing, and a key that comes with it', { alg: 'RS256', jwk: { kty: 'RSA', n: 'x', e: 'AQAB' } }],
    ['a key elsewhere', { alg: 'RS256', kid: 'x', jku: 'https://evil.example/jwks' }],
    ['a certificate that comes with it', { alg: 'RS256', kid: 'x', x5c: ['x'], x5u: 'https://evil.example/x' }],
    ['the right key, by no algorithm', { alg: 'none', kid: 'platform-key' }],
    ['the right key, by nOnE', { alg: 'nOnE', kid: 'platform-key' }],
    ['the right key, as a secret', { alg: 'HS256', kid: 'platform-key' }],
    ['the right key, by another algorithm', { alg: 'RS512', kid: 'platform-key' }],
    ['the right key, by one of curves', { alg: 'ES256', kid: 'platform-key' }],
    ['the right key, and an extension', { alg: 'RS256', kid: 'platform-key', crit: ['b64'], b64: false }],
    ['the right key, for a header that was altered', { alg: 'RS256', kid: 'platform-key', typ: 'x' }],
  ])('%s, opens nothing', async (_, header) => expectRefused(headed(header), /^lti\.signature$/));

  it('is validated in all its parts or refused', async () => {
    for (const token of ['', '.', '..', '...', 'a.b.c', 'x'.repeat(30_000), `${'a.'.repeat(10_000)}`])
      await expectRefused({ sent: (body) => ({ ...body, id_token: token }) }, /^lti\.signature$/);
    await expectRefused({ sent: (body) => ({ ...body, id_token: 'x'.repeat(40_000) }) }, /^(validation\.failed|body\.too_large)$/);
  });
});

describe('keys that a platform publishes', () => {
  const withKeys = (jwks: typeof answer) => async () => {
    const at = `${origin}/jwks-${uuidv7()}`;
    answer = jwks;
    await school.asOwner('PUT', `lms/${school.platformId}`, { name: 'Our Moodle', ...school.lms.registration, jwks_url: at });
  };
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  afterAll(async () => {
    await school.asOwner('PUT', `lms/${school.platformId}`, { name: 'Our Moodle', ...school.lms.registration });
  });

  it.each<[string, () => typeof answer]>([
    ['that are none', () => json({ keys: [{ kty: 'RSA', kid: 'platform-key', n: 'x', e: 'x' }] })],
    ['without their parts', () => json({ keys: [{ kty: 'RSA', kid: 'platform-key', alg: 'RS256' }] })],
    ['of another sort', () => json({ keys: [{ kty: 'oct', kid: 'platform-key', k: 'c2VjcmV0' }] })],
    ['of curves', () => json({ keys: [{ kty: 'EC', kid: 'platform-key', crv: 'P-256', x: 'x', y: 'y' }] })],
    ['that are short', () => json({ keys: [{ ...weak.publicKey.export({ format: 'jwk' }), kid: 'platform-key' }] })],
    ['twice by one name', () => json({ keys: [1, 2].map(() => ({ ...weak.publicKey.export({ format: 'jwk' }), kid: 'platform-key' })) })],
    ['too many', () => json({ keys: Array.from({ length: 60 }, () => ({ kty: 'RSA' })) })],
    ['of a shape of its own', () => json({ keys: { kid: 'platform-key' } })],
    ['as a text', () => json('<html>')],
    ['without end', () => json(`{"keys":[${'{"kty":"RSA"},'.repeat(100_000)}{}]}`)],
    ['elsewhere', () => (_, to) => void to.writeHead(302, { Location: `${origin}/elsewhere` }).end()],
    ['packed', () => (_, to) => void to.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x')],
    ['never', () => (_, to) => void to.writeHead(503).end()],
    ['half', () => (_, to) => void to.writeHead(200, { 'Content-Length': '1000' }).write('{', () => to.destroy())],
  ])('%s, open nothing', async (_, jwks) => {
    await withKeys(jwks())();
    await expectRefused(
      {
        sent: (body) => {
          const signed = `${part({ alg: 'RS256', kid: 'platform-key' })}.${body['id_token']!.split('.')[1]}`;
          return { ...body, id_token: `${signed}.${sign('sha256', Buffer.from(signed), weak.privateKey).toString('base64url')}` };
        },
      },
      /^lti\.(signature|unreachable)$/,
    );
    expect(asked).not.toContain('/elsewhere');
  });

  it('at an address of the installation’s network are requested by nobody', async () => {
    for (const jwks_url of [
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'https://[::1]/',
      'http://lms.example/',
      'https://lms.example:8443/',
      'file:///etc/passwd',
      'https://u:p@lms.example/',
    ])
      expect(
        (await school.asOwner('PUT', `lms/${school.platformId}`, { name: 'x', ...school.lms.registration, jwks_url })).json.code,
        jwks_url,
      ).toBe('validation.failed');
  });
});

describe('a launch', () => {
  it.each<[string, Deviation]>([
    ['for another tool', claimed('aud', 'tool-2')],
    ['for us and another, who is meant', { claims: (as) => ({ ...as, aud: ['tool-1', 'tool-2'], azp: 'tool-2' }) }],
    ['for nobody', claimed('aud', [])],
    ['of another issuer', claimed('iss', 'https://canvas.instructure.com')],
    ['of no end', claimed('exp', undefined)],
    ['of an end that is none', claimed('exp', '9999999999')],
    ['of the time that comes', { claims: (as) => ({ ...as, iat: as.iat! + 3_600, exp: as.exp! + 7_200 }) }],
    ['without a nonce', claimed('nonce', undefined)],
    ['with an empty nonce', claimed('nonce', '')],
    ['with nonces', { claims: (as) => ({ ...as, nonce: [as['nonce']] }) }],
    ['of nobody', claimed('sub', '')],
    ['of several', claimed('sub', ['ines', 'mallory'])],
    ['of another deployment', claimed(`${LTI}deployment_id`, 'deployment-2')],
    ['of no deployment', claimed(`${LTI}deployment_id`, undefined)],
    ['of deployments', claimed(`${LTI}deployment_id`, ['deployment-1', 'deployment-2'])],
    ['of LTI 1.1', claimed(`${LTI}version`, '1.1.0')],
    ['of another type', claimed(`${LTI}message_type`, 'LtiStartAssessment')],
    ['for nothing', claimed(`${LTI}target_link_uri`, '')],
    ['for a page of ours', claimed(`${LTI}target_link_uri`, 'http://localhost:3000/courses')],
    ['for a page elsewhere', claimed(`${LTI}target_link_uri`, 'https://evil.example/')],
    ['without a link', claimed(`${LTI}resource_link`, undefined)],
    ['with the state of nobody', { sent: (body) => ({ ...body, state: 'x'.repeat(43) }) }],
    ['with no state', { sent: (body) => ({ ...body, state: '' }) }],
    ['in another browser', { sent: (body) => ({ ...body, browser: 'x'.repeat(43) }) }],
    ['in no browser', { sent: (body) => ({ ...body, browser: '' }) }],
    ['with the state as its browser', { sent: (body) => ({ ...body, browser: body['state']! }) }],
  ])('%s opens nothing', async (_, deviation) => expectRefused(deviation));

  it('with unstorable text in any of its claims is refused, and does not count as a server error', async () => {
    const names = ['sub', 'given_name', 'family_name', 'name', 'email', 'locale', `${LTI}deployment_id`];
    const odd = ['x\0y', 'x\ud800y', '\0'];
    for (const name of names)
      for (const value of odd) {
        const launched = await school.launch({ subject: `odd ${names.indexOf(name)}`, target: lesson }, claimed(name, value));
        expect(launched.status, `${name}: ${launched.text}`).toBeLessThan(500);
      }
    for (const [name, value] of [
      ['context', { id: 'c\0', title: 't' }],
      ['context', { id: 'c', title: 't\0\ud800' }],
      ['resource_link', { id: 'r\0' }],
      ['target_link_uri', `${lesson}\0`],
      ['roles', ['\0']],
    ] as const) {
      const launched = await school.launch({ subject: 'odd', target: lesson }, claimed(`${LTI}${name}`, value));
      expect(launched.status, `${name}: ${launched.text}`).toBeLessThan(500);
    }
  });

  it('that is posted ten times at once opens once; its token works nowhere else', async () => {
    let sent: Record<string, string> = {};
    await school.launch({ subject: 'ines', target: lesson }, { sent: (body) => ((sent = body), { ...body, state: 'x' }) });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.call('/api/lti/launches', { body: sent, headers: FROM_OUR_PAGE })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const { token } = answers.find(({ status }) => status === 201)!.json;
    // at another platform, with its own state
    const mine = await other.launch({ subject: 'ines' }, { sent: (body) => ({ ...body, id_token: sent['id_token']! }) });
    expect(mine.json.code).toBe('lti.signature');
    for (const target of ['/api/courses', '/api/lti/contents', '/api/auth/sessions', '/api/notes', '/mcp', '/scim/v2/Users'])
      expect([401, 403, 404, 405], target).toContain((await api.call(target, { bearer: token })).status);
  });

  it('of one platform identifies a person of that platform alone, even if another one uses the same name', async () => {
    const theirs = await other.placed();
    await school.launch({ subject: 'same', target: lesson });
    await other.launch({ subject: 'same', target: theirs });
    const accounts = await knex('lti_user').where({ subject: 'same' }).pluck('account_id');
    expect(new Set(accounts).size).toBe(2);
    // and content that one of them placed can be opened by no other
    const crossed = await other.launch({ subject: 'same', target: lesson });
    expect(crossed.json.code).toBe('lti.target');
    const renamed = await other.launch({ subject: 'same', target: lesson.replace(school.platformId, other.platformId) });
    expect(renamed.json.code).toBe('lti.target');
  });

  it('adopts one deployment, even if several come first at once', async () => {
    await school.asOwner('PUT', `lms/${school.platformId}`, { name: 'Our Moodle', ...school.lms.registration, deployment_ids: [] });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        school.launch({ subject: `first ${n}`, target: lesson }, claimed(`${LTI}deployment_id`, `deployment-${n}`)),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await knex('lti_platform').where({ id: school.platformId }).first('deployment_ids'))!.deployment_ids).toHaveLength(1);
    await school.asOwner('PUT', `lms/${school.platformId}`, { name: 'Our Moodle', ...school.lms.registration });
  });
});

describe('a choice of contents', () => {
  it('places nothing that belongs to others, or is hidden, sold or not part of the selection, and each launch chooses once', async () => {
    const hidden = await givenCourse(school.owner.userId);
    const sold = uuidv7();
    const dates = { published_at: new Date(0), renewed_at: new Date(0), language: 'english', age_group: 'Adults' };
    await knex('creator_course').insert({
      id: sold,
      account_id: other.owner.userId,
      title: 'Sold',
      description: 'Sold',
      status: 'published',
      ...dates,
      price_cents: 500,
      published_version: 1,
      published_course_id: other.courseId,
    });
    const { json: teacher } = await school.launch({ subject: 'teacher', roles: [INSTRUCTOR] });
    const choose = (items: object[]) => school.inLaunch(teacher.token, 'POST', 'choice', { items });
    const mine = { source: 'offered', course_id: school.courseId };
    for (const item of [
      { ...mine, course_id: hidden },
      { ...mine, course_id: other.courseId },
      { ...mine, course_id: uuidv7() },
      { ...mine, course_id: 'nonsense' },
      { source: 'market', course_id: sold },
      { source: 'market', course_id: school.courseId },
      { ...mine, lesson_id: other.lessonIds[0]! },
      { ...mine, lesson_id: uuidv7() },
      { ...mine, simulation_id: uuidv7() },
    ])
      expect((await choose([mine, item])).json.code, JSON.stringify(item)).toBe('lti.target');
    expect((await choose(Array.from({ length: 21 }, () => mine))).json.code).toBe('validation.failed');
    expect(await knex('lti_placement').whereIn('course_id', [hidden, other.courseId])).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ platform_id: school.platformId })]),
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => choose([mine])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each(['https://evil.example/', 'javascript:alert(1)', 'data:text/html,x', '//evil.example', ''])(
    'does not return to %s',
    async (address) => {
      const settings = 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings';
      const at = address === '' ? `${school.lms.origin}@evil.example/` : address;
      const launched = await school.launch(
        { subject: 'teacher', roles: [INSTRUCTOR] },
        { claims: (as) => ({ ...as, [settings]: { ...(as[settings] as object), deep_link_return_url: at } }) },
      );
      expect(launched.json.code).toBe('lti.return');
    },
  );

  it('is for teachers of the course only, however a role is written', async () => {
    for (const role of [
      'Instructors',
      'http://evil.example/Instructor',
      'http://purl.imsglobal.org/vocab/lis/v2/membership#Learner',
      'membership#InstructorX',
      ' Instructor',
    ])
      expect((await school.launch({ subject: 'pupil', roles: [role] })).json.code, role).toBe('lti.not_teacher');
  });
});

describe('grades and lists of members', () => {
  const AGS = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint';
  const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice';
  const scope = ['https://purl.imsglobal.org/spec/lti-ags/scope/score'];

  it.each(['http://10.0.0.1/item', 'https://169.254.169.254/item', 'file:///etc/passwd', 'nonsense', 'https://u:p@lms.example/'])(
    'are not sent to %s',
    async (address) => {
      const target = await school.placed({ lesson_id: school.lessonIds[1]! });
      const link = { id: `link-${address}` };
      const launched = await school.launch(
        { subject: 'grace', target },
        {
          claims: (as) => ({
            ...as,
            [AGS]: { scope, lineitem: address },
            [`${LTI}resource_link`]: link,
            [NRPS]: { context_memberships_url: address },
          }),
        },
      );
      expect(launched.status, launched.text).toBe(201);
      await school.inLaunch(launched.json.token, 'POST', 'completions', { lesson_id: school.lessonIds[1]! });
      const before = school.lms.scores.length;
      await sendScores();
      expect(school.lms.scores.length).toBe(before);
      const [row] = await knex('lti_score').join('lti_link', 'lti_link.id', 'link_id').where({ lineitem_url: address }).select('state');
      expect(row.state).toBe('dropped');
      await knex('lti_context')
        .where({ memberships_url: address })
        .update({ due_at: new Date(0) });
      await readRosters();
      expect(await knex('lti_context').where({ memberships_url: address }).whereNotNull('due_at')).toEqual([]);
    },
  );

  it('belong to the learner, in the opened content: no other learner’s lesson, task or answer counts', async () => {
    const { json: one } = await school.launch({ subject: 'hugo', target: lesson });
    const { json: two } = await school.launch({ subject: 'iris', target: lesson });
    for (const body of [{ lesson_id: school.lessonIds[2]! }, { lesson_id: other.lessonIds[0]! }, { lesson_id: uuidv7() }])
      expect((await school.inLaunch(one.token, 'POST', 'completions', body)).status).toBe(404);
    expect((await school.inLaunch(one.token, 'POST', 'solved', { solutions: [{ task: 0, parameters: [1], t: 0 }] })).status).toBe(404);
    const users = await knex('lti_user').whereIn('subject', ['hugo', 'iris']).select('subject', 'account_id');
    const iris = users.find(({ subject }) => subject === 'iris')!.account_id;
    const asIris = await school.inLaunch(one.token, 'POST', 'completions', { lesson_id: school.lessonIds[0]!, user_id: iris });
    // a `user_id` in its claims selects nobody
    expect(asIris.status).toBe(200);
    expect((await school.inLaunch(two.token, 'GET', 'activity')).json.lessons[0].completed).toBe(false);
  });

  it('of people are from the organisation’s platform, for the people who set it up', async () => {
    await school.launch({ subject: 'teacher', roles: [INSTRUCTOR], target: lesson });
    const [context] = await knex('lti_context').where({ platform_id: school.platformId }).pluck('id');
    for (const [method, target] of [
      ['GET', `lms-classes/${context}`],
      ['POST', `lms-classes/${context}/reading`],
      ['GET', `lms/${school.platformId}/refusals`],
      ['PUT', `lms/${school.platformId}`],
      ['POST', `lms/${school.platformId}/registration`],
      ['DELETE', `lms/${school.platformId}`],
    ] as const) {
      const body = method === 'PUT' ? { name: 'Mine', ...other.lms.registration } : undefined;
      expect((await other.asOwner(method, target, body)).status, target).toBe(404);
    }
    expect((await school.asOwner('GET', `lms/${school.platformId}/refusals`)).status).toBe(200);
  });
});

describe('registration', () => {
  const added = async () => {
    const { json: made } = await school.asOwner('POST', 'lms', { name: 'Another', product: 'other', authorised: true });
    return { platform_id: made.platform.platform_id as string, code: new URL(made.registration_url).searchParams.get('code')! };
  };
  const register = (body: object) => api.call('/api/lti/registrations', { body, headers: FROM_OUR_PAGE });
  let lms: LtiPlatform;
  beforeAll(async () => void (lms = await startLtiPlatform()));
  afterAll(() => lms.close());

  it('with an unknown token, or one that is foreign, expired or renewed, creates no platform', async () => {
    const [one, two] = [await added(), await added()];
    const at = { openid_configuration: `${lms.origin}/openid-configuration`, registration_token: 'registration-token' };
    await knex('lti_platform')
      .where({ id: two.platform_id })
      .update({ registration_expires_at: new Date(0) });
    const renewed = await school.asOwner('POST', `lms/${one.platform_id}/registration`);
    expect(renewed.status).toBe(200);
    for (const given of [
      { ...one, code: '' },
      { ...one, code: 'x' },
      { ...one, code: two.code },
      two,
      one,
      { ...one, platform_id: 'nonsense' },
    ])
      expect((await register({ ...given, ...at })).json.code).toBe('lti.registration_used');
    const code = new URL(renewed.json.registration_url).searchParams.get('code')!;
    const answers = await Promise.all(Array.from({ length: 5 }, () => register({ ...one, code, ...at })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it.each<[string, (about: Record<string, unknown>) => unknown]>([
    ['another issuer', (as) => ({ ...as, issuer: 'https://canvas.instructure.com' })],
    ['an issuer that only begins so', (as) => ({ ...as, issuer: `${origin}.evil.example` })],
    ['keys of the network', (as) => ({ ...as, jwks_uri: 'https://10.0.0.1/' })],
    ['a token address of a cloud', (as) => ({ ...as, token_endpoint: 'https://169.254.169.254/' })],
    ['a script to sign in by', (as) => ({ ...as, authorization_endpoint: 'javascript:alert(1)' })],
    ['a registration elsewhere inside', (as) => ({ ...as, registration_endpoint: 'https://[::1]/' })],
    ['addresses that are none', (as) => ({ ...as, token_endpoint: 7 })],
    ['nothing', () => ({})],
    ['a list', () => []],
  ])('with a configuration that names %s makes none', async (_, twisted) => {
    const about = {
      issuer: origin,
      authorization_endpoint: `${origin}/auth`,
      registration_endpoint: `${origin}/register`,
      jwks_uri: `${origin}/jwks`,
      token_endpoint: `${origin}/token`,
      'https://purl.imsglobal.org/spec/lti-platform-configuration': { product_family_code: 'x' },
    };
    answer = json(twisted(about));
    expect((await register({ ...(await added()), openid_configuration: `${origin}/c` })).json.code).toBe('lti.registration_refused');
  });

  it.each([
    'https://*/',
    'https://*.example/',
    'https://a;script-src.example/',
    "https://a'b.example/",
    'https://a,b.example/',
    'https://a"b.example/',
  ])('from %s, or a platform there, adds nothing to the policy of a page', async (address) => {
    const { platform_id: id, code } = await added();
    const { headers } = await api.call(`/lti/${id}/register?code=${code}&openid_configuration=${encodeURIComponent(`${address}c`)}`);
    expect(/frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]).toBe("'none'");
    const saved = await school.asOwner('PUT', `lms/${id}`, { name: 'x', ...school.lms.registration, origins: [address.slice(0, -1)] });
    expect(saved.json.code).toBe('validation.failed');
  });

  it('shows a page in no frame except on the site where its address was copied', async () => {
    const { platform_id: id, code } = await added();
    for (const step of ['login', 'launch', 'open', 'register']) {
      const { headers } = await api.call(`/lti/${id}/${step}?openid_configuration=${encodeURIComponent('https://evil.example/')}`);
      expect(String(headers['content-security-policy']), step).toContain("frame-ancestors 'none'");
    }
    expect(code).not.toBe('');
    const page = await api.call(`/lti/${school.platformId}/launch`, {
      rawBody: new URLSearchParams({ id_token: '"><script>alert(1)</script>', state: '<!--lti-->' }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(page.text).not.toContain('<script>alert');
  });
});

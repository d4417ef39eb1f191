import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { FROM_OUR_PAGE, PASSWORD, useTestApi, type Person } from '#api/testing/test-api.ts';
import { connectMcp } from '#api/mcp/mcp-client.factory.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { KEY_HOLDERS, KEY_SCOPE_IDS, KEY_SCOPES, type KeyHolder, type KeyScope } from '#contract/identity/key-scopes.ts';
import { ORGANISATION_ROLES } from '#contract/organisations/roles.ts';
import { mayKeyCall } from '#contract/key-access.ts';
import { givenClass } from '#domain/classes/class.factory.ts';
import { givenCourse, givenRun } from '#domain/courses/content/course.factory.ts';
import { endKey } from '#domain/identity/api-keys/api-key.commands.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { givenInvite, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { givenWebhook } from '#domain/webhooks/webhook.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/The payment service cannot be reached/);

const api = useTestApi({ generateWaitMs: 0 });
const knex = (table: string) => api.database.knex(table);

describe('a leaked key', () => {
  let owner: Person;
  const values: Record<string, string> = {};
  /** What opens something of the owner, by what it is. */
  const opens = new Map<string, string>();
  const keys: { readonly holder: KeyHolder; readonly scope: KeyScope; readonly id: string; readonly secret: string }[] = [];

  beforeAll(async () => {
    owner = await api.givenPerson('leaky@example.com', {
      birthYear: 1980,
      proven: true,
      roles: ['learner', 'creator', 'operator', 'admin'],
    });
    const { id: organisationId } = await givenOrganisation({ owner: { id: owner.userId, email: owner.email } });
    const courseId = await givenCourse(owner.userId);
    const as = async (method: string, path: string, body?: object) => {
      const answer = await api.call(path, { method, bearer: owner.accessToken, ...(body && { body }) });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer.json;
    };
    const last = (address: string) => address.split(/[/=]/).at(-1)!;
    opens.set('due calendar', last((await as('POST', '/api/due-calendar')).calendar_url));
    opens.set(
      'platform registration',
      last((await as('POST', '/api/organisation/lms', { name: 'Moodle', product: 'moodle', authorised: true })).registration_url),
    );
    opens.set('directory token', (await as('POST', '/api/organisation/provisioning/tokens')).token);
    for (const holder of KEY_HOLDERS)
      opens.set(
        `webhook of ${holder}`,
        (await givenWebhook({ accountId: owner.userId, holder, organisationId: holder === 'organisation' ? organisationId : null })).secret,
      );
    opens.set('invite', await givenInvite(organisationId, 'invited@example.com'));
    opens.set('refresh token', owner.refreshToken);
    opens.set('access token', owner.accessToken);
    opens.set('cookie', owner.cookie);
    const { password_hash } = (await knex('account').where({ id: owner.userId }).first('password_hash'))!;
    opens.set('password hash', String(password_hash));
    const { classId } = await givenClass({ students: 0 });
    const runId = await givenRun(owner.userId);
    Object.assign(values, {
      course_id: courseId,
      user_id: owner.userId,
      task_id: runId,
      class_id: classId,
      month: '2026-11',
      lesson_id: '0_0',
      language: 'english',
    });
    for (const holder of KEY_HOLDERS)
      for (const scope of KEY_SCOPE_IDS)
        if ((KEY_SCOPES[scope].holders as readonly KeyHolder[]).includes(holder))
          keys.push({ holder, scope, ...(await givenKey({ accountId: owner.userId, holder, scopes: [scope] })) });
    for (const { holder, scope, secret } of keys) opens.set(`key of ${holder} for ${scope}`, secret);
  });

  it.each(KEY_HOLDERS)('of %s shows nothing that opens more than its own scope, at any address it may read', async (holder) => {
    const told: string[] = [];
    let asked = 0;
    for (const { scope, secret, ...key } of keys.filter((one) => one.holder === holder)) {
      for (const endpoint of ENDPOINTS) {
        if (endpoint.auth === 'public' || endpoint.method !== 'GET' || endpoint.event || !mayKeyCall(endpoint, [scope])) continue;
        const { status, text } = await api.call(
          endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? 'missing'),
          { bearer: secret },
        );
        expect(status, endpoint.name).toBeLessThan(500);
        asked += 1;
        for (const [what, value] of opens)
          if (value.length > 15 && text.includes(value)) told.push(`${endpoint.name} shows ${what} to ${key.holder}, ${scope}`);
      }
    }
    expect(told).toEqual([]);
    expect(asked).toBeGreaterThan(holder === 'operator' ? 20 : 80);
  });

  it('is no session, cookie, ticket, refresh token, launch, directory’s token or code, and makes none', async () => {
    const { secret } = keys.find(({ holder }) => holder === 'operator')!;
    const refused = [
      await api.call('/api/auth/me', { cookie: secret, headers: FROM_OUR_PAGE }),
      await api.call('/api/auth/refresh', { body: { refresh_token: secret }, headers: FROM_OUR_PAGE }),
      await api.call('/scim/v2/Users', { bearer: secret }),
      await api.call('/api/lti/activity', { bearer: secret }),
      await api.call('/api/live/ticket', { method: 'POST', body: {}, bearer: secret }),
      await api.call('/oauth/token', {
        method: 'POST',
        rawBody: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: secret, client_id: 'x' }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
      ...(await Promise.all(
        KEY_HOLDERS.flatMap((holder) => [
          api.call(`/api/keys/${holder}`, {
            method: 'POST',
            bearer: secret,
            body: { name: 'More', scopes: ['learn'], days: 30, day_budget: 100, networks: [], password: PASSWORD },
          }),
          api.call(`/api/programs/webhooks/${holder}`, { method: 'POST', bearer: secret, body: { url: 'https://x.example/', events: [] } }),
        ]),
      )),
    ];
    expect(refused.filter(({ status }) => ![400, 401, 403].includes(status)).map(({ status, text }) => [status, text])).toEqual([]);
  });

  it('of an organisation makes nobody an owner, administrator or teacher, and none of a creator gives a discount', async () => {
    const { secret } = keys.find(({ scope }) => scope === 'organisation')!;
    const invite = (role: string | undefined, email: string) =>
      api.call('/api/organisation/invites', { method: 'POST', bearer: secret, body: { emails: [email], ...(role && { role }) } });
    for (const role of ORGANISATION_ROLES.filter((one) => one !== 'member'))
      expect((await invite(role, `${role}@evil.example`)).json.code, role).toBe('key.person_needed');
    expect(await knex('organisation_person').where('email', 'like', '%@evil.example')).toEqual([]);
    expect((await invite(undefined, 'member@school.example')).status).toBe(200);
    expect(await knex('organisation_person').where({ email: 'member@school.example' })).toMatchObject([{ role: 'member' }]);
    for (const { secret: bearer } of keys.filter(({ scope }) => scope === 'studio'))
      for (const path of ['/api/creator/codes', `/api/creator/codes/${uuidv7()}/end`])
        expect((await api.call(path, { method: 'POST', bearer, body: { code: 'LEAKED', percent: 90 } })).json.code).toBe(
          'key.person_needed',
        );
    expect(await knex('market_code')).toEqual([]);
  });

  it('with signs around, in or instead of it is none', async () => {
    const [{ secret }] = keys as [(typeof keys)[number]];
    const swapped = secret.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a'));
    for (const bearer of [
      ` ${secret}x`,
      `${secret} ${secret}`,
      `${secret},${secret}`,
      secret.toLowerCase(),
      secret.toUpperCase(),
      swapped,
      secret.slice(0, -1),
      `${secret}=`,
      `${secret}%00`,
      secret.replace('_', '-'),
    ])
      expect([401, 400], bearer).toContain((await api.call('/api/caller', { bearer })).status);
    const otherwise: Record<string, string>[] = [
      { Authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` },
      { Authorization: secret },
      { 'X-Api-Key': secret },
      { Authorization: `Token ${secret}` },
    ];
    for (const headers of otherwise) expect((await api.call('/api/caller', { headers })).status).toBe(401);
    expect((await api.call(`/api/caller?access_token=${secret}&token=${secret}&key=${secret}`)).status).toBe(401);
  });
});

describe('a key that is revoked', () => {
  const givenHolder = async (scopes: readonly KeyScope[] = ['learn', 'courses:read']) => {
    const person = await api.givenPerson(`${uuidv7()}@example.com`, { birthYear: 1985, proven: true });
    return { person, ...(await givenKey({ accountId: person.userId, scopes })) };
  };

  it.each<[string, (person: Person, keyId: string) => Promise<unknown>]>([
    ['by its owner', (person, keyId) => endKey({ accountId: person.userId, holder: 'account', keyId })],
    ['by the suspension of its owner', ({ userId: id }) => knex('account').where({ id }).update({ suspended_at: new Date() })],
    [
      'by the end of its days',
      (_, id) =>
        knex('api_key')
          .where({ id })
          .update({ expires_at: new Date(Date.now() - 1) }),
    ],
    [
      'by the deletion that its owner has requested',
      ({ userId: id }) => knex('account').where({ id }).update({ deletion_due_at: new Date() }),
    ],
    ['by an address that is no longer proven', ({ userId: id }) => knex('account').where({ id }).update({ email_verified_at: null })],
  ])('%s lets in no call that begins afterwards, of forty at once', async (_, revoke) => {
    const { person, id, secret } = await givenHolder();
    const early = Array.from({ length: 20 }, () => api.call('/api/caller', { bearer: secret }));
    await revoke(person, id);
    const late = await Promise.all(Array.from({ length: 20 }, () => api.call('/api/caller', { bearer: secret })));
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([401]));
    for (const { status } of await Promise.all(early)) expect([200, 401]).toContain(status);
  });

  it('while a tool waits ends its waiting', async () => {
    const { person, id, secret } = await givenHolder(['courses:read', 'generate']);
    const runId = await givenRun(person.userId);
    const agent = await connectMcp({ origin: api.origin, key: secret });
    const looked = Promise.withResolvers<void>();
    // without a revocation it would look for twenty seconds, and then say that the run is under way
    const following = agent.callTool(
      { name: 'follow_run', arguments: { task_id: runId, seconds: 20 } },
      { onprogress: () => looked.resolve() },
    );
    await looked.promise;
    await endKey({ accountId: person.userId, holder: 'account', keyId: id });
    expect(await following).toMatchObject({ isError: true, structuredContent: { code: 'key.invalid' } });
    await agent.close();
  });
});

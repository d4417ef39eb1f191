import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person, type Received } from '#api/testing/test-api.ts';
import { givenDomain, givenLapse, givenMember, givenOrganisation, givenPerson } from '#domain/organisations/organisation.factory.ts';

/**
 * Tests SCIM according to RFC 7643 and RFC 7644, and as Entra and Okta use it according to their public documentation. The requests are our
 * own examples of those.
 */
const api = useTestApi();
const knex = () => api.database.knex;
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const JSON_TYPE = { 'Content-Type': 'application/scim+json' };

interface Directory {
  readonly organisationId: string;
  readonly owner: Person;
  readonly token: string;
}
let own: Directory;
let other: Directory;
let made = 0;

async function givenDirectory(name: string): Promise<Directory> {
  const owner = await api.givenPerson(`owner@${name}.example`, { proven: true, birthYear: 1980 });
  const { id } = await givenOrganisation({ owner: { id: owner.userId, email: owner.email }, name });
  await knex()('organisation').where({ id }).update({ seats: 500 });
  const { json } = await api.call('/api/organisation/provisioning/tokens', { method: 'POST', bearer: owner.accessToken });
  return { organisationId: id, owner, token: json.token };
}

beforeAll(async () => {
  own = await givenDirectory('apiary');
  other = await givenDirectory('orchard');
  await givenDomain(own.organisationId, 'apiary.example');
});

async function scim(method: string, path: string, body?: unknown, { token = own.token, headers = {} } = {}): Promise<Received> {
  const answer = await api.call(`/scim/v2${path}`, {
    method,
    bearer: token,
    ...(body !== undefined && { body }),
    headers: { ...JSON_TYPE, ...headers },
  });
  // the test's client recognises JSON by its media type, and SCIM's is different
  return { ...answer, json: answer.text === '' ? undefined : JSON.parse(answer.text) };
}
const aUser = (part: object = {}) => {
  const userName = `user-${++made}@elsewhere.example`;
  const emails = [{ value: userName, type: 'work', primary: true }];
  return {
    schemas: [USER],
    userName,
    externalId: `external-${made}`,
    name: { givenName: 'Bo', familyName: 'Lin' },
    emails,
    active: true,
    ...part,
  };
};
const givenUser = async (part: object = {}) => (await scim('POST', '/Users', aUser(part))).json;
const patch = (id: string, ...Operations: object[]) => scim('PATCH', `/Users/${id}`, { schemas: PATCH, Operations });
const personOf = (id: string) => knex()('organisation_person').where({ id }).first();
const openInvites = (email: string) => knex()('organisation_invite').where({ email, ended_at: null });
const failure = ({ status, json }: Received) => [status, json.schemas[0], json.status, json.scimType];
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

describe('the guard of SCIM', () => {
  it('admits the tokens of an organisation only, in their own form, and no other credentials with them', async () => {
    for (const token of ['', 'cws_live_made-up', own.owner.accessToken]) {
      const answer = await scim('GET', '/Users', undefined, { token });
      expect(failure(answer)).toEqual([401, ERROR, '401', undefined]);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    expect((await api.call('/scim/v2/Users', { cookie: own.owner.cookie })).status).toBe(401);
    expect((await api.call('/api/organisation', { bearer: own.token })).status).toBe(401);
  });

  it('shows a token once, stores its hash, allows two at most, and refuses a revoked one at once', async () => {
    const as = (method: string, path = '') =>
      api.call(`/api/organisation/provisioning/tokens${path}`, { method, bearer: own.owner.accessToken });
    const { json } = await as('POST');
    expect((await scim('GET', '/Users', undefined, { token: json.token })).status).toBe(200);
    expect((await as('POST')).json.code).toBe('scim.tokens_full');
    const shown = (await api.call('/api/organisation/provisioning', { bearer: own.owner.accessToken })).text;
    expect([shown.includes(json.token), shown.includes(own.token)]).toEqual([false, false]);
    const newest = json.provisioning.tokens.at(-1);
    for (const _ of [1, 2]) expect((await as('DELETE', `/${newest.token_id}`)).status).toBe(200);
    expect((await scim('GET', '/Users', undefined, { token: json.token })).status).toBe(401);
    expect((await scim('GET', '/Users')).status).toBe(200);
  });

  it('answers an unknown address, method or type and invalid JSON in SCIM’s form, and a large body with 413', async () => {
    expect(failure(await scim('GET', '/Printers'))).toEqual([404, ERROR, '404', undefined]);
    expect(failure(await scim('GET', '/Users/a/b'))).toEqual([404, ERROR, '404', undefined]);
    expect(failure(await scim('GET', '/Users/made-up'))).toEqual([404, ERROR, '404', undefined]);
    expect(failure(await scim('DELETE', '/Users'))).toEqual([405, ERROR, '405', undefined]);
    expect((await scim('POST', '/Bulk', {})).status).toBe(501);
    const sent = (rawBody: string, type = 'application/scim+json') =>
      api.call('/scim/v2/Users', { method: 'POST', bearer: own.token, rawBody, headers: { 'Content-Type': type } });
    expect((await sent('{"userName":')).status).toBe(400);
    expect((await sent('<user/>', 'text/xml')).status).toBe(415);
    expect((await sent(`"${'x'.repeat(1_600_000)}"`)).status).toBe(413);
  });

  it('records every request of a known token with its outcome, for the organisation’s owners only', async () => {
    await scim('POST', '/Users', { userName: 'no address' });
    const log = async ({ owner }: Directory, query = '') =>
      (await api.call(`/api/organisation/provisioning/requests${query}`, { bearer: owner.accessToken })).json.requests;
    const [last] = await log(own, '?show=refused');
    expect(last).toMatchObject({ method: 'POST', path: '/scim/v2/Users', status: 400, detail: expect.stringContaining('address') });
    expect(await log(other)).toEqual([]);
  });
});

describe('the description of the service', () => {
  it('lists its features: RFC 7643, sections 5 to 7', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).json).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    const { json: types } = await scim('GET', '/ResourceTypes');
    expect(types.Resources.map((one: { endpoint: string; schema: string }) => [one.endpoint, one.schema])).toEqual([
      ['/Users', USER],
      ['/Groups', GROUP],
    ]);
    for (const { id } of types.Resources) expect((await scim('GET', `/ResourceTypes/${id}`)).status).toBe(200);
    const { json: schema } = await scim('GET', `/Schemas/${USER}`);
    expect(schema.attributes.map(({ name }: { name: string }) => name)).toContain('userName');
    expect((await scim('GET', '/Schemas')).json.totalResults).toBe(2);
  });
});

describe('a user', () => {
  it('is created with a location and a version, read, replaced, and deleted', async () => {
    const sent = aUser({ roles: [{ value: 'teacher' }] });
    const created = await scim('POST', '/Users', sent);
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      ...sent,
      roles: [{ value: 'teacher', primary: true }],
      meta: { resourceType: 'User', version: 'W/"1"' },
    });
    expect(created.headers['location']).toBe(created.json.meta.location);
    expect(created.headers['content-type']).toContain('application/scim+json');
    const { id } = created.json;
    expect((await scim('GET', `/Users/${id}`)).json).toEqual(created.json);
    expect((await scim('GET', `/Users/${id}`, undefined, { headers: { 'If-None-Match': 'W/"1"' } })).status).toBe(304);

    const replaced = await scim(
      'PUT',
      `/Users/${id}`,
      { ...sent, name: { givenName: 'Bea', familyName: 'Lin' } },
      { headers: { 'If-Match': 'W/"1"' } },
    );
    expect([replaced.status, replaced.json.name.givenName, replaced.json.meta.version]).toEqual([200, 'Bea', 'W/"2"']);
    expect((await scim('PUT', `/Users/${id}`, sent, { headers: { 'If-Match': 'W/"1"' } })).status).toBe(412);

    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404);
    expect(await openInvites(sent.userName)).toEqual([]);
  });

  it('is unique by its userName, address and externalId', async () => {
    const first = aUser();
    await scim('POST', '/Users', first);
    for (const same of [{ userName: first.userName.toUpperCase() }, { emails: first.emails }, { externalId: first.externalId }]) {
      expect(failure(await scim('POST', '/Users', aUser(same)))).toEqual([409, ERROR, '409', 'uniqueness']);
    }
    const { id } = await givenUser();
    expect(failure(await patch(id, { op: 'replace', path: 'userName', value: first.userName }))).toEqual([409, ERROR, '409', 'uniqueness']);
    // in another organisation it is another person
    expect((await scim('POST', '/Users', first, { token: other.token })).status).toBe(201);
  });

  it('is found by filters, a page at a time', async () => {
    const { id, userName, externalId } = await givenUser({ name: { givenName: 'Zuleika', familyName: 'Dobson' } });
    const found = async (filter: string) =>
      (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).json.Resources.map((one: { id: string }) => one.id);
    for (const filter of [
      `userName eq "${userName.toUpperCase()}"`,
      `externalId eq "${externalId}"`,
      `emails[type eq "work"].value eq "${userName}"`,
      `emails.value eq "${userName}"`,
      `id eq "${id}"`,
      `name.givenName sw "zul" and active eq true`,
      `name.givenName co "leik" and name.familyName ew "BSON"`,
      `userName eq "${userName}" and meta.created gt "2020-01-01T00:00:00Z" and meta.lastModified lt "2099-01-01T00:00:00Z"`,
    ])
      expect(await found(filter), filter).toEqual([id]);
    expect(await found('userName eq "nobody@example.com"')).toEqual([]);
    expect(failure(await scim('GET', '/Users?filter=nonsense'))).toEqual([400, ERROR, '400', 'invalidFilter']);

    const page = async (query: string) => (await scim('GET', `/Users?${query}`)).json;
    const { totalResults } = await page('count=0');
    const first = await page('count=2');
    const second = await page('startIndex=3&count=1000');
    expect([first.itemsPerPage, second.startIndex, second.itemsPerPage]).toEqual([2, 3, totalResults - 2]);
    expect(new Set([...first.Resources, ...second.Resources].map((one) => one.id)).size).toBe(totalResults);
    expect((await page('startIndex=-3&count=1')).startIndex).toBe(1);
    expect((await page('startIndex=100000')).Resources).toEqual([]);
    expect(failure(await scim('GET', '/Users?count=many'))).toEqual([400, ERROR, '400', 'invalidValue']);
    const [slim] = (await page('attributes=userName&count=1')).Resources;
    expect(Object.keys(slim).toSorted()).toEqual(['id', 'schemas', 'userName']);
  });

  it('without an account is invited; a user with one is too, unless the address is confirmed and of a verified domain', async () => {
    const stranger = await givenPerson();
    const colleague = await givenPerson(`colleague@apiary.example`);
    const unproven = await givenPerson(`unproven@apiary.example`);
    await knex()('account').where({ id: unproven.id }).update({ email_verified_at: null });
    const elsewhere = await givenPerson(`elsewhere@apiary.example`);
    await givenMember(other.organisationId, elsewhere.id);
    const states = new Map<string, string>();
    for (const userName of ['new@apiary.example', stranger.email, unproven.email, elsewhere.email, colleague.email]) {
      const { id } = await givenUser({ userName, emails: [{ value: userName, primary: true }] });
      states.set(userName, (await personOf(id))!.state);
    }
    expect([...states.values()]).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'joined']);
    expect(await knex()('organisation_member').where({ account_id: colleague.id }).first()).toMatchObject({
      organisation_id: own.organisationId,
    });
    for (const { id } of [stranger, unproven]) expect(await knex()('organisation_member').where({ account_id: id })).toEqual([]);
    for (const email of [stranger.email, unproven.email, elsewhere.email]) expect(await openInvites(email)).toHaveLength(1);
    expect(await knex()('outgoing_mail').where({ recipient: colleague.email }).pluck('kind')).toEqual(['organisation-added']);
    // the account itself is unchanged
    expect(await knex()('account').where({ id: colleague.id }).first()).toMatchObject({ email: colleague.email, password_hash: null });
  });

  it('added by hand becomes the directory’s, with role and membership', async () => {
    const member = await givenPerson();
    const personId = await givenMember(own.organisationId, member.id, 'teacher');
    const created = await scim('POST', '/Users', aUser({ userName: 'm.ember', emails: [{ value: member.email }] }));
    expect([created.status, created.json.id, created.json.roles]).toEqual([201, personId, [{ value: 'teacher', primary: true }]]);
    expect((await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "m.ember"')}`)).json.totalResults).toBe(1);
  });

  it('who is no longer active, or deleted, leaves at once: seat, membership and sessions end; an active user is back', async () => {
    const provider = { kind: 'saml', issuer: 'apiary', sso_address: 'https://idp.example/' };
    const enforced = { organisation_id: own.organisationId, slug: 'apiary', mode: 'enforced', ...provider };
    const leaver = await api.givenPerson('leaver@apiary.example', { proven: true });
    await knex()('organisation_sign_in').insert(enforced);
    const { id } = await givenUser({ userName: leaver.email, emails: [{ value: leaver.email }] });
    const taken = async () => (await api.call('/api/organisation', { bearer: own.owner.accessToken })).json.organisation.seats_taken;
    const before = await taken();
    // in Entra's form
    const left = await patch(id, { op: 'Replace', path: 'active', value: 'False' });
    expect([left.status, left.json.active]).toEqual([200, false]);
    expect(await taken()).toBe(before - 1);
    expect((await api.call('/api/auth/me', { bearer: leaver.accessToken })).status).toBe(401);
    await knex()('organisation_sign_in').where({ organisation_id: own.organisationId }).delete();
    expect(await knex()('account').where({ id: leaver.userId }).first()).toMatchObject({ deleted_at: null, email: leaver.email });
    // in Okta's form
    const back = await patch(id, { op: 'replace', value: { active: true } });
    expect([back.json.active, await taken()]).toEqual([true, before]);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await taken()).toBe(before - 1);
    expect(await knex()('outgoing_mail').where({ account_id: leaver.userId, kind: 'organisation-left' })).toHaveLength(2);
  });

  it('who is the last owner stays one, whatever the directory says', async () => {
    const { json } = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${own.owner.email}"`)}`);
    const [{ id }] = json.Resources;
    expect(failure(await patch(id, { op: 'replace', path: 'active', value: false }))).toEqual([403, ERROR, '403', undefined]);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(403);
    expect((await patch(id, { op: 'replace', path: 'roles', value: [{ value: 'member' }] })).json.roles).toEqual([
      { value: 'owner', primary: true },
    ]);
    expect(failure(await scim('POST', '/Users', aUser({ roles: [{ value: 'owner' }] })))).toEqual([400, ERROR, '400', 'invalidValue']);
  });

  describe('whose role the directory removes', () => {
    const ADMINISTRATOR = [{ value: 'administrator' }];
    const roleOf = async (id: string) => (await scim('GET', `/Users/${id}`)).json.roles[0].value;
    const whole = async (id: string, part: object) => {
      const { userName, emails } = (await scim('GET', `/Users/${id}`)).json;
      return scim('PUT', `/Users/${id}`, { schemas: [USER], userName, emails, active: true, ...part });
    };
    const byHand = (id: string, role: string) =>
      api.call(`/api/organisation/people/${id}/role`, { method: 'PUT', body: { role }, bearer: own.owner.accessToken });
    const person = async (id: string) => {
      const { email } = (await personOf(id))!;
      const { json } = await api.call(`/api/organisation/people?q=${encodeURIComponent(email)}`, { bearer: own.owner.accessToken });
      return json.people[0];
    };
    const WAYS: [string, (id: string) => Promise<Received>][] = [
      ['Remove', (id) => patch(id, { op: 'Remove', path: 'roles' })],
      ['Remove with a filter', (id) => patch(id, { op: 'Remove', path: 'roles[value eq "Administrator"]' })],
      ['Remove of the primary one', (id) => patch(id, { op: 'Remove', path: 'roles[primary eq "True"].value' })],
      ['an empty list', (id) => patch(id, { op: 'Replace', path: 'roles', value: [] })],
      ['an empty list without a path', (id) => patch(id, { op: 'replace', value: { roles: [] } })],
      ['PUT with an empty list', (id) => whole(id, { roles: [] })],
      ['PUT with a role of its own', (id) => whole(id, { roles: [{ value: 'msiam_access' }] })],
    ];

    it.each(WAYS)('no longer has it: %s', async (_how, take) => {
      const { id } = await givenUser({ roles: ADMINISTRATOR });
      expect(await person(id)).toMatchObject({ role: 'administrator', role_by: 'directory' });
      expect((await take(id)).status).toBe(200);
      expect(await roleOf(id)).toBe('member');
      expect(await person(id)).toMatchObject({ role: 'member', role_by: 'hand' });
    });

    it.each(WAYS)('keeps a role assigned by hand: %s', async (_how, take) => {
      const { id } = await givenUser();
      expect((await byHand(id, 'administrator')).status).toBe(200);
      expect((await take(id)).status).toBe(200);
      expect(await person(id)).toMatchObject({ role: 'administrator', role_by: 'hand' });
    });

    it('returns to the role assigned by hand, below which no directory puts anyone', async () => {
      const { id } = await givenUser();
      await byHand(id, 'teacher');
      await patch(id, { op: 'replace', path: 'roles', value: ADMINISTRATOR });
      expect(await person(id)).toMatchObject({ role: 'administrator', role_by: 'directory' });
      await patch(id, { op: 'replace', path: 'roles', value: [{ value: 'member' }] });
      expect(await person(id)).toMatchObject({ role: 'teacher', role_by: 'hand' });
      // a change by hand is always accepted, whoever assigned the role
      await patch(id, { op: 'replace', path: 'roles', value: ADMINISTRATOR });
      await byHand(id, 'member');
      expect(await person(id)).toMatchObject({ role: 'member', role_by: 'hand' });
    });

    it('keeps it if the directory does not mention it', async () => {
      const { id } = await givenUser({ roles: ADMINISTRATOR });
      await patch(id, { op: 'replace', path: 'name.givenName', value: 'Robert' });
      await patch(id, { op: 'Remove', path: 'phoneNumbers[type eq "work"].value' });
      await whole(id, {});
      for (const value of [false, true]) await patch(id, { op: 'replace', path: 'active', value });
      expect(await person(id)).toMatchObject({ role: 'administrator', role_by: 'directory' });
    });
  });

  it('is deactivated by `false` alone, however it is written', async () => {
    const { id } = await givenUser();
    for (const value of ['yes', 'no', '', 0, null, [], {}]) {
      const { status } = await patch(id, { op: 'Replace', path: 'active', value });
      expect([200, 400]).toContain(status);
      expect((await scim('GET', `/Users/${id}`)).json.active, JSON.stringify(value)).toBe(true);
    }
    expect((await patch(id, { op: 'Replace', path: 'active', value: 'False' })).json.active).toBe(false);
    expect((await patch(id, { op: 'Replace', value: { active: 'True' } })).json.active).toBe(true);
  });

  it('without a seat, or whose organisation has ended, is refused', async () => {
    const { organisationId, token } = await givenDirectory('full');
    await knex()('organisation').where({ id: organisationId }).update({ seats: 2 });
    const post = async () => scim('POST', '/Users', aUser(), { token });
    expect((await Promise.all([post(), post(), post()])).map(({ status }) => status).toSorted()).toEqual([201, 403, 403]);
    expect((await scim('POST', '/Users', aUser({ active: false }), { token })).status).toBe(201);
    await knex()('organisation').where({ id: organisationId }).update({ seats: 9 });
    await givenLapse(organisationId);
    expect((await post()).status).toBe(403);
  });

  describe('who is already a member', () => {
    let member: Person;
    let id: string;
    beforeAll(async () => {
      member = await api.givenPerson('named@apiary.example', { proven: true });
      ({ id } = await givenUser({ userName: member.email, emails: [{ value: member.email }] }));
    });
    const named = async () => {
      const { user_name: userName, email } = (await personOf(id))!;
      return [userName, email];
    };
    const whole = (part: object) =>
      scim('PUT', `/Users/${id}`, aUser({ userName: member.email, emails: [{ value: member.email }], externalId: undefined, ...part }));

    it.each<[string, (address: string) => Promise<Received>]>([
      ['userName, by PATCH', (value) => patch(id, { op: 'replace', path: 'userName', value })],
      ['userName, by PATCH without a path', (userName) => patch(id, { op: 'replace', value: { userName } })],
      ['userName in capitals', (value) => patch(id, { op: 'replace', path: 'userName', value: value.toUpperCase() })],
      ['userName, by PUT', (userName) => whole({ userName })],
      ['address, by PATCH', (value) => patch(id, { op: 'replace', path: 'emails[type eq "work"].value', value })],
      ['address, by PUT', (value) => whole({ emails: [{ value, primary: true }] })],
      ['both, by POST of the known', (value) => scim('POST', '/Users', aUser({ userName: value, emails: [{ value: member.email }] }))],
    ])('is not given the address of somebody else outside the verified domains: %s', async (_how, give) => {
      const somebody = await givenPerson();
      expect((await personOf(id))!.state).toBe('joined');
      const before = await named();
      const answer = await give(somebody.email);
      expect(failure(answer).slice(0, 3)).toEqual([answer.status, ERROR, String(answer.status)]);
      expect([400, 409]).toContain(answer.status);
      expect(await named()).toEqual(before);
      expect(await openInvites(somebody.email)).toEqual([]);
      expect(await knex()('organisation_member').where({ account_id: somebody.id })).toEqual([]);
      // nobody has this address: it is refused all the same, without revealing who has an account
      const nobody = await give('nobody-has-this@elsewhere.example');
      expect([nobody.status, nobody.json.detail]).toEqual([answer.status, answer.json.detail]);
    });

    it('may get an address of a verified domain or the one that the account has confirmed, and no name that is an address', async () => {
      for (const userName of ['renamed@apiary.example', member.email, 'n.amed'])
        expect((await patch(id, { op: 'replace', path: 'userName', value: userName })).status).toBe(200);
      await knex()('account').where({ id: member.userId }).update({ email: 'moved-away@elsewhere.example' });
      expect((await patch(id, { op: 'replace', path: 'userName', value: 'moved-away@elsewhere.example' })).status).toBe(200);
    });
  });

  it('with another address while invited gets an invite there', async () => {
    const { id, userName } = await givenUser();
    expect(await openInvites(userName)).toHaveLength(1);
    await patch(id, { op: 'Replace', path: 'emails[type eq "work"].value', value: 'moved@elsewhere.example' });
    expect([(await openInvites(userName)).length, (await openInvites('moved@elsewhere.example')).length]).toEqual([0, 1]);
  });

  it('with another address, whose invite has expired, needs a seat', async () => {
    const { organisationId, token } = await givenDirectory('expired');
    const { id, userName } = (await scim('POST', '/Users', aUser(), { token })).json;
    await knex()('organisation_invite')
      .where({ email: userName })
      .update({ expires_at: new Date(Date.now() - 1_000) });
    await knex()('organisation').where({ id: organisationId }).update({ seats: 1 });
    const Operations = [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'late@elsewhere.example' }];
    expect((await scim('PATCH', `/Users/${id}`, { schemas: PATCH, Operations }, { token })).status).toBe(403);
    expect(await openInvites('late@elsewhere.example')).toEqual([]);
  });

  it('is returned as it reads afterwards: waiting, joined or inactive', async () => {
    const colleague = await givenPerson(`answered@apiary.example`);
    for (const part of [{}, { userName: colleague.email, emails: [{ value: colleague.email }] }, { active: false }]) {
      const created = await scim('POST', '/Users', aUser(part));
      const read = await scim('GET', `/Users/${created.json.id}`);
      expect([created.status, created.json, created.headers['etag']]).toEqual([201, read.json, read.headers['etag']]);
    }
  });

  it('who was an owner and is active again returns as a member', async () => {
    const owner = await givenPerson('second-owner@apiary.example');
    await givenMember(own.organisationId, owner.id, 'owner');
    const { id } = await givenUser({ userName: owner.email, emails: [{ value: owner.email }] });
    await patch(id, { op: 'replace', path: 'active', value: false });
    const back = await patch(id, { op: 'replace', path: 'active', value: true });
    expect(back.json).toMatchObject({ active: true, roles: [{ value: 'member' }] });
    expect(await knex()('organisation_member').where({ account_id: owner.id }).first('role')).toEqual({ role: 'member' });
  });

  it('is not made an administrator by the token of a former administrator, which shows it', async () => {
    const { organisationId, owner } = await givenDirectory('handed-over');
    const maker = await api.givenPerson('maker@handed-over.example', { proven: true, birthYear: 1980 });
    const personId = await givenMember(organisationId, maker.userId, 'administrator');
    const { token } = (await api.call('/api/organisation/provisioning/tokens', { method: 'POST', bearer: maker.accessToken })).json;
    const head = aUser({ roles: [{ value: 'administrator' }] });
    expect((await scim('POST', '/Users', head, { token })).status).toBe(201);
    await api.call(`/api/organisation/people/${personId}`, { method: 'DELETE', bearer: owner.accessToken });
    const back = { userName: maker.email, emails: [{ value: maker.email }] };
    for (const user of [aUser({ roles: [{ value: 'administrator' }] }), aUser(back)])
      expect((await scim('POST', '/Users', user, { token })).status).toBe(403);
    const raised = { schemas: PATCH, Operations: [{ op: 'replace', path: 'roles', value: [{ value: 'admin' }] }] };
    const { id } = (await scim('POST', '/Users', aUser(), { token })).json;
    expect((await scim('PATCH', `/Users/${id}`, raised, { token })).status).toBe(403);
    const { tokens } = (await api.call('/api/organisation/provisioning', { bearer: owner.accessToken })).json.provisioning;
    expect(tokens.map((one: { maker_is_gone: boolean }) => one.maker_is_gone)).toEqual([false, true]);
  });

  it('sent twice at once is created once', async () => {
    const sent = aUser();
    const all = await Promise.all(Array.from({ length: 5 }, () => scim('POST', '/Users', sent)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(await openInvites(sent.userName)).toHaveLength(1);
  });
});

describe('a group', () => {
  const member = ({ id }: { id: string }) => ({ value: id });
  const change = (id: string, ...Operations: object[]) => scim('PATCH', `/Groups/${id}`, { schemas: PATCH, Operations });
  const membersOf = async (id: string) =>
    ((await scim('GET', `/Groups/${id}`)).json.members ?? []).map(({ value }: { value: string }) => value).toSorted();

  it('has at most as many members in a request as fit a turn, and none from outside the organisation', async () => {
    const of = (count: number) => ({
      schemas: [GROUP],
      displayName: `Of ${count}`,
      members: Array.from({ length: count }, () => ({ value: crypto.randomUUID() })),
    });
    expect((await scim('POST', '/Groups', of(20_000))).json).toMatchObject({ status: '400', detail: expect.stringContaining('10000') });
    expect((await scim('POST', '/Groups', of(2_000))).json).toMatchObject({ status: '400', detail: expect.stringContaining('no user') });
    const wide = `{"schemas":[],"displayName":"x","members":[${'{"a":{},"b":{}},'.repeat(60_000)}{}]}`;
    const answer = await api.call('/scim/v2/Groups', { method: 'POST', rawBody: wide, bearer: own.token, headers: JSON_TYPE });
    expect(JSON.parse(answer.text)).toMatchObject({ status: '400', detail: 'The body has too many values.' });
  });

  it('is created, found, changed in the forms of Entra and Okta, and deleted; its members stay', async () => {
    const [ann, bo, cy] = [await givenUser(), await givenUser(), await givenUser()];
    const created = await scim('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Class 7B',
      externalId: 'g-7b',
      members: [member(ann)],
    });
    expect([created.status, created.json.members]).toMatchObject([201, [{ value: ann.id, display: 'Bo Lin', type: 'User' }]]);
    const { id } = created.json;
    expect(failure(await scim('POST', '/Groups', { displayName: 'class 7b' }))).toEqual([409, ERROR, '409', 'uniqueness']);
    // Entra looks the group up without members
    const found = await scim('GET', `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Class 7B"')}`);
    expect(found.json.Resources.map((one: { id: string; members?: unknown }) => [one.id, one.members])).toEqual([[id, undefined]]);
    expect((await scim('GET', `/Groups?filter=${encodeURIComponent(`members eq "${ann.id}"`)}`)).json.totalResults).toBe(1);
    const inIt = await scim('GET', `/Users?filter=${encodeURIComponent(`groups.value eq "${id}"`)}`);
    expect(inIt.json.Resources.map((one: { id: string }) => one.id)).toEqual([ann.id]);

    expect((await change(id, { op: 'Add', path: 'members', value: [member(bo), member(cy)] })).status).toBe(204);
    expect(await membersOf(id)).toEqual([ann.id, bo.id, cy.id].toSorted());
    // Entra removes by value, Okta by a filter
    await change(id, { op: 'Remove', path: 'members', value: [member(ann)] });
    await change(id, { op: 'remove', path: `members[value eq "${bo.id}"]` });
    expect(await membersOf(id)).toEqual([cy.id]);
    // Okta repeats the id beside the name
    expect((await change(id, { op: 'replace', value: { id, displayName: 'Class 8B' } })).status).toBe(204);
    await change(id, { op: 'replace', path: 'members', value: [member(ann)] });
    expect(await membersOf(id)).toEqual([ann.id]);
    expect((await scim('GET', `/Users/${ann.id}`)).json.groups).toMatchObject([{ value: id, display: 'Class 8B' }]);
    await change(id, { op: 'remove', path: 'members' });
    expect(await membersOf(id)).toEqual([]);
    expect((await scim('PUT', `/Groups/${id}`, { displayName: 'Class 9B', members: [member(bo)] })).json).toMatchObject({
      displayName: 'Class 9B',
      members: [{ value: bo.id }],
    });
    expect((await scim('PUT', `/Groups/${id}`, { displayName: 'X' }, { headers: { 'If-Match': 'W/"1"' } })).status).toBe(412);
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect([(await scim('GET', `/Groups/${id}`)).status, (await scim('GET', `/Users/${bo.id}`)).status]).toEqual([404, 200]);
  });

  it('accepts no member from outside the organisation, and applies nothing of a rejected change', async () => {
    const [own1] = [await givenUser()];
    const foreign = (await scim('POST', '/Users', aUser(), { token: other.token })).json;
    const { id } = (await scim('POST', '/Groups', { displayName: 'Careful' })).json;
    const refused = await change(
      id,
      { op: 'add', path: 'members', value: [member(own1)] },
      { op: 'add', path: 'members', value: [member(foreign)] },
    );
    expect(failure(refused)).toEqual([400, ERROR, '400', 'invalidValue']);
    expect(await membersOf(id)).toEqual([]);
    // attributes that are not stored cause no error
    const beside = [
      { op: 'replace', value: { colour: 'red', displayName: 'Careful 2' } },
      { op: 'Remove', path: 'colour' },
    ];
    expect((await change(id, ...beside)).status).toBe(204);
    expect((await scim('GET', `/Groups/${id}`)).json.displayName).toBe('Careful 2');
    expect(failure(await change(id, { op: 'replace', path: 'members[value', value: 'red' }))).toEqual([400, ERROR, '400', 'invalidPath']);
    expect(failure(await change(id, { op: 'remove' }))).toEqual([400, ERROR, '400', 'noTarget']);
  });
});

it('nothing of another organisation is read, changed or deleted with a token', async () => {
  const { id: userId, userName } = (await scim('POST', '/Users', aUser(), { token: other.token })).json;
  const { id: groupId } = (await scim('POST', '/Groups', { displayName: 'Theirs' }, { token: other.token })).json;
  const before = [await personOf(userId), await knex()('organisation_group').where({ id: groupId }).first()];
  for (const [path, body] of [
    [`/Users/${userId}`, aUser()],
    [`/Groups/${groupId}`, { displayName: 'Ours' }],
  ] as const) {
    const change = { schemas: PATCH, Operations: [{ op: 'replace', value: { displayName: 'Ours' } }] };
    const answers = [await scim('GET', path), await scim('PUT', path, body), await scim('PATCH', path, change), await scim('DELETE', path)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
  for (const filter of [`userName eq "${userName}"`, `id eq "${userId}" or userName pr`]) {
    const { Resources } = (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).json;
    expect(Resources.map((one: { id: string }) => one.id)).not.toContain(userId);
  }
  expect([await personOf(userId), await knex()('organisation_group').where({ id: groupId }).first()]).toEqual(before);
});

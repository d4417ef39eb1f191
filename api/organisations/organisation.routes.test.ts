import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';

const api = useTestApi();
let owner: Person;
let member: Person;
let operator: Person;
let organisationId: string;

beforeAll(async () => {
  owner = await api.givenPerson('owner@example.com');
  member = await api.givenPerson('member@example.com');
  operator = await api.givenPerson('operator@example.com', { roles: ['learner', 'operator'] });
  organisationId = (await givenOrganisation({ owner: { id: owner.userId, email: owner.email } })).id;
});

const as = (person: Person, target: string, sent: object = {}) => api.call(target, { bearer: person.accessToken, ...sent });

describe('the organisation over HTTP', () => {
  it('can be invited to, joined, seen, and left', async () => {
    expect((await as(member, '/api/organisation')).json).toEqual({ organisation: null, invitations: [], joinable: null });
    const invited = await as(owner, '/api/organisation/invites', { body: { emails: [' Member@Example.com ', 'other@example.com'] } });
    expect(invited.json.organisation).toMatchObject({ seats_taken: 1, seats_invited: 2 });
    const again = await as(owner, '/api/organisation/invites', { body: { emails: ['third@example.com', 'member@example.com'] } });
    expect([again.status, again.json.errors]).toMatchObject([400, [{ path: 'emails.1' }]]);

    expect((await as(member, '/api/organisation/join', { body: { token: 'made up' } })).status).toBe(410);
    const mail = await api.database.knex('outgoing_mail').where({ recipient: 'member@example.com', kind: 'invite' }).first();
    const mine = new URL(String(mail!.data['link']), api.origin).searchParams.get('token');
    const joined = await as(member, '/api/organisation/join', { body: { token: mine } });
    expect(joined.json.organisation).toMatchObject({ organisation_id: organisationId, role: 'member' });

    const people = async (query = '') => (await as(owner, `/api/organisation/people${query}`)).json.people;
    const [invited2] = await people('?state=waiting');
    expect(invited2).toMatchObject({ email: 'other@example.com', invite: { undelivered: false } });
    const withdrawn = await as(owner, `/api/organisation/people/${invited2.person_id}`, { method: 'DELETE' });
    expect(withdrawn.json.organisation).toMatchObject({ seats_taken: 2, seats_invited: 0 });
    const [self] = await people('?role=owner');
    expect((await as(owner, `/api/organisation/people/${self.person_id}`, { method: 'DELETE' })).json.code).toBe(
      'organisation.owner_stays',
    );
    const left = await as(member, '/api/organisation/membership', { method: 'DELETE' });
    expect([left.status, left.json]).toEqual([200, { organisation: null }]);
    expect(await people('?state=left')).toHaveLength(2);
  });
});

describe('G27 contracts', () => {
  const contract = {
    package_id: 'university_elite',
    owner_email: 'Dean@example.com',
    organisation_name: 'State University',
    reference: 'SU-1',
  };

  it('A06 are recorded by operators: 201, the same again 200, something else under the reference 409, without the account 404', async () => {
    const record = (body: object) => as(operator, '/api/operator/contracts', { body });
    expect((await record(contract)).status).toBe(404);
    const dean = await api.givenPerson('dean@example.com', { birthYear: 1970 });
    const first = await record(contract);
    expect(first.status).toBe(201);
    const second = await record(contract);
    expect([second.status, second.json]).toEqual([200, first.json]);
    expect((await record({ ...contract, package_id: 'enterprise' })).json.code).toBe('contract.reference_used');
    expect((await record({ ...contract, package_id: 'premium_yearly', reference: 'SU-2' })).json.errors[0].path).toBe('package_id');
    expect((await as(dean, '/api/organisation')).json.organisation).toMatchObject({
      seats: 20_000,
      tokens_available: 2_000_000,
      role: 'owner',
    });
    const audit = await api.database.knex('audit_entry').where({ subject: `order:${first.json.order_id}` });
    expect(audit.map(({ actor, action }) => [actor, action])).toEqual([[`account:${operator.userId}`, 'contract.record']]);
    const { contracts } = (await as(operator, '/api/operator/contracts')).json;
    expect(contracts).toMatchObject([{ reference: 'SU-1', owner_email: 'dean@example.com', amount_cents: 100_000_000 }]);
  });
});

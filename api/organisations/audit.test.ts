import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { AUDIT_ACTS, type OrganisationAuditEntry } from '#contract/organisations/audit.contract.ts';
import { givenMember, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { samlProvider } from '#domain/vendors/identity-providers/saml-provider.factory.ts';
import { signInCalls } from './sign-in.factory.ts';

const api = useTestApi();
const { save } = signInCalls(api);
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let owner: Person;
let id: string;
beforeAll(async () => {
  owner = await api.givenPerson('owner@audit.example', { proven: true, birthYear: 1980 });
  ({ id } = await givenOrganisation({ owner: { id: owner.userId, email: owner.email }, name: 'Audit Ltd' }));
});
const as = (by: Person, method: string, path: string, body?: object) =>
  api.call(`/api/organisation${path}`, { method, bearer: by.accessToken, ...(body && { body }), headers: { 'User-Agent': FIREFOX } });
const audit = async (by = owner, query = ''): Promise<OrganisationAuditEntry[]> => (await as(by, 'GET', `/audit${query}`)).json.entries;

describe('the audit of an organisation', () => {
  it('shows who invited, changed and removed whom, and from where', async () => {
    await as(owner, 'POST', '/invites', { emails: ['ann@audit.example'], role: 'teacher' });
    const { people } = (await as(owner, 'GET', '/people?q=ann')).json;
    await as(owner, 'PUT', `/people/${people[0].person_id}/role`, { role: 'administrator' });
    await as(owner, 'DELETE', `/people/${people[0].person_id}`);
    const [removed, role, invited] = await audit();
    const by = { actor: 'person', actor_email: owner.email, device: FIREFOX, api_key: null };
    expect(invited).toMatchObject({
      ...by,
      act: 'organisation.invited',
      person: { email: 'ann@audit.example' },
      facts: { to_role: 'teacher' },
    });
    expect(role).toMatchObject({
      ...by,
      act: 'organisation.role',
      facts: { from_role: 'teacher', to_role: 'administrator', role_by: 'hand' },
    });
    expect(removed).toMatchObject({ ...by, act: 'organisation.invite_withdrawn', person: { email: 'ann@audit.example' } });
  });

  it('shows acts of the directory with its token, and the token’s creator', async () => {
    const { token } = (await as(owner, 'POST', '/provisioning/tokens')).json;
    await api.call('/scim/v2/Users', {
      method: 'POST',
      bearer: token,
      body: { userName: 'bo@audit.example', roles: [{ value: 'teacher' }] },
      headers: { 'Content-Type': 'application/scim+json' },
    });
    const [added, made] = await audit();
    expect(made).toMatchObject({ act: 'organisation.scim_token_made', actor_email: owner.email, facts: { token: token.slice(-4) } });
    expect(added).toMatchObject({
      act: 'organisation.directory_added',
      actor: 'directory',
      actor_name: token.slice(-4),
      device: null,
      person: { email: 'bo@audit.example' },
    });
  });

  it('shows which rules and certificates were added and removed, and the other changes', async () => {
    const [one, other] = [samlProvider(), samlProvider()];
    const given = { kind: 'saml', slug: 'audit' };
    await save(owner, { ...given, metadata: one.metadata(), roles: [{ value: 'staff', role: 'teacher' }] });
    await save(owner, {
      ...given,
      slug: 'audited',
      metadata: other.metadata(),
      joins: false,
      roles: [{ value: 'staff', role: 'administrator' }],
    });
    await as(owner, 'PUT', '/sign-in/lifetime', { idle_hours: 8, longest_hours: null });
    const [lifetime, saved] = await audit(owner, '?topic=sign_in');
    expect(lifetime).toMatchObject({ act: 'organisation.sign_in_lifetime', facts: { idle_hours: 8, longest_hours: null } });
    expect(saved!.facts).toMatchObject({
      changed: ['slug', 'joins'],
      rules_added: ['staff: administrator'],
      rules_removed: ['staff: teacher'],
    });
    expect([saved!.facts.certificates_added, saved!.facts.certificates_removed].map((prints) => prints?.length)).toEqual([1, 1]);
  });

  it('is read a page at a time, and completely as a table', async () => {
    const whole = await audit(owner, '?limit=100');
    const first = (await as(owner, 'GET', '/audit?limit=3')).json;
    const second = (await as(owner, 'GET', `/audit?limit=3&before=${first.next_before}`)).json;
    expect([...first.entries, ...second.entries]).toEqual(whole.slice(0, 6));
    const csv = await as(owner, 'GET', '/audit.csv');
    const lines = csv.text.trim().split('\r\n');
    expect([csv.headers['content-type'], lines.length]).toEqual([expect.stringContaining('text/csv'), whole.length + 1]);
    expect(csv.text).toContain('organisation.role,person,');
    expect(csv.text).toContain('rules_added: staff: administrator');
  });

  it('is for its owners and administrators, and shows nothing of other organisations', async () => {
    const teacher = await api.givenPerson('teacher@audit.example', { proven: true, birthYear: 1980 });
    await givenMember(id, teacher.userId, 'teacher');
    for (const path of ['/audit', '/audit.csv']) expect((await as(teacher, 'GET', path)).json.code).toBe('organisation.not_allowed');
    const stranger = await api.givenPerson('owner@other.example', { proven: true, birthYear: 1980 });
    await givenOrganisation({ owner: { id: stranger.userId, email: stranger.email }, name: 'Other Ltd' });
    expect(await audit(stranger)).toEqual([]);
  });

  it('names helping operators as operators, and no deleted account', async () => {
    const { userId } = await api.givenPerson('helper@elsewhere.example', { proven: true });
    const entry = { action: 'organisation.sign_in_relaxed', subject: `organisation:${id}`, detail: '{}' };
    await api.database.knex('audit_entry').insert([
      { ...entry, actor: `account:${userId}` },
      { ...entry, actor: 'account:6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a13' },
    ]);
    const [gone, helped] = await audit();
    expect([helped, gone]).toMatchObject([
      { actor: 'operators', actor_name: null, actor_email: null },
      { actor: 'gone', actor_name: null },
    ]);
  });
});

it('shows everything that is recorded about organisations', () => {
  const known = new Set<string>(Object.values(AUDIT_ACTS).flat());
  const sources = ['domain/organisations', 'domain/lti', 'domain/webhooks'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(test|factory|model)\.ts$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const noted = sources.flatMap((text) =>
    [...text.matchAll(/action: [^,\n]*?'((?:organisation|lti|webhook)\.\w+)'/g)].map(([, act]) => act!),
  );
  expect(noted.length).toBeGreaterThan(15);
  // an act on the person's own account, which has its own audit
  const own = new Set(['organisation.connected']);
  expect(noted.filter((act) => !known.has(act) && !own.has(act))).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person, type Received } from '#api/testing/test-api.ts';
import { givenMember, givenOrganisation } from '#domain/organisations/organisation.factory.ts';

const api = useTestApi();
const knex = (table: string) => api.database.knex(table);

let owner: Person;
let administrator: Person;
let teacher: Person;
let member: Person;
/** A member of another organisation. */
let stranger: Person;
let organisationId: string;

beforeAll(async () => {
  const given = (name: string) => api.givenPerson(`${name}@listed.example`, { proven: true, birthYear: 1980 });
  [owner, administrator, teacher, member] = [
    await given('owner'),
    await given('administrator'),
    await given('teacher'),
    await given('member'),
  ];
  stranger = await api.givenPerson('stranger@other.example', { proven: true, birthYear: 1980 });
  ({ id: organisationId } = await givenOrganisation({ owner: { id: owner.userId, email: owner.email } }));
  await givenMember(organisationId, administrator.userId, 'administrator');
  await givenMember(organisationId, teacher.userId, 'teacher');
  await givenMember(organisationId, member.userId);
  await givenOrganisation({ owner: { id: stranger.userId, email: stranger.email } });
});

const upload = (by: Person, csv: string, more: Record<string, string> = {}): Promise<Received> => {
  const parts = Object.entries(more).map(([name, value]) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const file = `--cut\r\nContent-Disposition: form-data; name="file"; filename="people.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--cut--\r\n`;
  return api.call('/api/organisation/rosters', {
    method: 'POST',
    bearer: by.accessToken,
    rawBody: parts.join('') + file,
    headers: { 'Content-Type': 'multipart/form-data; boundary=cut', 'Content-Length': String(Buffer.byteLength(parts.join('') + file)) },
  });
};
const rosterOf = ({ json }: Received) => json.roster.roster_id as string;
const call = (by: Person, method: string, path: string) =>
  api.call(`/api/organisation/rosters/${path}`, { method, bearer: by.accessToken });
const rows = async (by: Person, csv: string, more = {}) => {
  const made = await upload(by, csv, more);
  expect(made.status, made.text).toBe(201);
  return (await call(by, 'GET', `${rosterOf(made)}/rows`)).json.rows as {
    email: string;
    kind: string;
    reason: string | null;
    name: string;
  }[];
};
const reasons = async (by: Person, csv: string, more = {}) => (await rows(by, csv, more)).map(({ kind, reason }) => reason ?? kind);

describe('a list of people', () => {
  it('gives nobody a role above the uploader’s, changes nobody above the uploader, and makes no owner', async () => {
    const list = (role: string, email = 'new@listed.example') => `email,role\n${email},${role}\n`;
    for (const role of ['owner', 'OWNER', ' owner ', 'propietario', 'المالك', 'ow\u200bner'])
      expect((await reasons(administrator, list(role)))[0], role).toMatch(/^(above_role|owner_by_hand)$/);
    for (const role of ['root', 'operator', 'administrator;owner', '__proto__', 'constructor'])
      expect((await reasons(administrator, list(role)))[0], role).not.toMatch(/^(added|changed)$/);
    expect(await reasons(administrator, list('member', owner.email))).toEqual(['owner_by_hand']);
    expect((await reasons(administrator, list('owner', administrator.email)))[0]).toMatch(/^(above_role|owner_by_hand)$/);
    expect(await reasons(administrator, list('member', administrator.email))).toEqual(['self']);
    expect(await reasons(owner, list('owner', administrator.email))).not.toEqual(['changed']);
    // people missing from a list with removals: nobody above a teacher, and never the uploader, is removed
    const removed = await rows(administrator, 'email\nnew@listed.example\n', { removes: 'true' });
    expect(
      removed
        .filter(({ kind }) => kind === 'removed')
        .map(({ email }) => email)
        .toSorted(),
    ).toEqual([member.email, teacher.email]);
  });

  it('that authorises pupils is applied by an adult only, whoever uploaded it', async () => {
    const id = rosterOf(await upload(owner, 'email,birth_year\npupil@listed.example,2018\n', { authorise_reason: 'school_act' }));
    const apply = () => call(administrator, 'POST', `${id}/apply`);
    const born = (year: number | null) => knex('account').where({ id: administrator.userId }).update({ birth_year: year });
    await born(null);
    expect((await apply()).json.code).toBe('age.unknown');
    await born(new Date().getUTCFullYear() - 16);
    expect((await apply()).json.code).toBe('age.too_young');
    await born(1980);
    expect(await knex('organisation_roster').where({ id }).first('state')).toEqual({ state: 'ready' });
  });

  it('is for owners and administrators, and its rows, its use and its undoing for those of its organisation', async () => {
    for (const by of [teacher, member]) expect((await upload(by, 'email\na@b.example\n')).json.code).toBe('organisation.not_allowed');
    const id = rosterOf(await upload(owner, 'email\na@listed.example\n'));
    for (const [method, path] of [
      ['GET', id],
      ['GET', `${id}/rows`],
      ['POST', `${id}/apply`],
      ['POST', `${id}/undo`],
    ] as const) {
      expect((await call(stranger, method, path)).status, path).toBe(404);
      for (const by of [teacher, member]) expect((await call(by, method, path)).status, path).toBe(403);
    }
    for (const path of [`${randomUUID()}/apply`, 'nonsense/undo', `${id}%00/apply`])
      expect((await call(owner, 'POST', path)).status, path).toBeGreaterThanOrEqual(400);
    // a list that was not applied cannot be undone, and an undo starts only once
    expect((await call(owner, 'POST', `${id}/undo`)).json.code).toBe('roster.not_now');
    const begun = await Promise.all(Array.from({ length: 8 }, (_, n) => call(n % 2 ? owner : administrator, 'POST', `${id}/apply`)));
    expect(begun.map(({ status, text }) => `${status} ${status === 202 ? '' : text}`)).toEqual(begun.map(() => '202 '));
    expect(new Set(begun.map(({ json }) => `${json.roster.state} ${json.roster.task_id}`)).size).toBe(1);
    expect(await knex('run').where({ kind: 'roster' })).toHaveLength(1);
    const other = rosterOf(await upload(owner, 'email\nb@listed.example\n'));
    // meanwhile no other list can start, and its state does not change
    expect((await call(owner, 'POST', `${other}/apply`)).json.code).toBe('roster.not_now');
  });

  it.each<[string, string]>([
    ['a formula as its name', 'email,name\nx@listed.example,"=cmd|\' /C calc\'!A0"\n'],
    ['a formula in every field', '=1+1,@SUM(A1),+1\n=1,=2,=3\n'],
    ['an address that is one', 'email\n=x@listed.example\n+x@listed.example\n'],
    ['a quote that never ends', 'email\n"x@listed.example\n'.repeat(50)],
    ['a NUL', 'email,name\nx@listed.example,a\0b\n'],
    ['half a sign', `email,name\nx@listed.example,${Buffer.from([0xed, 0xa0, 0x80]).toString('latin1')}\n`],
    ['a line of a megabyte', `email,name\nx@listed.example,${'x'.repeat(1_000_000)}\n`],
    ['ten thousand columns', `email${',x'.repeat(10_000)}\nx@listed.example\n`],
    ['columns named by every object', 'email,__proto__,constructor,toString\nx@listed.example,a,b,c\n'],
    ['the same person many times', `email\n${'x@listed.example\n'.repeat(1_000)}`],
    [
      'addresses that only look the same',
      'email\nmember@listed.example\nｍember@listed.example\nmember@listed.example.\n MEMBER@listed.example \n',
    ],
    ['a script', 'email,name\nx@listed.example,<script>alert(1)</script>\n'],
    ['names that turn the text around', 'email,name\nx@listed.example,\u202egnp.evil\u200b\n'],
    ['a zip', 'PK\u0003\u0004'.repeat(1_000)],
    ['nothing', ''],
  ])('with %s does no harm', async (_, csv) => {
    const made = await upload(owner, csv);
    expect(made.status, made.text).toBeLessThan(500);
    if (made.status !== 201) return expect(made.json.code).toMatch(/^roster\./);
    const { json } = await call(owner, 'GET', `${rosterOf(made)}/rows`);
    for (const row of json.rows) {
      expect(row.name).not.toMatch(/[\0\u200b\u202e]/);
      if (row.email === member.email) expect(['same', 'refused']).toContain(row.kind);
    }
    expect(
      json.rows.filter(({ kind, email }: { kind: string; email: string }) => kind === 'added' && email === 'x@listed.example').length,
    ).toBeLessThan(2);
  });

  it('takes over nobody’s number, and no person of another organisation', async () => {
    await knex('organisation_person').where({ account_id: member.userId }).update({ external_id: 'M-1' });
    expect(await reasons(administrator, `email,id\nnew@listed.example,M-1\n`)).toEqual(['external_id_taken']);
    // members of another organisation are invited, and stay where they are
    expect(await reasons(administrator, `email,name\n${stranger.email},Mine Now\n`)).toEqual(['added']);
    expect((await knex('organisation_member').where({ account_id: stranger.userId }).first())!.organisation_id).not.toBe(organisationId);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { PLATFORM_DOMAIN } from '#contract/lti/platform-address.ts';
import type { Roster } from '#contract/organisations/rosters.contract.ts';
import type { TextEncoding } from '#contract/platform/text-encodings.ts';
import { givenDomain, givenMember, givenOrganisation, givenPerson, personIdOf } from '#domain/organisations/organisation.factory.ts';
import { acceptInvite } from '#domain/organisations/invite.commands.ts';
import { changeRole } from '#domain/organisations/member.commands.ts';
import { encoded } from '#domain/platform/encodings/encoded.factory.ts';
import { findOrganisation } from '#domain/organisations/organisation.queries.ts';
import { peopleOf } from '#domain/organisations/people.queries.ts';
import { listOrganisationAudit } from '#domain/organisations/audit.queries.ts';
import { createRoster, startRoster } from '#domain/organisations/rosters/roster.commands.ts';
import { getRoster, listRosterRows } from '#domain/organisations/rosters/rosters.queries.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

const { database } = usePipeline();
const knex = () => database.knex;

const fileOf = (text: string | Uint8Array) =>
  new File([typeof text === 'string' ? text : new Uint8Array(text)], 'class 7b.csv', { type: 'text/csv' });
interface School {
  readonly id: string;
  readonly owner: { readonly id: string; readonly email: string };
}
const givenSchool = async (): Promise<School> => givenOrganisation({ name: 'Orchard School' });
interface More {
  readonly removes?: boolean;
  readonly authoriseReason?: string;
  readonly by?: string;
  readonly encoding?: TextEncoding;
  readonly columns?: string;
}
const send = (
  { owner }: School,
  text: string | Uint8Array,
  { by = owner.id, removes = false, ...more }: More & { isLook?: boolean } = {},
) => createRoster({ accountId: by, file: fileOf(text), removes, signal: new AbortController().signal, ...more });
const upload = async (school: School, text: string | Uint8Array, more: More = {}): Promise<Roster> =>
  (await send(school, text, more)).roster!;
async function run({ owner }: School, { roster_id: rosterId }: Roster, what: 'apply' | 'undo'): Promise<Roster> {
  await startRoster({ accountId: owner.id, rosterId, what, requestId: randomUUID() });
  let roster = await getRoster(owner.id, rosterId);
  await vi.waitUntil(
    async () => ['applied', 'undone', 'ready'].includes((roster = await getRoster(owner.id, rosterId)).state) && roster.task_id === null,
    {
      timeout: 60_000,
      interval: 20,
    },
  );
  return roster;
}
const linesOf = async ({ owner }: School, { roster_id: rosterId }: Roster) =>
  (await listRosterRows({ accountId: owner.id, rosterId, afterLine: 0, limit: 200 })).rows;
const planned = async (school: School, text: string | Uint8Array, more = {}) => {
  const roster = await upload(school, text, more);
  return (await linesOf(school, roster)).map(({ email, kind, reason }) => [email, kind, ...(reason ? [reason] : [])]);
};
const stands = async ({ id }: School) =>
  new Map(
    (await peopleOf(id, { limit: 100 })).people.map(({ email, name, role, state, groups }) => [
      email,
      [name, role, state, ...groups].join(' · '),
    ]),
  );

it('applying and undoing a list is in the audit of its organisation', async () => {
  const school = await givenSchool();
  const roster = await upload(school, 'email,name\nyara@example.com,Yara Lin\n');
  await run(school, roster, 'apply');
  await run(school, roster, 'undo');
  const { entries } = await listOrganisationAudit({ accountId: school.owner.id, limit: 10 });
  expect(entries.map(({ act }) => act)).toEqual(['organisation.roster_undo', 'organisation.roster_apply']);
});

describe('a list of people', () => {
  it.each([
    ['UTF-8 with commas', Buffer.from('﻿Email,First name,Last name,Role\nzoe@example.com,Zoë,Müller,teacher\n')],
    ['UTF-8 with semicolons and quotes', Buffer.from('E-Mail;Vorname;Nachname;Rolle\n"zoe@example.com";"Zoë";"Müller";Lehrkraft\n')],
    [
      'UTF-16 with tabs',
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('correo\tnombre\tapellidos\trol\nzoe@example.com\tZoë\tMüller\tprofesora\n', 'utf16le'),
      ]),
    ],
    ['Windows-1252', Buffer.from('email,first name,last name,role\nzoe@example.com,Zoë,Müller,Teacher\n', 'latin1')],
    ['one column for the name', Buffer.from('name,email,ROLE\n"Müller, Zoë",Zoe@Example.com,instructor\n')],
  ])('is read in %s', async (_, bytes) => {
    const school = await givenSchool();
    const [row] = await linesOf(school, await upload(school, bytes));
    expect(row).toMatchObject({ line: 2, kind: 'added', email: 'zoe@example.com', name: 'Zoë Müller', wanted: { role: 'teacher' } });
  });

  it('reports for every line its change or the reason why it is refused, and changes nothing', async () => {
    const school = await givenSchool();
    const [ann, tom] = [await givenPerson(), await givenPerson()];
    await givenMember(school.id, ann.id, 'administrator');
    await givenMember(school.id, tom.id, 'teacher');
    const before = await stands(school);
    const text = [
      'email,name,role,birth year,id',
      'new@example.com,Zoe Lin,,2015,7',
      ',Nobody,,,',
      'nonsense,Nobody,,,',
      'new@example.com,Again,,,',
      'bad-role@example.com,,janitor,,',
      'bad-year@example.com,,,15,',
      'chief@example.com,,owner,,',
      `${tom.email},Tom Lin,member,,`,
      `${ann.email},,administrator,,`,
      `${school.owner.email},,member,,`,
      'same-id@example.com,,,,7',
      `long@example.com,${'x'.repeat(201)},,,`,
    ].join('\n');
    expect(await planned(school, text, { removes: true })).toEqual([
      ['new@example.com', 'added'],
      ['', 'refused', 'no_email'],
      ['nonsense', 'refused', 'bad_email'],
      ['new@example.com', 'refused', 'twice'],
      ['bad-role@example.com', 'refused', 'bad_role'],
      ['bad-year@example.com', 'refused', 'bad_birth_year'],
      ['chief@example.com', 'refused', 'owner_by_hand'],
      [tom.email, 'changed'],
      [ann.email, 'same'],
      [school.owner.email, 'refused', 'self'],
      ['same-id@example.com', 'refused', 'external_id_taken'],
      ['long@example.com', 'refused', 'too_long'],
    ]);
    expect(await stands(school)).toEqual(before);
    // an administrator's list cannot affect an owner
    expect(await planned(school, `email,role\n${school.owner.email},teacher\n`, { by: ann.id })).toEqual([
      [school.owner.email, 'refused', 'owner_by_hand'],
    ]);
  });

  it('removes nobody whom a learning platform names without an address', async () => {
    const school = await givenSchool();
    const [missed, learner] = [await givenPerson(), await givenPerson()];
    await knex()('account')
      .where({ id: learner.id })
      .update({ email: `${learner.id}${PLATFORM_DOMAIN}` });
    for (const { id } of [missed, learner]) await givenMember(school.id, id);
    expect(await planned(school, 'email\nnew@example.com\n', { removes: true })).toEqual([
      ['new@example.com', 'added'],
      [missed.email, 'removed'],
    ]);
  });

  it('without addresses, without text, or with too many lines is refused completely', async () => {
    const school = await givenSchool();
    const refused = (bytes: string | Uint8Array) => expect(upload(school, bytes)).rejects;
    await refused('name,role\nZoe,member\n').toMatchObject({ code: 'roster.no_email' });
    await refused('').toMatchObject({ code: 'roster.no_email' });
    await refused(Buffer.from([0, 1, 2, 3, 0, 0, 0, 255, 254, 7])).toMatchObject({ code: 'roster.bad_file' });
    await refused(`email\n${Array.from({ length: 20_001 }, (_, n) => `a${n}@example.com`).join('\n')}`).toMatchObject({
      code: 'roster.too_many',
    });
  });

  it('shows its detected encoding with its names, and is read in another one on request', async () => {
    const school = await givenSchool();
    const polish = encoded(
      'Szkoła 12;;\nimię i nazwisko;e-mail;klasa\nŁukasz Żak;l@szkola.example;9/A\nJan Mazur;j@szkola.example;9/A, 9/B\n',
      'windows-1250',
    );
    const { roster, reading } = await send(school, polish);
    expect(roster!.reading).toEqual(reading);
    expect(reading).toMatchObject({ encoding: 'windows-1250', names: ['Łukasz Żak', 'Jan Mazur'], head_line: 2 });
    expect(reading.columns.map(({ title, column }) => [title, column])).toEqual([
      ['imię i nazwisko', 'name'],
      ['e-mail', 'email'],
      ['klasa', 'groups'],
    ]);
    expect((await linesOf(school, roster!)).map(({ line, wanted }) => [line, wanted!.name, wanted!.groups])).toEqual([
      [3, 'Łukasz Żak', ['9/A']],
      [4, 'Jan Mazur', ['9/A', '9/B']],
    ]);
    expect((await send(school, polish, { encoding: 'windows-1252' })).reading.names[0]).toMatch(/^£ukasz ¯ak/);
    await expect(send(school, polish, { encoding: 'utf-8' })).rejects.toMatchObject({ code: 'file.bad_encoding' });
    // once somebody has chosen the encoding, the organisation's next file is read the same way if its letters leave it open
    await send(school, encoded('név;email\nErdős Pál;e@iskola.example\n', 'windows-1250'), { encoding: 'windows-1250' });
    const open = encoded('név;email\nGergő;g@iskola.example\n', 'windows-1250');
    expect((await send(school, open)).reading.names).toEqual(['Gergő']);
  });

  it('without known column names is read by the chosen ones, also the next time', async () => {
    const school = await givenSchool();
    const list = (first: string, mail: string) => `Wer;Wohin;Wo\n${first};${mail};7B\n`;
    const look = await send(school, list('Zoe Lin', 'zoe@example.com'), { isLook: true });
    expect(look.roster).toBeNull();
    expect(look.reading.names, 'neither addresses nor classes').toEqual(['Zoe Lin']);
    // a column of addresses is recognised without a name
    expect(look.reading.columns.map(({ title, samples, column }) => [title, ...samples, column])).toEqual([
      ['Wer', 'Zoe Lin', null],
      ['Wohin', 'zoe@example.com', 'email'],
      ['Wo', '7B', null],
    ]);
    const rowOf = async (roster: Roster) => (await linesOf(school, roster))[0]!.wanted;
    const chosen = { columns: 'name,email,groups' };
    expect(await rowOf(await upload(school, list('Zoe Lin', 'zoe@example.com'), chosen))).toMatchObject({
      name: 'Zoe Lin',
      groups: ['7B'],
    });
    expect(await rowOf(await upload(school, list('Bo Lin', 'bo@example.com')))).toMatchObject({ name: 'Bo Lin', groups: ['7B'] });
    // so is a list without column names
    expect((await send(school, 'Bo Lin,bo@example.com\n', { isLook: true })).reading).toMatchObject({ head_line: null });
    expect(await rowOf(await upload(school, 'Bo Lin,bo@example.com\n', { columns: 'name,email' }))).toMatchObject({ name: 'Bo Lin' });
    expect(await rowOf(await upload(school, 'Al Ray,al@example.com\n'))).toMatchObject({ name: 'Al Ray' });
    const other = await givenSchool();
    expect((await send(other, list('Bo', 'bo@example.com'), { isLook: true })).reading.columns[0]!.column).toBeNull();
    await expect(upload(school, 'a,b\nBo Lin,7B\n')).rejects.toMatchObject({ code: 'roster.no_email' });
  });

  it('refuses numbers that a spreadsheet has rounded and names with lost letters, and removes nobody whom such a line names', async () => {
    const school = await givenSchool();
    const ann = await givenPerson();
    await givenMember(school.id, ann.id);
    const text = `sep=;\nemail;name;id\n${ann.email};Ann;1.23E+11\nb@example.com;Bo;1,23457E+11\nc@example.com;Zo\ufffd;7\nd@example.com;Di;E11\n`;
    expect(await planned(school, text, { removes: true })).toEqual([
      [ann.email, 'refused', 'rounded_id'],
      ['b@example.com', 'refused', 'rounded_id'],
      ['c@example.com', 'refused', 'lost_letters'],
      ['d@example.com', 'added'],
    ]);
    expect((await linesOf(school, await upload(school, text)))[0]!.line).toBe(3);
  });

  it('stores an undivided name, and changes nothing for a person who has the same one in two parts', async () => {
    const school = await givenSchool();
    await knex()('organisation').where({ id: school.id }).update({ seats: 20 });
    const names = ['山田 花子', 'Nagy László', 'Ada Lovelace, PhD', '"Müller, Zoë"', 'Sukarno'];
    const list = `email,name\n${names.map((name, at) => `p${at}@example.com,${name.includes(',') ? `"${name.replaceAll('"', '')}"` : name}`).join('\n')}\n`;
    expect((await linesOf(school, await upload(school, list))).map(({ wanted }) => wanted!.name)).toEqual([
      '山田 花子',
      'Nagy László',
      'Ada Lovelace, PhD',
      'Zoë Müller',
      'Sukarno',
    ]);
    await run(school, await upload(school, 'email,first name,last name\nkati@example.com,Kati,Nagy\n'), 'apply');
    for (const name of ['Kati Nagy', 'Nagy Kati', '"Nagy, Kati"'])
      expect(await planned(school, `email,name\nkati@example.com,${name}\n`), name).toEqual([['kati@example.com', 'same']]);
    await run(school, await upload(school, 'email,name\nkati@example.com,Kovács Kati\n'), 'apply');
    expect((await stands(school)).get('kati@example.com')).toMatch(/^Kovács Kati ·/);
  });

  it('has no more newcomers than seats', async () => {
    const school = await givenSchool();
    await knex()('organisation').where({ id: school.id }).update({ seats: 3 });
    const text = 'email\na@example.com\nb@example.com\nc@example.com\n';
    expect((await planned(school, text)).map(([, kind, reason]) => reason ?? kind)).toEqual(['added', 'added', 'seats']);
  });

  it('is applied once, whoever repeats it, and undone exactly', async () => {
    const school = await givenSchool();
    await givenDomain(school.id, 'orchard.example');
    const [tom, may, lee] = [await givenPerson(), await givenPerson(), await givenPerson()];
    const known = await givenPerson('known@orchard.example');
    for (const one of [tom, may, lee]) await givenMember(school.id, one.id);
    const before = await stands(school);
    const roster = await upload(
      school,
      `email,name,role,class\n${tom.email},Tom Lin,teacher,7B\n${may.email},May Lin,,7B;Choir\nzoe@example.com,Zoe Lin,,7B\n${known.email},Kay Lin,,\n`,
      { removes: true },
    );
    expect(roster).toMatchObject({ state: 'ready', counts: { added: 2, changed: 2, removed: 1 } });
    const applied = await run(school, roster, 'apply');
    expect(applied).toMatchObject({ state: 'applied', outcomes: { done: 5, not_done: 0 } });
    expect(await stands(school)).toEqual(
      new Map([
        [school.owner.email, 'Ada Okafor · owner · joined'],
        [tom.email, 'Tom Lin · teacher · joined · 7B'],
        [may.email, 'May Lin · member · joined · 7B · Choir'],
        ['zoe@example.com', 'Zoe Lin · member · waiting · 7B'],
        [known.email, 'Kay Lin · member · joined'],
      ]),
    );
    expect(await knex()('outgoing_mail').where({ recipient: 'zoe@example.com' }).pluck('kind')).toEqual(['invite']);
    expect(await findOrganisation(lee.id)).toBeNull();
    // repeated, it changes nothing
    expect(await run(school, roster, 'apply')).toEqual(applied);
    expect(await knex()('outgoing_mail').where({ recipient: 'zoe@example.com' })).toHaveLength(1);
    expect((await planned(school, `email,name\n${tom.email},Tom Lin\n`))[0]).toEqual([tom.email, 'same']);

    expect(await run(school, roster, 'undo')).toMatchObject({ state: 'undone', outcomes: { undone: 5, kept: 0 } });
    expect(await stands(school)).toEqual(before);
    expect(await findOrganisation(lee.id)).toMatchObject({ organisation_id: school.id });
    await expect(run(school, roster, 'apply')).rejects.toMatchObject({ code: 'roster.not_now' });
  });

  it('undone skips people who have changed since', async () => {
    const school = await givenSchool();
    const [tom, zoe] = [await givenPerson(), await givenPerson()];
    await givenMember(school.id, tom.id);
    const roster = await upload(school, `email,name,role\n${tom.email},Tom Lin,teacher\n${zoe.email},Zoe Lin,\ncy@example.com,Cy Lin,\n`);
    await run(school, roster, 'apply');
    const mail = await knex()('outgoing_mail').where({ recipient: zoe.email, kind: 'invite' }).first();
    await acceptInvite({ accountId: zoe.id, token: /token=([\w-]+)$/.exec(String(mail!.data['link']))![1]! });
    await changeRole({ accountId: school.owner.id, personId: await personIdOf(school.id, tom.email), role: 'administrator' });
    expect(await run(school, roster, 'undo')).toMatchObject({ outcomes: { undone: 1, kept: 2 } });
    const left = await stands(school);
    expect([left.get(tom.email), left.get(zoe.email), left.get('cy@example.com')]).toEqual([
      'Tom Lin · administrator · joined',
      'Zoe Lin · member · joined',
      undefined,
    ]);
  });

  it('records consent for those under 13 in it, by name and with a reason, once they have joined', async () => {
    const school = await givenSchool();
    const [kit, old] = [await givenPerson(), await givenPerson()];
    const year = new Date().getFullYear() - 11;
    await knex()('account').where({ id: kit.id }).update({ birth_year: year });
    const text = `email,birth year\n${kit.email},${year}\n${old.email},1990\n`;
    await run(school, await upload(school, text, { authoriseReason: 'Signed forms, folder 7B' }), 'apply');
    for (const one of [kit, old]) {
      const mail = await knex()('outgoing_mail').where({ recipient: one.email, kind: 'invite' }).first();
      await acceptInvite({ accountId: one.id, token: /token=([\w-]+)$/.exec(String(mail!.data['link']))![1]! });
    }
    expect(await knex()('parental_consent').where({ organisation_id: school.id })).toMatchObject([
      { account_id: kit.id, given_by: 'school', recorded_by: school.owner.id, reason: 'Signed forms, folder 7B' },
    ]);
  });

  it('by a person who has lost the permission changes nothing, and can be applied by one who has it', async () => {
    const school = await givenSchool();
    const ann = await givenPerson();
    const annsId = await givenMember(school.id, ann.id, 'administrator');
    const roster = await upload(school, 'email\nzoe@example.com\n', { by: ann.id });
    await changeRole({ accountId: school.owner.id, personId: annsId, role: 'member' });
    const start = startRoster({ accountId: ann.id, rosterId: roster.roster_id, what: 'apply', requestId: randomUUID() });
    await expect(start).rejects.toMatchObject({ code: 'organisation.not_allowed' });
    expect((await run(school, roster, 'apply')).outcomes.done).toBe(1);
  });
});

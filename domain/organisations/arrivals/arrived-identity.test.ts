import { describe, expect, it } from 'vitest';
import { identityOf } from './arrived-identity.ts';
import { PROVIDER_CLAIMS, type Read } from './claim-names.ts';

const RULES = [{ value: 'staff', role: 'teacher' as const }];
type Attributes = Record<string, string[]>;
const read = (attributes: Attributes, more: Partial<Parameters<typeof identityOf>[0]> = {}, names: Parameters<typeof identityOf>[1] = {}) =>
  identityOf({ issuer: 'https://idp.example', subject: 'ada', attributes, ...more }, names, RULES);
const readingOf = (attributes: Attributes, name: string, names: Parameters<typeof identityOf>[1] = {}) =>
  read(attributes, {}, names).readings!.find((one) => one.name === name);

const VALUE: Record<Read, string> = {
  email: 'Ada@School.Example',
  first_name: 'Ada',
  last_name: 'Okafor',
  name: 'Ada Maria Okafor',
  role: 'staff',
};
const WHAT: Record<Read, object> = {
  email: { email: 'ada@school.example' },
  first_name: { firstName: 'Ada' },
  last_name: { lastName: 'Okafor' },
  name: { firstName: 'Ada Maria Okafor', lastName: null },
  role: { role: 'teacher' },
};

describe('a claim of a provider', () => {
  it.each(PROVIDER_CLAIMS.map(({ provider, name, as }) => [provider, name, as] as const))(
    '%s: %s is read, in any capitalisation',
    (_, name, as) => {
      for (const written of [name, name.toUpperCase(), name.toLowerCase()]) {
        const found = read({ [written]: [VALUE[as]] });
        expect(found, written).toMatchObject(WHAT[as]);
        expect(found.readings).toEqual([{ name: written, taken_as: as, why: null }]);
      }
    },
  );

  it('is in the page with its provider and source', async () => {
    const rows = Map.groupBy(PROVIDER_CLAIMS, ({ provider }) => provider);
    const page = [
      '# Claims by provider',
      '',
      'Under which names providers send what is read of a person, by their public documents of 2026. Made of',
      '`domain/organisations/arrivals/claim-names.ts` by its test, which reads every one: `npm test --',
      'domain/organisations/arrivals -u` writes it. Names are compared without regard to letters and to what separates words.',
      '',
      '| Provider | Email | First name | Last name | Whole name | Role | Source |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...[...rows].map(([provider, claims]) => {
        const namesOf = (what: Read) => claims.flatMap(({ as, name }) => (as === what ? `\`${name}\`` : [])).join(' ');
        const sources = [...new Set(claims.map(({ source }) => `<${source}>`))].join(' ');
        return `| ${[provider, ...(['email', 'first_name', 'last_name', 'name', 'role'] as const).map(namesOf), sources].join(' | ')} |`;
      }),
      '',
    ].join('\n');
    await expect(page).toMatchFileSnapshot('../../../docs/sign-in-claims.md');
  });

  it('is named with its source, for each provider', () => {
    expect(PROVIDER_CLAIMS.every(({ source }) => URL.canParse(source))).toBe(true);
    for (const provider of [
      'Entra ID',
      'Entra ID (SAML)',
      'Okta',
      'Okta (SAML)',
      'AD FS',
      'Keycloak',
      'Google Workspace',
      'OneLogin (SAML)',
      'eduPerson',
    ])
      expect(
        PROVIDER_CLAIMS.some((one) => one.provider === provider),
        provider,
      ).toBe(true);
  });

  it.each(['Email', 'E-MAIL', 'email_address', 'User.Email', 'EmailAddress', 'https://school.example/claims/Email'])(
    'is an address as %s too',
    (name) => expect(read({ [name]: ['ada@school.example'] }).email).toBe('ada@school.example'),
  );

  it('is skipped if it is not an address, with the reason', () => {
    const came = { upn: ['SCHOOL\\ada'], preferred_username: ['ada@school.example'], email: [] };
    expect(read(came).email).toBe('ada@school.example');
    expect(['upn', 'preferred_username', 'email'].map((name) => readingOf(came, name))).toEqual([
      { name: 'upn', taken_as: null, why: 'no_address' },
      { name: 'preferred_username', taken_as: 'email', why: null },
      { name: 'email', taken_as: null, why: 'empty' },
    ]);
  });

  it('gives the reason why it is ignored', () => {
    const came = {
      email: ['ada@school.example'],
      upn: ['ada@school.example'],
      given_name: ['Ada'],
      name: ['Ada O'],
      aud: ['us'],
      shoe: ['39'],
      roles: ['cook'],
    };
    const why = (name: string) => readingOf(came, name)?.why;
    expect([why('upn'), why('name'), why('aud'), why('shoe'), why('roles')]).toEqual([
      'another_first',
      'another_first',
      'of_the_sign_in',
      'unknown',
      'no_rule',
    ]);
    expect(readingOf(came, 'email', { email: 'upn' })?.why).toBe('named_otherwise');
    const unverified = read({ email: ['ada@school.example'] }, { isUnverified: true });
    expect([unverified.email, unverified.readings![0]!.why]).toEqual([null, 'not_verified']);
  });

  it('is the one that the organisation configured, in any capitalisation', () => {
    const came = { email: ['ada@home.example'], 'Work-Mail': ['ada@school.example'], uid: ['7'] };
    expect(read(came, {}, { email: 'work-mail' }).email).toBe('ada@school.example');
    expect(read(came, {}, { subject: 'UID' }).subject).toBe('7');
  });

  it('names one of our roles at Keycloak, and none of another client', () => {
    const own = { 'resource_access.us.roles': ['staff'], 'resource_access.others.roles': ['admin'] };
    expect(read(own, { clientId: 'us' }).role).toBe('teacher');
    expect(read({ 'resource_access.others.roles': ['staff'] }, { clientId: 'us' }).role).toBe(null);
  });

  it('reports that a provider left the groups out, so that the role stays', () => {
    const came = { '_claim_names.groups': ['src1'] };
    expect(read(came)).toMatchObject({ role: null, isRoleUnsaid: true });
    expect(readingOf(came, '_claim_names.groups')?.why).toBe('too_many_groups');
    expect(read({ ...came, roles: ['staff'] }).isRoleUnsaid).toBeUndefined();
  });

  it('is never a built-in property name', () => {
    for (const name of ['constructor', '__proto__', 'toString']) expect(read({}, {}, { email: name }).email).toBe(null);
  });
});

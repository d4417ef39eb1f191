import { describe, expect, it } from 'vitest';
import { createCheckoutSession } from '#contract/billing/payments.contract.ts';
import { recordContract } from '#contract/billing/organisation.contract.ts';
import { register } from '#contract/identity/identity.contract.ts';
import { updateProfile } from '#contract/settings/profile.contract.ts';

const person = { email: 'a@example.com', password: 'correct horse', first_name: 'Ada', last_name: 'Okafor', terms_accepted: true };
const contract = { package_id: 'corporate_starter', owner_email: 'a@example.com', reference: 'C-1' };
const bodies = [
  ['first name at registration', (name: string) => register.body!.safeParse({ ...person, first_name: name }), 'first_name'],
  ['last name at registration', (name: string) => register.body!.safeParse({ ...person, last_name: name }), 'last_name'],
  ['first name in the profile', (name: string) => updateProfile.body!.safeParse({ first_name: name }), 'first_name'],
  ['last name in the profile', (name: string) => updateProfile.body!.safeParse({ last_name: name }), 'last_name'],
  [
    'organisation that is bought',
    (name: string) => createCheckoutSession.body!.safeParse({ user_id: 'u', organisation_name: name }),
    'organisation_name',
  ],
  [
    'organisation of a contract',
    (name: string) => recordContract.body!.safeParse({ ...contract, organisation_name: name }),
    'organisation_name',
  ],
] as const;

describe.each(bodies)('the %s', (_which, parse, field) => {
  it.each([['\u200b\u200b'], ['\u2060\u202e'], [' \ufeff '], ['\u3164'], ['\u2800'], ['--'], ['']])(
    'is not taken as %j: nobody would see it',
    (name) => {
      const { success, error } = parse(name);
      expect(success).toBe(false);
      expect(error!.issues.map(({ path }) => path.join('.'))).toEqual([field]);
    },
  );

  it.each([
    ['Ada', 'Ada'],
    [' \u200bAda\u202e  ', 'Ada'],
    ['\u2067Ada\u2069 Ltd', 'Ada Ltd'],
    // Persian writes with it
    ['می\u200cرا', 'می\u200cرا'],
    ['O’Neill-Łuczak', 'O’Neill-Łuczak'],
  ])('%j is kept as %j', (name, kept) => {
    expect(parse(name).data).toMatchObject({ [field]: kept });
  });
});

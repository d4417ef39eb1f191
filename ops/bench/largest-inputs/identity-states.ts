import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { makeLink } from '#domain/identity/accounts/account-link.ts';
import { SoftwareAuthenticator } from '#domain/identity/passkeys/software-authenticator.factory.ts';
import { startSecondStep } from '#domain/identity/second-factor/pending-sign-in.commands.ts';
import { newTotpSecret } from '#domain/identity/second-factor/totp.ts';
import { refreshTokenOf } from '#domain/identity/sessions/session-secrets.ts';
import { transact } from '#domain/platform/database.ts';
import { tokenOf, type LinkKind } from '#domain/platform/links/secret-link.ts';
import { PASSWORD, words, type Given, type Owner, type State } from './state.ts';

const YEAR = new Date().getFullYear();

const link =
  (kind: LinkKind, more: Given = {}): State =>
  async ({ accountId }) => {
    const { seed } = await transact((trx) => makeLink(trx, kind, accountId));
    return { token: tokenOf(kind, seed), ...more };
  };

/**
 * A link with which a parent answers for the account, which then is a child's.
 * @param hasAgreed whether the parent has already consented
 */
const parentLink =
  (hasAgreed: boolean, more: Given = {}): State =>
  async (owner) => {
    const { knex, accountId } = owner;
    const row = { account_id: accountId };
    await knex('account')
      .where({ id: accountId })
      .update({ birth_year: YEAR - 12 });
    await knex('parental_consent').where(row).del();
    if (hasAgreed) await knex('parental_consent').insert({ ...row, given_by: 'parent', parent_email: 'parent@example.com' });
    await knex('parental_request')
      .insert({ ...row, parent_email: 'parent@example.com' })
      .onConflict('account_id')
      .merge();
    return link('parental-consent', more)(owner);
  };

/** Sets up an authenticator app. @returns a code of it */
async function authenticator({ knex, accountId, email }: Owner, { isOn }: { isOn: boolean }): Promise<{ code: string }> {
  const { sealed, text } = newTotpSecret({ accountId, email });
  await knex('second_factor').insert({ account_id: accountId, secret: sealed, confirmed_at: isOn ? new Date() : null });
  return { code: new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(text) }).generate() };
}
const withAuthenticator: State = async (owner) => ({ ...(await authenticator(owner, { isOn: true })), password: PASSWORD });

/** The data in the browser of a person returning from the provider. @param path where they began */
const fromProvider =
  (path: 'providers' | 'linked-providers'): State =>
  async ({ knex, accountId, session, outside: { provider } }) => {
    await knex('provider_identity').where({ account_id: accountId }).del();
    provider.person = newPerson();
    const begun = { body: JSON.stringify({ terms_accepted: true }), type: 'application/json' };
    const started = await session.send({ method: 'POST', address: `/api/auth/${path}/google/start`, ...(path === 'providers' && begun) });
    const { url } = JSON.parse(started.text()) as { url: string };
    const { headers } = await fetch(url, { redirect: 'manual' });
    const { searchParams } = new URL(headers.get('location') ?? '');
    const cookie = started.cookies.map((one) => one.split(';')[0]).join('; ');
    return { provider: 'google', state: searchParams.get('state'), code: searchParams.get('code'), iss: undefined, cookie };
  };
const newPerson = () => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.com`,
  email_verified: true,
  given_name: words(3_000),
});

/** Returns a new passkey's answer, whose extensions are larger than any authenticator's. */
async function newPasskey({ session, outside }: Owner) {
  const authenticator = new SoftwareAuthenticator();
  const { challenge } = await session.json<{ challenge: string }>('POST', '/api/auth/passkeys/challenge', { password: PASSWORD });
  const registration = {
    ...authenticator.register(challenge, { origin: outside.origin }),
    clientExtensionResults: { said: words(20_000) },
  };
  return { authenticator, registration };
}

/** Makes room for another key, because an account has a limited number. @param more what the operation needs in addition */
const ownKeys =
  (more: Given = {}): State =>
  async ({ knex, accountId }) => {
    await knex('api_key').where({ account_id: accountId }).del();
    return { holder: 'account', ...more };
  };

/** What must exist for operations on accounts and sign-ins to be accepted. */
export const IDENTITY_STATES: Readonly<Record<string, State>> = {
  login: async ({ email }) => ({ email, password: PASSWORD }),
  refresh: async ({ knex, accountId }) => {
    const session = await knex('session').where({ account_id: accountId }).orderBy('created_at', 'desc').first();
    return { refresh_token: refreshTokenOf(session!.id, session!.generation) };
  },
  register: async () => ({ email: `${randomUUID()}@example.com` }),
  changePassword: async () => ({ current: PASSWORD, new: PASSWORD }),
  requestDeletion: async () => ({ password: PASSWORD }),
  readReset: link('reset-password'),
  resetPassword: link('reset-password', { password: PASSWORD, code: undefined, end_passkeys: [], end_providers: [] }),
  verifyEmail: link('verify-email'),
  readParentalRequest: parentLink(false),
  answerParentalRequest: parentLink(false, { agrees: true }),
  correctBirthYear: parentLink(true, { birth_year: 2010 }),
  setUpSecondFactor: async () => ({ password: PASSWORD }),
  confirmSecondFactor: async (owner) => ({ ...(await authenticator(owner, { isOn: false })), password: PASSWORD }),
  renewRecoveryCodes: withAuthenticator,
  turnOffSecondFactor: withAuthenticator,
  finishSignIn: async (owner) => {
    const { code } = await authenticator(owner, { isOn: true });
    const pending = await transact((trx) => startSecondStep(trx, owner.accountId));
    return { code, token: pending!.token };
  },
  createKey: ownKeys({ password: PASSWORD, scopes: ['courses:read', 'learn'] }),
  listKeys: ownKeys(),
  endKey: async (owner) => {
    const given = await ownKeys()(owner);
    const made = { name: 'Bees', scopes: ['courses:read'], days: 30, day_budget: 0, password: PASSWORD };
    const { key } = await owner.session.json<{ key: { api_key_id: string } }>('POST', '/api/keys/account', made);
    return { ...given, api_key_id: key.api_key_id };
  },
  startPasskey: async () => ({ password: PASSWORD }),
  askParent: async ({ knex, accountId }) => {
    await knex('account')
      .where({ id: accountId })
      .update({ birth_year: YEAR - 12 });
    return { parent_email: 'parent@example.com' };
  },
  startProvider: async () => ({ provider: 'google' }),
  finishProvider: fromProvider('providers'),
  finishLink: fromProvider('linked-providers'),
  socialLogin: async ({ outside }) => ({ provider: 'google', id_token: await outside.provider.issue(newPerson()) }),
  addPasskey: async (owner) => {
    await owner.knex('passkey').where({ account_id: owner.accountId }).del();
    return { registration: (await newPasskey(owner)).registration };
  },
  signInWithPasskey: async (owner) => {
    const { session, outside } = owner;
    await owner.knex('passkey').where({ account_id: owner.accountId }).del();
    const { authenticator, registration } = await newPasskey(owner);
    await session.json('POST', '/api/auth/passkeys', { name: 'Key', registration });
    const { challenge } = await session.json<{ challenge: string }>('POST', '/api/auth/login/passkey/challenge');
    const assertion = { ...authenticator.assert(challenge, { origin: outside.origin }), clientExtensionResults: { said: words(20_000) } };
    return { assertion };
  },
};

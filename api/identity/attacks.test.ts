import { generateKeyPairSync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FROM_OUR_PAGE, PASSWORD, useTestApi, type Person, type Received } from '#api/testing/test-api.ts';
import { SoftwareAuthenticator, type Deviation } from '#domain/identity/passkeys/software-authenticator.factory.ts';

const api = useTestApi();

interface Target extends Person {
  /** Returns the authenticator's code, this many time steps from now. */
  readonly codeAt: (steps: number) => string;
  readonly recoveryCodes: string[];
}
let ada: Target;
/** The attacker's account, with a second factor and a passkey. */
let eve: Target;
let key: SoftwareAuthenticator;
let evesKey: SoftwareAuthenticator;

const post = (path: string, body: unknown, person: Person | null = null) =>
  api.call(`/api/auth/${path}`, { method: 'POST', body, headers: FROM_OUR_PAGE, ...(person && { bearer: person.accessToken }) });
const knex = (table: string) => api.database.knex(table);

async function givenTarget(email: string): Promise<Target> {
  const person = await api.givenPerson(email, { tokens: 0, proven: true });
  const { secret } = (await post('second-factor/setup', { password: PASSWORD }, person)).json;
  const codeAt = (steps: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  const { recovery_codes: recoveryCodes } = (await post('second-factor/confirm', { code: codeAt(0) }, person)).json;
  return { ...person, codeAt, recoveryCodes };
}
async function givenPasskey(person: Person): Promise<SoftwareAuthenticator> {
  const made = new SoftwareAuthenticator();
  const added = await post('passkeys', { name: 'Key', registration: made.register(await creation(person)) }, person);
  if (added.status !== 201) throw new Error(added.text);
  return made;
}
const creation = async (person: Person): Promise<string> =>
  (await post('passkeys/challenge', { password: PASSWORD }, person)).json.challenge;
const challenge = async (): Promise<string> => (await post('login/passkey/challenge', undefined)).json.challenge;
const byPasskey = (assertion: unknown) => post('login/passkey', { assertion });
const deviating = async (deviation: Deviation) => byPasskey(key.assert(await challenge(), deviation));
const addedBy = async (deviation: Deviation) =>
  post('passkeys', { name: 'Key', registration: new SoftwareAuthenticator().register(await creation(eve), deviation) }, eve);

/** Returns the token of the first step: the attacker knows the password. */
const token = async (person: Person = ada): Promise<string> =>
  (await post('login', { email: person.email, password: PASSWORD })).json.second_factor.token;
const second = (given: unknown, code: unknown) => post('login/second-factor', { token: given, code });
/** Returns the refused answer of concurrent calls, exactly one of which may succeed. */
async function loserOf(calls: Promise<Received>[]): Promise<Received> {
  const answers = await Promise.all(calls);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  return answers.find(({ status }) => status !== 200)!;
}

beforeAll(async () => {
  ada = await givenTarget('ada@example.com');
  eve = await givenTarget('eve@example.com');
  key = await givenPasskey(ada);
  evesKey = await givenPasskey(eve);
});
// authenticators show a new code every 30 s: a code must not change during an attack
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  await knex('second_factor_step').delete();
  await knex('second_factor').update({ failures: 0 });
  await knex('recovery_code').update({ used_at: null });
  await knex('rate_limit').delete();
});

const WRONG = 'auth.code_wrong';
const OVER = 'auth.sign_in_expired';
const REFUSED = 'auth.passkey_refused';

/** Every attack must be refused: name, expected error code, and the attack. */
const ATTACKS: readonly (readonly [string, string, () => Promise<Received>])[] = [
  [
    'take the token of the first step for an access token',
    'auth.token_invalid',
    async () => api.call('/api/auth/me', { bearer: await token() }),
  ],
  ['take it for a session cookie', 'auth.required', async () => api.call('/api/auth/me', { cookie: await token() })],
  ['take it for a refresh token', 'auth.refresh_invalid', async () => post('refresh', { refresh_token: await token() })],
  ['make a token up', OVER, () => second('a'.repeat(43), ada.codeAt(0))],
  [
    'replay a code with another token',
    WRONG,
    async () => {
      expect((await second(await token(), ada.codeAt(0))).status).toBe(200);
      return second(await token(), ada.codeAt(0));
    },
  ],
  [
    'replay a token with another code',
    OVER,
    async () => {
      const stolen = await token();
      expect((await second(stolen, ada.codeAt(0))).status).toBe(200);
      return second(stolen, ada.codeAt(1));
    },
  ],
  ['use a code of a minute ago', WRONG, async () => second(await token(), ada.codeAt(-2))],
  ['use a code of the future', WRONG, async () => second(await token(), ada.codeAt(2))],
  ['use a code of another account', WRONG, async () => second(await token(), eve.codeAt(0))],
  ['use a recovery code of another account', WRONG, async () => second(await token(), eve.recoveryCodes[0])],
  [
    'use a recovery code twice',
    WRONG,
    async () => {
      expect((await second(await token(), ada.recoveryCodes[0])).status).toBe(200);
      return second(await token(), ada.recoveryCodes[0]);
    },
  ],
  [
    'use a token after its five minutes',
    OVER,
    async () => {
      const old = await token();
      await knex('pending_sign_in').update({ expires_at: new Date() });
      return second(old, ada.codeAt(0));
    },
  ],
  [
    'guess with one token until it gives way',
    OVER,
    async () => {
      const held = await token();
      for (let guess = 0; guess < 5; guess += 1) expect((await second(held, '000000')).json.code).toBe(WRONG);
      return second(held, ada.codeAt(0));
    },
  ],
  [
    'guess with many tokens until the account gives way',
    'limits.rate',
    async () => {
      for (let round = 0; round < 2; round += 1) {
        const held = await token();
        for (let guess = 0; guess < 5; guess += 1) await second(held, `00000${guess}`);
      }
      return second(await token(), ada.codeAt(0));
    },
  ],
  [
    'race one code through several tokens',
    WRONG,
    async () => {
      const tokens = await Promise.all([token(), token(), token()]);
      return loserOf(tokens.map((held) => second(held, ada.codeAt(0))));
    },
  ],
  [
    'race several codes through one token',
    OVER,
    async () => {
      const held = await token();
      return loserOf([-1, 0, 1].map((steps) => second(held, ada.codeAt(steps))));
    },
  ],
  [
    'race one recovery code through several tokens',
    WRONG,
    async () => {
      const tokens = await Promise.all([token(), token(), token()]);
      return loserOf(tokens.map((held) => second(held, ada.recoveryCodes[3])));
    },
  ],
  ['send a list of codes', 'validation.failed', async () => second(await token(), [ada.codeAt(-1), ada.codeAt(0)])],
  ['send no code', 'validation.failed', async () => second(await token(), '')],
  ['send digits of another script', WRONG, async () => second(await token(), '١٢٣٤٥٦')],
  ['send a pattern for a code', WRONG, async () => second(await token(), '%')],
  [
    'keep using a token from before the password was changed',
    OVER,
    async () => {
      const held = await token(eve);
      const change = { current: PASSWORD, new: PASSWORD };
      expect((await post('password/change', change, eve)).status).toBe(200);
      return second(held, eve.codeAt(0));
    },
  ],
  [
    'turn it off from an open screen, without the password',
    'auth.password_wrong',
    () => post('second-factor/off', { password: 'guess', code: ada.codeAt(0) }, ada),
  ],
  ['turn it off with the password alone', WRONG, () => post('second-factor/off', { password: PASSWORD, code: '000000' }, ada)],
  [
    'turn it off with a code that was seen over the shoulder',
    WRONG,
    async () => {
      expect((await second(await token(), ada.codeAt(0))).status).toBe(200);
      return post('second-factor/off', { password: PASSWORD, code: ada.codeAt(0) }, ada);
    },
  ],
  ['put another authenticator in its place', 'auth.second_factor_on', () => post('second-factor/setup', { password: PASSWORD }, ada)],
  [
    'confirm it again to see new recovery codes',
    'auth.second_factor_on',
    () => post('second-factor/confirm', { code: ada.codeAt(0) }, ada),
  ],
  [
    'make new recovery codes without a code',
    WRONG,
    () => post('second-factor/recovery-codes', { password: PASSWORD, code: 'abcde-fghjk' }, ada),
  ],
  [
    'copy one’s own sealed secret into another user’s row',
    WRONG,
    async () => {
      const [mine, theirs] = await Promise.all(
        [eve, ada].map(({ userId }) => knex('second_factor').where({ account_id: userId }).first('secret')),
      );
      await knex('second_factor').where({ account_id: ada.userId }).update({ secret: mine.secret });
      const answer = await second(await token(), eve.codeAt(0));
      await knex('second_factor').where({ account_id: ada.userId }).update({ secret: theirs.secret });
      return answer;
    },
  ],
  ['sign in with a passkey at another origin', REFUSED, () => deviating({ origin: 'http://localhost.evil.example' })],
  ['sign in with a passkey of another site', REFUSED, () => deviating({ rpId: 'evil.example' })],
  ['sign in with a passkey that was not unlocked', REFUSED, () => deviating({ isVerified: false })],
  ['sign in with what was signed to add a passkey', REFUSED, () => deviating({ type: 'webauthn.create' })],
  ['sign with another key', REFUSED, () => deviating({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey })],
  [
    'sign in with the passkey of one account as another',
    REFUSED,
    () => deviating({ userHandle: Buffer.from(eve.userId).toString('base64url') }),
  ],
  [
    'sign in with a copy of an authenticator that has counted less',
    REFUSED,
    async () => {
      expect((await byPasskey(key.assert(await challenge()))).status).toBe(200);
      return deviating({ counter: 1 });
    },
  ],
  [
    'replay what an authenticator signed',
    REFUSED,
    async () => {
      const assertion = key.assert(await challenge());
      return loserOf([byPasskey(assertion), byPasskey(assertion)]);
    },
  ],
  ['answer a challenge that was made for something else', REFUSED, async () => byPasskey(key.assert(await creation(ada)))],
  ['add a passkey from another origin', REFUSED, () => addedBy({ origin: 'https://evil.example' })],
  [
    'add another user’s passkey to one’s own account, with their challenge or one’s own',
    REFUSED,
    async () => {
      const stolen = await post('passkeys', { name: 'Key', registration: new SoftwareAuthenticator().register(await creation(ada)) }, eve);
      expect(stolen.json.code).toBe(REFUSED);
      return post('passkeys', { name: 'Key', registration: key.register(await creation(eve)) }, eve);
    },
  ],
];

describe('40 attacks on the ways to sign in', () => {
  it('are 40', () => expect(ATTACKS).toHaveLength(40));

  it.each(ATTACKS)('%s: refused (%s)', async (_, code, attack) => {
    const answer = await attack();
    expect([answer.status >= 400 && answer.status < 500, answer.json.code]).toEqual([true, code]);
    expect(answer.text).not.toMatch(/access_token|recovery_codes/);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('and the owners themselves can still sign in, by code and by passkey, which counts as both factors', async () => {
    expect((await second(await token(), ada.codeAt(0))).json.user.user_id).toBe(ada.userId);
    const answer = await byPasskey(key.assert(await challenge()));
    expect([answer.status, answer.json.user.user_id]).toEqual([200, ada.userId]);
    const own = Buffer.from(eve.userId).toString('base64url');
    expect((await byPasskey(evesKey.assert(await challenge(), { userHandle: own }))).json.user.user_id).toBe(eve.userId);
  });
});

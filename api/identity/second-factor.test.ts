import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FROM_OUR_PAGE, PASSWORD, cookieOf, useTestApi, type Person } from '#api/testing/test-api.ts';

const api = useTestApi();
let number = 0;
let ada: Person;

// authenticators show a new code every 30 s: a code must not change during a test
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  ada = await api.givenPerson(`ada-${++number}@example.com`, { tokens: 0, proven: true });
});

const post = (path: string, body: unknown, person: Person | null = ada) =>
  api.call(`/api/auth/${path}`, { body, headers: FROM_OUR_PAGE, ...(person && { bearer: person.accessToken }) });
const mails = () => api.database.knex('outgoing_mail').where({ account_id: ada.userId, kind: 'security-changed' }).orderBy('id');

/** Creates an authenticator, which returns its code now, or some steps before or after. */
const authenticator = (secret: string) => (steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Turns on Ada's two-step sign-in, which uses up the previous step's code. */
async function turnedOn() {
  const { secret } = (await post('second-factor/setup', { password: PASSWORD })).json;
  const codeAt = authenticator(secret);
  const { recovery_codes: recoveryCodes } = (await post('second-factor/confirm', { code: codeAt(-1) })).json;
  return { codeAt, recoveryCodes: recoveryCodes as string[] };
}
const firstStep = async (): Promise<string> =>
  (await post('login', { email: ada.email, password: PASSWORD }, null)).json.second_factor.token;

describe('two-step sign-in', () => {
  it('is set up with the password and a first code, shows ten recovery codes once, and stores no secret in the clear', async () => {
    const set = await post('second-factor/setup', { password: PASSWORD });
    expect(set.json.uri).toMatch(/^otpauth:\/\/totp\/Coursewright:ada-\d+%40example.com\?.*secret=/);
    const state = () => api.call('/api/auth/second-factor', { bearer: ada.accessToken });
    expect((await state()).json).toEqual({ on: false, since: null, recovery_codes_left: 0 });
    // no code is required before the setup is confirmed
    expect((await post('login', { email: ada.email, password: PASSWORD }, null)).status).toBe(200);
    const confirmed = await post('second-factor/confirm', { code: authenticator(set.json.secret)(0) });
    expect(new Set(confirmed.json.recovery_codes).size).toBe(10);
    expect((await state()).json).toMatchObject({ on: true, recovery_codes_left: 10 });
    const stored = JSON.stringify(
      await api.database.knex('second_factor').join('recovery_code', 'recovery_code.account_id', 'second_factor.account_id'),
    );
    const bytes = Buffer.from(Secret.fromBase32(set.json.secret).bytes);
    const [row] = await api.database.knex('second_factor').where({ account_id: ada.userId });
    expect(row!.secret.includes(bytes)).toBe(false);
    expect(stored).not.toContain(confirmed.json.recovery_codes[0]);
    expect((await mails()).map(({ data }) => data.change)).toEqual(['second_factor_on']);
  });

  it('signs in with the password and a code, and only both together make a session', async () => {
    const { codeAt } = await turnedOn();
    const first = await post('login', { email: ada.email, password: PASSWORD }, null);
    expect([first.status, cookieOf(first), Object.keys(first.json)]).toEqual([202, null, ['second_factor']]);
    const { token } = first.json.second_factor;
    for (const way of [{ bearer: token }, { cookie: token }]) expect((await api.call('/api/auth/me', way)).status).toBe(401);
    const second = await post('login/second-factor', { token, code: ` ${codeAt(0)} ` }, null);
    expect([second.status, second.json.user.user_id, cookieOf(second)]).toEqual([200, ada.userId, expect.any(String)]);
    expect((await api.call('/api/auth/me', { bearer: second.json.access_token })).status).toBe(200);
  });

  it('accepts a recovery code in any spelling, notifies the owner, and replaces all codes on request', async () => {
    const { codeAt, recoveryCodes } = await turnedOn();
    const spelled = recoveryCodes[0]!.toUpperCase().replace('-', ' ');
    expect((await post('login/second-factor', { token: await firstStep(), code: spelled }, null)).status).toBe(200);
    const renewed = await post('second-factor/recovery-codes', { password: PASSWORD, code: codeAt(0) });
    expect(renewed.json.recovery_codes).toHaveLength(10);
    expect((await post('login/second-factor', { token: await firstStep(), code: recoveryCodes[1] }, null)).status).toBe(403);
    expect((await post('login/second-factor', { token: await firstStep(), code: renewed.json.recovery_codes[1] }, null)).status).toBe(200);
    const changes = (await mails()).map(({ data }) => data.change);
    expect(changes).toEqual(['second_factor_on', 'recovery_code_used', 'recovery_codes_new', 'recovery_code_used']);
  });

  it('is turned off with the password and a code together, and the owner is notified', async () => {
    const { codeAt } = await turnedOn();
    expect((await post('second-factor/off', { password: 'wrong', code: codeAt(0) })).json.code).toBe('auth.password_wrong');
    expect((await post('second-factor/off', { password: PASSWORD, code: '000000' })).json.code).toBe('auth.code_wrong');
    expect((await post('second-factor/off', { password: PASSWORD, code: codeAt(0) })).json.on).toBe(false);
    expect((await post('login', { email: ada.email, password: PASSWORD }, null)).status).toBe(200);
    expect(await api.database.knex('recovery_code').where({ account_id: ada.userId })).toEqual([]);
    expect((await mails()).at(-1)!.data['change']).toBe('second_factor_off');
  });
});

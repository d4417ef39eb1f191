import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { FROM_OUR_PAGE, PASSWORD, useTestApi, type Person } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { confirmSecondFactor } from '#domain/identity/second-factor/second-factor.commands.ts';
import { mailedToken } from '#domain/mail/mailed-token.factory.ts';
import { verifyAccess } from '#domain/identity/sessions/session.queries.ts';
import { SoftwareAuthenticator } from '#domain/identity/passkeys/software-authenticator.factory.ts';
import { givenWebhook } from '#domain/webhooks/webhook.factory.ts';

const api = useTestApi();
const NEW = 'battery staple';
const knex = (table: string) => api.database.knex(table);
let number = 0;
let person: Person;
beforeEach(async () => {
  person = await api.givenPerson(`owner-${++number}@example.com`, { tokens: 0 });
});

const post = (path: string, body: unknown, by: Person | null = null) =>
  api.call(`/api/auth/${path}`, { method: 'POST', body, headers: FROM_OUR_PAGE, ...(by && { bearer: by.accessToken }) });
const isProven = (proven: boolean) =>
  knex('account')
    .where({ id: person.userId })
    .update({ email_verified_at: proven ? new Date() : null });
const resetToken = async (): Promise<string> => {
  await post('password/forgot', { email: person.email });
  return mailedToken('reset-password', person.email);
};
async function givenPasskey(name: string): Promise<SoftwareAuthenticator> {
  const made = new SoftwareAuthenticator();
  const { challenge } = (await post('passkeys/challenge', { password: PASSWORD }, person)).json;
  const added = await post('passkeys', { name, registration: made.register(challenge) }, person);
  if (added.status !== 201) throw new Error(added.text);
  return made;
}
const byPasskey = async (key: SoftwareAuthenticator) =>
  post('login/passkey', { assertion: key.assert((await post('login/passkey/challenge', undefined)).json.challenge) });
/** Turns two-step sign-in on. @returns an unused code, and recovery codes */
async function givenSecondFactor() {
  const { secret } = (await post('second-factor/setup', { password: PASSWORD }, person)).json;
  const codeAt = (steps: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  const confirmed = await post('second-factor/confirm', { code: codeAt(0) }, person);
  return { code: () => codeAt(1), recoveryCodes: confirmed.json.recovery_codes as string[] };
}
const givenProvider = () =>
  knex('provider_identity').insert({ provider: 'google', subject: randomUUID(), account_id: person.userId, email: 'x@evil.example' });

describe('before an address is proven', () => {
  const guarded = ENDPOINTS.filter(({ proven }) => proven);

  it('only a password can be set: nothing else that signs in or keeps access', () => {
    expect(guarded.map(({ name }) => name).toSorted()).toEqual(
      'addDomain addLtiPlatform addPasskey changeDomain changeLtiPlatform changeSignInLifetime changeSignInMode confirmSecondFactor connectOrganisation createKey createScimToken createWebhook decideConsent finishLink joinByDomain openAudioFeed openDueCalendar renewLtiRegistration rotateWebhookSecret saveSignIn setUpSecondFactor startLink startPasskey subscribePush updateWebhook'.split(
        ' ',
      ),
    );
  });

  it.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s asks to confirm the address first',
    async (_, { method, path }) => {
      const address = path.replace(/:provider/, 'google').replaceAll(/:\w+/g, randomUUID());
      const answer = await api.call(address, { method, bearer: person.accessToken, ...(method !== 'GET' && { body: {} }) });
      expect([answer.status, answer.json.code]).toEqual([403, 'auth.address_unproven']);
    },
  );
});

describe('an address that was taken before its owner came', () => {
  it('belongs to its owner alone after a reset: nothing that was set up earlier signs in or shows anything', async () => {
    await isProven(true);
    const key = await givenPasskey('Theirs');
    await givenSecondFactor();
    await givenProvider();
    const courseId = await givenCourse(person.userId);
    const { secret: apiKey } = await givenKey({ accountId: person.userId, holder: 'account', scopes: ['account:read'] });
    expect((await api.call('/api/auth/me', { bearer: apiKey })).status).toBe(200);
    await givenWebhook({ accountId: person.userId });
    await knex('course_share').insert({ course_id: courseId, account_id: person.userId, token: 't'.repeat(32) });
    await knex('audio_feed').insert({ id: randomUUID(), account_id: person.userId, course_id: courseId, language: 'english' });
    await knex('due_calendar').insert({ id: randomUUID(), account_id: person.userId });
    await knex('parental_consent').insert({ account_id: person.userId, given_by: 'parent', parent_email: 'x@evil.example' });
    await knex('account').where({ id: person.userId }).update({ birth_year: 2012, deletion_due_at: new Date() });
    await post('login', { email: person.email, password: PASSWORD });
    // set up before addresses had to be proven
    await isProven(false);

    const token = await resetToken();
    const shown = await post('password/reset/ways-in', { token });
    expect(shown.json).toEqual({ proven: false, second_factor: false, passkeys: [], providers: [] });
    expect((await post('password/reset', { token, password: NEW })).status).toBe(200);

    expect((await byPasskey(key)).json.code).toBe('auth.passkey_refused');
    expect((await api.call('/api/auth/me', { bearer: apiKey })).status).toBe(401);
    expect((await api.call('/api/auth/me', { bearer: person.accessToken })).status).toBe(401);
    expect((await post('refresh', { refresh_token: person.refreshToken })).status).toBe(401);
    expect((await post('login', { email: person.email, password: NEW })).status).toBe(200);
    const left = [
      'provider_identity',
      'second_factor',
      'recovery_code',
      'pending_sign_in',
      'course_share',
      'audio_feed',
      'due_calendar',
      'parental_consent',
      'api_key',
      'webhook',
    ];
    for (const table of left) expect(await knex(table).where({ account_id: person.userId }), table).toEqual([]);
    expect(await knex('account').where({ id: person.userId }).first()).toMatchObject({
      email_verified_at: expect.any(Date),
      birth_year: null,
      deletion_due_at: null,
    });
    const [audit] = await knex('audit_entry').where({ subject: `account:${person.userId}`, action: 'account.address_taken_over' });
    expect(audit).toMatchObject({
      detail: { how: 'reset', ended: { passkey: 1, provider_identity: 1, second_factor: 1, audio_feed: 1, due_calendar: 1 } },
    });
  });

  it('is confirmed in the session that registered it, which ends nothing', async () => {
    const token = await mailedToken('verify-email', person.email);
    expect((await post('verify-email', { token })).status).toBe(200);
    expect((await api.call('/api/auth/me', { bearer: person.accessToken })).status).toBe(200);
    const key = await givenPasskey('Mine');
    expect((await byPasskey(key)).status).toBe(200);
  });

  /**
   * Columns that look like a key, each with the reason why proving the address does not end it. Columns of tables that it empties are not
   * listed; a new column must be ended by `takeOverAddress`, or explained here.
   */
  const KEPT: Readonly<Record<string, string>> = {
    'account.password_hash': 'replaced by the new owner’s, or emptied',
    'session.cookie_hash': 'revoked',
    'lti_session.token_hash': 'of accounts that a platform made: their address receives no mail, and nobody proves it',
    'oauth_record.id_hash': 'worth nothing without the key that stands for its grant, which is ended',
    'oauth_record.grant_hash': 'the same',
    'oauth_record.uid_hash': 'names a sign-in of minutes',
    'push_subscription.endpoint': 'told nothing without the session that subscribed',
    'former_student.email_hash': 'that a limit of a class binds the address',
    'trial_use.email_hash': 'that the address has had its trial',
    'voice_upload_part.bytes': 'a piece of a recording',
  };
  const ENDED = `passkey passkey_challenge provider_identity provider_attempt second_factor recovery_code pending_sign_in known_device
     account_link parental_request parental_consent audio_feed due_calendar course_share api_key webhook organisation_identity`.split(
    /\s+/,
  );

  it('has no key that the confirmation would revoke', async () => {
    const { rows } = await api.database.knex.raw<{ rows: { name: string; of: string }[] }>(
      `select c.table_name as of, c.table_name || '.' || c.column_name as name from information_schema.columns c
        where c.table_schema = 'public' and (c.table_name = 'account' or exists (select from information_schema.columns a
              where a.table_schema = 'public' and a.table_name = c.table_name and a.column_name = 'account_id'))
          and (c.data_type = 'bytea' or c.column_name ~ '(token|secret|endpoint|credential|password|code)(_hash)?$')`,
    );
    const unknown = rows.filter(({ of, name }) => !ENDED.includes(of) && !Object.hasOwn(KEPT, name));
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });
});

describe('a reset of a confirmed address', () => {
  beforeEach(() => isProven(true));

  it('lists passkeys and providers, and removes the selected ones', async () => {
    const [lost, kept] = [await givenPasskey('Lost phone'), await givenPasskey('Laptop')];
    await givenProvider();
    const token = await resetToken();
    const { json } = await post('password/reset/ways-in', { token });
    expect(json).toMatchObject({
      proven: true,
      second_factor: false,
      passkeys: [{ name: 'Lost phone' }, { name: 'Laptop' }],
      providers: [{ provider: 'google', email: 'x@evil.example' }],
    });
    const end = { end_passkeys: [json.passkeys[0].passkey_id], end_providers: ['google'] };
    expect((await post('password/reset', { token, password: NEW, ...end })).status).toBe(200);
    expect((await byPasskey(lost)).json.code).toBe('auth.passkey_refused');
    expect((await byPasskey(kept)).status).toBe(200);
    expect(await knex('provider_identity').where({ account_id: person.userId })).toEqual([]);
    expect((await post('password/reset/ways-in', { token })).json.code).toBe('auth.link_invalid');
  });

  it('needs a code of the second factor, which stays; a wrong code is counted and does not use up the link', async () => {
    const { code, recoveryCodes } = await givenSecondFactor();
    const token = await resetToken();
    expect((await post('password/reset/ways-in', { token })).json.second_factor).toBe(true);
    const reset = (given?: string) => post('password/reset', { token, password: NEW, ...(given !== undefined && { code: given }) });
    expect((await reset()).json.code).toBe('auth.code_needed');
    expect((await reset('000000')).json.code).toBe('auth.code_wrong');
    expect((await knex('second_factor').where({ account_id: person.userId }).first()).failures).toBe(1);
    expect((await post('login', { email: person.email, password: NEW })).status).toBe(401);
    expect((await reset(number % 2 === 0 ? code() : recoveryCodes[0])).status).toBe(200);
    expect((await post('login', { email: person.email, password: NEW })).status).toBe(202);
  });

  it('leaves no key that was being created when the sessions ended', async () => {
    const { secret } = (await post('second-factor/setup', { password: PASSWORD }, person)).json;
    const { sessionId } = (await verifyAccess(person.accessToken))!;
    expect((await post('password/reset', { token: await resetToken(), password: NEW })).status).toBe(200);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await expect(confirmSecondFactor({ accountId: person.userId, sessionId, code })).rejects.toMatchObject({ code: 'auth.token_invalid' });
  });
});

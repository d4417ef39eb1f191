import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { signInCalls } from '#api/organisations/sign-in.factory.ts';
import { PASSWORD, useTestApi } from '#api/testing/test-api.ts';
import { startProvider } from '#ops/sandbox/identity/provider.ts';

const api = useTestApi();
const { post, givenSchool, save } = signInCalls(api);

it('no secret that we issue or receive is in plain text in any table, and so in no backup, dump or export', async () => {
  const { owner } = await givenSchool('Secret School', 'secret.example');
  const secrets: Record<string, string> = {
    password: PASSWORD,
    'refresh token': owner.refreshToken.split('.').at(-1)!,
    cookie: owner.cookie,
  };
  const made = async (what: string, answer: Promise<{ json: any; text: string }>, secretOf: (json: any) => string | undefined) => {
    const { json, text } = await answer;
    const secret = secretOf(json);
    expect(String(secret), `${what}: ${text}`).toMatch(/.{16}/);
    secrets[what] = secret!;
  };
  const key = { name: 'Key', scopes: ['learn'], days: 30, day_budget: 0, networks: [], password: PASSWORD };
  await made('API key', post('/api/keys/account', key, { by: owner }), (json) => json.secret ?? json.key);
  const webhook = { url: 'https://hooks.example/x', events: ['run.ended'] };
  await made('webhook', post('/api/programs/webhooks/account', webhook, { by: owner }), (json) => json.secret);
  await made('directory', post('/api/organisation/provisioning/tokens', undefined, { by: owner }), (json) => json.token);
  const lms = { name: 'LMS', product: 'moodle', authorised: true };
  await made('LMS', post('/api/organisation/lms', lms, { by: owner }), (json) => new URL(json.registration_url).searchParams.get('code')!);
  await made('second factor', post('/api/auth/second-factor/setup', { password: PASSWORD }, { by: owner }), (json) => json.secret);
  const code = new TOTP({ secret: Secret.fromBase32(secrets['second factor']!) }).generate();
  await made('recovery code', post('/api/auth/second-factor/confirm', { code }, { by: owner }), (json) => json.recovery_codes?.join(' '));
  const client = { id: 'coursewright', secret: 'the client secret of an organisation' };
  const provider = await startProvider(client);
  const connection = { kind: 'oidc', slug: 'secret', issuer: provider.issuer, client_id: client.id, client_secret: client.secret };
  expect((await save(owner, connection)).status).toBe(200);
  provider.close();
  secrets['client secret'] = client.secret;

  const texts = Object.values(secrets).flatMap((secret) =>
    secret.split(/ (?=\w{4,}-)/).flatMap((one) => [one, Buffer.from(one).toString('hex'), Buffer.from(one).toString('base64')]),
  );
  const { rows: tables } = await api.database.knex.raw(`select tablename from pg_tables where schemaname = 'public'`);
  expect(tables.length).toBeGreaterThan(100);
  const patterns = texts.map((one) => `%${one.replaceAll(/[\\%_]/g, '\\$&')}%`);
  for (const { tablename } of tables) {
    const { rows } = await api.database.knex.raw(`select t::text as text from "${tablename}" t where t::text like any (?)`, [patterns]);
    expect(rows, tablename).toEqual([]);
  }
});

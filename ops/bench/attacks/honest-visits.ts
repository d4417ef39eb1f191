// What an honest person does beside strangers' attacks, and the connection that some of these need.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { exportJWK, generateKeyPair } from 'jose';
import type { Knex } from 'knex';
import type { GivenAccount } from '../largest-inputs/given-account.ts';
import { PASSWORD } from '../largest-inputs/state.ts';
import { sendRaw, type Received } from './session.ts';
import type { KnownConnection } from './strangers.ts';

const ADDRESS = '203.0.113.9';

/** Returns the actions by name; each throws if it is refused. */
export async function honestVisits(url: string, { session, email }: GivenAccount): Promise<ReadonlyMap<string, () => Promise<void>>> {
  const done = (answer: Received): Received => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.code}`);
    return answer;
  };
  const signIn = async (headers: Readonly<Record<string, string>>) =>
    done(
      await sendRaw(url, {
        method: 'POST',
        address: '/api/auth/login',
        body: JSON.stringify({ email, password: PASSWORD }),
        type: 'application/json',
        headers: { 'x-forwarded-for': ADDRESS, ...headers },
      }),
    );
  const [device = ''] = (await signIn({})).cookies.filter((cookie) => /-device=/.test(cookie)).map((cookie) => cookie.split(';')[0]!);
  const read = async (address: string, headers: Readonly<Record<string, string>>) =>
    void done(await sendRaw(url, { method: 'GET', address, headers: { 'x-forwarded-for': ADDRESS, ...headers } }));
  return new Map<string, () => Promise<void>>([
    ['sign-in on a new device', async () => void (await signIn({}))],
    ['sign-in on a known device', async () => void (await signIn({ cookie: device }))],
    ['search of the market', () => read('/api/market/courses?q=bee', {})],
    ['page of the market', () => read('/market?q=bee', { accept: 'text/html' })],
    ['list', () => read('/api/runs', { authorization: `Bearer ${session.token()}` })],
  ]);
}

/**
 * Gives an organisation a sign-in with a provider on loopback.
 * @returns the connection, and `calls`, which tells how often the provider was asked
 */
export async function givenConnection(
  knex: Knex,
  organisationId: string,
): Promise<{ connection: KnownConnection; calls: () => number; close: () => void }> {
  let calls = 0;
  const { publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    calls += 1;
    const about = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(request.url === '/keys' ? { keys: [jwk] } : about));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = { id: organisationId, issuer, clientId: 'coursewright' };
  const row = { organisation_id: organisationId, slug: 'attacked', kind: 'oidc', mode: 'offered', issuer, client_id: connection.clientId };
  await knex('organisation_sign_in').insert(row);
  return { connection, calls: () => calls, close: () => void server.close() };
}

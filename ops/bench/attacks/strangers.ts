// Attacks that need no account, or only a few that are free: what costs the sender nothing.
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { sendRaw, type Received, type Sent } from './session.ts';

const NETWORKS = 300;
/** The first hundred are of one site, which is free; the others are sites of one provider. */
const OF_ONE_SITE = 100;
const AT_ONCE = 32;
const FORM = 'application/x-www-form-urlencoded';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Loops {
  readonly url: string;
  /** Is told each answer. */
  readonly count: (answer: Received) => void;
}

/** Sends one request after another for ever; immediate refusals are repeated after a pause. */
async function loop(send: (at: number) => Promise<Received>, count: Loops['count']): Promise<never> {
  for (let at = 0; ; at += 1) {
    const answer = await send(at);
    count(answer);
    if ([0, 429, 503].includes(answer.status)) await pause(50);
  }
}

/** Returns the address of one of many networks of one provider. */
const networkAt = (at: number): string => (at < OF_ONE_SITE ? `2001:db8:1:${at.toString(16)}::1` : `2001:db8:${at.toString(16)}::1`);

/** Signs in with a right password and with wrong ones, searches the market and opens its page, from three hundred networks at once. */
export function networks({ url, count }: Loops, { email, password }: { email: string; password: string }): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: NETWORKS });
  const signIn = (body: object): Sent => ({
    method: 'POST',
    address: '/api/auth/login',
    body: JSON.stringify(body),
    type: 'application/json',
  });
  const asked: readonly (() => Sent)[] = [
    () => signIn({ email, password }),
    () => ({ method: 'GET', address: `/api/market/courses?q=${encodeURIComponent('the bee of the hive in a garden')}` }),
    () => signIn({ email: `${randomUUID()}@example.com`, password }),
    () => ({ method: 'GET', address: '/market?q=bee', headers: { accept: 'text/html' } }),
  ];
  return Promise.race(
    Array.from({ length: NETWORKS }, (_, network) =>
      loop((at) => {
        const sent = asked[(at + network) % asked.length]!();
        return sendRaw(url, { ...sent, headers: { ...sent.headers, 'x-forwarded-for': networkAt(network) } }, { agent });
      }, count),
    ),
  );
}

/** An organisation's OpenID connection, of which everybody can know this. */
export interface KnownConnection {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Sends logout tokens that nobody has signed, or with keys that are none, and starts sign-ins that nobody finishes. */
export function unsignedTokens({ url, count }: Loops, { id, issuer, clientId }: KnownConnection): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const token = (header: object, signature: string): string => {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const claims = { iss: issuer, aud: clientId, iat: Math.floor(Date.now() / 1_000), jti: randomUUID(), sub: 'somebody', events };
    return `${encoded(header)}.${encoded(claims)}.${signature}`;
  };
  const logout = (logoutToken: string): Sent => ({
    method: 'POST',
    address: `/sign-in/organisation/${id}/logout`,
    body: `logout_token=${logoutToken}`,
    type: FORM,
  });
  const asked: readonly (() => Sent)[] = [
    () => logout(token({ alg: 'none' }, '')),
    () => logout(token({ alg: 'RS256', kid: randomUUID() }, 'c2ln')),
    () => logout(token({ alg: 'RS256' }, 'c2ln')),
    () => ({ method: 'POST', address: `/api/auth/organisation/${id}/start`, body: '{}', type: 'application/json' }),
    () => ({ method: 'POST', address: `/sign-in/organisation/${id}/acs`, body: `SAMLResponse=${'a'.repeat(10_000)}`, type: FORM }),
  ];
  return Promise.race(
    Array.from({ length: AT_ONCE }, (_, network) =>
      loop((at) => sendRaw(url, { ...asked[at % asked.length]!(), headers: { 'x-forwarded-for': networkAt(network) } }, { agent }), count),
    ),
  );
}

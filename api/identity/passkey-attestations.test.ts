import { createHash, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FROM_OUR_PAGE, PASSWORD, useTestApi, type Person } from '#api/testing/test-api.ts';
import { forgedAndroidKey } from './forged-attestation.factory.ts';
import { SoftwareAuthenticator, type Attested, type Deviation } from '#domain/identity/passkeys/software-authenticator.factory.ts';

const api = useTestApi();
/** Requests that a listener on loopback received. */
const asked: string[] = [];
let listener: Server;
let crlAddress: string;
let ada: Person;

beforeAll(async () => {
  ada = await api.givenPerson('ada@example.com', { tokens: 0, proven: true });
  listener = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  crlAddress = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/crl`;
});
afterAll(() => listener.close());

const post = (path: string, body: unknown) =>
  api.call(`/api/auth/${path}`, { method: 'POST', body, headers: FROM_OUR_PAGE, bearer: ada.accessToken });
async function add(deviation: Deviation) {
  const { challenge } = (await post('passkeys/challenge', { password: PASSWORD })).json;
  return post('passkeys', { name: 'Key', registration: new SoftwareAuthenticator().register(challenge, deviation) });
}
const signatureOf = ({ keys, authData, clientData }: Attested) =>
  new Uint8Array(sign('sha256', Buffer.concat([authData, createHash('sha256').update(clientData).digest()]), keys.privateKey));
const selfAttested = (signed: Attested) =>
  new Map<string, number | Uint8Array>([
    ['alg', -7],
    ['sig', signatureOf(signed)],
  ]);
const certified = (signed: Attested) => forgedAndroidKey(signed.keys, signed, crlAddress);
const deep = (head: number) => (bytes: Uint8Array) => Buffer.concat([Buffer.alloc(5_000, head), bytes]);

describe('a passkey', () => {
  it('is added without an attestation, or with one by its own key', async () => {
    expect((await add({})).status).toBe(201);
    expect((await add({ attestation: ['packed', selfAttested] })).status).toBe(201);
  });

  it.each<readonly [string, Deviation]>([
    ['certificates of an Android key, whose leaf names an address', { attestation: ['android-key', certified] }],
    ['certificates in a packed statement', { attestation: ['packed', certified] }],
    ['certificates beside none', { attestation: ['none', certified] }],
    ['the statement of a security key', { attestation: ['fido-u2f', certified] }],
    ['the statement of a TPM', { attestation: ['tpm', certified] }],
    ['the statement of Apple', { attestation: ['apple', certified] }],
    ['a format of nobody', { attestation: ['nobody', () => new Map()] }],
    ['a statement that is no map', { attestation: ['none', () => 'text'] }],
    ['thousands of nested lists', { mangle: deep(0x81) }],
    ['thousands of nested tags', { mangle: deep(0xc1) }],
    ['no bytes at all', { mangle: () => Buffer.from([0x00]) }],
  ])('is refused with %s, and nothing is asked', async (_, deviation) => {
    const { status, json } = await add(deviation);
    expect([status, json.code]).toEqual([403, 'auth.passkey_refused']);
    expect(asked).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { newToken } from '#domain/platform/links/secret-link.ts';
import { deviceCookieOf, payerOf, readDevice } from './device-cookie.ts';

const secret = newToken();
const payer = payerOf('01920000-0000-7000-8000-000000000001');

it('a device’s cookie is read as it was signed', () => {
  expect(readDevice(deviceCookieOf(secret, payer))).toEqual({ secret, payer });
});

it('a payer stands for one account, and does not name it', () => {
  expect(payerOf('01920000-0000-7000-8000-000000000001')).toBe(payer);
  expect(payerOf('01920000-0000-7000-8000-000000000002')).not.toBe(payer);
  expect(payer).not.toContain('0192');
});

it('a cookie from before signatures names a device, and nobody who pays for it', () => {
  expect(readDevice(secret)).toEqual({ secret, payer: null });
});

it.each([
  ['another payer', (cookie: string) => cookie.replace(payer, payerOf('somebody else'))],
  ['another secret', (cookie: string) => cookie.replace(secret, newToken())],
  ['another signature', (cookie: string) => cookie.slice(0, -43) + newToken()],
  ['no signature', (cookie: string) => cookie.slice(0, -44)],
  ['more', (cookie: string) => `${cookie}.x`],
  ['nothing', () => ''],
])('a cookie with %s is none', (_, change) => {
  expect(readDevice(change(deviceCookieOf(secret, payer)))).toBeNull();
});

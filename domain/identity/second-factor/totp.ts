import { Secret, TOTP } from 'otpauth';
import { PRODUCT } from '#contract/product.ts';
import { reseal, seal, unseal } from '#domain/platform/secrets/sealed.ts';

/** Supported by every authenticator app: six digits by SHA-1, changing every 30 seconds (RFC 6238). */
const PARAMETERS = { issuer: PRODUCT, algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps accepted before and after the current one: clocks differ, and people type slowly. */
const WINDOW = 1;
/** Length of the secret, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const contextOf = (accountId: string) => `totp:${accountId}`;

/**
 * Creates an account's secret.
 * @returns `sealed` for the database, `text` in base 32 to be typed, `uri` for the QR code
 */
export function newTotpSecret({ accountId, email }: { accountId: string; email: string }): { sealed: Buffer; text: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ ...PARAMETERS, label: email, secret }).toString();
  return { sealed: seal(secret.bytes, contextOf(accountId)), text: secret.base32, uri };
}

/** Encrypts an account's secret with the installation's new one; null when nothing has to change. */
export const resealTotpSecret = (accountId: string, sealed: Buffer, before: Uint8Array): Buffer | null =>
  reseal(sealed, contextOf(accountId), before);

/**
 * Returns the time step near `at` whose six-digit code this is, or null.
 * @param at ms since 1970
 */
export function stepOfCode({
  accountId,
  sealed,
  digits,
  at,
}: {
  accountId: string;
  sealed: Buffer;
  digits: string;
  at: number;
}): number | null {
  const bytes = unseal(sealed, contextOf(accountId));
  if (!bytes) return null;
  const totp = new TOTP({ ...PARAMETERS, secret: new Secret({ buffer: new Uint8Array(bytes).buffer }) });
  const delta = totp.validate({ token: digits, timestamp: at, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: at }) + delta;
}

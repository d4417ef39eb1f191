import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { config } from '#domain/platform/config.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret for the database with this installation's secret. `context` names its purpose and owner, e.g. `totp:<account id>`;
 * moved to another row, the secret cannot be decrypted.
 * @returns initialisation vector, tag and cipher text
 */
export function seal(plain: Uint8Array, context: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(), iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/**
 * Decrypts a secret.
 * @param secret the previous secret after a rotation; default: the installation's
 * @returns null when the context differs, the data was changed, or another installation's secret encrypted it
 */
export function unseal(sealed: Buffer, context: string, secret = config().sessionSecret): Buffer | null {
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const cipher = createDecipheriv(CIPHER, sealingKey(secret), sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([cipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]);
  } catch {
    return null;
  }
}

/**
 * Decrypts with the previous secret and encrypts with this installation's current secret.
 * @returns null when it is already encrypted with the current one, or neither can decrypt it
 */
export function reseal(sealed: Buffer, context: string, before: Uint8Array): Buffer | null {
  const plain = unseal(sealed, context) === null ? unseal(sealed, context, before) : null;
  return plain && seal(plain, context);
}

const sealingKey = (secret = config().sessionSecret): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'sealed', 32));

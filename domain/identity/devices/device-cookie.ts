import { createHmac, timingSafeEqual } from 'node:crypto';
import { config } from '#domain/platform/config.ts';

/** The content of a device's cookie, which opens nothing. */
export interface Device {
  /** Random; its hash is stored with each account that has signed in on the device. */
  readonly secret: string;
  /**
   * Stands for the account that first signed in on the device: the device's turns are this account's, so that few accounts with many devices
   * have few turns. Null for a cookie from before cookies were signed.
   */
  readonly payer: string | null;
}

/**
 * Returns the cookie of a device on which somebody has signed in: `<secret>.<payer>.<HMAC>`. It is made after a sign-in only, and stays the
 * same whoever signs in later, so neither it nor how its sender is treated tells anything about an account that the sender cannot open.
 */
export const deviceCookieOf = (secret: string, payer: string): string => `${secret}.${payer}.${sign(`device:${secret}:${payer}`)}`;

/** Returns the payer that stands for an account, which it does not reveal. */
export const payerOf = (accountId: string): string => sign(`device-payer:${accountId}`).slice(0, 16);

/** Reads a device's cookie. @returns null unless it looks like one; without a payer unless this installation signed it */
export function readDevice(cookie: string): Device | null {
  const [, secret, payer, signature] = /^([\w-]{43})(?:\.([\w-]{16})\.([\w-]{43}))?$/.exec(cookie) ?? [];
  if (secret === undefined) return null;
  if (payer === undefined || signature === undefined) return { secret, payer: null };
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(`device:${secret}:${payer}`)));
  return isOurs ? { secret, payer } : null;
}

const sign = (text: string): string => createHmac('sha256', config().sessionSecret).update(text).digest('base64url');

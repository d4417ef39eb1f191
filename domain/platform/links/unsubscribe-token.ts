import { createHmac, timingSafeEqual } from 'node:crypto';
import { config } from '../config.ts';

/** The mails, and their recipient, that an unsubscribe link turns off. */
export interface UnsubscribeChoice {
  /** Category of mails; see `unsubscribe.contract.ts`. */
  readonly scope: string;
  readonly accountId: string;
  /** The market course that the messages are about; empty for other scopes. */
  readonly courseId: string;
}

/**
 * Encodes the choice as a signed token for a link. The link works without sign-in as long as the installation's secret stays the same (RFC
 * 8058), and for nothing else.
 */
export function unsubscribeToken({ scope, accountId, courseId }: UnsubscribeChoice): string {
  const payload = Buffer.from([scope, accountId, courseId].join(' ')).toString('base64url');
  return `${payload}.${signatureOf(payload)}`;
}

/** Decodes a token, or returns null when its signature is not ours. */
export function readUnsubscribeToken(token: string): UnsubscribeChoice | null {
  const [payload = '', signature = ''] = token.split('.');
  const expected = Buffer.from(signatureOf(payload));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [scope = '', accountId = '', courseId = ''] = Buffer.from(payload, 'base64url').toString().split(' ');
  return { scope, accountId, courseId };
}

const signatureOf = (payload: string): string =>
  createHmac('sha256', config().sessionSecret).update(`unsubscribe:${payload}`).digest('base64url');

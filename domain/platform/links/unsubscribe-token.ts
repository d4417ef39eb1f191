import { createHmac, timingSafeEqual } from 'node:crypto';
import { config } from '../config.ts';

/** Which mails of whom a link in a mail ends. */
export interface SaidChoice {
  /** Of the mails; `unsubscribe.contract.ts` has them. */
  readonly scope: string;
  readonly accountId: string;
  /** The course of the market whose messages they are; empty for the others. */
  readonly courseId: string;
}

/** Says it in an address, signed: it works without signing in, as long as the installation's secret stays (RFC 8058), and for nothing else. */
export function unsubscribeToken({ scope, accountId, courseId }: SaidChoice): string {
  const said = Buffer.from([scope, accountId, courseId].join(' ')).toString('base64url');
  return `${said}.${signatureOf(said)}`;
}

/** What a token says; null when it is not ours. */
export function readUnsubscribeToken(token: string): SaidChoice | null {
  const [said = '', signature = ''] = token.split('.');
  const expected = Buffer.from(signatureOf(said));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [scope = '', accountId = '', courseId = ''] = Buffer.from(said, 'base64url').toString().split(' ');
  return { scope, accountId, courseId };
}

const signatureOf = (said: string): string =>
  createHmac('sha256', config().sessionSecret).update(`unsubscribe:${said}`).digest('base64url');

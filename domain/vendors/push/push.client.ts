import { createECDH, createHash, ECDH } from 'node:crypto';
import { request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import webPush from 'web-push';
import { config } from '#domain/platform/config.ts';
import { installSecret } from '#domain/platform/install-secret.mjs';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import { OutsideFailure } from '#domain/platform/secrets/outside-failure.ts';

/** How long a push service stores a message for an offline browser. */
const RETENTION_S = 86_400;
/** Timeout: push services answer within a tenth of it. */
const TIMEOUT_MS = 3_000;

/** A browser's push subscription. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The push service rejected a message. */
export class PushFailure extends OutsideFailure {
  /** A retry will not help. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.name = 'PushFailure';
    this.isFinal = isFinal;
  }
}

/** Returns the VAPID keys of this installation, derived from its secret `vapid` on first use. base64url. */
function vapidKeys(): { publicKey: string; privateKey: string } {
  const seed = createHash('sha256').update(installSecret(config().dataDir, 'vapid')).digest();
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(seed);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: seed.toString('base64url') };
}

/** Returns the public key with which browsers subscribe. */
export const vapidPublicKey = (): string => vapidKeys().publicKey;

/** Sizes in bytes: an uncompressed point of P-256, and the authentication secret (RFC 8291). */
const POINT_BYTES = 65;
const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;

/** Tells whether messages can be encrypted with these keys. */
function areKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  try {
    // throws for a point that is not on the curve
    ECDH.convertKey(point, 'prime256v1', undefined, undefined, 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

/** Tells whether keys and endpoint are valid. */
export const canPushTo = (target: PushTarget): boolean => pushEndpoint(target.endpoint) !== null && areKeys(target);

/**
 * Sends one encrypted message (RFC 8291) to a browser's push service. `topic` is at most 32 characters: of two messages with the same
 * topic, the service stores the later one. Redirects are not followed.
 * @returns `gone` when the browser has unsubscribed, or when its keys can never receive a message
 * @throws PushFailure
 */
export async function pushTo(target: PushTarget, payload: string, topic: string): Promise<'sent' | 'gone'> {
  const url = pushEndpoint(target.endpoint);
  if (!url) throw new PushFailure('the address is not one of a push service', true);
  if (!areKeys(target)) return 'gone';
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    payload,
    { vapidDetails: { subject: subject(), ...vapidKeys() }, TTL: RETENTION_S, topic, contentEncoding: 'aes128gcm' },
  );
  const status = await statusOf(url, { method, headers }, body).catch((error: unknown) => {
    throw new PushFailure(`the push service could not be reached: ${String(error)}`, false);
  });
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  throw new PushFailure(`the push service answered ${status}`, status !== 429 && status < 500);
}

/** Returns the contact address for push services. */
const subject = (): string => `mailto:${/[^\s<>]+@[^\s<>]+/.exec(config().mail.from)?.[0] ?? config().mail.from}`;

function statusOf(url: URL, options: RequestOptions, body: Buffer): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const isPlain = url.protocol === 'http:';
  // only the status matters: a service that accepts and never finishes its answer is dropped at the timeout
  const call = { ...options, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) };
  const request = outgoing('push', () => (isPlain ? overHttp : overHttps)(url, call));
  request.on('response', (answer) => {
    answer.destroy();
    resolve(answer.statusCode ?? 0);
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** Tells whether it is the sandbox's own push service, which is the only one allowed on loopback. */
const isSandbox = (url: URL): boolean => config().hasStandIns && url.protocol === 'http:' && url.hostname === '127.0.0.1';

/**
 * Validates a push endpoint from a browser. Real ones are public and https; anything else may be an SSRF attempt.
 * @returns null for anything else
 */
export function pushEndpoint(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username || url.password) return null;
  if (isSandbox(url)) return url;
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (url.protocol !== 'https:' || (url.port !== '' && url.port !== '443')) return null;
  if (isIP(host) !== 0 || !host.includes('.') || /\.(local|localhost|internal|home|lan)\.?$/i.test(host)) return null;
  return url;
}

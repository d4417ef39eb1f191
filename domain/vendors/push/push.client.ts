import { createECDH, createHash } from 'node:crypto';
import { request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import webPush from 'web-push';
import { config } from '#domain/platform/config.ts';
import { installSecret } from '#domain/platform/install-secret.mjs';
import { publicLookup, pushEndpoint } from './endpoint-address.ts';

/** How long a push service stores a message for an offline browser. */
const KEPT_S = 86_400;
const TIMEOUT_MS = 10_000;

/** A browser's push subscription. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** `gone`: the browser has unsubscribed. `refused`: a retry will not help. `later`: try again. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later';

/** Returns the VAPID keys of this installation, derived from its secret `vapid` on first use. base64url. */
function vapidKeys(): { publicKey: string; privateKey: string } {
  const seed = createHash('sha256').update(installSecret(config().dataDir, 'vapid')).digest();
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(seed);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: seed.toString('base64url') };
}

/** Returns the public key with which browsers subscribe. */
export const vapidPublicKey = (): string => vapidKeys().publicKey;

/** Tells whether keys and endpoint are valid. */
export const canPushTo = ({ endpoint, p256dh, auth }: PushTarget): boolean =>
  pushEndpoint(endpoint) !== null && Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length >= 16;

/**
 * Sends one encrypted message (RFC 8291) to a browser's push service. `topic` is at most 32 characters: of two messages with one topic the
 * service stores the later. Redirects are not followed.
 */
export async function pushTo(target: PushTarget, payload: string, topic: string): Promise<PushOutcome> {
  const url = pushEndpoint(target.endpoint);
  if (!url) return 'refused';
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    payload,
    { vapidDetails: { subject: subject(), ...vapidKeys() }, TTL: KEPT_S, topic, contentEncoding: 'aes128gcm' },
  );
  try {
    return outcomeOf(await statusOf(url, { method, headers }, body));
  } catch {
    return 'later';
  }
}

/** Returns the contact address for push services. */
const subject = (): string => `mailto:${/[^\s<>]+@[^\s<>]+/.exec(config().mail.from)?.[0] ?? config().mail.from}`;

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

function statusOf(url: URL, options: RequestOptions, body: Buffer): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const isPlain = url.protocol === 'http:';
  const outgoing = (isPlain ? overHttp : overHttps)(url, {
    ...options,
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(!isPlain && { lookup: publicLookup }),
  });
  outgoing.on('response', (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}

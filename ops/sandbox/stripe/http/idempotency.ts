import { createHash } from 'node:crypto';
import type { KeptAnswer } from '../state/kinds.ts';
import type { World } from '../state/world.ts';
import { StripeRefusal } from './stripe-refusal.ts';

const KEPT_FOR_MS = 24 * 3600 * 1000;
const LONGEST = 255;

export const fingerprintOf = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');

/** The answer kept for a key, if any. @throws StripeRefusal idempotency_error when the key was used for another request */
export function keptAnswer(world: World, key: string, fingerprint: string): KeptAnswer | null {
  if (key.length > LONGEST) {
    throw new StripeRefusal(400, { type: 'idempotency_error', message: `Idempotency keys can be at most ${LONGEST} characters.` });
  }
  const kept = world.store.get('answers', key);
  if (!kept) return null;
  if (Date.now() - kept.at > KEPT_FOR_MS) {
    world.store.remove('answers', key);
    return null;
  }
  if (kept.fingerprint !== fingerprint) {
    throw new StripeRefusal(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return kept;
}

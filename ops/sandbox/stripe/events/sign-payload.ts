import { createHmac } from 'node:crypto';

/** A `Stripe-Signature` header. `timestamp` in s of the machine's clock: receivers compare it with theirs, whatever the sandbox's says. */
export function signPayload(payload: string, secret: string, timestamp = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

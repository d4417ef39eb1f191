import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startStripeStack, type StripeStack } from './stripe-stack.ts';

interface UsedStripeStack extends Omit<StripeStack, 'close'> {
  /** Returns the types of the received events, in order. */
  types(): string[];
  /** Advances the stand-in's clock. */
  advance(seconds: number): Promise<any>;
}

/** Returns a stack for the calling test file, reset before each test: no objects, immediate delivery, nothing received. */
export function useStripeStack(): UsedStripeStack {
  let stack: StripeStack;
  beforeAll(async () => {
    stack = await startStripeStack();
  });
  afterAll(() => stack.close());
  beforeEach(async () => {
    stack.answerWith(200);
    await stack.control('DELETE', '');
    await stack.control('PUT', 'delivery', { delay_ms: 0 });
    stack.received.length = 0;
  });
  return {
    get sandbox() {
      return stack.sandbox;
    },
    get stripe() {
      return stack.stripe;
    },
    get received() {
      return stack.received;
    },
    answerWith: (status) => stack.answerWith(status),
    control: (...request) => stack.control(...request),
    delivered: () => stack.delivered(),
    types: () => stack.received.map(({ event }) => event.type),
    advance: (seconds) => stack.control('PUT', 'clock', { advance_s: seconds }),
  };
}
